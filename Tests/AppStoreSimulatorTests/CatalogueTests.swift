import Foundation
import StoreModel
import TestSupport
import Testing

@testable import AppStoreSimulator

/// Catalogues from `.storekit` files.
struct CatalogueTests {
  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func `every real file gives products with prices, and its bytes back`() throws {
    let folder = try #require(Conformance.folder).appending(path: "storekit")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "storekit" }
    #expect(files.count == 60)
    let shop = try Shop()
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      try shop.store.importCatalogue(bytes, name: file.lastPathComponent)
      #expect(try shop.store.catalogueBytes() == bytes)
      for product in try shop.store.products(for: Shop.customer) {
        #expect(product.currency == "CNY" && product.displayPrice.contains("¥"), "\(file.lastPathComponent)")
        #expect(try shop.store.reasonNotToBuy(product.id, account: Shop.customer) == nil)
        #expect((product.type == .autoRenewableSubscription) == (product.subscriptionPeriod != nil))
      }
    }
  }

  @Test func `a new ledger takes the settings that the file carries`() throws {
    let text = DemoCatalogue.text.replacing("\"_storefront\" : \"CHN\"", with: "\"_storefront\" : \"JPN\"")
      .replacing("\"_timeRate\" : 0", with: "\"_timeRate\" : 13")
      .replacing("\"_askToBuyEnabled\" : false", with: "\"_askToBuyEnabled\" : true")
    let shop = try Shop(catalogue: Array(text.utf8))
    let situation = try shop.store.situation()
    #expect(situation.rate == .monthlyRenewalEveryFiveMinutes)
    #expect(situation.accounts.map(\.storefront) == ["JPN"])
    #expect(try shop.store.purchase(Shop.premium, account: Shop.customer) == .pending(transactionId: situationId(shop)))
  }

  private func situationId(_ shop: Shop) throws -> String {
    try #require(try shop.store.pending().first?.transactionId)
  }

  @Test func `names are those of the storefront's language`() throws {
    let shop = try Shop()
    let chinese = try shop.store.products(for: Shop.customer).map(\.displayName)
    #expect(chinese.contains("高级版") && chinese.contains("月度会员"))
    try shop.store.setStorefront("USA", of: Shop.customer)
    let english = try shop.store.products(for: Shop.customer).map(\.displayName)
    #expect(english.contains("Premium unlock") && english.contains("Monthly"))
    try shop.store.setStorefront("FRA", of: Shop.customer)
    #expect(try shop.store.products(for: Shop.customer).map(\.displayName) == english)
  }

  @Test func `all four types are in the demo catalogue`() throws {
    let shop = try Shop()
    let types = Set(try shop.store.products(for: nil).map(\.type))
    #expect(types == [.consumable, .nonConsumable, .autoRenewableSubscription, .nonRenewingSubscription])
  }

  @Test(arguments: ["", "{", "[]", "not json", "{\"version\":{\"major\":4}", "\u{FEFF}{}"])
  func `what is no such file is refused with its name, and the catalogue stays`(text: String) throws {
    let shop = try Shop()
    do {
      try shop.store.importCatalogue(Array(text.utf8), name: "broken.storekit")
      Issue.record("taken")
    } catch {
      #expect(error.kind.rawValue == "usage")
      #expect(error.message.contains("broken.storekit") && !error.message.contains("\n"))
    }
    #expect(try shop.store.products(for: nil).count == 7)
  }

  @Test func `purchases of products that are gone stay, and are named`() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium)
    let text = DemoCatalogue.text.replacing("piglet.premium", with: "piglet.gold")
    let result = try shop.store.importCatalogue(Array(text.utf8), name: "gold.storekit")
    #expect(result.unknownProductIds == [Shop.premium])
    #expect(try shop.history().map(\.transactionId) == [id])
    #expect(try shop.store.reasonNotToBuy(Shop.premium, account: Shop.customer) != nil)
    #expect(throws: SimulatorError.self) { try shop.buy(Shop.premium) }
    try shop.store.requestRefund(of: id, reason: nil, account: Shop.customer)
    #expect(try shop.store.pending().first?.productName == Shop.premium)
  }
}

import AppStoreModel
import Foundation
import TestSupport
import Testing

@testable import Simulator

/// Tests of catalogues from `.storekit` files.
struct CatalogueTests {
  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func everyRealFileGivesProductsWithPricesAndItsBytesBack() throws {
    let folder = try #require(Conformance.folder).appending(path: "storekit")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "storekit" }
    #expect(files.count == 60)
    let shop = try Shop()
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      try shop.store.importCatalogue(bytes, name: file.lastPathComponent)
      #expect(try shop.store.catalogueBytes() == bytes)
      // The file's settings are imported too, with its storefront.
      let account = try #require(try shop.store.accounts().first { $0.name == Shop.customer })
      let currency = try #require(Storefront(countryCode: account.storefront)).currency
      for product in try shop.store.products(for: Shop.customer) {
        #expect(product.currency == currency && !product.displayPrice.isEmpty, "\(file.lastPathComponent)")
        #expect((product.type == .autoRenewableSubscription) == (product.subscriptionPeriod != nil))
      }
    }
  }

  @Test func aNewLedgerTakesTheSettingsThatTheFileCarries() throws {
    let text = String(decoding: DemoCatalogue.bytes, as: UTF8.self).replacing(
      "\"_storefront\" : \"CHN\"", with: "\"_storefront\" : \"JPN\""
    )
    .replacing("\"_timeRate\" : 0", with: "\"_timeRate\" : 13")
    .replacing("\"_askToBuyEnabled\" : false", with: "\"_askToBuyEnabled\" : true")
    let shop = try Shop(catalogue: Array(text.utf8))
    let situation = try shop.store.situation()
    #expect(situation.rate == .monthlyRenewalEveryFiveMinutes)
    #expect(situation.accounts.map(\.storefront) == ["JPN"])
    #expect(
      try shop.store.purchase(PurchaseRequest(account: Shop.customer, productId: Shop.premium))
        == .pending(transactionId: situationId(shop)))
  }

  private func situationId(_ shop: Shop) throws -> String {
    try #require(try shop.store.pending().first?.transactionId)
  }

  @Test func namesAreThoseOfTheStorefrontsLanguage() throws {
    let shop = try Shop()
    let chinese = try shop.store.products(for: Shop.customer).map(\.displayName)
    #expect(chinese.contains("高级版") && chinese.contains("月度会员"))
    try shop.store.setStorefront("USA", of: Shop.customer)
    let english = try shop.store.products(for: Shop.customer).map(\.displayName)
    #expect(english.contains("Premium unlock") && english.contains("Monthly"))
    try shop.store.setStorefront("FRA", of: Shop.customer)
    #expect(try shop.store.products(for: Shop.customer).map(\.displayName) == english)
  }

  @Test func allFourTypesAreInTheDemoCatalogue() throws {
    let shop = try Shop()
    let types = Set(try shop.store.products(for: nil).map(\.type))
    #expect(types == [.consumable, .nonConsumable, .autoRenewableSubscription, .nonRenewingSubscription])
  }

  @Test(arguments: ["", "{", "[]", "not json", "{\"version\":{\"major\":4}", "\u{FEFF}{}"])
  func anInvalidFileIsRefusedWithItsNameAndTheCatalogueStays(text: String) throws {
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

  @Test func purchasesOfProductsThatAreGoneStayAndAreNamed() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium)
    let text = String(decoding: DemoCatalogue.bytes, as: UTF8.self).replacing("piglet.premium", with: "piglet.gold")
    let result = try shop.store.importCatalogue(Array(text.utf8), name: "gold.storekit")
    #expect(result.unknownProductIds == [Shop.premium])
    #expect(try shop.history().map(\.transactionId) == [id])
    #expect(throws: StoreError.self) { try shop.buy(Shop.premium) }
    try shop.store.requestRefund(of: id, reason: nil, account: Shop.customer)
    #expect(try shop.store.pending().first?.productName == Shop.premium)
  }
}

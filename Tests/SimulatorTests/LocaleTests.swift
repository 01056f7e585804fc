import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of the language of names and prices, and of the currency, which is independent of it.
struct LocaleTests {
  private func premium(_ shop: Shop, device: String) throws -> Product {
    try #require(try shop.store.products(for: Shop.customer, locale: device).first { $0.id == Shop.premium })
  }

  @Test func b13NamesFollowTheDeviceOrTheChosenLocaleTheCurrencyOnlyTheStorefront() throws {
    let shop = try Shop()
    #expect(try premium(shop, device: "en_US").displayName == "Premium unlock")
    try shop.store.setLocale("zh_CN", of: Shop.customer)
    #expect(try premium(shop, device: "en_US").displayName == "高级版")
    try shop.store.setStorefront("DEU", of: Shop.customer)
    let german = try premium(shop, device: "en_US")
    #expect(german.currency == "EUR" && german.displayPrice == "€1.09" && german.displayName == "高级版")
    try shop.store.setLocale(nil, of: Shop.customer)
    let own = try premium(shop, device: "en_US")
    #expect(own.currency == "EUR" && own.displayPrice == "1,09\u{a0}€" && own.displayName == "Premium unlock")
    #expect(try shop.transaction(shop.buy(Shop.premium)).currency == "EUR")
  }

  @Test(arguments: ["", "xx", "de_DE; DROP", "\u{1b}[31m"]) func anInvalidLocaleIsRefused(text: String) throws {
    let shop = try Shop()
    let error = try #require(throws: StoreError.self) { try shop.store.setLocale(text, of: Shop.customer) }
    #expect(error.kind == .usage && !error.message.contains("\u{1b}"))
  }

  @Test func theLocaleOfAFileIsItsAccountsAndIsWrittenBack() throws {
    let text = LifeCatalogue.text.replacing(
      #""_storefront": "USA""#, with: #""_storefront": "DEU", "_locale": "fr_FR""#)
    let shop = try Shop(catalogue: Array(text.utf8))
    #expect(try shop.store.products(for: Shop.customer).first?.displayPrice == "8,00\u{a0}€")
    #expect(try shop.store.savedConfiguration() == Array(text.utf8))
    try shop.store.setLocale("es_ES", of: Shop.customer)
    try shop.store.setStorefront("ESP", of: Shop.customer)
    let saved = try StoreKitConfiguration(parsing: shop.store.savedConfiguration(), name: "saved").settings
    #expect(saved.locale == "es_ES" && saved.storefront == "ESP")
  }

  @Test func aChosenLocaleOutlivesACheckpointAndAnExportedHistory() throws {
    let shop = try Shop()
    try shop.store.setLocale("de_DE", of: Shop.customer)
    let history = try shop.store.exportHistory()
    let name = try shop.store.makeCheckpoint()
    try shop.store.setLocale(nil, of: Shop.customer)
    try shop.store.restoreCheckpoint(name)
    #expect(try shop.store.read { try $0.account(Shop.customer) }.locale == "de_DE")
    let other = try Shop()
    try other.store.importHistory(Array(history.utf8), name: "history")
    #expect(try other.store.read { try $0.account(Shop.customer) }.locale == "de_DE")
  }
}

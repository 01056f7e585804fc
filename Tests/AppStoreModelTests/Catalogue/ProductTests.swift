import Core
import Testing

@testable import AppStoreModel

struct ProductTests {
  private let monthly = Product(
    id: "plus.monthly", type: .autoRenewableSubscription, displayName: "Monthly", description: "Everything",
    price: 12_000, currency: "CNY", displayPrice: "¥12.00", subscriptionGroupIdentifier: "A1",
    subscriptionGroupName: "Piglet Plus", groupLevel: 1, subscriptionPeriod: .month, familyShareable: true,
    localizedNames: ["en_US": "Monthly", "zh_CN": "包月", "en_GB": "Every month"])

  @Test func survivesTheCache() throws {
    #expect(try Product(json: monthly.json) == monthly)
    let coins = Product(
      id: "coins", type: ProductType(rawValue: "Loan"), displayName: "", price: 0, currency: "USD",
      displayPrice: "$0.00")
    #expect(try Product(json: coins.json) == coins)
  }

  @Test(arguments: [
    ("productId", nil), ("type", nil), ("price", nil), ("price", "1" as JSONValue), ("subscriptionPeriod", "1 month"),
    ("localizedNames", .object(["en": 1])), ("groupLevel", "top"),
  ])
  func anUnsoundEntryIsRefused(name: String, value: JSONValue?) {
    var json = monthly.json
    json[name] = value
    let error = #expect(throws: JSONError.self) { try Product(json: json) }
    #expect(error?.path == name)
  }

  /// Tests that a price is formatted when a backend gives only an amount and a currency.
  @Test func aPriceWithoutItsTextIsWritten() {
    var product = Product(
      id: "lamp", type: .nonConsumable, displayName: "Lamp", price: 8000, currency: "CNY", displayPrice: "")
    product.fillDisplayPrice()
    #expect(product.displayPrice == "¥8.00")
    product.displayPrice = "8 yuan"
    product.fillDisplayPrice()
    #expect(product.displayPrice == "8 yuan")
  }
}

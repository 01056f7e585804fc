import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Conformance.isPresent, Conformance.absence))
struct RealFilesTests {
  private static let names: [String] = {
    guard let folder = Conformance.folder?.appending(path: "storekit") else { return [] }
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { $0.hasSuffix(".storekit") }.sorted()
  }()

  /// Collects the price text of every object that has a product id.
  ///
  /// This reader knows nothing of the format, so it cannot share a mistake with Till's own.
  private func naivePrices(_ value: Any, into prices: inout [String: String]) {
    if let object = value as? [String: Any] {
      if let id = object["productID"] as? String { prices[id] = object["displayPrice"] as? String ?? "none" }
      for member in object.values { naivePrices(member, into: &prices) }
    } else if let elements = value as? [Any] {
      for element in elements { naivePrices(element, into: &prices) }
    }
  }

  @Test func thereAreSixty() {
    #expect(Self.names.count == 60)
  }

  @Test(arguments: names)
  func loadsWithAllProductsAndPrices(name: String) throws {
    let data = try Conformance.data("storekit/" + name)
    let configuration = try StoreKitConfiguration(parsing: data, name: name)
    var prices: [String: String] = [:]
    naivePrices(try JSONSerialization.jsonObject(with: data), into: &prices)
    #expect(configuration.products.count == prices.count)
    for product in configuration.products {
      let text = try #require(prices[product.id])
      #expect(product.displayPrice == text)
      let amount = try #require(Decimal(string: text))
      #expect(Decimal(product.price) == amount * 1000)
      #expect((product.type == .autoRenewableSubscription) == (product.subscription != nil))
    }
    #expect(configuration.warnings.isEmpty)
    #expect(configuration.endsWithNewline == (data.last == 0x0A))
    let inGroups = configuration.groups.flatMap(\.productIDs)
    #expect(inGroups == configuration.products.filter { $0.subscription != nil }.map(\.id))
  }

  @Test(arguments: names)
  func valuesSurviveWriting(name: String) throws {
    let data = try Conformance.data("storekit/" + name)
    let configuration = try StoreKitConfiguration(parsing: data, name: name)
    for style in [JSONStyle.compact, .pretty] {
      let text = JSONValue.object(configuration.json).serialized(style)
      let again = try StoreKitConfiguration(parsing: text.utf8, name: name)
      #expect(again.json == configuration.json)
      #expect(again.products == configuration.products)
      #expect(again.groups == configuration.groups)
      #expect(again.settings == configuration.settings)
    }
  }

  @Test(arguments: names)
  func showsPricesInEveryStorefront(name: String) throws {
    let configuration = try StoreKitConfiguration(parsing: try Conformance.data("storekit/" + name), name: name)
    for code in ["USA", "CHN", "DEU", "JPN"] {
      let storefront = try #require(Storefront(countryCode: code))
      let products = configuration.products(in: storefront)
      #expect(products.count == configuration.products.count)
      #expect(products.allSatisfy { !$0.displayPrice.isEmpty && !$0.displayName.isEmpty })
      #expect(products.allSatisfy { $0.currency == storefront.currency })
    }
  }

  @Test func everyVersionIsThere() throws {
    let versions = try Self.names.map {
      try StoreKitConfiguration(parsing: try Conformance.data("storekit/" + $0), name: $0).version.description
    }
    #expect(Set(versions) == ["1.0", "1.1", "1.2", "2.0", "3.0", "4.0", "5.0"])
  }

  @Test func everyCutOffFileIsRefusedInOneLine() throws {
    let name = try #require(Self.names.first)
    let data = try Conformance.data("storekit/" + name)
    for length in stride(from: 0, to: data.count - 2, by: 7) {
      let error = try #require(throws: StoreKitFileError.self) {
        try StoreKitConfiguration(parsing: data.prefix(length), name: name)
      }
      #expect(error.kind == .notConfiguration)
      #expect(!error.description.contains { $0.isNewline })
    }
  }
}

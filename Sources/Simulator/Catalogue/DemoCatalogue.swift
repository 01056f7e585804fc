package import AppStoreModel
import Core

/// The catalogue of the demo data: a small app with products of all four types, `Assets/Catalogues/Demo.storekit`.
enum DemoCatalogue {
  static let bundleId = "com.example.piglet"

  static let name = "Demo.storekit"

  /// The Apple Account that is signed in at first.
  static let firstAccount = "new@"

  static let premium = "com.example.piglet.premium"
  static let monthly = "com.example.piglet.plus.monthly"
  static let yearly = "com.example.piglet.plus.yearly"
  static let coins = "com.example.piglet.coins100"

  /// The file's bytes.
  static let bytes = BuiltIn.bytes("Catalogues/" + name) ?? []

  static func catalogue() throws -> Catalogue { try Catalogue(bytes: bytes, name: name) }
}

/// The names that the demo data are going to show their first customer, known before a file of them is made.
///
/// `beginWithDemo` makes the same; a test holds the two together.
package struct DemoProspect: Sendable {
  package let bundleId: String
  package let environment: StoreEnvironment
  /// The first Apple Account, which owns nothing.
  package let account: String
  package let storefront: String
  package let products: [Product]

  /// - Parameter locale: That of the device's language.
  package init(locale: String) throws {
    let catalogue = try DemoCatalogue.catalogue()
    let storefront = catalogue.storefront
    bundleId = DemoCatalogue.bundleId
    environment = LedgerContents().environment ?? .sandbox
    account = DemoCatalogue.firstAccount
    self.storefront = storefront.countryCode
    products = catalogue.products(in: storefront, locale: locale, formats: storefront.localeIdentifier)
  }
}

package import AppStoreModel
import Core

/// The catalogue of the demo data, `Assets/Catalogues/Demo.storekit`: a small app with all four product types.
enum DemoCatalogue {
  static let bundleId = "com.example.piglet"

  static let name = "Demo.storekit"

  /// The Apple Account that is signed in at the first start.
  static let firstAccount = "new@"

  static let premium = "com.example.piglet.premium"
  static let monthly = "com.example.piglet.plus.monthly"

  /// The bytes of the catalogue's file.
  static let bytes = BuiltIn.bytes("Catalogues/" + name) ?? []

  static func catalogue() throws -> Catalogue { try Catalogue(bytes: bytes, name: name) }
}

/// What the first screen shows of the demo data, known before the ledger file exists.
///
/// `beginWithDemo` later creates the same accounts and products; a test compares the two.
package struct DemoProspect: Sendable {
  package let bundleId: String
  package let environment: StoreEnvironment
  /// The first Apple Account, which owns no product.
  package let account: String
  package let storefront: String
  package let products: [Product]

  /// - Parameter locale: The locale of the device's language, for the product names.
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

package import AppStoreModel

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

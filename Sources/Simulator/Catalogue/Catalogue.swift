import AppStoreModel
import Core

/// The App Store's products: a `.storekit` file, looked up by product id.
struct Catalogue: Sendable {
  private let configuration: StoreKitConfiguration
  private let byId: [String: ConfiguredProduct]

  /// Parses a file; `name` is the file's name in errors.
  init(bytes: [UInt8], name: String) throws(StoreKitFileError) {
    configuration = try StoreKitConfiguration(parsing: bytes, name: name)
    byId = Dictionary(configuration.products.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The warnings about unknown or missing values in the file, one line each, safe to print.
  var warnings: [String] { configuration.warnings }

  var settings: ConfigurationSettings { configuration.settings }

  /// The storefront that the file names, or that of the United States if Till does not know it.
  var storefront: Storefront {
    Storefront(countryCode: settings.storefront) ?? Storefront.all.first { $0.countryCode == "USA" }
      ?? Storefront.all[0]
  }

  /// The file's locale if it differs from its storefront's and from Xcode's default, `en_US`; else nil.
  var chosenLocale: String? {
    settings.locale == "en_US" || settings.locale == storefront.localeIdentifier ? nil : settings.locale
  }

  /// The developer's private key for offers, if the file contains one.
  var offersKey: (id: String, privateKey: String)? {
    guard let pair = configuration.json["subscriptionOffersKeyPair"]?.objectValue, let id = pair["id"]?.stringValue,
      let key = pair["privateKey"]?.stringValue
    else { return nil }
    return (id, key)
  }

  /// Returns the file with other settings, as Xcode would save it.
  func bytes(with settings: ConfigurationSettings) -> [UInt8] { configuration.bytes(with: settings) }

  /// Returns a product at the file's own prices.
  func product(_ id: String) -> ConfiguredProduct? { byId[id] }

  /// Returns a product at the prices of a currency.
  func product(_ id: String, in currency: String) -> ConfiguredProduct? {
    configuration.hasPriceTiers ? configuration.product(id: id, in: currency) : byId[id]
  }

  /// Whether the file has price tiers, which give a product a price of its own in each currency.
  var hasPriceTiers: Bool { configuration.hasPriceTiers }

  /// Returns the subscriptions of a group in the order of the file.
  func products(inGroup id: String) -> [ConfiguredProduct] {
    (configuration.group(id: id)?.productIDs ?? []).compactMap(product)
  }

  /// Returns the products as a storefront shows them, in the order of the file.
  ///
  /// Names are in `locale`, or in the storefront's language if it is nil. Prices are written in the way of the locale
  /// `formats`, or of the storefront.
  func products(in storefront: Storefront, locale: String? = nil, formats: String? = nil) -> [Product] {
    configuration.products(in: storefront, locale: locale, formats: formats)
  }
}

extension ConfiguredProduct {
  /// Returns the price of a quantity, in milliunits; the largest number on overflow.
  func total(for quantity: Int32) -> Int64 {
    let (total, overflow) = price.multipliedReportingOverflow(by: Int64(quantity))
    return overflow ? .max : total
  }
}

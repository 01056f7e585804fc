import AppStoreModel
import Core

/// The App Store's products: a `.storekit` file, looked up by product id.
struct Catalogue: Sendable {
  private let configuration: StoreKitConfiguration
  private let byId: [String: ConfiguredProduct]

  /// Reads a file; `name` is its name in errors.
  init(bytes: [UInt8], name: String) throws(StoreKitFileError) {
    configuration = try StoreKitConfiguration(parsing: bytes, name: name)
    byId = Dictionary(configuration.products.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The odd parts of the file, a safe line each.
  var warnings: [String] { configuration.warnings }

  var settings: ConfigurationSettings { configuration.settings }

  /// The storefront of the file, where Till knows it, else that of the United States.
  var storefront: Storefront {
    Storefront(countryCode: settings.storefront) ?? Storefront.all.first { $0.countryCode == "USA" }
      ?? Storefront.all[0]
  }

  /// The locale of the file, where it is another than its storefront's; `en_US` is Xcode's default.
  var chosenLocale: String? {
    settings.locale == "en_US" || settings.locale == storefront.localeIdentifier ? nil : settings.locale
  }

  /// The developer's key for offers that the file carries.
  var offersKey: (id: String, privateKey: String)? {
    guard let pair = configuration.json["subscriptionOffersKeyPair"]?.objectValue, let id = pair["id"]?.stringValue,
      let key = pair["privateKey"]?.stringValue
    else { return nil }
    return (id, key)
  }

  /// The file with other settings, as Xcode would save it.
  func bytes(with settings: ConfigurationSettings) -> [UInt8] { configuration.bytes(with: settings) }

  /// A product as the file has it, at the file's own prices.
  func product(_ id: String) -> ConfiguredProduct? { byId[id] }

  /// A product at the prices of a currency.
  func product(_ id: String, in currency: String) -> ConfiguredProduct? {
    configuration.hasPriceTiers ? configuration.product(id: id, in: currency) : byId[id]
  }

  /// Whether a price is another number in another currency.
  var hasPriceTiers: Bool { configuration.hasPriceTiers }

  /// The subscriptions of a group in the order of the file.
  func products(inGroup id: String) -> [ConfiguredProduct] {
    (configuration.group(id: id)?.productIDs ?? []).compactMap(product)
  }

  /// The products as a storefront shows them, in the order of the file, named for a locale where one is given; prices
  /// are written as in `formats`, or else in the storefront's way.
  func products(in storefront: Storefront, locale: String? = nil, formats: String? = nil) -> [Product] {
    configuration.products(in: storefront, locale: locale, formats: formats)
  }
}

extension ConfiguredProduct {
  /// The price of so many, in milliunits.
  func total(for quantity: Int32) -> Int64 {
    let (total, overflow) = price.multipliedReportingOverflow(by: Int64(quantity))
    return overflow ? .max : total
  }
}

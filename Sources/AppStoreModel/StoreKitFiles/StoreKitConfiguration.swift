package import Core

/// Xcode's StoreKit configuration file, versions 1.0 to 5.0: an app's products, and the settings of its test store.
///
/// Apple publishes no schema, so the whole JSON is kept, unknown members included; the typed values are views of it.
/// Till recognizes the format by the members that are present, because some files of version 3.0 already have those of
/// 5.0.
package struct StoreKitConfiguration: Hashable, Sendable {
  /// A version of the file format.
  package struct Version: Hashable, Sendable, CustomStringConvertible {
    /// The major version, before the point.
    package let major: Int
    /// The minor version, after the point.
    package let minor: Int

    /// The version as text, such as `4.0`.
    package var description: String { "\(major).\(minor)" }
  }

  /// The bytes of the file, unchanged.
  package let source: [UInt8]
  /// The whole content of the file, in its order.
  package let json: JSONObject
  /// The format version that the file states.
  package let version: Version
  /// The identifier of the configuration; older files have none.
  package let identifier: String?
  /// The products of all three lists, in the order of the file; ids are unique.
  package let products: [ConfiguredProduct]
  /// The subscription groups, in the order of the file; ids are unique.
  package let groups: [ConfiguredGroup]
  /// The settings of the test store.
  package let settings: ConfigurationSettings
  /// The prices of the products in other currencies.
  let priceTiers: PriceTiers
  /// Warnings about unusual content: one line each, safe to show, without the file name.
  package let warnings: [String]

  /// Whether the file ends in a line feed, as Xcode writes it; the writer keeps a missing one missing.
  package var endsWithNewline: Bool { source.last == UInt8(ascii: "\n") }

  /// Returns the product with an id.
  package func product(id: String) -> ConfiguredProduct? { products.first { $0.id == id } }

  /// Returns the product with an id, with its prices in a currency.
  package func product(id: String, in currency: String) -> ConfiguredProduct? {
    product(id: id)?.priced(in: currency, by: priceTiers)
  }

  /// Whether some prices have different numbers in different currencies.
  package var hasPriceTiers: Bool { !priceTiers.isEmpty }

  /// Returns the subscription group with an id.
  package func group(id: String) -> ConfiguredGroup? { groups.first { $0.id == id } }

  /// Reads the content of a file; `name` is the file name for error messages.
  package init(parsing bytes: some Collection<UInt8>, name: String) throws(StoreKitFileError) {
    source = Array(bytes)
    json = try Self.root(of: source, name: name)
    do throws(JSONError) {
      var reader = ConfigurationReader()
      version = try reader.version(json)
      identifier = try json.string("identifier")
      settings = try reader.settings(json)
      groups = try reader.groups(json)
      products = try reader.products(json)
      priceTiers = try PriceTiers(json, currency: Storefront(countryCode: settings.storefront)?.currency ?? "USD")
      warnings = reader.warnings
    } catch {
      throw StoreKitFileError(.invalid, file: name, error)
    }
  }

  private static func root(of bytes: [UInt8], name: String) throws(StoreKitFileError) -> JSONObject {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw StoreKitFileError(.notConfiguration, file: name, error)
    }
    guard case .object(let root) = value else {
      throw StoreKitFileError(.notConfiguration, file: name, reason: say("it has \(value.kindName), not an object"))
    }
    guard case .object = root["version"], root["products"] != nil || root["subscriptionGroups"] != nil else {
      throw StoreKitFileError(
        .notConfiguration, file: name, reason: say("it has no version or no lists of products and subscription groups"))
    }
    return root
  }
}

extension StoreKitConfiguration {
  /// Returns the products as a storefront shows them.
  ///
  /// Prices come from the file's price tiers, else from the products, in the storefront's currency. They are formatted
  /// for the locale `formats`, or for the storefront's locale. Names and descriptions are in the language of `locale`,
  /// or of the storefront, if the file has them. The texts are not yet safe to show.
  package func products(in storefront: Storefront, locale: String? = nil, formats: String? = nil) -> [Product] {
    let identifier = locale ?? storefront.localeIdentifier
    let formats = formats ?? storefront.localeIdentifier
    return self.products.map { $0.priced(in: storefront.currency, by: priceTiers) }.map { product in
      let group = product.subscription.flatMap { self.group(id: $0.groupID) }
      return Product(
        id: product.id, type: product.type, displayName: product.displayName(locale: identifier),
        description: product.description(locale: identifier), price: product.price, currency: storefront.currency,
        displayPrice: Price(milliunits: product.price, currency: storefront.currency).formatted(locale: formats),
        subscriptionGroupIdentifier: group?.id, subscriptionGroupName: group?.displayName(locale: identifier),
        groupLevel: product.subscription?.groupNumber,
        subscriptionPeriod: product.subscription?.period ?? product.duration,
        familyShareable: product.familyShareable,
        localizedNames: Dictionary(
          product.localizations.filter { !$0.displayName.isEmpty }.map { ($0.locale, $0.displayName) },
          uniquingKeysWith: { first, _ in first }))
    }
  }
}

/// An error: a StoreKit configuration file cannot be used; one line with the file, the problem and the remedy.
package struct StoreKitFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  package enum Kind: Hashable, Sendable {
    /// The file is not a StoreKit configuration, or is truncated.
    case notConfiguration
    /// The file is a StoreKit configuration with invalid content.
    case invalid
  }

  /// The kind of problem.
  package let kind: Kind
  /// The file name, safe to show.
  package let file: String
  /// The problem, without the file name and the remedy.
  package let reason: String

  init(_ kind: Kind, file: String, reason: String) {
    self.kind = kind
    self.file = safeText(file)
    self.reason = reason
  }

  init(_ kind: Kind, file: String, _ error: JSONError) {
    // A syntax error in the whole text has no JSON path.
    let isOfWhole = error.path.isEmpty && kind == .notConfiguration
    self.init(kind, file: file, reason: isOfWhole ? say("the text \(error.description)") : error.description)
  }

  /// The error as one line, with the file name and the remedy.
  package var description: String {
    switch kind {
    case .notConfiguration:
      say(
        "\(file) is not a StoreKit configuration file: \(reason); export one from Xcode (File > New > File > "
          + "StoreKit Configuration File)"
      )
    case .invalid:
      say("cannot use \(file): \(reason); correct it in Xcode and save it again")
    }
  }
}

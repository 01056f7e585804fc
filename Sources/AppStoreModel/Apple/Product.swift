package import Core

/// A product as one storefront shows it (Apple: Product of StoreKit).
package struct Product: Hashable, Sendable {
  /// The product id, such as `com.example.premium`.
  package var id: String
  /// The type of the product, such as consumable.
  package var type: ProductType
  /// The name in the storefront's language.
  package var displayName: String
  /// The description in the storefront's language.
  package var description: String
  /// The price in milliunits of ``currency``.
  package var price: Int64
  /// The ISO 4217 code of the price's currency.
  package var currency: String
  /// The price as the storefront's locale writes it.
  package var displayPrice: String
  /// The subscription group; auto-renewable subscriptions only.
  package var subscriptionGroupIdentifier: String?
  /// The name of the subscription group.
  package var subscriptionGroupName: String?
  /// The level of service in the subscription group: 1 is the highest; products may share a level.
  package var groupLevel: Int?
  /// The length of one subscription period.
  package var subscriptionPeriod: SubscriptionPeriod?
  /// Whether the product can be shared through Family Sharing.
  package var familyShareable: Bool
  /// The localized names by locale identifier (`en_US`, `zh_CN`).
  package var localizedNames: [String: String]

  /// Makes a product from the values that a storefront shows.
  package init(
    id: String, type: ProductType, displayName: String, description: String = "", price: Int64, currency: String,
    displayPrice: String, subscriptionGroupIdentifier: String? = nil, subscriptionGroupName: String? = nil,
    groupLevel: Int? = nil, subscriptionPeriod: SubscriptionPeriod? = nil, familyShareable: Bool = false,
    localizedNames: [String: String] = [:]
  ) {
    self.id = id
    self.type = type
    self.displayName = displayName
    self.description = description
    self.price = price
    self.currency = currency
    self.displayPrice = displayPrice
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.subscriptionGroupName = subscriptionGroupName
    self.groupLevel = groupLevel
    self.subscriptionPeriod = subscriptionPeriod
    self.familyShareable = familyShareable
    self.localizedNames = localizedNames
  }
}

extension Product: JSONFields {
  /// The members of the JSON object, with Apple's names where Apple has one.
  ///
  /// The type may be an empty string, because a receipt does not state it.
  package static let fields = Fields<Self>(
    Field("productId", \.id, .required), Field("type", \.type, .present), Field("displayName", \.displayName),
    Field("description", \.description), Field("price", \.price, .required), Field("currency", \.currency),
    Field("displayPrice", \.displayPrice), Field("subscriptionGroupIdentifier", \.subscriptionGroupIdentifier),
    Field("subscriptionGroupName", \.subscriptionGroupName), Field("groupLevel", \.groupLevel),
    Field("subscriptionPeriod", \.subscriptionPeriod), Field("familyShareable", \.familyShareable),
    Field(
      "localizedNames", read: { value, product throws(JSONError) in product.localizedNames = try names(value) },
      write: { names(of: $0) }))
  package static let blank = Product(
    id: "", type: ProductType(rawValue: ""), displayName: "", price: 0, currency: "", displayPrice: "")

  /// Reads a product as ``json`` writes it; without a display name, the id is used as the name.
  package init(json: JSONObject) throws(JSONError) {
    self = Self.blank
    try Self.fields.read(json, into: &self)
    if json["displayName"] == nil { displayName = id }
  }

  private static func names(_ value: JSONValue) throws(JSONError) -> [String: String] {
    var names: [String: String] = [:]
    for (locale, name) in try (["localizedNames": value] as JSONObject).object("localizedNames") ?? [:] {
      guard case .string(let name) = name else {
        throw .invalid("localizedNames", say("has a name that is not a string"))
      }
      names[locale] = name
    }
    return names
  }

  /// Returns the localized names as a JSON object, sorted by locale; nil without any.
  private static func names(of product: Product) -> JSONValue? {
    guard !product.localizedNames.isEmpty else { return nil }
    var names = JSONObject()
    for (locale, name) in product.localizedNames.sorted(by: { $0.key < $1.key }) { names.append(locale, .string(name)) }
    return .object(names)
  }
}

extension Product {
  /// Formats the price as text if the App Store gave only its amount and currency.
  package mutating func fillDisplayPrice() {
    guard displayPrice.isEmpty, !currency.isEmpty else { return }
    let price = Price(milliunits: price, currency: currency)
    displayPrice =
      Storefront.all.first { $0.currency == currency }.map { price.formatted(locale: $0.localeIdentifier) }
      ?? [price.decimalText, currency].joined(separator: " ")
  }
}

package import StrictJSON

/// A product that the App Store offers, as one storefront shows it (Apple: StoreKit's Product).
package struct Product: Hashable, Sendable {
  /// The product id, such as `com.example.premium`.
  package var id: String
  /// What kind of purchase it is.
  package var type: ProductType
  /// The name in the storefront's language.
  package var displayName: String
  /// The description in the storefront's language.
  package var description: String
  /// Milliunits of ``currency``.
  package var price: Int64
  /// The ISO 4217 code of the price's currency.
  package var currency: String
  /// The price as the storefront's locale writes it.
  package var displayPrice: String
  /// The group of an auto-renewable subscription.
  package var subscriptionGroupIdentifier: String?
  /// The name of that group.
  package var subscriptionGroupName: String?
  /// The level of service in the group; 1 is the highest, equal numbers are the same level.
  package var groupLevel: Int?
  /// How long one period of a subscription lasts.
  package var subscriptionPeriod: SubscriptionPeriod?
  /// Whether the family may share it.
  package var familyShareable: Bool
  /// The name in every language that the catalogue has, by locale identifier (`en_US`, `zh_CN`).
  package var localizedNames: [String: String]

  /// A product from all that a storefront shows of it.
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

  /// The name for a locale: its own, else one of the same language, else ``displayName``.
  package func displayName(locale identifier: String) -> String {
    if let name = localizedNames[identifier] { return name }
    let language = Product.language(of: identifier)
    let same = localizedNames.keys.filter { Product.language(of: $0) == language }.min()
    return same.flatMap { localizedNames[$0] } ?? displayName
  }

  private static func language(of identifier: String) -> Substring {
    identifier.prefix { $0 != "_" && $0 != "-" }
  }
}

extension Product: JSONRepresentable {
  /// Reads a product as ``json`` writes it; throws a `JSONError` that names a member which is missing or wrong.
  package init(json: JSONObject) throws(JSONError) {
    guard let id = try json.string("productId") else { throw .missing("productId") }
    guard let type = try json.string("type") else { throw .missing("type") }
    guard let price = try json.int64("price") else { throw .missing("price") }
    self.init(
      id: id, type: ProductType(rawValue: type), displayName: try json.string("displayName") ?? id,
      description: try json.string("description") ?? "", price: price,
      currency: try json.string("currency") ?? "", displayPrice: try json.string("displayPrice") ?? "",
      subscriptionGroupIdentifier: try json.string("subscriptionGroupIdentifier"),
      subscriptionGroupName: try json.string("subscriptionGroupName"),
      groupLevel: try json.int32("groupLevel").map(Int.init),
      subscriptionPeriod: try Product.period(json.string("subscriptionPeriod")),
      familyShareable: try json.bool("familyShareable") ?? false)
    guard let names = try json.object("localizedNames") else { return }
    for (locale, name) in names {
      guard case .string(let name) = name else { throw .invalid("localizedNames", "holds a name that is no string") }
      localizedNames[locale] = name
    }
  }

  private static func period(_ text: String?) throws(JSONError) -> SubscriptionPeriod? {
    guard let text else { return nil }
    guard let period = SubscriptionPeriod(iso8601: text) else {
      throw .invalid("subscriptionPeriod", "is no duration such as P1M")
    }
    return period
  }

  /// The product with Apple's member names where Apple has one; names of languages in the order of their locales.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("productId", id)
    json.write("type", type)
    json.write("displayName", displayName)
    json.write("description", description)
    json.write("price", price)
    json.write("currency", currency)
    json.write("displayPrice", displayPrice)
    json.write("subscriptionGroupIdentifier", subscriptionGroupIdentifier)
    json.write("subscriptionGroupName", subscriptionGroupName)
    json.write("groupLevel", groupLevel)
    json.write("subscriptionPeriod", subscriptionPeriod?.iso8601)
    json.write("familyShareable", familyShareable)
    var names = JSONObject()
    for (locale, name) in localizedNames.sorted(by: { $0.key < $1.key }) { names.append(locale, .string(name)) }
    if !names.isEmpty { json.append("localizedNames", .object(names)) }
    return json
  }
}

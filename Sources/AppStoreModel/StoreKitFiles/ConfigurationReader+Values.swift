import Core

/// Reads single values of a configuration file.
extension ConfigurationReader {
  /// The highest price: 10¹² units of the currency, in milliunits; multiplying more by a quantity could overflow.
  private static let highestPrice: Int64 = 1_000_000_000_000_000

  static func identifier(_ json: JSONObject, _ name: String) throws(JSONError) -> String {
    guard let id = try json.string(name) else { throw .missing(name) }
    guard !id.isEmpty else { throw .invalid(name, say("is empty")) }
    return id
  }

  static func type(_ json: JSONObject, expected: String?) throws(JSONError) -> ProductType {
    let text = try json.string("type") ?? expected
    guard let text else { throw .missing("type") }
    let type: ProductType? =
      switch text {
      case "Consumable": .consumable
      case "NonConsumable": .nonConsumable
      case "NonRenewingSubscription": .nonRenewingSubscription
      case "RecurringSubscription": .autoRenewableSubscription
      default: nil
      }
    guard let type else { throw .invalid("type", say("“\(safeText(text, limit: 40))” is not a product type")) }
    // A product in the wrong list of the file would lack its subscription group, or have one that it must not have.
    let isRecurring = type == .autoRenewableSubscription
    guard isRecurring == (expected == "RecurringSubscription") else {
      throw .invalid("type", say("\(text) does not belong in this list"))
    }
    return type
  }

  /// Returns the price in milliunits; nil if it is absent or empty.
  static func price(_ json: JSONObject, _ name: String = "displayPrice") throws(JSONError) -> Int64? {
    guard let text = try json.string(name), !text.isEmpty else { return nil }
    guard let price = Price.milliunits(decimalText: text) else {
      throw .invalid(name, say("is not a price such as 4.99: \(safeText(text, limit: 40))"))
    }
    guard price >= 0 else { throw .invalid(name, say("is negative: \(safeText(text, limit: 40))")) }
    guard price <= highestPrice else { throw .invalid(name, say("is too high: \(safeText(text, limit: 40))")) }
    return price
  }

  static func localizations(_ json: JSONObject) throws(JSONError) -> [ConfiguredLocalization] {
    try json.each("localizations") { json throws(JSONError) in
      ConfiguredLocalization(
        locale: try json.string("locale") ?? "", displayName: try json.string("displayName") ?? "",
        description: try json.string("description") ?? "")
    }
  }

  static func subscription(_ json: JSONObject, groupID: String) throws(JSONError) -> ConfiguredSubscription {
    let groupNumber = Int(try json.int32("groupNumber") ?? 1)
    guard groupNumber > 0 else { throw .invalid("groupNumber", say("is not 1 or more")) }
    return ConfiguredSubscription(
      groupID: groupID, groupNumber: groupNumber, period: try period(json, "recurringSubscriptionPeriod"),
      offers: try introductoryOffers(json) + offers(json, "adHocOffers", .promotionalOffer)
        + offers(json, "codeOffers", .offerCode) + offers(json, "winbackOffers", .winBackOffer),
      billingPlans: try billingPlans(json))
  }

  /// Returns the enabled billing plans.
  private static func billingPlans(_ json: JSONObject) throws(JSONError) -> [ConfiguredBillingPlan] {
    try json.each("billingPlans") { json throws(JSONError) -> ConfiguredBillingPlan? in
      guard try json.bool("isEnabled") ?? true else { return nil }
      let price = try price(json) ?? 0
      return ConfiguredBillingPlan(
        type: BillingPlanType(rawValue: try identifier(json, "billingPlanType")), price: price,
        commitmentPrice: try self.price(json, "commitmentDisplayPrice") ?? price)
    }.compactMap(\.self)
  }

  /// Returns the introductory offers: the list of newer files unless it is empty, else the single offer of older files.
  private static func introductoryOffers(_ json: JSONObject) throws(JSONError) -> [ConfiguredOffer] {
    let offers = try offers(json, "introductoryOffers", .introductoryOffer)
    guard offers.isEmpty, let single = try json.object("introductoryOffer") else { return offers }
    do throws(JSONError) {
      return [try offer(single, .introductoryOffer)]
    } catch {
      throw error.below("introductoryOffer")
    }
  }

  private static func offers(
    _ json: JSONObject, _ name: String, _ type: OfferType
  ) throws(JSONError) -> [ConfiguredOffer] {
    try json.each(name) { json throws(JSONError) in try offer(json, type) }
  }

  private static func offer(_ json: JSONObject, _ type: OfferType) throws(JSONError) -> ConfiguredOffer {
    let numberOfPeriods = Int(try json.int32("numberOfPeriods") ?? 1)
    guard (1...1000).contains(numberOfPeriods) else { throw .invalid("numberOfPeriods", say("is not 1 to 1000")) }
    return ConfiguredOffer(
      type: type, offerID: try json.string(type == .offerCode ? "referenceName" : "offerID"),
      paymentMode: try paymentMode(json), period: try period(json, "subscriptionPeriod"),
      numberOfPeriods: numberOfPeriods, price: try price(json),
      eligibility: try eligibility(json), isStackable: try json.bool("isStackable") ?? false,
      isEligible: try json.bool("isEligible") ?? true,
      billingPlanType: try json.string("billingPlanType").map(BillingPlanType.init(rawValue:)))
  }

  private static func eligibility(_ json: JSONObject) throws(JSONError) -> [String] {
    guard let value = json["eligibility"] else { return ["new", "existing", "expired"] }
    guard case .array(let elements) = value else { throw .invalid("eligibility", say("is not a list")) }
    return elements.compactMap(\.stringValue)
  }

  private static func paymentMode(_ json: JSONObject) throws(JSONError) -> OfferDiscountType {
    switch try json.string("paymentMode") {
    case "free": return .freeTrial
    case "payAsYouGo": return .payAsYouGo
    case "payUpFront": return .payUpFront
    case nil: throw .missing("paymentMode")
    case .some(let other):
      throw .invalid("paymentMode", say("is not free, payAsYouGo or payUpFront: \(safeText(other, limit: 40))"))
    }
  }

  static func period(_ json: JSONObject, _ name: String) throws(JSONError) -> SubscriptionPeriod {
    guard let text = try json.string(name) else { throw .missing(name) }
    guard let period = SubscriptionPeriod(iso8601: text) else {
      throw .invalid(name, say("is not a period such as P1M: \(safeText(text, limit: 40))"))
    }
    return period
  }
}

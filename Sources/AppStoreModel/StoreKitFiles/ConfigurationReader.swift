import Core

/// Reads a StoreKit configuration file, and checks values that depend on each other, such as unique ids.
struct ConfigurationReader {
  private static let knownVersions = ["1.0", "1.1", "1.2", "2.0", "3.0", "4.0", "5.0"]

  private(set) var warnings: [String] = []
  private var groupIDs: Set<String> = []
  private var productIDs: Set<String> = []

  mutating func version(_ root: JSONObject) throws(JSONError) -> StoreKitConfiguration.Version {
    let json = try root.object("version") ?? [:]
    do throws(JSONError) {
      guard let major = try json.int32("major") else { throw .missing("major") }
      let version = StoreKitConfiguration.Version(major: Int(major), minor: Int(try json.int32("minor") ?? 0))
      if !Self.knownVersions.contains(version.description) {
        warnings.append(say("unknown format version \("\(version)"); Till read it as 5.0"))
      }
      return version
    } catch {
      throw error.below("version")
    }
  }

  mutating func settings(_ root: JSONObject) throws(JSONError) -> ConfigurationSettings {
    let json = try root.object("settings") ?? [:]
    do throws(JSONError) {
      let settings = ConfigurationSettings(
        storefront: try json.string("_storefront") ?? "USA",
        locale: try json.string("_locale") ?? "en_US",
        timeRate: Int(try json.int32("_timeRate") ?? 0),
        failsTransactions: try json.bool("_failTransactionsEnabled") ?? false,
        asksToBuy: try json.bool("_askToBuyEnabled") ?? false,
        interruptsPurchases: try json.bool("_billingIssuesEnabled") ?? false,
        hasBillingGracePeriod: try json.bool("_billingGracePeriodEnabled") ?? false,
        failsRenewals: try json.bool("_renewalBillingIssuesEnabled") ?? false,
        disablesDialogs: try json.bool("_disableDialogs") ?? false,
        simulatedErrors: try simulatedErrors(json))
      if Storefront(countryCode: settings.storefront) == nil {
        warnings.append(say("unknown storefront \(safeText(settings.storefront, limit: 20))"))
      }
      if TimeRate(rawValue: settings.timeRate) == nil {
        warnings.append(say("unknown time rate \("\(settings.timeRate)")"))
      }
      return settings
    } catch {
      throw error.below("settings")
    }
  }

  /// Returns the names of the StoreKit calls that are set to fail.
  private func simulatedErrors(_ settings: JSONObject) throws(JSONError) -> [String] {
    var names: [String] = []
    for error in try settings.objects("_storeKitErrors") ?? [] where try error.bool("enabled") == true {
      if let name = try error.string("name") { names.append(name) }
    }
    return names
  }

  mutating func groups(_ root: JSONObject) throws(JSONError) -> [ConfiguredGroup] {
    try root.each("subscriptionGroups") { json throws(JSONError) in try group(json) }
  }

  mutating func products(_ root: JSONObject) throws(JSONError) -> [ConfiguredProduct] {
    try products(root, "products") + products(root, "nonRenewingSubscriptions", type: "NonRenewingSubscription")
      + subscriptions(root)
  }

  private mutating func group(_ json: JSONObject) throws(JSONError) -> ConfiguredGroup {
    let id = try Self.identifier(json, "id")
    guard groupIDs.insert(id).inserted else {
      throw .invalid("id", say("\(safeText(id, limit: 60)) is also the id of another group"))
    }
    let productIDs = try json.each("subscriptions") { subscription throws(JSONError) -> String in
      let productID = try Self.identifier(subscription, "productID")
      if let other = try subscription.string("subscriptionGroupID"), other != id {
        throw .invalid("subscriptionGroupID", say("is not the group that the subscription is in"))
      }
      return productID
    }
    return ConfiguredGroup(
      id: id, name: try json.string("name") ?? "", localizations: try Self.localizations(json), productIDs: productIDs)
  }

  private mutating func subscriptions(_ root: JSONObject) throws(JSONError) -> [ConfiguredProduct] {
    try root.each("subscriptionGroups") { group throws(JSONError) -> [ConfiguredProduct] in
      let id = try Self.identifier(group, "id")
      return try products(group, "subscriptions", type: "RecurringSubscription", groupID: id)
    }.flatMap { $0 }
  }

  private mutating func products(
    _ json: JSONObject, _ list: String, type: String? = nil, groupID: String? = nil
  ) throws(JSONError) -> [ConfiguredProduct] {
    try json.each(list) { json throws(JSONError) in try product(json, type: type, groupID: groupID) }
  }

  private mutating func product(
    _ json: JSONObject, type expected: String?, groupID: String?
  ) throws(JSONError) -> ConfiguredProduct {
    let id = try Self.identifier(json, "productID")
    guard productIDs.insert(id).inserted else {
      throw .invalid("productID", say("\(safeText(id, limit: 60)) is also the id of another product"))
    }
    guard let displayPrice = try json.string("displayPrice") else { throw .missing("displayPrice") }
    if displayPrice.isEmpty { warnings.append(say("product \(safeText(id, limit: 60)) has no price; Till uses 0")) }
    return ConfiguredProduct(
      id: id, type: try Self.type(json, expected: expected), referenceName: try json.string("referenceName") ?? "",
      internalID: try json.string("internalID"), displayPrice: displayPrice, price: try Self.price(json) ?? 0,
      localizations: try Self.localizations(json), familyShareable: try json.bool("familyShareable") ?? false,
      duration: json["_duration"] == nil ? nil : try Self.period(json, "_duration"),
      subscription: try groupID.map { id throws(JSONError) in try Self.subscription(json, groupID: id) })
  }
}

package import StrictJSON

/// The end of moving the renewal dates of many subscriptions (Apple: Summary).
package struct NotificationSummary: Hashable, Sendable {
  /// The App Store that it is about.
  package var environment: StoreEnvironment?
  /// The app's number.
  package var appAppleId: Int64?
  /// The app.
  package var bundleId: String?
  /// The product whose subscriptions were moved.
  package var productId: String?
  /// The request that asked for it.
  package var requestIdentifier: String?
  /// The storefronts it was limited to, by ISO 3166-1 alpha-3.
  package var storefrontCountryCodes: [String]?
  /// How many subscriptions were moved.
  package var succeededCount: Int64?
  /// How many could not be moved.
  package var failedCount: Int64?
  /// Members that this model does not know, as they came.
  package var otherMembers: JSONObject

  /// Every member is optional, as Apple has it.
  package init(
    environment: StoreEnvironment? = nil, appAppleId: Int64? = nil, bundleId: String? = nil, productId: String? = nil,
    requestIdentifier: String? = nil, storefrontCountryCodes: [String]? = nil, succeededCount: Int64? = nil,
    failedCount: Int64? = nil, otherMembers: JSONObject = JSONObject()
  ) {
    self.environment = environment
    self.appAppleId = appAppleId
    self.bundleId = bundleId
    self.productId = productId
    self.requestIdentifier = requestIdentifier
    self.storefrontCountryCodes = storefrontCountryCodes
    self.succeededCount = succeededCount
    self.failedCount = failedCount
    self.otherMembers = otherMembers
  }
}

extension NotificationSummary: JSONRepresentable {
  /// Reads the object in one pass; throws a `JSONError` that names a member of another type.
  package init(json: JSONObject) throws(JSONError) {
    self.init()
    for (name, value) in json {
      switch name {
      case "environment": environment = try value.read(name)
      case "appAppleId": appAppleId = try value.read(name)
      case "bundleId": bundleId = try value.read(name)
      case "productId": productId = try value.read(name)
      case "requestIdentifier": requestIdentifier = try value.read(name)
      case "storefrontCountryCodes": storefrontCountryCodes = try value.read(name)
      case "succeededCount": succeededCount = try value.read(name)
      case "failedCount": failedCount = try value.read(name)
      default: otherMembers.append(name, value)
      }
    }
  }

  /// The object with the members that are there, in Apple's order, unknown ones last.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("environment", environment)
    json.write("appAppleId", appAppleId)
    json.write("bundleId", bundleId)
    json.write("productId", productId)
    json.write("requestIdentifier", requestIdentifier)
    json.write("storefrontCountryCodes", storefrontCountryCodes)
    json.write("succeededCount", succeededCount)
    json.write("failedCount", failedCount)
    json.append(contentsOf: otherMembers)
    return json
  }
}

package import StrictJSON

/// The app that a notification is about, with its signed app transaction (Apple: AppData).
package struct AppData: Hashable, Sendable {
  /// The app's number.
  package var appAppleId: Int64?
  /// The app.
  package var bundleId: String?
  /// The App Store that it is about.
  package var environment: StoreEnvironment?
  /// The app transaction, as a JWS.
  package var signedAppTransactionInfo: String?
  /// Members that this model does not know, as they came.
  package var otherMembers: JSONObject

  /// Every member is optional, as Apple has it.
  package init(
    appAppleId: Int64? = nil, bundleId: String? = nil, environment: StoreEnvironment? = nil,
    signedAppTransactionInfo: String? = nil, otherMembers: JSONObject = JSONObject()
  ) {
    self.appAppleId = appAppleId
    self.bundleId = bundleId
    self.environment = environment
    self.signedAppTransactionInfo = signedAppTransactionInfo
    self.otherMembers = otherMembers
  }
}

extension AppData: JSONRepresentable {
  /// Reads the object in one pass; throws a `JSONError` that names a member of another type.
  package init(json: JSONObject) throws(JSONError) {
    self.init()
    for (name, value) in json {
      switch name {
      case "appAppleId": appAppleId = try value.read(name)
      case "bundleId": bundleId = try value.read(name)
      case "environment": environment = try value.read(name)
      case "signedAppTransactionInfo": signedAppTransactionInfo = try value.read(name)
      default: otherMembers.append(name, value)
      }
    }
  }

  /// The object with the members that are there, in Apple's order, unknown ones last.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("appAppleId", appAppleId)
    json.write("bundleId", bundleId)
    json.write("environment", environment)
    json.write("signedAppTransactionInfo", signedAppTransactionInfo)
    json.append(contentsOf: otherMembers)
    return json
  }
}

package import StrictJSON

/// The app and the signed data that a notification is about (Apple: Data).
package struct NotificationData: Hashable, Sendable {
  /// The App Store that it is about.
  package var environment: StoreEnvironment?
  /// The app's number.
  package var appAppleId: Int64?
  /// The app.
  package var bundleId: String?
  /// The version of the app.
  package var bundleVersion: String?
  /// The transaction, as a JWS.
  package var signedTransactionInfo: String?
  /// The renewal information, as a JWS.
  package var signedRenewalInfo: String?
  /// The state of the subscription when the notification was signed.
  package var status: SubscriptionStatus?
  /// Why the customer asks for a refund.
  package var consumptionRequestReason: ConsumptionRequestReason?
  /// Members that this model does not know, as they came.
  package var otherMembers: JSONObject

  /// Every member is optional, as Apple has it.
  package init(
    environment: StoreEnvironment? = nil, appAppleId: Int64? = nil, bundleId: String? = nil,
    bundleVersion: String? = nil, signedTransactionInfo: String? = nil, signedRenewalInfo: String? = nil,
    status: SubscriptionStatus? = nil, consumptionRequestReason: ConsumptionRequestReason? = nil,
    otherMembers: JSONObject = JSONObject()
  ) {
    self.environment = environment
    self.appAppleId = appAppleId
    self.bundleId = bundleId
    self.bundleVersion = bundleVersion
    self.signedTransactionInfo = signedTransactionInfo
    self.signedRenewalInfo = signedRenewalInfo
    self.status = status
    self.consumptionRequestReason = consumptionRequestReason
    self.otherMembers = otherMembers
  }
}

extension NotificationData: JSONRepresentable {
  /// Reads the object in one pass; throws a `JSONError` that names a member of another type.
  package init(json: JSONObject) throws(JSONError) {
    self.init()
    for (name, value) in json {
      switch name {
      case "environment": environment = try value.read(name)
      case "appAppleId": appAppleId = try value.read(name)
      case "bundleId": bundleId = try value.read(name)
      case "bundleVersion": bundleVersion = try value.read(name)
      case "signedTransactionInfo": signedTransactionInfo = try value.read(name)
      case "signedRenewalInfo": signedRenewalInfo = try value.read(name)
      case "status": status = try value.read(name)
      case "consumptionRequestReason": consumptionRequestReason = try value.read(name)
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
    json.write("bundleVersion", bundleVersion)
    json.write("signedTransactionInfo", signedTransactionInfo)
    json.write("signedRenewalInfo", signedRenewalInfo)
    json.write("status", status)
    json.write("consumptionRequestReason", consumptionRequestReason)
    json.append(contentsOf: otherMembers)
    return json
  }
}

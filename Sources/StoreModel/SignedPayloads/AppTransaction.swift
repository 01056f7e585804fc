package import StrictJSON

/// What the App Store says of the app's own purchase or download (Apple: AppTransaction).
package struct AppTransaction: Hashable, Sendable {
  /// The App Store that signed it; other payloads call this `environment`.
  package var receiptType: StoreEnvironment?
  /// The app's number; absent outside production.
  package var appAppleId: Int64?
  /// The app.
  package var bundleId: String?
  /// The version of the app.
  package var applicationVersion: String?
  /// Apple's number of that version.
  package var versionExternalIdentifier: Int64?
  /// When this statement was signed; other payloads call this `signedDate`.
  package var receiptCreationDate: Timestamp?
  /// When the app was first bought or downloaded.
  package var originalPurchaseDate: Timestamp?
  /// The version that was first bought or downloaded.
  package var originalApplicationVersion: String?
  /// Base64 of a hash that ties this statement to a device.
  package var deviceVerification: String?
  /// The UUID that went into that hash, as it was sent.
  package var deviceVerificationNonce: String?
  /// When the app was ordered ahead.
  package var preorderDate: Timestamp?
  /// The customer's download of the app.
  package var appTransactionId: String?
  /// The platform on which the app was first bought.
  package var originalPlatform: PurchasePlatform?
  /// Members that this model does not know, as they came.
  package var otherMembers: JSONObject

  /// Every member is optional, as Apple has it.
  package init(
    receiptType: StoreEnvironment? = nil, appAppleId: Int64? = nil, bundleId: String? = nil,
    applicationVersion: String? = nil, versionExternalIdentifier: Int64? = nil, receiptCreationDate: Timestamp? = nil,
    originalPurchaseDate: Timestamp? = nil, originalApplicationVersion: String? = nil,
    deviceVerification: String? = nil, deviceVerificationNonce: String? = nil, preorderDate: Timestamp? = nil,
    appTransactionId: String? = nil, originalPlatform: PurchasePlatform? = nil,
    otherMembers: JSONObject = JSONObject()
  ) {
    self.receiptType = receiptType
    self.appAppleId = appAppleId
    self.bundleId = bundleId
    self.applicationVersion = applicationVersion
    self.versionExternalIdentifier = versionExternalIdentifier
    self.receiptCreationDate = receiptCreationDate
    self.originalPurchaseDate = originalPurchaseDate
    self.originalApplicationVersion = originalApplicationVersion
    self.deviceVerification = deviceVerification
    self.deviceVerificationNonce = deviceVerificationNonce
    self.preorderDate = preorderDate
    self.appTransactionId = appTransactionId
    self.originalPlatform = originalPlatform
    self.otherMembers = otherMembers
  }
}

extension AppTransaction: JSONRepresentable {
  /// Reads the object in one pass; throws a `JSONError` that names a member of another type.
  package init(json: JSONObject) throws(JSONError) {
    self.init()
    for (name, value) in json {
      switch name {
      case "receiptType": receiptType = try value.read(name)
      case "appAppleId": appAppleId = try value.read(name)
      case "bundleId": bundleId = try value.read(name)
      case "applicationVersion": applicationVersion = try value.read(name)
      case "versionExternalIdentifier": versionExternalIdentifier = try value.read(name)
      case "receiptCreationDate": receiptCreationDate = try value.read(name)
      case "originalPurchaseDate": originalPurchaseDate = try value.read(name)
      case "originalApplicationVersion": originalApplicationVersion = try value.read(name)
      case "deviceVerification": deviceVerification = try value.read(name)
      case "deviceVerificationNonce": deviceVerificationNonce = try value.read(name)
      case "preorderDate": preorderDate = try value.read(name)
      case "appTransactionId": appTransactionId = try value.read(name)
      case "originalPlatform": originalPlatform = try value.read(name)
      default: otherMembers.append(name, value)
      }
    }
  }

  /// The object with the members that are there, in Apple's order, unknown ones last.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("receiptType", receiptType)
    json.write("appAppleId", appAppleId)
    json.write("bundleId", bundleId)
    json.write("applicationVersion", applicationVersion)
    json.write("versionExternalIdentifier", versionExternalIdentifier)
    json.write("receiptCreationDate", receiptCreationDate)
    json.write("originalPurchaseDate", originalPurchaseDate)
    json.write("originalApplicationVersion", originalApplicationVersion)
    json.write("deviceVerification", deviceVerification)
    json.write("deviceVerificationNonce", deviceVerificationNonce)
    json.write("preorderDate", preorderDate)
    json.write("appTransactionId", appTransactionId)
    json.write("originalPlatform", originalPlatform)
    json.append(contentsOf: otherMembers)
    return json
  }
}

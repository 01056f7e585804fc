package import StrictJSON

/// A token for an external purchase (Apple: ExternalPurchaseToken).
package struct ExternalPurchaseToken: Hashable, Sendable {
  /// The token; one that starts with `SANDBOX` comes from the sandbox.
  package var externalPurchaseId: String?
  /// When the token was made.
  package var tokenCreationDate: Timestamp?
  /// The app's number.
  package var appAppleId: Int64?
  /// The app.
  package var bundleId: String?
  /// Members that this model does not know, as they came.
  package var otherMembers: JSONObject

  /// Every member is optional, as Apple has it.
  package init(
    externalPurchaseId: String? = nil, tokenCreationDate: Timestamp? = nil, appAppleId: Int64? = nil,
    bundleId: String? = nil, otherMembers: JSONObject = JSONObject()
  ) {
    self.externalPurchaseId = externalPurchaseId
    self.tokenCreationDate = tokenCreationDate
    self.appAppleId = appAppleId
    self.bundleId = bundleId
    self.otherMembers = otherMembers
  }
}

extension ExternalPurchaseToken: JSONRepresentable {
  /// Reads the object in one pass; throws a `JSONError` that names a member of another type.
  package init(json: JSONObject) throws(JSONError) {
    self.init()
    for (name, value) in json {
      switch name {
      case "externalPurchaseId": externalPurchaseId = try value.read(name)
      case "tokenCreationDate": tokenCreationDate = try value.read(name)
      case "appAppleId": appAppleId = try value.read(name)
      case "bundleId": bundleId = try value.read(name)
      default: otherMembers.append(name, value)
      }
    }
  }

  /// The object with the members that are there, in Apple's order, unknown ones last.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("externalPurchaseId", externalPurchaseId)
    json.write("tokenCreationDate", tokenCreationDate)
    json.write("appAppleId", appAppleId)
    json.write("bundleId", bundleId)
    json.append(contentsOf: otherMembers)
    return json
  }
}

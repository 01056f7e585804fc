package import StrictJSON

/// A notification that the App Store sends to the app's server (Apple: ResponseBodyV2DecodedPayload).
///
/// ``data``, ``summary``, ``externalPurchaseToken`` and ``appData`` exclude each other.
package struct ServerNotification: Hashable, Sendable {
  /// What happened.
  package var notificationType: NotificationType?
  /// The detail of what happened.
  package var subtype: NotificationSubtype?
  /// The notification; a repeated one has the same.
  package var notificationUUID: String?
  /// The app and the signed data that it is about.
  package var data: NotificationData?
  /// The version of the form, `2.0`.
  package var version: String?
  /// When this statement was signed.
  package var signedDate: Timestamp?
  /// The end of moving many renewal dates.
  package var summary: NotificationSummary?
  /// The token for an external purchase.
  package var externalPurchaseToken: ExternalPurchaseToken?
  /// The app and its signed app transaction.
  package var appData: AppData?
  /// Members that this model does not know, as they came.
  package var otherMembers: JSONObject

  /// Every member is optional, as Apple has it.
  package init(
    notificationType: NotificationType? = nil, subtype: NotificationSubtype? = nil, notificationUUID: String? = nil,
    data: NotificationData? = nil, version: String? = nil, signedDate: Timestamp? = nil,
    summary: NotificationSummary? = nil, externalPurchaseToken: ExternalPurchaseToken? = nil, appData: AppData? = nil,
    otherMembers: JSONObject = JSONObject()
  ) {
    self.notificationType = notificationType
    self.subtype = subtype
    self.notificationUUID = notificationUUID
    self.data = data
    self.version = version
    self.signedDate = signedDate
    self.summary = summary
    self.externalPurchaseToken = externalPurchaseToken
    self.appData = appData
    self.otherMembers = otherMembers
  }
}

extension ServerNotification: JSONRepresentable {
  /// Reads the object in one pass; throws a `JSONError` that names a member of another type.
  package init(json: JSONObject) throws(JSONError) {
    self.init()
    for (name, value) in json {
      switch name {
      case "notificationType": notificationType = try value.read(name)
      case "subtype": subtype = try value.read(name)
      case "notificationUUID": notificationUUID = try value.read(name)
      case "data": data = try value.readModel(name)
      case "version": version = try value.read(name)
      case "signedDate": signedDate = try value.read(name)
      case "summary": summary = try value.readModel(name)
      case "externalPurchaseToken": externalPurchaseToken = try value.readModel(name)
      case "appData": appData = try value.readModel(name)
      default: otherMembers.append(name, value)
      }
    }
  }

  /// The object with the members that are there, in Apple's order, unknown ones last.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("notificationType", notificationType)
    json.write("subtype", subtype)
    json.write("notificationUUID", notificationUUID)
    json.writeModel("data", data)
    json.write("version", version)
    json.write("signedDate", signedDate)
    json.writeModel("summary", summary)
    json.writeModel("externalPurchaseToken", externalPurchaseToken)
    json.writeModel("appData", appData)
    json.append(contentsOf: otherMembers)
    return json
  }
}

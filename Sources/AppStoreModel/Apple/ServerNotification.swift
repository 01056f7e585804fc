package import Core

/// A notification that the App Store sends to the app server (Apple: ResponseBodyV2DecodedPayload).
///
/// At most one of ``data``, ``summary``, ``externalPurchaseToken`` and ``appData`` is present.
package struct ServerNotification: Hashable, Sendable {
  /// The event that the notification reports.
  package var notificationType: NotificationType?
  /// The details of the event.
  package var subtype: NotificationSubtype?
  /// The id of the notification; Apple's retries repeat it.
  package var notificationUUID: String?
  /// The app, with the signed transaction and renewal info of the event.
  package var data: NotificationData?
  /// The version of the notification format, `2.0`.
  package var version: String?
  /// When Apple signed this payload.
  package var signedDate: Timestamp?
  /// The result of a request to extend many renewal dates.
  package var summary: NotificationSummary?
  /// The external purchase token of the event.
  package var externalPurchaseToken: ExternalPurchaseToken?
  /// The app, with its signed app transaction.
  package var appData: AppData?
  /// The members that Till does not know, kept unchanged.
  package var otherMembers = JSONObject()

  package init() {}
}

extension ServerNotification: Payload {
  /// The members in the order in which they are written, which is Apple's order.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("notificationType", \.notificationType),
    Field("subtype", \.subtype),
    Field("notificationUUID", \.notificationUUID),
    Field("data", \.data),
    Field("version", \.version),
    Field("signedDate", \.signedDate),
    Field("summary", \.summary),
    Field("externalPurchaseToken", \.externalPurchaseToken),
    Field("appData", \.appData))
}

/// The app and the signed data of a notification (Apple: Data).
package struct NotificationData: Hashable, Sendable {
  /// The App Store environment of the app.
  package var environment: StoreEnvironment?
  /// The app's numeric id in the App Store.
  package var appAppleId: Int64?
  /// The bundle id of the app.
  package var bundleId: String?
  /// The version of the app (build number).
  package var bundleVersion: String?
  /// The transaction, as a JWS.
  package var signedTransactionInfo: String?
  /// The renewal information, as a JWS.
  package var signedRenewalInfo: String?
  /// The state of the subscription when Apple signed the notification.
  package var status: SubscriptionStatus?
  /// The customer's reason for the refund request.
  package var consumptionRequestReason: ConsumptionRequestReason?
  /// The members that Till does not know, kept unchanged.
  package var otherMembers = JSONObject()

  package init() {}
}

extension NotificationData: Payload {
  /// The members in the order in which they are written, which is Apple's order.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("environment", \.environment),
    Field("appAppleId", \.appAppleId),
    Field("bundleId", \.bundleId),
    Field("bundleVersion", \.bundleVersion),
    Field("signedTransactionInfo", \.signedTransactionInfo),
    Field("signedRenewalInfo", \.signedRenewalInfo),
    Field("status", \.status),
    Field("consumptionRequestReason", \.consumptionRequestReason))
}

/// The result of a request to extend the renewal dates of many subscriptions (Apple: Summary).
package struct NotificationSummary: Hashable, Sendable {
  /// The App Store environment of the app.
  package var environment: StoreEnvironment?
  /// The app's numeric id in the App Store.
  package var appAppleId: Int64?
  /// The bundle id of the app.
  package var bundleId: String?
  /// The product whose subscriptions were to be extended.
  package var productId: String?
  /// The id of the request to extend the renewal dates.
  package var requestIdentifier: String?
  /// The storefronts to which the request was limited, as ISO 3166-1 alpha-3 codes.
  package var storefrontCountryCodes: [String]?
  /// The number of subscriptions whose renewal date Apple extended.
  package var succeededCount: Int64?
  /// The number of subscriptions whose renewal date Apple could not extend.
  package var failedCount: Int64?
  /// The members that Till does not know, kept unchanged.
  package var otherMembers = JSONObject()

  package init() {}
}

extension NotificationSummary: Payload {
  /// The members in the order in which they are written, which is Apple's order.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("environment", \.environment),
    Field("appAppleId", \.appAppleId),
    Field("bundleId", \.bundleId),
    Field("productId", \.productId),
    Field("requestIdentifier", \.requestIdentifier),
    Field("storefrontCountryCodes", \.storefrontCountryCodes),
    Field("succeededCount", \.succeededCount),
    Field("failedCount", \.failedCount))
}

/// The app of a notification, with its signed app transaction (Apple: AppData).
package struct AppData: Hashable, Sendable {
  /// The app's numeric id in the App Store.
  package var appAppleId: Int64?
  /// The bundle id of the app.
  package var bundleId: String?
  /// The App Store environment of the app.
  package var environment: StoreEnvironment?
  /// The app transaction, as a JWS.
  package var signedAppTransactionInfo: String?
  /// The members that Till does not know, kept unchanged.
  package var otherMembers = JSONObject()

  package init() {}
}

extension AppData: Payload {
  /// The members in the order in which they are written, which is Apple's order.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("appAppleId", \.appAppleId),
    Field("bundleId", \.bundleId),
    Field("environment", \.environment),
    Field("signedAppTransactionInfo", \.signedAppTransactionInfo))
}

/// A token that Apple creates for a purchase outside the App Store (Apple: ExternalPurchaseToken).
package struct ExternalPurchaseToken: Hashable, Sendable {
  /// The token itself; it starts with `SANDBOX` if it comes from the sandbox.
  package var externalPurchaseId: String?
  /// When Apple created the token.
  package var tokenCreationDate: Timestamp?
  /// The app's numeric id in the App Store.
  package var appAppleId: Int64?
  /// The bundle id of the app.
  package var bundleId: String?
  /// The type of a custom link's token, `ACQUISITION` or `SERVICES`; other tokens have none.
  package var tokenType: String?
  /// The members that Till does not know, kept unchanged.
  package var otherMembers = JSONObject()

  package init() {}
}

extension ExternalPurchaseToken: Payload {
  /// The members in the order in which they are written, which is Apple's order.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("externalPurchaseId", \.externalPurchaseId),
    Field("tokenCreationDate", \.tokenCreationDate),
    Field("appAppleId", \.appAppleId),
    Field("bundleId", \.bundleId),
    Field("tokenType", \.tokenType))
}

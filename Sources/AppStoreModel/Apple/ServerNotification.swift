package import Core

/// A notification that the App Store sends to the app server (Apple: ResponseBodyV2DecodedPayload).
///
/// ``data``, ``summary``, ``externalPurchaseToken`` and ``appData`` exclude each other.
package struct ServerNotification: Hashable, Sendable {
  /// The event.
  package var notificationType: NotificationType?
  /// The detail of the event.
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
  package var otherMembers = JSONObject()

  package init() {}
}

extension ServerNotification: Payload {
  /// In the order of writing, which is Apple's.
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
  package var otherMembers = JSONObject()

  package init() {}
}

extension NotificationData: Payload {
  /// In the order of writing, which is Apple's.
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
  package var otherMembers = JSONObject()

  package init() {}
}

extension NotificationSummary: Payload {
  /// In the order of writing, which is Apple's.
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
  package var otherMembers = JSONObject()

  package init() {}
}

extension AppData: Payload {
  /// In the order of writing, which is Apple's.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("appAppleId", \.appAppleId),
    Field("bundleId", \.bundleId),
    Field("environment", \.environment),
    Field("signedAppTransactionInfo", \.signedAppTransactionInfo))
}

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
  /// What a custom link's token is for, `ACQUISITION` or `SERVICES`; only those have it.
  package var tokenType: String?
  /// Members that this model does not know, as they came.
  package var otherMembers = JSONObject()

  package init() {}
}

extension ExternalPurchaseToken: Payload {
  /// In the order of writing, which is Apple's.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("externalPurchaseId", \.externalPurchaseId),
    Field("tokenCreationDate", \.tokenCreationDate),
    Field("appAppleId", \.appAppleId),
    Field("bundleId", \.bundleId),
    Field("tokenType", \.tokenType))
}

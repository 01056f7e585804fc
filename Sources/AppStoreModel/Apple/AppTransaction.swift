package import Core

/// The signed record of the purchase or download of the app itself (Apple: AppTransaction).
package struct AppTransaction: Hashable, Sendable {
  /// The environment that signed this payload; other payloads call it `environment`.
  package var receiptType: StoreEnvironment?
  /// The app's numeric id in the App Store; absent outside production.
  package var appAppleId: Int64?
  /// The bundle id of the app.
  package var bundleId: String?
  /// The version of the app to which this payload applies.
  package var applicationVersion: String?
  /// Apple's number for that version of the app.
  package var versionExternalIdentifier: Int64?
  /// When Apple signed this payload; other payloads call it `signedDate`.
  package var receiptCreationDate: Timestamp?
  /// When the customer first bought or downloaded the app.
  package var originalPurchaseDate: Timestamp?
  /// The version of the app that the customer first bought or downloaded.
  package var originalApplicationVersion: String?
  /// The Base64 of a hash that ties this payload to a device.
  package var deviceVerification: String?
  /// The UUID that is part of the hash in `deviceVerification`, spelled as Apple sent it.
  package var deviceVerificationNonce: String?
  /// When the customer pre-ordered the app.
  package var preorderDate: Timestamp?
  /// The id of this Apple Account's download of the app.
  package var appTransactionId: String?
  /// The platform on which the customer first bought or downloaded the app.
  package var originalPlatform: PurchasePlatform?
  /// The members that Till does not know, kept unchanged.
  package var otherMembers = JSONObject()

  package init() {}
}

extension AppTransaction: Payload {
  /// The members in the order in which they are written, which is Apple's order.
  package static let fields = Fields<Self>(
    unknown: \.otherMembers,
    Field("receiptType", \.receiptType),
    Field("appAppleId", \.appAppleId),
    Field("bundleId", \.bundleId),
    Field("applicationVersion", \.applicationVersion),
    Field("versionExternalIdentifier", \.versionExternalIdentifier),
    Field("receiptCreationDate", \.receiptCreationDate),
    Field("originalPurchaseDate", \.originalPurchaseDate),
    Field("originalApplicationVersion", \.originalApplicationVersion),
    Field("deviceVerification", \.deviceVerification),
    Field("deviceVerificationNonce", \.deviceVerificationNonce),
    Field("preorderDate", \.preorderDate),
    Field("appTransactionId", \.appTransactionId),
    Field("originalPlatform", \.originalPlatform))
}

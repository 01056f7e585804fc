package import Core

/// The App Store's statement of the app's own purchase or download (Apple: AppTransaction).
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
  package var otherMembers = JSONObject()

  package init() {}
}

extension AppTransaction: Payload {
  /// In the order of writing, which is Apple's.
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

import AppStoreModel
import Core
import Storage

/// The kinds of objects that an app server can store in the App Store for retention messaging.
enum RetentionKind: String {
  case image, message, `default`, realtimeURL, performanceTest
}

extension LedgerSession {
  /// Returns the object of a kind by its name; nil if there is none.
  func retention(_ kind: RetentionKind, _ name: String) throws -> JSONObject? {
    let content: String? = try connection.value(
      "SELECT content FROM retention WHERE kind = ? AND name = ?", kind.rawValue, name)
    return try content.flatMap { try JSONValue(parsing: $0).objectValue }
  }

  /// Returns all objects of a kind, sorted by name.
  func retention(_ kind: RetentionKind) throws -> [JSONObject] {
    let contents: [String] = try connection.values(
      "SELECT content FROM retention WHERE kind = ? ORDER BY name", kind.rawValue)
    return try contents.compactMap { try JSONValue(parsing: $0).objectValue }
  }

  func keep(_ kind: RetentionKind, _ name: String, _ content: JSONObject) throws {
    try connection.execute(
      "REPLACE INTO retention (kind, name, content) VALUES (?, ?, ?)", kind.rawValue, name,
      JSONValue.object(content).serialized())
  }

  /// The state that a newly uploaded image or message gets (Apple: ImageState, MessageState).
  var retentionState: JSONValue {
    switch state.settings.retentionReview {
    case "hold": "PENDING"
    case "reject": "REJECTED"
    default: "APPROVED"
    }
  }

  /// Approves or rejects all images and messages that wait for review.
  func endRetentionReviews() throws {
    for (kind, id, member) in [
      (RetentionKind.image, "imageIdentifier", "imageState"), (.message, "messageIdentifier", "messageState"),
    ] {
      for var content in try retention(kind) where content[member] == "PENDING" {
        content[member] = retentionState
        try keep(kind, content[id]?.stringValue ?? "", content)
      }
    }
  }

  func forget(_ kind: RetentionKind, _ name: String) throws {
    try connection.execute("DELETE FROM retention WHERE kind = ? AND name = ?", kind.rawValue, name)
  }

  /// Signs a real-time request: which message to show a customer about to cancel (Apple: DecodedRealtimeRequestBody).
  ///
  /// - Throws: `transactionNotFound` if the purchase is not a subscription.
  mutating func signRealtimeRequest(ofOriginal id: String, locale: String) throws -> String {
    guard let row = try Int64(id).flatMap({ try subscription(originalId: $0) }) else {
      throw StoreError.unknownTransaction(id)
    }
    let request: JSONObject = [
      "originalTransactionId": .string(String(row.originalId)),
      "appAppleId": .number(JSONNumber(identity.appAppleId ?? 0)), "productId": .string(row.productId),
      "userLocale": .string(locale.replacing("_", with: "-")),
      "requestIdentifier": .string(LedgerNumbers.uuid(seed: identity.seed, nextSequence())),
      "signedDate": .number(JSONNumber(nextSignedDate())),
      "environment": .string(identity.environment.rawValue),
    ]
    return try identity.signer.identity().sign(request)
  }
}

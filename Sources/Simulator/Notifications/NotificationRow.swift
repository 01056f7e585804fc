import AppStoreModel
import Storage

/// A row of the table `notifications`, the outbox.
struct NotificationRow: Hashable {
  /// The notification's modification number, which is its position in the signing order; never reused.
  var id: Int64
  var uuid: String
  var type: NotificationType
  var subtype: NotificationSubtype?
  /// The account that the notification is about; nil for a test and for the end of a mass extension.
  var account: String?
  var productId: String?
  var transactionId: Int64?
  var originalId: Int64?
  var signedDate: Int64
  /// The signed payload's JSON, with a one-character placeholder for each header segment in it.
  var payload: String
  /// The signature segment of the JWS.
  var signature: String
  /// How many attempts were made to send the notification.
  var attempts = 0
  /// The date of the next attempt; nil once the notification was delivered or given up.
  var nextAttempt: Int64?
  var deliveredDate: Int64?
  /// The position among notifications that are sent one after the other; nil if it may be sent in parallel.
  var sendOrder: Int64?
  /// How many more times the notification is sent after its delivery.
  var copies = 0
}

extension NotificationRow: StoredRow {
  static let table = Table<NotificationRow>("notifications")

  static func columns(_ column: inout Columns<NotificationRow>) throws(DatabaseFault) -> NotificationRow {
    NotificationRow(
      id: try column("id", \.id, .key), uuid: try column("uuid", \.uuid, .fixed, "UNIQUE"),
      type: try column("type", \.type, .fixed), subtype: try column("subtype", \.subtype, .fixed),
      account: try column("account", \.account, .fixed), productId: try column("product_id", \.productId, .fixed),
      transactionId: try column("transaction_id", \.transactionId, .fixed),
      originalId: try column("original_id", \.originalId, .fixed),
      signedDate: try column("signed_date", \.signedDate, .fixed), payload: try column("payload", \.payload, .fixed),
      signature: try column("signature", \.signature, .fixed), attempts: try column("attempts", \.attempts),
      nextAttempt: try column("next_attempt", \.nextAttempt),
      deliveredDate: try column("delivered_date", \.deliveredDate), sendOrder: try column("send_order", \.sendOrder),
      copies: try column("copies", \.copies, .changing, "DEFAULT 0"))
  }
}

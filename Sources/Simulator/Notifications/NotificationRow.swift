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
}

extension NotificationRow {
  static let columns: SQL = """
    id, uuid, type, subtype, account, product_id, transaction_id, original_id, signed_date, payload, signature, \
    attempts, next_attempt, delivered_date, send_order
    """

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    let subtype: String? = try row["subtype"]
    self.init(
      id: try row["id"], uuid: try row["uuid"], type: NotificationType(rawValue: try row["type"]),
      subtype: subtype.map(NotificationSubtype.init(rawValue:)), account: try row["account"],
      productId: try row["product_id"],
      transactionId: try row["transaction_id"], originalId: try row["original_id"], signedDate: try row["signed_date"],
      payload: try row["payload"],
      signature: try row["signature"], attempts: try row["attempts"], nextAttempt: try row["next_attempt"],
      deliveredDate: try row["delivered_date"], sendOrder: try row["send_order"])
  }

  var values: [DatabaseValue] {
    [
      id.databaseValue, uuid.databaseValue, type.rawValue.databaseValue, (subtype?.rawValue).databaseValue,
      account.databaseValue, productId.databaseValue, transactionId.databaseValue, originalId.databaseValue,
      signedDate.databaseValue, payload.databaseValue, signature.databaseValue, attempts.databaseValue,
      nextAttempt.databaseValue, deliveredDate.databaseValue, sendOrder.databaseValue,
    ]
  }
}

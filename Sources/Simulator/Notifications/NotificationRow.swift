import AppStoreModel
import Storage

/// A notification in the ledger's outbox.
struct NotificationRow: Hashable {
  /// A modification number: the order of signing, never used again.
  var id: Int64
  var uuid: String
  var type: NotificationType
  var subtype: NotificationSubtype?
  /// The account of its purchase; nil for a test and for the end of a mass extension.
  var account: String?
  var productId: String?
  var transactionId: Int64?
  var originalId: Int64?
  var signedDate: Int64
  /// The signed payload's JSON with one character for each header segment in it.
  var payload: String
  /// The last segment of the signed text.
  var signature: String
  /// Attempts to deliver it.
  var attempts = 0
  /// When it is to be sent next; nil once it was taken or given up.
  var nextAttempt: Int64?
  var deliveredDate: Int64?
  /// Its place among those that are sent one after the other; nil for one that is sent beside others.
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

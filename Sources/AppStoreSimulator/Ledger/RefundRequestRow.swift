import Database

/// A refund that a customer asked for; the newest request of each transaction.
struct RefundRequestRow: Hashable {
  enum Decision: String, DatabaseConvertible {
    case approved, declined, reversed
  }

  var transactionId: Int64
  /// The customer's words.
  var reason: String?
  var askedDate: Int64
  /// Nil while nobody decided.
  var decision: Decision?
  var decidedDate: Int64?
}

extension RefundRequestRow {
  static let columns: SQL = "transaction_id, reason, asked_date, decision, decided_date"

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    self.init(
      transactionId: try row[0], reason: try row[1], askedDate: try row[2], decision: try row[3],
      decidedDate: try row[4])
  }

  var values: [DatabaseValue] {
    [
      transactionId.databaseValue, reason.databaseValue, askedDate.databaseValue, decision.databaseValue,
      decidedDate.databaseValue,
    ]
  }
}

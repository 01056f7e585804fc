import Database
import StoreModel

/// A question of the App Store to the app's server: how far was a purchase used whose refund is asked for.
struct ConsumptionRow: Hashable {
  /// Apple: the answer counts within 12 hours.
  static let timeToAnswer: Int64 = 12 * 3_600_000

  var transactionId: Int64
  var reason: ConsumptionRequestReason?
  /// Nil when the server spoke unasked.
  var askedDate: Int64?
  var answeredDate: Int64?
  /// The answer's JSON as it came.
  var answer: String?
}

extension ConsumptionRow {
  static let columns: SQL = "transaction_id, reason, asked_date, answered_date, answer"

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    let reason: String? = try row[1]
    self.init(
      transactionId: try row[0], reason: reason.map(ConsumptionRequestReason.init(rawValue:)), askedDate: try row[2],
      answeredDate: try row[3], answer: try row[4])
  }

  var values: [DatabaseValue] {
    [
      transactionId.databaseValue, (reason?.rawValue).databaseValue, askedDate.databaseValue,
      answeredDate.databaseValue, answer.databaseValue,
    ]
  }
}

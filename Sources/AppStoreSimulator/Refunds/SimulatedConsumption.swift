package import StoreModel
package import StrictJSON

/// What the App Store asked the app's server about a refund, and what came back.
package struct SimulatedConsumption: Hashable, Sendable {
  /// Where the question stands.
  package enum State: String, Hashable, Sendable {
    /// The answer can still come in time.
    case waiting
    /// It came in time.
    case answered
    /// It came after the 12 hours: Apple does not look at it.
    case late
    /// The 12 hours are over, or the refund was decided before.
    case unanswered
    /// The server spoke without having been asked.
    case unasked
  }

  /// The transaction whose refund is asked for.
  package let transactionId: String
  /// Its product.
  package let productId: String
  /// The Apple Account that asks.
  package let account: String
  /// Why it asks.
  package let reason: ConsumptionRequestReason?
  /// When the App Store asked the server; nil when it did not.
  package let askedDate: Timestamp?
  /// Until when an answer counts: 12 hours later on the App Store's clock.
  package let deadline: Timestamp?
  /// When the server answered.
  package let answeredDate: Timestamp?
  /// The answer as it was sent (Apple: ConsumptionRequest).
  package let answer: JSONObject?
  /// Where the question stands.
  package let state: State

  init(
    _ row: ConsumptionRow, transaction: TransactionRow, decision: RefundRequestRow.Decision?, now: Int64
  ) throws {
    transactionId = String(row.transactionId)
    productId = transaction.productId
    account = transaction.account
    reason = row.reason
    askedDate = row.askedDate.map(Timestamp.init(milliseconds:))
    let end = row.askedDate.map { Timestamp(milliseconds: $0).adding(milliseconds: ConsumptionRow.timeToAnswer) }
    deadline = end
    answeredDate = row.answeredDate.map(Timestamp.init(milliseconds:))
    answer = try row.answer.flatMap { try JSONValue(parsing: Array($0.utf8)).objectValue }
    state =
      switch (end, answeredDate) {
      case (nil, _): .unasked
      case (let end?, let answered?): answered <= end ? .answered : .late
      case (let end?, nil): decision == nil && Timestamp(milliseconds: now) <= end ? .waiting : .unanswered
      }
  }
}

package import AppStoreModel
package import Core
import Storage

/// Consumption requests: the App Store asks the app server before it decides a refund.
extension LedgerSession {
  /// Sends a consumption request, for products of every type (Apple: CONSUMPTION_REQUEST).
  mutating func askForConsumption(_ row: TransactionRow, reason: ConsumptionRequestReason) throws {
    try connection.replace(ConsumptionRow(transactionId: row.id, reason: reason, askedDate: now))
    try notify(.consumptionRequest, about: row.id, reason: reason)
  }

  /// Sends another consumption request about an undecided refund, as Apple does while no answer comes.
  ///
  /// - Throws: a `StoreError` of kind `failed` if no refund request of the transaction waits for a decision.
  mutating func askForConsumptionAgain(_ id: String) throws {
    let row = try knownTransaction(id)
    guard let request = try refundRequest(row.id), request.decision == nil else {
      throw StoreError(.failed, say("no refund of \(row.id) waits for a decision; ask for one first"))
    }
    try askForConsumption(row, reason: ConsumptionRequestReason(words: request.reason))
  }

  /// Stores the app server's answer; a later answer replaces an earlier one.
  ///
  /// - Throws: a `StoreError` with the error that Apple's libraries use for the refusal.
  func answerConsumption(of id: String, _ answer: JSONObject, _ form: ConsumptionForm) throws {
    let row = try knownTransaction(id)
    guard form == .version2 || row.type == .consumable || row.type == .autoRenewableSubscription else {
      throw StoreError(
        .invalidTransactionTypeNotSupported,
        say(
          "\(row.id) is a \("\(row.type)"); version 1 is for consumables and "
            + "auto-renewable subscriptions, version 2 for all types"
        ))
    }
    guard row.ownership == .purchased else {
      throw StoreError(
        .familyTransactionNotSupported, say("\(row.id) comes from Family Sharing; send the buyer's transaction"))
    }
    try ConsumptionAnswer.check(answer, form, about: row.type)
    var request = try consumption(row.id) ?? ConsumptionRow(transactionId: row.id)
    request.answeredDate = now
    request.answer = JSONValue.object(answer).serialized()
    try connection.replace(request)
  }

  /// Returns the consumption request about a transaction, with its answer.
  func consumption(_ id: Int64) throws -> ConsumptionRow? {
    try connection.first(ConsumptionRow.self, "WHERE transaction_id = ?", id)
  }

  /// Returns the consumption requests with their answers, newest first.
  func consumptionRequests() throws -> [SimulatedConsumption] {
    try connection.all(
      ConsumptionRow.self,
      """
      ORDER BY coalesce(asked_date, answered_date) DESC, transaction_id DESC
      """
    ).map { row in
      try SimulatedConsumption(
        row, transaction: transaction(row.transactionId), decision: refundRequest(row.transactionId)?.decision,
        now: now)
    }
  }
}

/// A consumption request to the app server, and its answer.
package struct SimulatedConsumption: Hashable, Sendable {
  /// The state of a consumption request.
  package enum State: String, Hashable, Sendable {
    /// The answer can still arrive in time.
    case waiting
    /// The answer arrived in time.
    case answered
    /// The answer arrived after the 12 hours, and Apple ignores it.
    case late
    /// No answer came within 12 hours or before the refund was decided.
    case unanswered
    /// The server sent an answer without a request.
    case unasked
  }

  /// The transaction of the refund request.
  package let transactionId: String
  /// The product of the transaction.
  package let productId: String
  /// The Apple Account that requested the refund.
  package let account: String
  /// The customer's reason for the refund request.
  package let reason: ConsumptionRequestReason?
  /// The date of the request; nil if the server sent its answer without one.
  package let askedDate: Timestamp?
  /// The time until which an answer counts: 12 hours after the request on the App Store's clock.
  package let deadline: Timestamp?
  /// The date of the server's answer.
  package let answeredDate: Timestamp?
  /// The answer as received (Apple: ConsumptionRequest).
  package let answer: JSONObject?
  /// The state of the request.
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

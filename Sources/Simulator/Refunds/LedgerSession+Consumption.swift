package import AppStoreModel
package import Core
import Storage

/// The App Store asks the app server before it decides a refund.
extension LedgerSession {
  /// Asks, about products of every type (Apple: CONSUMPTION_REQUEST).
  mutating func askForConsumption(_ row: TransactionRow, reason: ConsumptionRequestReason) throws {
    try store(ConsumptionRow(transactionId: row.id, reason: reason, askedDate: now))
    try notify(.consumptionRequest, about: row.id, reason: reason)
  }

  /// Asks once more about a refund that is not decided, as Apple does while no answer comes: a new notification.
  ///
  /// - Throws: a `StoreError` of kind `failed` where nothing waits for a decision.
  mutating func askForConsumptionAgain(_ id: String) throws {
    let row = try knownTransaction(id)
    guard let request = try refundRequest(row.id), request.decision == nil else {
      throw StoreError(.failed, say("no refund of \(row.id) waits for a decision; ask for one first"))
    }
    try askForConsumption(row, reason: ConsumptionRequestReason(words: request.reason))
  }

  /// The app server answers; a later answer takes the place of an earlier one.
  ///
  /// - Throws: a `StoreError` with the name that Apple's libraries have for the refusal.
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
    try store(request)
  }

  /// The question and the answer about a transaction.
  func consumption(_ id: Int64) throws -> ConsumptionRow? {
    try first(
      "SELECT" + ConsumptionRow.columns + "FROM consumption_requests WHERE transaction_id = ?", [id.databaseValue],
      ConsumptionRow.init(row:))
  }

  /// The questions and answers, newest first.
  func consumptionRequests() throws -> [SimulatedConsumption] {
    try all(
      "SELECT" + ConsumptionRow.columns + """
        FROM consumption_requests ORDER BY coalesce(asked_date, answered_date) DESC, transaction_id DESC
        """, [], ConsumptionRow.init(row:)
    ).map { row in
      try SimulatedConsumption(
        row, transaction: transaction(row.transactionId), decision: refundRequest(row.transactionId)?.decision,
        now: now)
    }
  }

  private func store(_ row: ConsumptionRow) throws {
    try run(
      "REPLACE INTO consumption_requests (" + ConsumptionRow.columns + ") VALUES (?, ?, ?, ?, ?)", row.values)
  }
}

/// The App Store's question to the app server about a refund, and the answer.
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

  /// The transaction of the refund request.
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

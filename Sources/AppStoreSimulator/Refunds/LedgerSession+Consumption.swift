import Database
import StoreModel
import StrictJSON

/// The App Store asks the app's server before it decides a refund.
extension LedgerSession {
  /// Asks, where Apple does: about consumables and auto-renewable subscriptions.
  mutating func askForConsumption(_ row: TransactionRow, reason: ConsumptionRequestReason) throws {
    guard row.canBeConsumed else { return }
    try store(ConsumptionRow(transactionId: row.id, reason: reason, askedDate: now))
    try notify(.consumptionRequest, about: row.id, reason: reason)
  }

  /// The app's server answers; a later answer takes the place of an earlier one.
  ///
  /// - Throws: a `SimulatorError` with the name that Apple's libraries have for the refusal.
  func answerConsumption(of id: String, _ answer: JSONObject, _ form: ConsumptionForm) throws {
    let row = try knownTransaction(id)
    guard row.canBeConsumed else {
      throw SimulatorError(
        form == .version1 ? .invalidTransactionNotConsumable : .invalidTransactionTypeNotSupported,
        "\(row.id) is a \(row.type): Apple asks about consumables and auto-renewable subscriptions only")
    }
    try ConsumptionAnswer.check(answer, form)
    var request = try consumption(row.id) ?? ConsumptionRow(transactionId: row.id)
    request.answeredDate = now
    request.answer = JSONValue.object(answer).serialized()
    try store(request)
  }

  /// What was asked and answered about a transaction.
  func consumption(_ id: Int64) throws -> ConsumptionRow? {
    try first(
      "SELECT" + ConsumptionRow.columns + "FROM consumption_requests WHERE transaction_id = ?", [id.databaseValue],
      ConsumptionRow.init(row:))
  }

  /// What was asked and answered, newest first.
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

extension TransactionRow {
  /// Whether Apple asks how far it was used.
  var canBeConsumed: Bool { type == .consumable || type == .autoRenewableSubscription }
}

import AppStoreModel
import Core
import Storage

/// Refunds: asked for by the customer, decided by Apple, sometimes taken back.
extension LedgerSession {
  /// The customer asks for a refund; filed is not refunded.
  ///
  /// A subscription does not renew any more after that, and the app server is asked how far the purchase was used.
  mutating func requestRefund(of id: String, reason: String?, account name: String) throws {
    let account = try account(name)
    guard let row = try Int64(id).flatMap({ try findTransaction($0) }), row.account == account.name else {
      throw StoreError(.failed, say("\(account.name) has no transaction \(safeText(id)) to refund"))
    }
    guard row.revocation == nil else { throw StoreError(.failed, CustomerText.isRefundedAlready(row.id).text) }
    guard row.ownership == .purchased else {
      throw StoreError(.failed, say("\(account.name) did not pay for \(row.id), which comes from Family Sharing"))
    }
    if let request = try refundRequest(row.id), request.decision == nil {
      throw StoreError(
        .duplicateRequest, say("the customer has already requested a refund of \(row.id); Apple has not decided yet"))
    }
    try store(RefundRequestRow(transactionId: row.id, reason: reason.map { safeText($0) }, askedDate: now))
    if var subscription = try subscription(originalId: row.originalId), subscription.state.isRunning {
      try setAutoRenew(false, of: &subscription)
    }
    try askForConsumption(row, reason: ConsumptionRequestReason(words: reason))
    if reason == Self.wordForDeclining { try declineRefund(of: id) }
  }

  /// The tester's word in the refund sheet that makes the sandbox decline (Apple; it was REJECT before).
  private static let wordForDeclining = "DECLINE"

  /// Apple grants a refund: the same transaction, signed anew with the revocation.
  ///
  /// It needs no request. A refund of the newest period ends a subscription; one of an older period leaves it.
  ///
  /// - Parameter percentage: Whole percent of what the whole quantity cost, 1 to 100; nil for all of it.
  mutating func approveRefund(of id: String, percentage: Int?) throws {
    let percentage = percentage ?? 100
    guard (1...100).contains(percentage) else {
      throw StoreError(.usage, say("invalid refund of \(percentage) percent; use 1 to 100"))
    }
    var row = try knownTransaction(id)
    guard row.revocation == nil else { throw StoreError(.failed, CustomerText.isRefundedAlready(row.id).text) }
    guard row.ownership == .purchased else {
      throw StoreError(.failed, say("\(row.id) comes from Family Sharing; refund the buyer's purchase"))
    }
    var request = try refundRequest(row.id) ?? RefundRequestRow(transactionId: row.id, askedDate: now)
    let isAppsFault = request.reason.map { ConsumptionRequestReason(words: $0) } == .fulfillmentIssue
    row.revocation = TransactionRow.Revocation(
      date: now, reason: isAppsFault ? .refundedDueToIssue : .refundedForOtherReason,
      type: percentage == 100 ? .refundFull : .refundProrated, percentage: Int32(percentage) * 1000,
      sequence: state.lastSequence + 1)
    try stateAnew(&row)
    try update(row)
    try decide(&request, .approved)
    if var subscription = try subscription(originalId: row.originalId), subscription.latestId == row.id,
      subscription.state.isRunning
    {
      subscription.state = .revoked
      subscription.autoRenew = false
      subscription.graceEnd = nil
      subscription.retryEnd = nil
      try change(&subscription)
    }
    try notify(.refund, about: row.id)
  }

  /// Apple declines a refund; nothing changes at the transaction.
  mutating func declineRefund(of id: String) throws {
    var request = try openRequest(id)
    try decide(&request, .declined)
    try notify(.refundDeclined, about: request.transactionId)
  }

  /// Apple reverses a granted refund: signed anew, without the revocation.
  ///
  /// A subscription whose newest period it was goes on to its old end.
  mutating func reverseRefund(of id: String) throws {
    var row = try knownTransaction(id)
    guard row.revocation?.sequence != nil else {
      throw StoreError(.failed, say("\(row.id) has no refund to reverse"))
    }
    row.revocation = nil
    try stateAnew(&row)
    try update(row)
    if var request = try refundRequest(row.id) { try decide(&request, .reversed) }
    if var subscription = try subscription(originalId: row.originalId), subscription.latestId == row.id,
      subscription.state == .revoked
    {
      if subscription.expiresDate > now {
        subscription.state = .active
      } else {
        subscription.expire(.customerCancelled)
      }
      try change(&subscription)
    }
    try notify(.refundReversed, about: row.id)
  }

  /// The refunds that wait for Apple's decision, oldest first.
  func openRefundRequests() throws -> [RefundRequestRow] {
    try all(
      "SELECT" + RefundRequestRow.columns + """
        FROM refund_requests WHERE decision IS NULL ORDER BY asked_date, transaction_id
        """, [], RefundRequestRow.init(row:))
  }

  /// The newest request for a refund of a transaction.
  func refundRequest(_ id: Int64) throws -> RefundRequestRow? {
    try first(
      "SELECT" + RefundRequestRow.columns + "FROM refund_requests WHERE transaction_id = ?", [id.databaseValue],
      RefundRequestRow.init(row:))
  }

  /// The transaction that TXN names.
  ///
  /// - Throws: a `StoreError` of kind `transactionNotFound`.
  func knownTransaction(_ text: String) throws -> TransactionRow {
    guard let row = try Int64(text).flatMap({ try findTransaction($0) }) else {
      throw StoreError.unknownTransaction(text)
    }
    return row
  }

  private func openRequest(_ text: String) throws -> RefundRequestRow {
    let row = try knownTransaction(text)
    guard let request = try refundRequest(row.id) else {
      throw StoreError(
        .failed, say("no refund was requested for \(row.id); request one first"))
    }
    if let decision = request.decision {
      throw StoreError(.failed, say("the refund of \(row.id) was already \(decision.rawValue)"))
    }
    return request
  }

  private func decide(_ request: inout RefundRequestRow, _ decision: RefundRequestRow.Decision) throws {
    request.decision = decision
    request.decidedDate = now
    try store(request)
  }

  private func store(_ request: RefundRequestRow) throws {
    try run(
      "REPLACE INTO refund_requests (" + RefundRequestRow.columns + ") VALUES (?, ?, ?, ?, ?)", request.values)
  }
}

extension ConsumptionRequestReason {
  /// The meaning of the customer's words to Apple: one of Apple's own words in any spelling, else another reason.
  init(words: String?) {
    let word = (words ?? "").uppercased().split { $0 == " " || $0 == "-" || $0 == "_" }.joined(separator: "_")
    self = Self.known.first { $0.rawValue == word } ?? .other
  }
}

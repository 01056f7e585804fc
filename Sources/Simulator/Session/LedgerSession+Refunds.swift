import AppStoreModel
import Core
import Storage

/// Refunds: requested by the customer, decided by Apple, sometimes reversed.
extension LedgerSession {
  /// Requests a refund as the customer; Apple decides later.
  ///
  /// If the transaction belongs to a subscription, its auto-renewal is turned off. The app server gets a consumption
  /// request.
  mutating func requestRefund(of id: String, reason: String?, account name: String) throws {
    let account = try account(name)
    guard let row = try Int64(id).flatMap({ try findTransaction($0) }), row.account == account.name else {
      throw StoreError(.failed, say("\(account.name) has no transaction \(safeText(id)) to refund"))
    }
    guard row.revocation == nil else { throw StoreError(.failed, CustomerText.isRefundedAlready(row.id).text) }
    guard row.ownership == .purchased else {
      throw StoreError(.failed, say("\(account.name) did not pay for \(row.id), which comes from Family Sharing"))
    }
    guard !row.isUpgraded else {
      throw StoreError(.failed, say("the upgrade has already refunded the rest of \(row.id)"))
    }
    if let request = try refundRequest(row.id), request.decision == nil {
      throw StoreError(
        .duplicateRequest, say("the customer has already requested a refund of \(row.id); Apple has not decided yet"))
    }
    try connection.replace(RefundRequestRow(transactionId: row.id, reason: reason.map { safeText($0) }, askedDate: now))
    if var subscription = try subscription(originalId: row.originalId), subscription.state.isRunning {
      try setAutoRenew(false, of: &subscription)
    }
    try askForConsumption(row, reason: ConsumptionRequestReason(words: reason))
    if reason == Self.wordForDeclining { try declineRefund(of: id) }
  }

  /// The reason by which a tester makes Apple's sandbox decline the refund (Apple; formerly REJECT).
  private static let wordForDeclining = "DECLINE"

  /// Grants a refund as Apple: the transaction gets a new version with the revocation.
  ///
  /// No request is needed. A refund of the newest period ends the subscription; a refund of an older one does not.
  ///
  /// - Parameter percentage: The refunded percentage of the total price, 1 to 100; nil for 100.
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
    try change(&row)
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

  /// Declines a refund as Apple; the transaction does not change.
  mutating func declineRefund(of id: String) throws {
    var request = try openRequest(id)
    try decide(&request, .declined)
    try notify(.refundDeclined, about: request.transactionId)
  }

  /// Reverses a granted refund as Apple: the transaction gets a new version without the revocation.
  ///
  /// If it is a subscription's newest period, the subscription continues to its former end.
  mutating func reverseRefund(of id: String) throws {
    var row = try knownTransaction(id)
    guard row.revocation?.sequence != nil else {
      throw StoreError(.failed, say("\(row.id) has no refund to reverse"))
    }
    row.revocation = nil
    try change(&row)
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

  /// Returns the refund requests that wait for Apple's decision, oldest first.
  func openRefundRequests() throws -> [RefundRequestRow] {
    try connection.all(
      RefundRequestRow.self,
      """
      WHERE decision IS NULL ORDER BY asked_date, transaction_id
      """)
  }

  /// Returns the newest refund request of a transaction.
  func refundRequest(_ id: Int64) throws -> RefundRequestRow? {
    try connection.first(RefundRequestRow.self, "WHERE transaction_id = ?", id)
  }

  /// Returns the transaction that a command's TXN argument names.
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
    try connection.replace(request)
  }
}

extension ConsumptionRequestReason {
  /// Creates the reason that matches one of Apple's words, however it is spelled; else `other`.
  init(words: String?) {
    let word = (words ?? "").uppercased().split { $0 == " " || $0 == "-" || $0 == "_" }.joined(separator: "_")
    self = Self.known.first { $0.rawValue == word } ?? .other
  }
}

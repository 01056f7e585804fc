package import AppStoreModel
import Core
import Storage

extension Purchasing {
  /// The result of verifying a signed transaction.
  enum Checked {
    case accepted(Signed<Transaction>)
    /// It failed, and is in quarantine with its unverified claims.
    case refused(transactionId: String?, productId: String?, failure: VerificationFailure)
  }

  /// Verifies a signed transaction; puts it into quarantine with the reason if it fails.
  func check(_ jws: String, account: String) throws -> Checked {
    try check(jws, verifier.verify(jws, as: .transaction), account: account)
  }

  /// Handles the result of a verification that was already done.
  func check(_ jws: String, _ result: VerificationResult, account: String) throws -> Checked {
    if let failure = result.verdict.failure {
      // Another member may be unreadable; the ids are read by themselves.
      let transactionId = result.json?["transactionId"]?.stringValue
      let productId = result.json?["productId"]?.stringValue
      try store.batch {
        let isNews = try store.quarantine(
          QuarantinedItem(
            transactionId: transactionId, productId: productId, failure: failure, account: account,
            date: clock().now, jws: jws))
        guard isNews else { return }
        try journal(
          .evidenceRefused, say("a signed transaction was rejected: \(failure.message)"), productId: productId,
          transactionId: transactionId)
      }
      return .refused(transactionId: transactionId, productId: productId, failure: failure)
    }
    guard let transaction = result.payload?.transaction else {
      return .refused(
        transactionId: nil, productId: nil,
        failure: VerificationFailure(.kindMismatch, say("it is not a transaction")))
    }
    return .accepted(
      Signed(payload: transaction, jws: jws, verdict: result.verdict, rootFingerprint: result.rootFingerprint))
  }

  /// Stores verified evidence, and the refund or reversal that it contains.
  @discardableResult
  func takeIn(
    _ signed: Signed<Transaction>, account: String, origin: Origin, into news: inout News
  ) throws -> EvidenceOutcome<Transaction> {
    let transaction = signed.payload
    // Before it is dated: what Apple signed cannot have arrived earlier, even where the machine's clock was set back.
    if let signedDate = transaction.signedDate, [.verified, .attested(.answer)].contains(signed.verdict) {
      try raiseFloor(to: signedDate)
    }
    let outcome = try store.save(signed, account: account, origin: origin, at: clock().now)
    switch outcome {
    case .new:
      news.new.insert(transaction.transactionId ?? "")
      if transaction.revocationDate != nil { try note(refundOf: transaction, account: account, into: &news) }
      if origin != .purchase, let order = try store.order(forTransaction: transaction.transactionId ?? "") {
        // Without a server the order stays refused: another device may have delivered it, and only a server would know.
        if order.verification != .none { try goOn(withRefused: order) }
      }
    case .newVersion(let previous):
      if transaction.revocationDate != nil {
        try note(refundOf: transaction, account: account, into: &news)
      } else if previous.revocationDate != nil {
        try note(reversalOf: previous, at: transaction.signedDate, account: account, into: &news)
      }
    case .known, .stale:
      break
    }
    return outcome
  }

  private func raiseFloor(to date: Timestamp) throws {
    guard try store.deviceState().floor < date else { return }
    try store.update { $0.floor = max($0.floor, date) }
  }

  private func note(refundOf transaction: Transaction, account: String, into news: inout News) throws {
    guard let words = transaction.revocationWords, let refund = RefundRecord(transaction),
      try store.record(refund, account: account)
    else { return }
    // Only a revocation that returned money counts as a refund.
    if transaction.isRefunded { news.refunded.append(transaction) }
    try store.removeRefundRequest(refund.transactionId)
    try journal(
      .refunded, say("the App Store revoked it: \(words)"), productId: refund.productId,
      transactionId: refund.transactionId)
  }

  private func note(
    reversalOf transaction: Transaction, at date: Timestamp?, account: String, into news: inout News
  ) throws {
    guard var refund = RefundRecord(transaction) else { return }
    refund.reversedDate = try date ?? clock().now
    guard try store.record(refund, account: account) else { return }
    if transaction.isRefunded { news.reversed.append(transaction) }
    try journal(
      .refundReversed,
      transaction.isRefunded
        ? say("the refund was reversed: the purchase is valid again")
        : say("the App Store gave it back: it is valid again"),
      productId: refund.productId, transactionId: refund.transactionId)
  }
}

extension RefundRecord {
  /// Makes a record from a revoked transaction; nil for one that is not revoked or has no ids.
  package init?(_ transaction: Transaction) {
    guard let transactionId = transaction.transactionId, let productId = transaction.productId,
      let revocationDate = transaction.revocationDate, let cause = transaction.revocationCause
    else { return nil }
    self.init(
      transactionId: transactionId, originalTransactionId: transaction.originalTransactionId ?? transactionId,
      productId: productId, purchaseDate: transaction.purchaseDate, revocationDate: revocationDate, cause: cause,
      revocationReason: transaction.revocationReason, revocationType: transaction.revocationType,
      revocationPercentage: transaction.revocationPercentage, price: transaction.price,
      currency: transaction.currency)
  }
}

import Core

/// The way by which a transaction came to this device.
package enum Origin: String, CaseIterable, Hashable, Sendable {
  case history, update, purchase, imported
}

/// The newest version of a transaction on this device, with what the device knows about it.
package struct StoredTransaction: Hashable, Sendable {
  package var transaction: Transaction
  package var verdict: Verdict
  package var origin: Origin
  /// The number of signed versions on this device, including this one.
  package var versions: Int
  /// Whether a newer complete history of the account no longer contains the transaction.
  package var isAbsent: Bool
  /// When the customer requested a refund of which this device knows no decision; device time.
  package var refundAskedDate: Timestamp?
  /// When the transaction became visible to the account on this device; device time.
  ///
  /// Nil if this was not recorded.
  package var arrivedDate: Timestamp?

  package init(
    transaction: Transaction, verdict: Verdict, origin: Origin, versions: Int = 1, isAbsent: Bool = false,
    refundAskedDate: Timestamp? = nil, arrivedDate: Timestamp? = nil
  ) {
    self.transaction = transaction
    self.verdict = verdict
    self.origin = origin
    self.versions = versions
    self.isAbsent = isAbsent
    self.refundAskedDate = refundAskedDate
    self.arrivedDate = arrivedDate
  }
}

/// A signed object that failed verification, stored with the reason; it never entitles.
package struct QuarantinedItem: Hashable, Sendable {
  package var id: Int64
  /// The claimed transaction id; no valid signature proves it.
  package var transactionId: String?
  package var productId: String?
  package var failure: VerificationFailure
  package var account: String?
  /// When the object arrived; device time.
  package var date: Timestamp
  /// The JWS exactly as it arrived.
  package var jws: String

  package init(
    id: Int64 = 0, transactionId: String?, productId: String?, failure: VerificationFailure, account: String?,
    date: Timestamp, jws: String
  ) {
    self.id = id
    self.transactionId = transactionId
    self.productId = productId
    self.failure = failure
    self.account = account
    self.date = date
    self.jws = jws
  }
}

/// A row of the Unfinished tab: a paid transaction that the app has not yet finished at the App Store.
package struct UnfinishedTransaction: Hashable, Sendable {
  package var transactionId: String
  package var productId: String
  /// The state of the order; without an order `waiting`, `anotherAccount` or `verificationFailed`.
  package var state: String
  package var orderId: String?
  package var date: Timestamp?
  package var lastError: String?
  package var attempts: Int
  /// When Till retries automatically; device time.
  package var nextRetryDate: Timestamp?
  /// Whether the app server refused the order.
  package var isRefusedByServer: Bool
  /// The Apple Account of the transaction, if it is not the one that is signed in.
  package var account: String?
  /// Whether Apple was paid nothing for it.
  package var isFree = false
  /// Whether the app server has credited its order although it was refused; not stored.
  package var isCredited = false
  /// Why Apple took the purchase of an undelivered order back, in words; not stored.
  package var revocation: String?

  package init(
    transactionId: String, productId: String, state: String, orderId: String?, date: Timestamp?,
    lastError: String? = nil, attempts: Int = 0, nextRetryDate: Timestamp? = nil, isRefusedByServer: Bool = false
  ) {
    self.transactionId = transactionId
    self.productId = productId
    self.state = state
    self.orderId = orderId
    self.date = date
    self.lastError = lastError
    self.attempts = attempts
    self.nextRetryDate = nextRetryDate
    self.isRefusedByServer = isRefusedByServer
  }

  /// The state of a transaction that has no order yet.
  package static let waiting = "waiting"
  /// The state of a transaction of another Apple Account; it is kept, and credited to no user of this device.
  package static let anotherAccounts = "anotherAccount"
  /// The state of a transaction with an invalid signature that does not result from a purchase on this device.
  package static let verificationFailed = "verificationFailed"

  /// The state in plain words; JSON documents use its raw word.
  package var stateWords: String {
    if let state = Order.State(rawValue: state) { return revocation ?? state.words(isFree: isFree) }
    return switch state {
    case Self.waiting: say("not processed yet")
    case Self.anotherAccounts: say("other account")
    case Self.verificationFailed: say("not verified")
    default: safeText(state)
    }
  }

  /// The advice for a person, as one sentence.
  package var advice: String {
    if isCredited { return Order.advice(whereCreditedAndUnsigned: !isRefusedByServer) }
    if revocation != nil { return Order.adviceWhereRevoked }
    if let state = Order.State(rawValue: state) {
      return Order.advice(state, isRefusedByServer: isRefusedByServer, isTriedAgain: nextRetryDate != nil)
    }
    if state == Self.anotherAccounts {
      return say("it belongs to another Apple Account; it is kept, and no user of this device is credited")
    }
    return state == Self.verificationFailed
      ? say("find out why it is not verified; the next action asks the App Store for it again")
      : say("the next action processes it; retry to process it now")
  }
}

/// By which way a transaction came to this device.
package enum Origin: String, Hashable, Sendable {
  case history, update, purchase, imported
}

/// The newest version of a transaction that this device holds, with what is known about it.
package struct StoredTransaction: Hashable, Sendable {
  package var transaction: Transaction
  package var verdict: Verdict
  package var origin: Origin
  /// How many signed versions are held, this one included.
  package var versions: Int
  /// Whether a newer complete history of the account no longer lists it.
  package var isAbsent: Bool
  /// When the customer asked for a refund of it that is not decided as far as this device knows; device time.
  package var refundAskedDate: Timestamp?

  package init(
    transaction: Transaction, verdict: Verdict, origin: Origin, versions: Int = 1, isAbsent: Bool = false,
    refundAskedDate: Timestamp? = nil
  ) {
    self.transaction = transaction
    self.verdict = verdict
    self.origin = origin
    self.versions = versions
    self.isAbsent = isAbsent
    self.refundAskedDate = refundAskedDate
  }
}

/// A signed object that did not verify, kept with the reason; it never entitles.
package struct QuarantinedItem: Hashable, Sendable {
  package var id: Int64
  /// Claims that nobody vouches for.
  package var transactionId: String?
  package var productId: String?
  package var failure: VerificationFailure
  package var account: String?
  /// Device time.
  package var date: Timestamp
  /// The text as it arrived.
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

/// A row of the Unfinished tab: paid, and the App Store still waits to hear that it was delivered.
package struct UnfinishedTransaction: Hashable, Sendable {
  package var transactionId: String
  package var productId: String
  /// The order's state, or `waiting` before there is one.
  package var state: String
  package var orderId: String?
  package var date: Timestamp?

  package init(transactionId: String, productId: String, state: String, orderId: String?, date: Timestamp?) {
    self.transactionId = transactionId
    self.productId = productId
    self.state = state
    self.orderId = orderId
    self.date = date
  }
}

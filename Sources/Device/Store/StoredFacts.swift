package import AppStoreModel

/// The result of storing a signed transaction.
package enum EvidenceOutcome: Hashable, Sendable {
  /// A transaction that this device did not have.
  case new
  /// A newer statement about one that it had; `previous` is the older one.
  case newVersion(previous: Transaction)
  /// The same statement, or one that differs only in `signedDate`.
  case known
  /// An older statement than the one held; kept as history.
  case stale
}

/// A finish call that the App Store has not heard yet.
package struct FinishCall: Hashable, Sendable {
  package var transactionId: String
  package var account: String
  /// How often it failed.
  package var attempts: Int
  /// When it is tried again by itself, in device time; nil at once.
  package var nextRetryDate: Timestamp?

  package init(transactionId: String, account: String, attempts: Int = 0, nextRetryDate: Timestamp? = nil) {
    self.transactionId = transactionId
    self.account = account
    self.attempts = attempts
    self.nextRetryDate = nextRetryDate
  }
}

/// The keychain's record of an order.
package struct RememberedOrder: Hashable, Sendable {
  package var id: String
  package var intentId: String?
  package var user: String
  package var verification: VerificationWay

  package init(id: String, intentId: String?, user: String, verification: VerificationWay) {
    self.id = id
    self.intentId = intentId
    self.user = user
    self.verification = verification
  }
}

/// The use of a consumable that the app server was, or is to be, asked to count.
package struct PendingUse: Hashable, Sendable {
  /// A UUID: the server counts it once.
  package var id: String
  package var productId: String
  package var user: String
  package var count: Int
  /// Device time.
  package var date: Timestamp

  package init(id: String, productId: String, user: String, count: Int, date: Timestamp) {
    self.id = id
    self.productId = productId
    self.user = user
    self.count = count
    self.date = date
  }
}

extension LocalStore {
  /// The account's open purchases, oldest first: the first rows of the orders.
  package func waitingPurchases(of productId: String?) throws -> [Intent] {
    let state = try deviceState()
    return try openIntents().filter {
      ($0.account == state.account || $0.user == state.appUser) && (productId ?? $0.productId) == $0.productId
    }
  }
}

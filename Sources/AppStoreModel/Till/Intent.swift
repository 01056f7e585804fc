package import Core

/// A purchase that was begun: written before the App Store is asked, closed by an order, a refusal or an answer.
package struct Intent: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    /// The App Store was asked and has not answered.
    case open
    /// The App Store said that the purchase waits for approval (Ask to Buy).
    case pending
    /// The customer has to settle something first; the transaction comes later, or never.
    case interrupted
    /// Nothing more is expected of it.
    case closed
  }

  /// A UUID, the purchase's idempotency key; also its token with `--token order`.
  package var id: String
  /// The Apple Account that was asked to pay.
  package var account: String
  /// The user of the app that it was made for.
  package var user: String
  package var productId: String
  package var quantity: Int
  package var appAccountToken: String?
  package var state: State
  /// Device time.
  package var createdDate: Timestamp
  /// The App Store's time when it was asked; a transaction made earlier is not this purchase's.
  package var storeDate: Timestamp
  /// The transaction that it led to, or the one that waits for approval.
  package var transactionId: String?
  /// Why it was closed, in words.
  package var closedReason: String?
  /// The process that is working on it; taken over only when its lock can be had.
  package var owner: String?
  /// When a complete history of the account last did not list it; two at least a day apart end an unanswered charge.
  package var missedDate: Timestamp?

  package init(
    id: String, account: String, user: String, productId: String, quantity: Int, appAccountToken: String?,
    state: State = .open, createdDate: Timestamp, storeDate: Timestamp, transactionId: String? = nil,
    closedReason: String? = nil, owner: String? = nil,
    missedDate: Timestamp? = nil
  ) {
    self.id = id
    self.account = account
    self.user = user
    self.productId = productId
    self.quantity = quantity
    self.appAccountToken = appAccountToken
    self.state = state
    self.createdDate = createdDate
    self.storeDate = storeDate
    self.transactionId = transactionId
    self.closedReason = closedReason
    self.owner = owner
    self.missedDate = missedDate
  }
}

/// A state as a person reads it; documents keep its word.
extension Intent.State: Worded {
  package var said: Words {
    switch self {
    case .open: "unanswered"
    case .pending: "waiting for approval"
    case .interrupted: Words("interrupted", context: "Purchase")
    case .closed: Words("ended", context: "Purchase")
    }
  }
}

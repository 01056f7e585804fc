/// Something that was paid, on its way to the customer.
package struct Order: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// The signed transaction is stored.
    case paid
    /// Its signature holds.
    case verified
    /// The customer has it; the App Store has not been told yet.
    case delivered
    /// The App Store knows that it was delivered.
    case finished
    /// Nothing more is expected.
    case closed
    /// Its signature does not hold: nothing was delivered.
    case refused
  }

  /// A UUID.
  package var id: String
  /// The purchase that led to it; nil for a renewal, or for one made on another device.
  package var intentId: String?
  package var transactionId: String
  package var productId: String
  package var quantity: Int
  package var account: String
  /// The user of the app who gets it.
  package var user: String?
  package var appAccountToken: String?
  package var state: State
  /// Device time.
  package var createdDate: Timestamp
  package var updatedDate: Timestamp
  package var lastError: String?
  package var owner: String?

  package init(
    id: String, intentId: String? = nil, transactionId: String, productId: String, quantity: Int, account: String,
    user: String?, appAccountToken: String? = nil, state: State = .paid, createdDate: Timestamp,
    updatedDate: Timestamp, lastError: String? = nil, owner: String? = nil
  ) {
    self.id = id
    self.intentId = intentId
    self.transactionId = transactionId
    self.productId = productId
    self.quantity = quantity
    self.account = account
    self.user = user
    self.appAccountToken = appAccountToken
    self.state = state
    self.createdDate = createdDate
    self.updatedDate = updatedDate
    self.lastError = lastError
    self.owner = owner
  }
}

/// What a customer was given for one transaction, exactly once.
package struct Delivery: Hashable, Sendable {
  package var transactionId: String
  package var orderId: String
  package var productId: String
  package var user: String?
  /// Zero when the transaction had been refunded, had expired or was upgraded away by then.
  package var quantity: Int
  /// Device time.
  package var date: Timestamp

  package init(
    transactionId: String, orderId: String, productId: String, user: String?, quantity: Int, date: Timestamp
  ) {
    self.transactionId = transactionId
    self.orderId = orderId
    self.productId = productId
    self.user = user
    self.quantity = quantity
    self.date = date
  }
}

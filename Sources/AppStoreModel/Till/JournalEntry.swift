/// One thing that happened on this device, never changed afterwards.
package struct JournalEntry: Hashable, Sendable {
  /// Rising within one store; 0 before it is stored.
  package var id: Int64
  /// Device time.
  package var date: Timestamp
  /// The machine's own clock, for when the two differ.
  package var machineDate: Timestamp
  /// The step's stable name, such as `intent.opened`, `order.delivered`, `refundCheck.refunded`.
  package var kind: String
  /// The event, as one sentence.
  package var text: String
  package var account: String?
  package var user: String?
  package var productId: String?
  package var transactionId: String?
  package var orderId: String?

  package init(
    id: Int64 = 0, date: Timestamp, machineDate: Timestamp, kind: String, text: String, account: String? = nil,
    user: String? = nil, productId: String? = nil, transactionId: String? = nil, orderId: String? = nil
  ) {
    self.id = id
    self.date = date
    self.machineDate = machineDate
    self.kind = kind
    self.text = text
    self.account = account
    self.user = user
    self.productId = productId
    self.transactionId = transactionId
    self.orderId = orderId
  }
}

/// One kind of step in the journal, counted over a device's life.
package struct StepStatistics: Hashable, Sendable {
  /// The journal's name of the step, such as `order.delivered`.
  package var kind: String
  package var count: Int
  /// How long it took from the step before it of the same order, in milliseconds of the machine's clock; nil for steps
  /// that no order has.
  package var medianDuration: Int64?
  package var longestDuration: Int64?

  package init(kind: String, count: Int, medianDuration: Int64? = nil, longestDuration: Int64? = nil) {
    self.kind = kind
    self.count = count
    self.medianDuration = medianDuration
    self.longestDuration = longestDuration
  }
}

/// How often a purchase lacked something or failed to be stored, over a device's life.
package struct FailureStatistics: Hashable, Sendable {
  /// Purchases that were announced with an `appAccountToken` and came without it.
  package var missingTokens: Int
  /// Tries at which the app server could not be given an order to keep.
  package var failedPersists: Int
  /// Attempts at which the app server had an order and could not be asked for its state.
  package var failedQueries: Int

  package init(missingTokens: Int, failedPersists: Int, failedQueries: Int) {
    self.missingTokens = missingTokens
    self.failedPersists = failedPersists
    self.failedQueries = failedQueries
  }
}

/// An event on this device, stored in the journal and never changed.
package struct JournalEntry: Hashable, Sendable {
  /// The number of the entry, rising within one store; 0 before it is stored.
  package var id: Int64
  /// When the event happened; device time.
  package var date: Timestamp
  /// The machine's own clock, which may differ from device time.
  package var machineDate: Timestamp
  /// The stable name of the event, such as `intent.opened`, `order.delivered`, `refundCheck.refunded`.
  package var kind: String
  /// The event as one sentence.
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

/// The count and the durations of one kind of journal entry, over the life of a device.
package struct StepStatistics: Hashable, Sendable {
  /// The name of the journal entry, such as `order.delivered`.
  package var kind: String
  package var count: Int
  /// The median time since the previous step of the same order, in milliseconds of the machine's clock.
  ///
  /// Nil for entries without an order.
  package var medianDuration: Int64?
  package var longestDuration: Int64?

  package init(kind: String, count: Int, medianDuration: Int64? = nil, longestDuration: Int64? = nil) {
    self.kind = kind
    self.count = count
    self.medianDuration = medianDuration
    self.longestDuration = longestDuration
  }
}

/// How often purchases lacked a token or the app server could not be reached, over the life of a device.
package struct FailureStatistics: Hashable, Sendable {
  /// The number of purchases that were started with an `appAccountToken` and came back without it.
  package var missingTokens: Int
  /// The number of failed attempts to give an order to the app server.
  package var failedPersists: Int
  /// The number of failed attempts to ask the app server for the state of an order that it has.
  package var failedQueries: Int

  package init(missingTokens: Int, failedPersists: Int, failedQueries: Int) {
    self.missingTokens = missingTokens
    self.failedPersists = failedPersists
    self.failedQueries = failedQueries
  }
}

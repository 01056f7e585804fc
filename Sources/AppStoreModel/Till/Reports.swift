/// How a purchase ended.
package struct BuyReport: Hashable, Sendable {
  package enum Result: String, Hashable, Sendable {
    case success, pending, cancelled, failed, unverified
    /// It is unknown whether Apple charged: it shows when the App Store is asked again.
    case unanswered
    /// Charged; the app server could not be asked yet, and nothing was delivered.
    case halfSuccess
    /// Charged; the app server did not credit it.
    case refused
  }

  package var result: Result
  package var productId: String
  /// The customer had it already: nothing was charged.
  package var alreadyOwned: Bool
  package var transactionId: String?
  package var orderId: String?
  /// The customer has to settle something first; the transaction arrives as an update then.
  package var isInterrupted: Bool
  /// Whether nothing was paid for what was bought: a free trial, or what a member of the family shares.
  package var isFree = false
  package var message: String?

  package init(
    result: Result, productId: String, alreadyOwned: Bool = false, transactionId: String? = nil,
    orderId: String? = nil, isInterrupted: Bool = false, message: String? = nil
  ) {
    self.result = result
    self.productId = productId
    self.alreadyOwned = alreadyOwned
    self.transactionId = transactionId
    self.orderId = orderId
    self.isInterrupted = isInterrupted
    self.message = message
  }
}

/// The results of a retry of orders and purchases.
package struct RetryReport: Hashable, Sendable {
  /// The result of one that waited.
  package struct Item: Hashable, Sendable {
    package var productId: String
    package var orderId: String?
    package var intentId: String?
    package var transactionId: String?
    /// Its state before and now, the words of its states.
    package var before: String
    package var after: String
    /// Whether something is still expected of it.
    package var isWaiting: Bool
    /// The result, as one sentence.
    package var text: String

    package init(
      productId: String, orderId: String? = nil, intentId: String? = nil, transactionId: String? = nil,
      before: String, after: String, isWaiting: Bool, text: String
    ) {
      self.productId = productId
      self.orderId = orderId
      self.intentId = intentId
      self.transactionId = transactionId
      self.before = before
      self.after = after
      self.isWaiting = isWaiting
      self.text = text
    }
  }

  /// The orders as they are now.
  package var orders: [Order]
  /// The results, one for each that waited, oldest first.
  package var items: [Item]
  /// Why nothing could be tried; nil when it was.
  package var message: String?

  package init(orders: [Order], items: [Item] = [], message: String? = nil) {
    self.orders = orders
    self.items = items
    self.message = message
  }
}

extension RetryReport {
  /// Whether nothing became another, so that there is nothing to take back.
  package var changedNothing: Bool { items.allSatisfy { $0.before == $0.after } }
}

extension RestoreReport {
  /// Whether nothing became another, so that there is nothing to take back.
  package var changedNothing: Bool { restored.isEmpty && failed.isEmpty }
}

extension RefundCheckReport {
  /// Whether nothing became another, so that there is nothing to take back.
  package var changedNothing: Bool {
    checked == 0 && refunded.isEmpty && reversed.isEmpty && entitled.isEmpty && removed.isEmpty
  }
}

/// A product and its state, in a report.
package struct ProductOutcome: Hashable, Sendable {
  package var productId: String
  package var state: EntitlementState

  package init(productId: String, state: EntitlementState) {
    self.productId = productId
    self.state = state
  }
}

/// A transaction that a report names, with the reason why.
package struct TransactionOutcome: Hashable, Sendable {
  package var transactionId: String?
  package var productId: String?
  package var reason: String

  package init(transactionId: String?, productId: String?, reason: String) {
    self.transactionId = transactionId
    self.productId = productId
    self.reason = reason
  }
}

/// The result of a restore; "nothing", "cancelled" and "failed" are different things.
package struct RestoreReport: Hashable, Sendable {
  package enum Result: String, Hashable, Sendable {
    case restored, nothing, cancelled, failed
  }

  package var result: Result
  /// Transactions that this device did not have.
  package var restored: [String]
  /// Products entitled now.
  package var entitled: [String]
  /// Products whose transactions came back but do not entitle: expired, refunded.
  package var inactive: [ProductOutcome]
  /// Transactions that this device already had.
  package var alreadyKnown: Int
  /// Transactions that a restore never brings back: consumables, and those that the backend cannot list.
  package var notRestorable: [TransactionOutcome]
  /// Transactions whose token is another user's of this device.
  package var otherUser: [TransactionOutcome]
  /// Transactions that failed verification.
  package var failed: [TransactionOutcome]
  package var message: String?

  package init(
    result: Result, restored: [String] = [], entitled: [String] = [], inactive: [ProductOutcome] = [],
    alreadyKnown: Int = 0, notRestorable: [TransactionOutcome] = [], otherUser: [TransactionOutcome] = [],
    failed: [TransactionOutcome] = [], message: String? = nil
  ) {
    self.result = result
    self.restored = restored
    self.entitled = entitled
    self.inactive = inactive
    self.alreadyKnown = alreadyKnown
    self.notRestorable = notRestorable
    self.otherUser = otherUser
    self.failed = failed
    self.message = message
  }
}

/// The changes of a refund check on this device, product by product.
package struct RefundCheckReport: Hashable, Sendable {
  package enum Result: String, Hashable, Sendable {
    case done, cancelled, failed
  }

  /// A refund that this check recorded, or took back.
  package struct Item: Hashable, Sendable {
    package var transactionId: String
    package var productId: String
    package var revocationDate: Timestamp?

    package init(transactionId: String, productId: String, revocationDate: Timestamp?) {
      self.transactionId = transactionId
      self.productId = productId
      self.revocationDate = revocationDate
    }
  }

  package var result: Result
  /// Whether everything was read; when not, nothing was removed.
  package var complete: Bool
  /// How many transactions the App Store sent.
  package var checked: Int
  package var refunded: [Item]
  package var reversed: [Item]
  /// Products newly entitled.
  package var entitled: [String]
  /// Products no longer entitled.
  package var removed: [String]
  /// How many products stayed as they were.
  package var unchanged: Int
  package var message: String?

  package init(
    result: Result, complete: Bool = true, checked: Int = 0, refunded: [Item] = [], reversed: [Item] = [],
    entitled: [String] = [], removed: [String] = [], unchanged: Int = 0, message: String? = nil
  ) {
    self.result = result
    self.complete = complete
    self.checked = checked
    self.refunded = refunded
    self.reversed = reversed
    self.entitled = entitled
    self.removed = removed
    self.unchanged = unchanged
    self.message = message
  }
}

/// The result of a refund request; a request is not a refund.
package struct RefundRequestReport: Hashable, Sendable {
  package enum Result: String, Hashable, Sendable {
    case filed, cancelled, duplicate, failed
  }

  package var result: Result
  package var transactionId: String
  package var productId: String?
  package var message: String

  package init(result: Result, transactionId: String, productId: String?, message: String) {
    self.result = result
    self.transactionId = transactionId
    self.productId = productId
    self.message = message
  }
}

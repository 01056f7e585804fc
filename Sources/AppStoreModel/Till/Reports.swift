/// The result of a purchase.
package struct BuyReport: Hashable, Sendable {
  package enum Result: String, Hashable, Sendable {
    case success, pending, cancelled, failed, unverified
    /// It is unknown whether Apple charged; the next call to the App Store will tell.
    case unanswered
    /// The App Store confirmed the purchase; the app server has not confirmed it yet, so nothing was delivered.
    case halfSuccess
    /// The App Store confirmed the purchase; the app server refused to credit it.
    case refused
  }

  package var result: Result
  package var productId: String
  /// Whether the customer already had the product, so that nothing was charged.
  package var alreadyOwned: Bool
  package var transactionId: String?
  package var orderId: String?
  /// Whether the customer must resolve a problem with the App Store; the transaction then arrives as an update.
  package var isInterrupted: Bool
  /// Whether the purchase was free: a free trial, or a purchase shared by a family member.
  package var isFree = false
  /// Whether Till did not ask the App Store, because an earlier purchase is charged or may be.
  package var isHeldBack = false
  /// Whether the app server has credited the purchase, although its signature is invalid on this device.
  package var isCredited = false
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

/// The result of retrying orders and intents.
package struct RetryReport: Hashable, Sendable {
  /// The result for one order or intent.
  package struct Item: Hashable, Sendable {
    package var productId: String
    package var orderId: String?
    package var intentId: String?
    package var transactionId: String?
    /// The state before the retry, as its JSON word; `after` is the state now.
    package var before: String
    package var after: String
    /// Whether the order or intent is still unfinished.
    package var isWaiting: Bool
    /// The result as one sentence.
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

  /// The orders after the retry.
  package var orders: [Order]
  /// The results, one for each unfinished order or intent, oldest first.
  package var items: [Item]
  /// Why nothing could be retried; nil if the retry ran.
  package var message: String?
  /// How many uses, logins, grants and durations waited for the app server, which has answered them now.
  package var answered = 0

  package init(orders: [Order], items: [Item] = [], message: String? = nil) {
    self.orders = orders
    self.items = items
    self.message = message
  }
}

extension RetryReport {
  /// Whether nothing became another, so that there is nothing to take back.
  package var changedNothing: Bool { answered == 0 && items.allSatisfy { $0.before == $0.after } }
}

extension BuyReport {
  /// Whether nothing became another, so that there is nothing to take back.
  package var changedNothing: Bool { result == .cancelled || result == .failed && !isInterrupted }
}

extension RefundRequestReport {
  /// Whether nothing became another, so that there is nothing to take back.
  package var changedNothing: Bool { result != .filed }
}

extension RestoreReport {
  /// Makes the report of a restore that has restored nothing yet.
  package init(result: Result, message: String?) {
    self.result = result
    self.message = message
  }

  /// Whether nothing became another, so that there is nothing to take back.
  package var changedNothing: Bool { restored.isEmpty && failed.isEmpty }
}

extension RefundCheckReport {
  /// Makes the report of a check that has changed nothing yet.
  package init(result: Result, complete: Bool, checked: Int = 0, message: String? = nil) {
    self.result = result
    self.complete = complete
    self.checked = checked
    self.message = message
  }

  /// Whether nothing became another, so that there is nothing to take back.
  package var changedNothing: Bool {
    checked == 0 && refunded.isEmpty && reversed.isEmpty && entitled.isEmpty && removed.isEmpty
  }
}

/// A product and its state, in a report.
package struct ProductOutcome: Hashable, Sendable {
  package var productId: String
  package var state: EntitlementState
  /// The state in plain words: a free purchase is not called refunded.
  package var words: String

  package init(productId: String, state: EntitlementState, words: String? = nil) {
    (self.productId, self.state, self.words) = (productId, state, words ?? state.words)
  }
}

/// A transaction in a report, with the reason why it is listed.
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

/// The result of a restore; "nothing", "cancelled" and "failed" are three different results.
package struct RestoreReport: Hashable, Sendable {
  package enum Result: String, Hashable, Sendable {
    case restored, nothing, cancelled, failed
  }

  package var result: Result
  /// The ids of the transactions that were new to this device.
  package var restored: [String] = []
  /// The ids of the products that are entitled now.
  package var entitled: [String] = []
  /// The products whose transactions were restored but do not entitle, such as expired or refunded ones.
  package var inactive: [ProductOutcome] = []
  /// The number of transactions that this device already had.
  package var alreadyKnown = 0
  /// Transactions that a restore never returns: consumables, and those that the backend cannot list.
  package var notRestorable: [TransactionOutcome] = []
  /// Transactions whose `appAccountToken` belongs to another user of this device.
  package var otherUser: [TransactionOutcome] = []
  /// Transactions that failed verification.
  package var failed: [TransactionOutcome] = []
  package var message: String?
}

/// The changes that a refund check made on this device, by product.
package struct RefundCheckReport: Hashable, Sendable {
  package enum Result: String, Hashable, Sendable {
    case done, cancelled, failed
  }

  /// A refund that this check recorded or reversed.
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
  /// Whether the whole history was read; if not, nothing was removed.
  package var complete = true
  /// The number of transactions that the App Store sent.
  package var checked = 0
  package var refunded: [Item] = []
  package var reversed: [Item] = []
  /// The ids of the products that are newly entitled.
  package var entitled: [String] = []
  /// The ids of the products that are no longer entitled.
  package var removed: [String] = []
  /// The number of products that are as entitled as before.
  package var unchanged = 0
  package var message: String?
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

/// One reason for or against an entitlement.
package struct Reason: Hashable, Sendable {
  /// Whether it speaks for the entitlement.
  package var supports: Bool
  /// The rule's stable name, such as `notRevoked`.
  package var rule: String
  /// The transaction it rests on, where there is one.
  package var transactionId: String?
  /// The reason as one sentence.
  package var text: String

  package init(supports: Bool, rule: String, transactionId: String? = nil, text: String) {
    self.supports = supports
    self.rule = rule
    self.transactionId = transactionId
    self.text = text
  }
}

/// Who can do what next.
package struct NextStep: Hashable, Sendable {
  /// The party whose turn it is.
  package enum Party: String, Hashable, Sendable {
    case customer, apple, us, nobody
  }

  package var who: Party
  /// What that party can do, as one sentence.
  package var text: String

  package init(who: Party, text: String) {
    self.who = who
    self.text = text
  }
}

/// A product with what the resolver says of it.
package struct ProductStatus: Hashable, Sendable {
  /// The product; for one that is only known from transactions, made from the newest of them.
  package var product: Product
  package var state: EntitlementState
  package var entitled: Bool
  /// False when the answer is older than the validity period that was asked for.
  package var confirmed: Bool
  /// A consumable's balance in purchased quantity; negative when a refunded one was already used.
  package var balance: Int?
  /// When access ends: a subscription's expiry or the end of its grace period.
  package var expiresDate: Timestamp?
  /// When the deciding purchase was made.
  package var since: Timestamp?
  /// The product of the next period, where a downgrade waits.
  package var pendingProductId: String?
  /// The transaction that decides.
  package var decidingTransactionId: String?
  /// For and against, in the order in which they were weighed.
  package var reasons: [Reason]
  package var next: NextStep

  package init(
    product: Product, state: EntitlementState, entitled: Bool, confirmed: Bool = true, balance: Int? = nil,
    expiresDate: Timestamp? = nil, since: Timestamp? = nil, pendingProductId: String? = nil,
    decidingTransactionId: String? = nil, reasons: [Reason] = [],
    next: NextStep = NextStep(who: .nobody, text: "nothing to do")
  ) {
    self.product = product
    self.state = state
    self.entitled = entitled
    self.confirmed = confirmed
    self.balance = balance
    self.expiresDate = expiresDate
    self.since = since
    self.pendingProductId = pendingProductId
    self.decidingTransactionId = decidingTransactionId
    self.reasons = reasons
    self.next = next
  }
}

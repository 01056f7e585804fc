import Core

/// One reason for or against an entitlement.
package struct Reason: Hashable, Sendable {
  /// Whether the reason supports the entitlement.
  package var supports: Bool
  /// The stable name of the rule, such as `notRevoked`.
  package var rule: String
  /// The transaction on which the reason is based, if any.
  package var transactionId: String?
  /// The order on which the reason is based, if any.
  package var orderId: String?
  /// The intent on which the reason is based, if any.
  package var intentId: String?
  /// The grant on which the reason is based, if any.
  package var grantId: String?
  /// The reason as one sentence.
  package var text: String

  package init(
    supports: Bool, rule: String, transactionId: String? = nil, orderId: String? = nil, intentId: String? = nil,
    grantId: String? = nil, text: String
  ) {
    self.supports = supports
    self.rule = rule
    self.transactionId = transactionId
    self.orderId = orderId
    self.intentId = intentId
    self.grantId = grantId
    self.text = text
  }
}

/// The next step for a product, and the party that has to act.
package struct NextStep: Hashable, Sendable {
  /// The party that has to act.
  package enum Party: String, Hashable, Sendable {
    case customer, apple, us, nobody
  }

  /// The action of Till that performs the step; the command line shows its command, the dashboard its key.
  package enum Action: Hashable, Sendable {
    case buy(productId: String)
    case restore
    case refundCheck
    /// Requests a refund from Apple.
    case askRefund(transactionId: String)
    /// Retries one order, or all orders.
    case retry(orderId: String?)
    /// Gives up an order or an intent.
    case close(id: String)
    /// Reopens an order that was given up.
    case reopen(id: String)
    case use(productId: String)
    case setDuration(productId: String)
    case transfer(transactionId: String)
    case grant(productId: String)
    /// Signs in with an Apple Account; nil where a person has to name it.
    case signIn(account: String?)
    case logIn(user: String?)
    /// Shows the data that failed verification.
    case quarantine
    /// Queries the App Store Server API about a customer.
    case lookUp
  }

  package var who: Party
  /// What the party has to do, as one sentence.
  package var text: String
  package var action: Action?
  /// A sentence that support can send to the customer.
  package var say: String?
  /// The latest time at which the wait ends by itself; device time.
  package var until: Timestamp?

  /// The input that a person must add before the action can run; empty if none is needed.
  package var needs: [Need] { action?.needs ?? [] }

  package init(who: Party, text: String, action: Action? = nil, say: String? = nil, until: Timestamp? = nil) {
    self.who = who
    self.text = text
    self.action = action
    self.say = say
    self.until = until
  }
}

/// An unfinished purchase of a product, such as one without an answer, whatever the product's state is.
package struct UnderWay: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A purchase that a running program is making right now.
    case purchasing
    /// A purchase that the App Store did not answer; it may have been charged.
    case chargeUnknown
    /// A purchase for which the customer must first resolve a problem with the App Store.
    case interrupted
    /// A purchase that waits for approval (Ask to Buy).
    case pending
    /// A purchase that is charged but not yet credited to a user.
    case paidNotDelivered
  }

  package var kind: Kind
  package var orderId: String?
  package var intentId: String?
  package var transactionId: String?
  /// When the purchase began; device time.
  package var since: Timestamp
  /// The latest time at which the wait ends by itself; nil if a person has to act.
  package var until: Timestamp?
  /// The party that has to act.
  package var who: NextStep.Party
  package var cause: UndeliveredCause?
  /// The Apple Account that pays, if it is not the one that is signed in.
  package var account: String?
  /// Whether only the app server knows of the purchase, because it was started on another device of the user.
  package var isElsewhere = false
  /// The ground on which the order was given up; nil otherwise.
  package var ground: CloseGround?
  /// Whether Apple was paid for a purchase that only the app server knows; nil if unknown.
  package var isPaid: Bool?
  /// Whether this device has no valid signature for the purchase, so that it is unknown whether Apple was paid.
  package var isUnproven = false
  /// When Apple reversed the refund of an order that had already been given up.
  ///
  /// The customer has then paid again and does not have the product.
  package var reversedDate: Timestamp?
  /// The next charge of a subscription whose order was given up; closing an order does not cancel the subscription.
  package var nextCharge: ComingRenewal?

  /// Whether it only waits for a person: nothing was charged.
  package var isRequest: Bool { kind == .pending || kind == .interrupted }

  package init(
    kind: Kind, orderId: String? = nil, intentId: String? = nil, transactionId: String? = nil, since: Timestamp,
    until: Timestamp? = nil, who: NextStep.Party, cause: UndeliveredCause? = nil, account: String? = nil
  ) {
    self.kind = kind
    self.orderId = orderId
    self.intentId = intentId
    self.transactionId = transactionId
    self.since = since
    self.until = until
    self.who = who
    self.cause = cause
    self.account = account
  }
}

extension [UnderWay] {
  /// The oldest purchase that is charged but not yet credited; nil if there is none.
  package var undelivered: UnderWay? { first { $0.kind == .paidNotDelivered } }
}

/// Why a charged purchase was not credited.
package enum UndeliveredCause: String, Hashable, Sendable, CaseIterable {
  /// The app server could not be reached.
  case unreachable
  /// The app server is still deciding, or was not asked yet.
  case waiting
  case refused
  /// The order is too old for the app server, or was given up by support; this is final.
  case overdue
  case badSignature
}

/// A product and the resolver's result for it.
package struct ProductStatus: Hashable, Sendable {
  /// The product; if the catalogue lacks it, it is made from its newest transaction.
  package var product: Product
  package var state: EntitlementState
  package var entitled: Bool
  /// False if the result is older than the validity period that was set.
  package var confirmed: Bool
  /// The balance of a consumable in purchased quantity; negative if the customer had used a refunded one.
  package var balance: Int?
  /// When access ends: the subscription's expiry, or the end of its Billing Grace Period.
  package var expiresDate: Timestamp?
  /// The date of the deciding purchase; of a subscription, the start of the current period.
  package var since: Timestamp?
  /// When the subscription that the deciding period renews was bought; nil for other products.
  package var startedDate: Timestamp?
  /// The product of the next period, if a downgrade is planned.
  package var pendingProductId: String?
  /// The App Store's plan for the next renewal of an active subscription.
  package var renewal: ComingRenewal?
  /// The id of the transaction that decides the state.
  package var decidingTransactionId: String?
  /// Whether the entitling purchase comes from Family Sharing.
  package var isShared: Bool
  /// Why a charged purchase was not credited, if the state is `paidNotDelivered`.
  package var cause: UndeliveredCause?
  /// The unfinished purchases of the product, oldest first.
  package var underWay: [UnderWay]
  /// The facts about money and delivery in this result, from which the sentences are made.
  package var claims: Set<StatedFact>
  /// Two overlapping purchases of the customer, if there are any.
  package var chargedTwice: ChargedTwice?
  /// Whether a further purchase of the product begins when the previous one ends.
  package var isStacking = false
  /// The reasons for and against the entitlement, in the order in which they were considered.
  package var reasons: [Reason]
  package var next: NextStep

  package init(
    product: Product, state: EntitlementState, entitled: Bool, confirmed: Bool = true, balance: Int? = nil,
    expiresDate: Timestamp? = nil, since: Timestamp? = nil, pendingProductId: String? = nil,
    renewal: ComingRenewal? = nil,
    decidingTransactionId: String? = nil, isShared: Bool = false, cause: UndeliveredCause? = nil,
    underWay: [UnderWay] = [], claims: Set<StatedFact> = [], chargedTwice: ChargedTwice? = nil,
    reasons: [Reason] = [],
    next: NextStep = NextStep(who: .nobody, text: say("nothing to do"))
  ) {
    self.product = product
    self.state = state
    self.entitled = entitled
    self.confirmed = confirmed
    self.balance = balance
    self.expiresDate = expiresDate
    self.since = since
    self.pendingProductId = pendingProductId
    self.renewal = renewal
    self.decidingTransactionId = decidingTransactionId
    self.isShared = isShared
    self.cause = cause
    self.underWay = underWay
    self.claims = claims
    self.chargedTwice = chargedTwice
    self.reasons = reasons
    self.next = next
  }
}

/// The delivered and used quantities of a consumable.
package struct ConsumableCount: Hashable, Sendable {
  package var delivered: Int
  package var used: Int
  /// The refunded part of the delivered quantity.
  package var refunded: Int
  /// The quantity that support granted.
  package var granted: Int
  /// The quantity of later purchases that replaced units refunded after their use: paid, and not available.
  package var setOff: Int

  package init(delivered: Int = 0, used: Int = 0, refunded: Int = 0, granted: Int = 0, setOff: Int = 0) {
    self.delivered = delivered
    self.used = used
    self.refunded = refunded
    self.granted = granted
    self.setOff = setOff
  }

  /// The available quantity: delivered + granted − used − refunded; negative after a refund of a used purchase.
  package var balance: Int {
    delivered.subtractingSaturated(used).subtractingSaturated(refunded).addingSaturated(granted)
  }

  /// The quantity that the customer bought later but lost to an earlier refund, minus the grants.
  package var owed: Int { max(0, setOff.subtractingSaturated(granted)) }

  /// Returns how much of later purchases replaced units refunded after their use, from the history of the balance.
  ///
  /// - Parameter changes: The change of the balance by each event, and whether the event was a purchase.
  package static func setOff(by changes: [(date: Timestamp, amount: Int, isBought: Bool)]) -> Int {
    var balance = 0
    var setOff = 0
    // Of simultaneous changes, additions come first: a quantity is available before it is used.
    for change in changes.sorted(by: { ($0.date, $1.amount) < ($1.date, $0.amount) }) {
      if change.isBought, balance < 0 {
        setOff = setOff.addingSaturated(min(change.amount, 0.subtractingSaturated(balance)))
      }
      balance = balance.addingSaturated(change.amount)
    }
    return setOff
  }

  /// Returns how much of a delivered quantity a refund takes back.
  ///
  /// - Parameter percentage: Apple's `revocationPercentage` in thousandths of a percent (50000 is 50 %); nil means the
  ///   whole. The result is rounded to whole units, a half in the customer's favour.
  package static func refundedShare(of quantity: Int, percentage: Int32?) -> Int {
    guard let percentage, percentage < 100_000 else { return quantity }
    guard percentage > 0, quantity > 0 else { return 0 }
    let (whole, rest) = quantity.quotientAndRemainder(dividingBy: 100_000)
    let part = rest * Int(percentage)
    return whole * Int(percentage) + part / 100_000 + (part % 100_000 > 50_000 ? 1 : 0)
  }
}

extension ProductStatus {
  /// The state in plain words; free products are not called paid.
  package var words: String {
    if state == .paidNotDelivered {
      if isFree { return say("free, not delivered") }
      if cause == .badSignature || underWay.undelivered?.isUnproven == true, !isCharged { return Self.notVerified }
    }
    if isShared, entitled, state == .purchased || state == .subscribed { return say("shared by family") }
    let isEnded = claims.contains { if case .takenBack = $0 { true } else { false } }
    return isEnded && state == .refunded ? RevocationCause.wordsWhereFree : state.words
  }

  /// Returns the state of an unfinished purchase in plain words.
  package func words(of item: UnderWay) -> String {
    switch item.kind {
    case .purchasing: say("being bought")
    case .chargeUnknown: EntitlementState.chargeUnknown.words
    case .interrupted: EntitlementState.interrupted.words
    case .pending: EntitlementState.pending.words
    case .paidNotDelivered where item.ground != nil: Order.State.overdue.text
    case .paidNotDelivered where item.isUnproven && !isCharged: Self.notVerified
    case .paidNotDelivered:
      claims.contains(.free(transactionId: item.transactionId ?? ""))
        ? say("free, not delivered") : EntitlementState.paidNotDelivered.words
    }
  }

  /// Whether the facts say that the product was free, and none says that Apple was paid.
  package var isFree: Bool {
    claims.contains { if case .free = $0 { true } else { false } }
      && !isCharged
  }

  private var isCharged: Bool { claims.contains { if case .charged = $0 { true } else { false } } }

  /// The text says nothing about a payment, because an invalid signature does not prove one.
  private static var notVerified: String { say("not delivered: invalid signature") }
}

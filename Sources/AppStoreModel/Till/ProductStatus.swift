import Core

/// One reason for or against an entitlement.
package struct Reason: Hashable, Sendable {
  /// Whether it speaks for the entitlement.
  package var supports: Bool
  /// The rule's stable name, such as `notRevoked`.
  package var rule: String
  /// The transaction it rests on, where there is one.
  package var transactionId: String?
  /// The order it rests on, where there is one.
  package var orderId: String?
  /// The purchase under way that it rests on, where there is one.
  package var intentId: String?
  /// The grant that it rests on, where there is one.
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

/// The next step, and the party whose turn it is.
package struct NextStep: Hashable, Sendable {
  /// The party whose turn it is.
  package enum Party: String, Hashable, Sendable {
    case customer, apple, us, nobody
  }

  /// The program's action for it; the command line gives it its command, the dashboard its key.
  package enum Action: Hashable, Sendable {
    case buy(productId: String)
    case restore
    case refundCheck
    /// Asks Apple for the customer's money back.
    case askRefund(transactionId: String)
    /// Tries an order again, or all of them.
    case retry(orderId: String?)
    /// Gives an order or a purchase under way up.
    case close(id: String)
    /// Opens an order again that was given up.
    case reopen(id: String)
    case use(productId: String)
    case setDuration(productId: String)
    case transfer(transactionId: String)
    case grant(productId: String)
    case signIn
    case logIn(user: String?)
    /// Shows the data that did not verify.
    case quarantine
    /// Asks Apple's own server about a customer.
    case lookUp
  }

  package var who: Party
  /// The party's action, as one sentence.
  package var text: String
  package var action: Action?
  /// A sentence that support may send to the customer.
  package var say: String?
  /// When the wait ends by itself at the latest; device time.
  package var until: Timestamp?

  /// The input that it needs from a person: then no command does it as it stands.
  package var needs: [Need] { action?.needs ?? [] }

  package init(who: Party, text: String, action: Action? = nil, say: String? = nil, until: Timestamp? = nil) {
    self.who = who
    self.text = text
    self.action = action
    self.say = say
    self.until = until
  }
}

/// An unfinished process of a product, whatever its state is.
package struct UnderWay: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A purchase that a process is making right now.
    case purchasing
    /// A purchase that the App Store did not answer: it may have been charged.
    case chargeUnknown
    /// A purchase that the customer has to settle something for first.
    case interrupted
    /// A purchase that waits for approval.
    case pending
    /// Charged, and not yet credited to a user.
    case paidNotDelivered
  }

  package var kind: Kind
  package var orderId: String?
  package var intentId: String?
  package var transactionId: String?
  /// Device time.
  package var since: Timestamp
  /// When it ends by itself at the latest; nil where it waits for a person.
  package var until: Timestamp?
  /// The party whose turn it is.
  package var who: NextStep.Party
  package var cause: UndeliveredCause?
  /// The Apple Account that pays, where it is another one than the one that is signed in.
  package var account: String?
  /// Whether only the app server tells of it: it was made on another device of the user.
  package var isElsewhere = false
  /// On which ground it was given up.
  package var ground: CloseGround?
  /// Whether Apple was paid for what only the app server tells of; nil where that is not known.
  package var isPaid: Bool?
  /// When Apple reversed the refund of an order that had already been given up: the customer has paid again and does
  /// not have the product.
  package var reversedDate: Timestamp?
  /// What the App Store charges next although it was given up: closing an order cancels no subscription.
  package var nextCharge: ComingRenewal?

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

/// Why something that was charged was not credited.
package enum UndeliveredCause: String, Hashable, Sendable, CaseIterable {
  /// The app server could not be asked.
  case unreachable
  /// The app server is still deciding, or was not asked yet.
  case waiting
  case refused
  /// Too old for the app server, or given up by hand: final.
  case overdue
  case badSignature
}

/// A product with the resolver's answer.
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
  /// The App Store's plan for the next renewal of an active subscription.
  package var renewal: ComingRenewal?
  /// The transaction that decides.
  package var decidingTransactionId: String?
  /// Whether the entitling purchase comes from Family Sharing.
  package var isShared: Bool
  /// The reason why a charged purchase was not credited, where the state is `paidNotDelivered`.
  package var cause: UndeliveredCause?
  /// The unfinished processes, oldest first.
  package var underWay: [UnderWay]
  /// The answer's facts of money and delivery; the sentences are made from it.
  package var claims: Set<StatedFact>
  /// Two purchases of the customer for the same thing, where there are.
  package var chargedTwice: ChargedTwice?
  /// Whether another purchase of it begins when the one before it ends.
  package var isStacking = false
  /// For and against, in the order in which they were weighed.
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
  /// The refunded share of the delivered quantity.
  package var refunded: Int
  /// The quantity that support granted.
  package var granted: Int
  /// The part of later purchases that made up for a quantity refunded after its use: paid, and not available.
  package var setOff: Int

  package init(delivered: Int, used: Int, refunded: Int, granted: Int = 0, setOff: Int = 0) {
    self.delivered = delivered
    self.used = used
    self.refunded = refunded
    self.granted = granted
    self.setOff = setOff
  }

  /// Delivered and granted less used less refunded; negative when something refunded had been used.
  package var balance: Int {
    delivered.subtractingClamped(used).subtractingClamped(refunded).addingClamped(granted)
  }

  /// The quantity that was paid later and made up for a refund, less the grants for it.
  package var owed: Int { max(0, setOff.subtractingClamped(granted)) }

  /// The part of purchases that made up for quantities refunded after their use, from the changes in their order.
  ///
  /// - Parameter changes: The change of the balance by each event, and whether it was a purchase.
  package static func setOff(by changes: [(date: Timestamp, amount: Int, isBought: Bool)]) -> Int {
    var balance = 0
    var setOff = 0
    // At one instant additions come first: a quantity is available before it is used.
    for change in changes.sorted(by: { ($0.date, $1.amount) < ($1.date, $0.amount) }) {
      if change.isBought, balance < 0 {
        setOff = setOff.addingClamped(min(change.amount, 0.subtractingClamped(balance)))
      }
      balance = balance.addingClamped(change.amount)
    }
    return setOff
  }

  /// How much of a delivered quantity a refund takes back.
  ///
  /// - Parameter percentage: Apple's `revocationPercentage` in milliunits (50000 is 50 %); absent means the whole. The
  ///   share is rounded to whole purchases, a half in the customer's favour.
  package static func refundedShare(of quantity: Int, percentage: Int32?) -> Int {
    guard let percentage, percentage < 100_000 else { return quantity }
    guard percentage > 0, quantity > 0 else { return 0 }
    let (whole, rest) = quantity.quotientAndRemainder(dividingBy: 100_000)
    let part = rest * Int(percentage)
    return whole * Int(percentage) + part / 100_000 + (part % 100_000 > 50_000 ? 1 : 0)
  }
}

extension Int {
  /// The sum, or the nearest number where it does not fit.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other > 0 ? .max : .min
  }

  /// The difference, or the nearest number where it does not fit.
  func subtractingClamped(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    guard overflow else { return difference }
    return other > 0 ? .min : .max
  }
}

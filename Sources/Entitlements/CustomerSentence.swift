package import StoreModel

/// What is known of a product when a customer asks about it: everything that the sentence for the customer is made from.
package struct CustomerSentence: Hashable, Sendable {
  package var state: EntitlementState
  package var entitled = false
  /// The product's name, as the customer knows it.
  package var product: String
  package var type: ProductType = .nonConsumable
  package var balance: Int?
  package var cause: UndeliveredCause?
  /// What the answer states as facts.
  package var claims: Set<StatedFact> = []
  /// When access ends or ended.
  package var expires: Timestamp?
  /// When what is waited for ends, or is looked at again.
  package var until: Timestamp?
  package var renewal: ComingRenewal?
  /// What the next period costs, in words, and the name of its product, where it is another one.
  package var nextPrice: String?
  package var nextProduct: String?
  /// Why it was taken back, where it was.
  package var ending: RevocationCause?
  package var isShared = false
  /// Whether Apple declined a refund that was asked for.
  package var isRefundDeclined = false
  /// Whether the purchase that stands is another user's.
  package var isAnotherUsers = false
  /// Whether the App Store was ever asked for what the Apple Account has.
  package var isChecked = true
  /// When it begins, where it was chosen for the next renewal.
  package var begins: Timestamp?
  /// Whether a request for it waits for approval.
  package var isAskedFor = false
  package var now: Timestamp

  package init(_ state: EntitlementState, product: String, now: Timestamp) {
    (self.state, self.product, self.now) = (state, product, now)
  }

  /// What the customer may be told.
  package var text: CustomerText {
    switch state {
    case .unconfirmed: .unconfirmed(product: product)
    case .refundAsked: .refundAsked
    case .notInCatalogue: entitled ? .fine(product: product) : .notPurchased(product: product)
    case .subscribed: subscribed
    case .purchased: purchased
    case .creditedToUser: .fine(product: product)
    case .grantedByUs: .granted(product: product, until: expires.day)
    case .gracePeriod: .grace(until: expires.day)
    case .renewalAwaited: .renewalAwaited
    case .paidNotDelivered: undelivered
    case .chargeUnknown: .chargeUnknown(by: lookingAgain)
    case .interrupted: .interrupted
    case .pending: .waitingForApproval
    case .billingRetry: .billingRetry
    case .upgraded: .anotherPlan(product: product)
    case .refunded: isFree ? .takenBackFree : .refunded
    case .revoked: revoked
    case .expired:
      type == .autoRenewableSubscription && expires.known != nil
        ? .expired(on: expires.day) : .ended(product: product)
    case .verificationFailed: .notVerified
    case .notPurchased: notPurchased
    }
  }

  private var isFree: Bool {
    let isCharged = claims.contains {
      switch $0 {
      case .charged, .refunded: true
      default: false
      }
    }
    return !isCharged
      && claims.contains {
        switch $0 {
        case .free, .takenBack: true
        default: false
        }
      }
  }

  /// By when it is looked at again: the instant that is known, else within a day.
  private var lookingAgain: String {
    until.map { Optional($0).minute } ?? Optional(now.adding(milliseconds: Timestamp.millisecondsPerDay)).day
  }

  private var subscribed: CustomerText {
    if renewal?.renews == false {
      if isShared { return .sharedUntil(product: product, date: expires.day) }
      return isRefundDeclined ? .refundDeclined(until: expires.day) : .cancelled(until: expires.day)
    }
    guard !isShared, let renewal, let date = renewal.date ?? expires else { return .fine(product: product) }
    if let nextPrice, renewal.awaitsConsent {
      return .priceConsent(product: product, price: nextPrice, date: Optional(date).day)
    }
    if let nextProduct { return .fineUntilChange(product: product, next: nextProduct, date: Optional(date).day) }
    if let nextPrice, renewal.isAnotherPrice, !renewal.isOffer {
      return .priceNotice(product: product, price: nextPrice, date: Optional(date).day)
    }
    return .fine(product: product)
  }

  private var purchased: CustomerText {
    guard type == .consumable, let balance else { return .fine(product: product) }
    if balance < 0 { return .refundedAfterUse(product: product) }
    return balance == 0 ? .usedUp(product: product) : .left(balance, product: product)
  }

  private var undelivered: CustomerText {
    switch cause {
    case .overdue: isFree ? .givenUpFree : .givenUp
    // What Apple signed cannot be read as Apple's word here.
    case .badSignature: .notVerified
    default: isFree ? .notDeliveredFree : .paidNotDelivered(by: lookingAgain)
    }
  }

  private var revoked: CustomerText {
    switch ending {
    case .familyEnded: .familyEnded(product: product)
    case .organisationWithdrew: .organisationEnded(product: product)
    case .movedToBundle: .movedToBundle(product: product)
    default: .withdrawn
    }
  }

  private var notPurchased: CustomerText {
    if isAnotherUsers { return .anotherLogins }
    if isAskedFor { return .waitingForApproval }
    if let begins { return .planBegins(product: product, date: Optional(begins).day) }
    if type == .consumable, let balance, balance != 0 { return purchased }
    return isChecked || type == .consumable ? .notPurchased(product: product) : .newPhone
  }
}

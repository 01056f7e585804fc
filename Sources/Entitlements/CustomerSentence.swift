package import AppStoreModel
package import Core

/// The input of the sentence for the customer: everything known about a product.
package struct CustomerSentence: Hashable, Sendable {
  package var state: EntitlementState
  package var entitled = false
  /// The product's name, as the customer knows it.
  package var product: String
  package var type: ProductType = .nonConsumable
  package var balance: Int?
  /// Whether the user used any of the consumable; of what was not used, none is left only after a refund.
  package var isUsed = true
  package var cause: UndeliveredCause?
  /// Whether no valid signature proves the purchase that was not delivered.
  package var isUnproven = false
  /// The facts that the sentence may state.
  package var claims: Set<StatedFact> = []
  /// When access ends or ended.
  package var expires: Timestamp?
  /// When the waiting ends, or support checks again.
  package var until: Timestamp?
  package var renewal: ComingRenewal?
  /// The price of the next period in words, and the name of its product if the product changes.
  package var nextPrice: String?
  package var nextProduct: String?
  /// Why the purchase was revoked, where it was.
  package var ending: RevocationCause?
  package var isShared = false
  /// Whether Apple declined a requested refund.
  package var isRefundDeclined = false
  /// Whether another user owns the purchase that is in effect.
  package var isAnotherUsers = false
  /// Whether the App Store was ever asked about the Apple Account's purchases.
  package var isChecked = true
  /// Whether the app server's answer about the user is missing; then a purchase made elsewhere may be unknown.
  package var awaitsServer = false
  /// When the product begins, where the customer chose it for the next renewal.
  package var begins: Timestamp?
  /// Whether it is unknown whether the active plan of the group was renewed, or became this product.
  package var awaitsRenewal = false
  /// The state of the product that replaced it in its group, where this device knows one.
  package var replacement: EntitlementState?
  /// Whether a purchase of it is known that cannot count, because its product type is unknown.
  package var isOfUnknownType = false
  /// Whether the newest purchase of a type that Till does not know was refunded.
  package var isRefundedOfUnknownType = false
  /// Whether a request for the product waits for approval.
  package var isAskedFor = false
  package var now: Timestamp

  package init(_ state: EntitlementState, product: String, now: Timestamp) {
    (self.state, self.product, self.now) = (state, product, now)
  }

  /// The sentence for the customer.
  package var text: Words {
    switch state {
    case .unconfirmed: CustomerText.unconfirmed(product: product)
    case .refundAsked: CustomerText.refundAsked
    case .notInCatalogue: entitled ? CustomerText.fine(product: product) : CustomerText.notPurchased(product: product)
    case .subscribed: subscribed
    case .purchased: purchased
    case .creditedToUser: CustomerText.fine(product: product)
    case .grantedByUs: CustomerText.granted(product: product, until: expires.day)
    case .gracePeriod where renewal?.renews == false: CustomerText.cancelled(until: expires.day)
    case .gracePeriod: CustomerText.grace(until: expires.day)
    case .renewalAwaited: CustomerText.renewalAwaited
    case .paidNotDelivered: undelivered
    case .chargeUnknown: CustomerText.chargeUnknown(by: lookingAgain)
    case .interrupted: CustomerText.interrupted
    case .pending: CustomerText.waitingForApproval
    case .billingRetry: CustomerText.billingRetry
    case .upgraded where replacement == .billingRetry: CustomerText.billingRetry
    case .upgraded where replacement?.hasEnded == true: CustomerText.ended(product: product)
    case .upgraded: planBegins ?? CustomerText.anotherPlan(product: product)
    case .refunded where type == .consumable: CustomerText.refundedConsumable
    case .refunded: isFree ? CustomerText.takenBackFree : CustomerText.refunded
    case .revoked: revoked
    case .expired:
      type == .autoRenewableSubscription && expires.known != nil
        ? CustomerText.expired(on: expires.day) : CustomerText.ended(product: product)
    case .verificationFailed: CustomerText.notVerified
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

  /// The time of our next check, to the whole minute; nil when it is unknown or past.
  private var lookingAgain: String? { until.flatMap { now < $0 ? Optional($0.wholeMinute).minute : nil } }

  private var subscribed: Words {
    if renewal?.choice.renews == false {
      let end = (renewal?.commitment?.date ?? expires).day
      if isShared { return CustomerText.sharedUntil(product: product, date: end) }
      if isRefundDeclined { return CustomerText.refundDeclined(until: end) }
      return renewal?.commitment == nil ? CustomerText.cancelled(until: end) : CustomerText.commitmentEnds(end)
    }
    guard !isShared, let renewal, let date = renewal.date ?? expires else { return CustomerText.fine(product: product) }
    if renewal.awaitsConsent {
      let date = Optional(date).day
      return nextPrice.flatMap { renewal.isOffer ? nil : $0 }
        .map { CustomerText.priceConsent(product: product, price: $0, date: date) }
        ?? CustomerText.higherPriceConsent(product: product, date: date)
    }
    if let nextProduct {
      let date = Optional(renewal.choice.date ?? date).day
      return CustomerText.fineUntilChange(product: product, next: nextProduct, date: date)
    }
    if let nextPrice, renewal.isAnotherPrice, !renewal.isOffer, !renewal.isOtherPlan {
      return CustomerText.priceNotice(product: product, price: nextPrice, date: Optional(date).day)
    }
    return CustomerText.fine(product: product)
  }

  private var purchased: Words {
    guard type == .consumable else { return CustomerText.fine(product: product) }
    guard let balance else { return CustomerText.bought(product: product) }
    if balance < 0 { return CustomerText.refundedAfterUse(product: product) }
    if balance > 0 { return CustomerText.left(balance, product: product) }
    return isUsed ? CustomerText.usedUp(product: product) : CustomerText.refundedConsumable
  }

  private var undelivered: Words {
    switch cause {
    case .overdue where isUnproven: CustomerText.notVerified
    case .overdue: isFree ? CustomerText.givenUpFree : CustomerText.givenUp
    // Without a valid signature, the transaction's claims must not be presented as Apple's.
    case .badSignature: CustomerText.notVerified
    default: isFree ? CustomerText.notDeliveredFree : CustomerText.paidNotDelivered(by: lookingAgain)
    }
  }

  private var revoked: Words {
    switch ending {
    case .familyEnded: CustomerText.familyEnded(product: product)
    case .organisationWithdrew: CustomerText.organisationEnded(product: product)
    case .movedToBundle: CustomerText.movedToBundle(product: product)
    default: CustomerText.withdrawn
    }
  }

  /// The sentence for a plan that was chosen for the next period.
  private var planBegins: Words? {
    begins.map { CustomerText.planBegins(product: product, date: Optional($0).day) }
  }

  private var notPurchased: Words {
    if isAnotherUsers { return CustomerText.anotherLogins }
    if isOfUnknownType { return CustomerText.bought(product: product) }
    if isRefundedOfUnknownType { return CustomerText.refunded }
    if isAskedFor { return CustomerText.waitingForApproval }
    if awaitsRenewal { return CustomerText.renewalAwaited }
    if let planBegins { return planBegins }
    if type == .consumable, let balance, balance != 0 { return purchased }
    if awaitsServer { return CustomerText.notChecked(by: lookingAgain) }
    if isChecked { return CustomerText.notPurchased(product: product) }
    return type == .consumable ? CustomerText.notChecked(by: lookingAgain) : CustomerText.newPhone
  }
}

extension EntitlementState {
  /// Whether access by the purchase has ended for good.
  var hasEnded: Bool { [.refunded, .revoked, .expired].contains(self) }
}

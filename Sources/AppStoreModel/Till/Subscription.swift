/// A subscription at the simulated App Store, with its next event.
package struct Subscription: Hashable, Sendable {
  /// The state of a subscription.
  package enum State: String, CaseIterable, Hashable, Sendable {
    /// The subscription is paid until the end of its period.
    case active
    /// A renewal failed; the customer keeps access during the Billing Grace Period.
    case grace
    /// A renewal failed and Apple retries the charge; the customer has no access.
    case retry
    case expired
    /// Apple refunded the newest period, or ended it where nothing had been paid.
    case revoked

    /// Whether the subscription has not ended: it is active, in the grace period or in billing retry.
    package var isRunning: Bool { !isOver }
    /// Whether the subscription has ended, so that it does not change by itself.
    package var isOver: Bool {
      switch self {
      case .active, .grace, .retry: false
      case .expired, .revoked: true
      }
    }
    /// Whether a successful renewal now would be a billing recovery (Apple: BILLING_RECOVERY).
    package var isBillingFailing: Bool {
      switch self {
      case .active: false
      case .grace, .retry, .expired, .revoked: true
      }
    }
  }

  /// The customer's answer to a price increase.
  package enum PriceIncrease: String, CaseIterable, Hashable, Sendable {
    case pending, agreed, refused
  }

  /// The original transaction id, which all periods share, even after the subscription expired and was bought again.
  package var originalTransactionId: String
  /// The transaction id of the newest period.
  package var transactionId: String
  /// The product of the newest period.
  package var productId: String
  package var productName: String
  /// The price of a renewal, formatted for the account's storefront.
  package var displayPrice: String
  /// The Apple Account that pays.
  package var account: String
  package var state: State
  /// Whether the subscription renews at the end of its period.
  package var autoRenew: Bool
  /// Whether the payment of the next renewal is set to fail.
  package var billingFails: Bool
  /// The end of the newest period.
  package var expiresDate: Timestamp
  /// The end of the Billing Grace Period, during that period.
  package var gracePeriodExpiresDate: Timestamp?
  /// When the next event happens: a renewal, the end of the grace period, or the end of billing retry.
  ///
  /// For a subscription that has ended, this is when it ended.
  package var nextDate: Timestamp
  /// The number of renewals since the customer last subscribed.
  package var renewals: Int
  /// The product of the next period, if the customer chose another one.
  package var nextProductId: String?
  package var nextProductName: String?
  /// The customer's answer to a price increase; nil if none was announced.
  package var priceIncrease: PriceIncrease?

  package init(
    originalTransactionId: String, transactionId: String, productId: String, productName: String, displayPrice: String,
    account: String, state: State, autoRenew: Bool, billingFails: Bool, expiresDate: Timestamp,
    gracePeriodExpiresDate: Timestamp? = nil, nextDate: Timestamp, renewals: Int, nextProductId: String? = nil,
    nextProductName: String? = nil, priceIncrease: PriceIncrease? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.transactionId = transactionId
    self.productId = productId
    self.productName = productName
    self.displayPrice = displayPrice
    self.account = account
    self.state = state
    self.autoRenew = autoRenew
    self.billingFails = billingFails
    self.expiresDate = expiresDate
    self.gracePeriodExpiresDate = gracePeriodExpiresDate
    self.nextDate = nextDate
    self.renewals = renewals
    self.nextProductId = nextProductId
    self.nextProductName = nextProductName
    self.priceIncrease = priceIncrease
  }
}

/// The next charge of a subscription, after the paid period.
package struct ComingRenewal: Hashable, Sendable {
  /// The customer's choice for the time after a date.
  package struct Choice: Hashable, Sendable {
    package var renews: Bool
    package var date: Timestamp?
    package var productId: String?
  }

  /// Whether the subscription renews.
  package var renews: Bool
  /// When the App Store charges the next period, or when the subscription ends.
  package var date: Timestamp?
  /// The product of the next period.
  package var productId: String?
  /// The price of the next period, if the App Store stated it.
  package var price: Price?
  /// How long the next payment lasts, if it is known.
  package var period: SubscriptionPeriod?
  /// Whether the price changes for the customer, by an increase that the App Store announced, an offer or another
  /// billing plan.
  package var isAnotherPrice = false
  /// Whether the customer chose another billing plan for the next period.
  package var isOtherPlan = false
  /// Whether an offer applies to the next period.
  package var isOffer = false
  /// Whether the subscription ends unless the customer agrees to the new price, which an offer may put off.
  package var awaitsConsent = false
  /// What follows a commitment of which payments are left; each of them is charged, whatever the customer chose.
  package var commitment: Choice?

  /// The customer's choice: what follows the period, or the commitment.
  package var choice: Choice { commitment ?? Choice(renews: renews, date: date, productId: productId) }
}

extension ComingRenewal {
  /// Reads the next charge from signed data; nil if the App Store has not said whether the subscription renews.
  ///
  /// - Parameters:
  ///   - info: The renewal info of the subscription, signed in the current period or later.
  ///   - current: The transaction of the current period.
  ///   - catalogue: The products by id; their price is used if the App Store names no other.
  package init?(_ info: RenewalInfo, after current: Transaction, catalogue: [String: Product]) {
    guard let status = info.autoRenewStatus else { return nil }
    let isAbout = info.productId == nil || info.productId == current.productId
    let productId = isAbout ? info.autoRenewProductId ?? current.productId : current.productId
    let listed = productId.flatMap { catalogue[$0] }
    self.init(
      renews: status != .off, date: current.expiresDate ?? info.renewalDate, productId: productId,
      isOffer: info.offerType != nil)
    if isAbout, let agreed = info.commitmentInfo, current.commitmentInfo?.hasPaymentsLeft == true {
      commitment = Choice(
        renews: agreed.commitmentAutoRenewStatus != .off, date: agreed.commitmentRenewalDate,
        productId: agreed.commitmentAutoRenewProductId ?? productId)
    }
    guard renews else { return }
    period =
      info.offerPeriod.flatMap { SubscriptionPeriod(iso8601: $0) }
      ?? (info.renewalBillingPlanType == .monthly ? .month : listed?.subscriptionPeriod)
    if let next = info.renewalPrice, let currency = info.currency ?? current.currency {
      price = Price(milliunits: next, currency: currency)
    } else if !isOffer, let listed {
      price = Price(milliunits: listed.price, currency: listed.currency)
    }
    // A different price of another product is not a price increase; neither is a return to the regular price.
    guard productId == current.productId else { return }
    // A price increase is one of the billing plan that the customer has now.
    isOtherPlan = info.renewalBillingPlanType.map { $0 != current.billingPlanType } ?? false
    awaitsConsent = commitment == nil && !isOtherPlan && info.priceIncreaseStatus == .customerHasNotResponded
    guard let price, let paid = current.price, price.currency == current.currency else { return }
    isAnotherPrice = price.milliunits != paid && (isOffer || isOtherPlan || info.priceIncreaseStatus != nil)
  }
}

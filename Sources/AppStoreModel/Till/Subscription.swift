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
    /// Apple refunded the newest period.
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

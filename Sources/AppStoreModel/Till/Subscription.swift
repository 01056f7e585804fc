/// A subscription as the simulated App Store has it, with its next event.
package struct Subscription: Hashable, Sendable {
  /// Where it is in its life.
  package enum State: String, CaseIterable, Hashable, Sendable {
    /// Paid until the end of its period.
    case active
    /// A renewal failed; access goes on for a while.
    case grace
    /// A renewal failed and is tried again; no access.
    case retry
    case expired
    /// The newest period was refunded.
    case revoked

    /// Whether Apple still means to renew it.
    package var isRunning: Bool { !isOver }
    /// Whether nothing happens to it any more by itself.
    package var isOver: Bool {
      switch self {
      case .active, .grace, .retry: false
      case .expired, .revoked: true
      }
    }
    /// Whether a renewal now is a billing recovery (Apple: BILLING_RECOVERY).
    package var isBillingFailing: Bool {
      switch self {
      case .active: false
      case .grace, .retry, .expired, .revoked: true
      }
    }
  }

  /// A higher price, as the customer answered it.
  package enum PriceIncrease: String, Hashable, Sendable {
    case pending, agreed, refused
  }

  /// The id that all its periods share, over lapses and returns.
  package var originalTransactionId: String
  /// The newest period's transaction.
  package var transactionId: String
  /// The product of the newest period.
  package var productId: String
  package var productName: String
  /// The price of a renewal, formatted for the account's storefront.
  package var displayPrice: String
  /// The Apple Account that pays.
  package var account: String
  package var state: State
  /// Whether it renews at the end of its period.
  package var autoRenew: Bool
  /// Whether the next renewal's payment fails.
  package var billingFails: Bool
  /// The end of the newest period.
  package var expiresDate: Timestamp
  /// The end of the grace period, while it lasts.
  package var gracePeriodExpiresDate: Timestamp?
  /// When something happens next: the renewal, the end of the grace period or of Apple's attempts; once it is over,
  /// when it ended.
  package var nextDate: Timestamp
  /// Renewals of the present run.
  package var renewals: Int
  /// The product of the next period, where another one was chosen for it.
  package var nextProductId: String?
  package var nextProductName: String?
  /// The customer's answer to a price increase; nil where none was announced.
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

/// A subscription as the simulated App Store has it, with what happens to it next.
package struct AppStoreSubscription: Hashable, Sendable {
  /// Where it is in its life.
  package enum State: String, Hashable, Sendable {
    case active, grace, retry, expired, revoked

    /// Whether nothing happens to it any more by itself.
    package var isOver: Bool { self == .expired || self == .revoked }
  }

  package var originalTransactionId: String
  package var productId: String
  package var productName: String
  /// What a renewal costs, formatted for the account's storefront.
  package var displayPrice: String
  /// The Apple Account that pays.
  package var account: String
  package var state: State
  /// Whether it renews at the end of its period.
  package var autoRenew: Bool
  /// Whether the next renewal's payment fails.
  package var billingFails: Bool
  /// When something happens next: the renewal, the end of the grace period or of Apple's attempts; once it is over, when
  /// it ended.
  package var nextDate: Timestamp
  /// Renewals of the present run.
  package var renewals: Int
  /// The product of the next period, where another one was chosen for it.
  package var nextProductName: String?
  /// What the customer said to a higher price that was announced; nil where none was.
  package var priceIncrease: PriceIncrease?

  /// A higher price, as the customer answered it.
  package enum PriceIncrease: String, Hashable, Sendable {
    case pending, agreed, refused
  }

  package init(
    originalTransactionId: String, productId: String, productName: String, displayPrice: String, account: String,
    state: State, autoRenew: Bool, billingFails: Bool, nextDate: Timestamp, renewals: Int,
    nextProductName: String? = nil, priceIncrease: PriceIncrease? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.productName = productName
    self.displayPrice = displayPrice
    self.account = account
    self.state = state
    self.autoRenew = autoRenew
    self.billingFails = billingFails
    self.nextDate = nextDate
    self.renewals = renewals
    self.nextProductName = nextProductName
    self.priceIncrease = priceIncrease
  }
}

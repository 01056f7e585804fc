package import StoreModel

/// How a subscription stands at the App Store.
package struct SimulatedSubscription: Hashable, Sendable {
  /// Where it is in its life.
  package enum State: String, Hashable, Sendable {
    case active, grace, retry, expired, revoked
  }

  /// The id that all its periods share, over lapses and returns.
  package let originalTransactionId: String
  /// The newest period's transaction.
  package let transactionId: String
  /// The product of the newest period.
  package let productId: String
  /// The Apple Account that pays.
  package let account: String
  /// Where it is in its life.
  package let state: State
  /// Whether it renews at the end of its period.
  package let autoRenew: Bool
  /// Whether the next renewal fails.
  package let billingFails: Bool
  /// The end of the newest period.
  package let expiresDate: Timestamp
  /// The end of the grace period, while it lasts.
  package let gracePeriodExpiresDate: Timestamp?
  /// The product of the next period, where another one was chosen for it.
  package let nextProductId: String?
  /// Whether a price increase waits for the customer's answer, was agreed to or refused; nil where there is none.
  package let priceIncrease: String?
  /// Renewals of the present run; it ends after twelve.
  package let renewals: Int

  init(_ row: SubscriptionRow) {
    originalTransactionId = String(row.originalId)
    transactionId = String(row.latestId)
    productId = row.productId
    account = row.account
    state =
      switch row.state {
      case .active: .active
      case .grace: .grace
      case .retry: .retry
      case .expired: .expired
      case .revoked: .revoked
      }
    autoRenew = row.autoRenew
    billingFails = row.billingFails
    expiresDate = Timestamp(milliseconds: row.expiresDate)
    gracePeriodExpiresDate = row.graceEnd.map(Timestamp.init(milliseconds:))
    nextProductId = row.nextProductId
    priceIncrease = row.consent?.rawValue
    renewals = row.renewals
  }
}

package import StoreModel

/// How a subscription stands at the App Store.
package struct SimulatedSubscription: Hashable, Sendable {
  /// Where it is in its life.
  package enum State: String, Hashable, Sendable {
    case active, grace, retry, expired, revoked
  }

  package let originalTransactionId: String
  /// The newest period's transaction.
  package let transactionId: String
  package let productId: String
  package let account: String
  package let state: State
  package let autoRenew: Bool
  /// Whether the next renewal fails.
  package let billingFails: Bool
  package let expiresDate: Timestamp
  /// The end of the grace period, while it lasts.
  package let gracePeriodExpiresDate: Timestamp?
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
    renewals = row.renewals
  }
}

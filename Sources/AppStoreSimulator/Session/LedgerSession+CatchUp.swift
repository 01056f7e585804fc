import StoreKitFiles
import StoreModel

/// What happens by itself: renewals, failed renewals, the ends of grace and of billing retry.
///
/// Events happen in the order of their instants (then of the subscriptions' ids), each at its own instant, so that a
/// ledger opened later shows the same as one that was watched.
extension LedgerSession {
  /// Lets everything happen that is due up to an instant, which `now` is afterwards.
  ///
  /// - Throws: a `SimulatorError` of kind `usage` when one subscription would renew more often than a jump may cause.
  mutating func catchUp(to end: Int64) throws {
    var renewals: [Int64: Int] = [:]
    while var subscription = try nextDueSubscription(), let due = subscription.dueDate, due <= end {
      now = max(now, due)
      if try happen(to: &subscription, at: due) {
        let count = renewals[subscription.originalId, default: 0] + 1
        guard count <= limits.perJump else {
          throw SimulatorError(
            .usage,
            "\(subscription.productId) would renew more than \(limits.perJump) times: take smaller steps"
          )
        }
        renewals[subscription.originalId] = count
      }
    }
    now = max(now, end)
  }

  /// The due event of one subscription.
  ///
  /// - Returns: Whether it renewed.
  private mutating func happen(to subscription: inout SubscriptionRow, at due: Int64) throws -> Bool {
    switch subscription.state {
    case .active:
      return try endOfPeriod(of: &subscription)
    case .grace where subscription.autoRenew && subscription.retryEnd.map({ $0 > due }) == true:
      subscription.state = .retry
      subscription.graceEnd = nil
      try change(&subscription)
      try notify(.gracePeriodExpired, about: subscription.latestId)
    case .grace:
      try end(&subscription, intent: subscription.autoRenew ? .billingError : .customerCancelled)
    case .retry:
      try end(&subscription, intent: .billingError)
    case .expired, .revoked:
      break
    }
    return false
  }

  /// A paid period is over: it renews, fails to, or ends.
  private mutating func endOfPeriod(of subscription: inout SubscriptionRow) throws -> Bool {
    // Who chose another product for the next period is not asked about this one's price.
    let isAsked = subscription.nextProductId == nil
    guard !isAsked || subscription.consent != .pending && subscription.consent != .refused else {
      try end(&subscription, intent: .customerDidNotConsentToPriceIncrease)
      return false
    }
    guard subscription.autoRenew, subscription.renewals < limits.perRun else {
      try end(&subscription, intent: .customerCancelled)
      return false
    }
    guard let product = catalogue.product(subscription.renewingProductId), let period = product.subscription?.period
    else {
      try end(&subscription, intent: .productNotAvailable)
      return false
    }
    guard subscription.billingFails else {
      try renew(&subscription, product, .onTime)
      return true
    }
    let end = Timestamp(milliseconds: subscription.expiresDate)
    subscription.retryEnd = end.adding(milliseconds: state.rate.billingRetry).milliseconds
    if state.grace {
      subscription.state = .grace
      subscription.graceEnd = end.adding(milliseconds: state.rate.gracePeriod(for: period)).milliseconds
    } else {
      subscription.state = .retry
    }
    try change(&subscription)
    try notify(
      .didFailToRenew, subscription.state == .grace ? .gracePeriod : nil, about: subscription.latestId)
    return false
  }
}

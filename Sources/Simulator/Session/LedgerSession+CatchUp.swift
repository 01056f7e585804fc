import AppStoreModel
import Core

/// Automatic events: renewals, failed renewals, and the ends of grace period and billing retry.
///
/// They happen in the order of their dates, then of the subscription ids, and each is stored with its own date. A
/// ledger that is opened later therefore shows the same as one that was open all the time.
extension LedgerSession {
  /// Runs the events that are due up to a time, and sets `now` to that time.
  ///
  /// - Parameter isAsked: Whether a person moved the clock. If not, and one subscription reaches the limit of renewals,
  ///   the App Store's clock is set back to stop there instead of throwing.
  /// - Throws: a `StoreError` of kind `usage` if one subscription would renew more often than `RenewalLimits` allows.
  mutating func catchUp(to end: Int64, isAsked: Bool = true) throws {
    var renewals: [Int64: Int] = [:]
    while let due = try nextDueDate(), due <= end, var subscription = try nextDueSubscription() {
      now = max(now, due)
      if try happen(to: &subscription, at: due) {
        let count = renewals[subscription.originalId, default: 0] + 1
        guard count <= limits.perJump else {
          guard isAsked else { return state.clockOffset -= end - now }
          throw StoreError(
            .usage,
            say("\(subscription.productId) would renew more than \(limits.perJump) times; use smaller steps")
          )
        }
        renewals[subscription.originalId] = count
      }
    }
    now = max(now, end)
  }

  /// Runs the due event of one subscription.
  ///
  /// - Returns: Whether the subscription was due to renew and did.
  private mutating func happen(to subscription: inout SubscriptionRow, at due: Int64) throws -> Bool {
    switch subscription.state {
    case .active:
      return try endOfPeriod(of: &subscription)
    case .grace where subscription.renewsNext && subscription.retryEnd.map({ $0 > due }) == true:
      subscription.state = .retry
      subscription.graceEnd = nil
      try change(&subscription)
      try notify(.gracePeriodExpired, about: subscription.latestId)
    case .grace:
      try end(&subscription, intent: subscription.renewsNext ? .billingError : .customerCancelled)
    case .retry:
      try end(&subscription, intent: .billingError)
    case .expired, .revoked:
      break
    }
    return false
  }

  /// How many renewals a subscription gets before it ends: the chosen number, or the subscription rate's default.
  private var renewalLimit: Int {
    guard let chosen = state.renewalLimit else { return state.rate.renewalLimit ?? .max }
    return chosen == 0 ? .max : chosen
  }

  /// Ends a paid period: the subscription renews, fails to renew, or expires.
  private mutating func endOfPeriod(of subscription: inout SubscriptionRow) throws -> Bool {
    guard !subscription.needsConsent else {
      try end(&subscription, intent: .customerDidNotConsentToPriceIncrease)
      return false
    }
    guard subscription.isCommitted || subscription.autoRenew && subscription.renewals < renewalLimit else {
      try end(&subscription, intent: .customerCancelled)
      return false
    }
    guard let product = product(subscription.nextChargedProductId, of: subscription.account),
      let period = product.subscription?.period
    else {
      try end(&subscription, intent: .productNotAvailable)
      return false
    }
    subscription.billingFails = subscription.billingFails || state.failsRenewals
    guard subscription.billingFails else {
      try renew(&subscription, product, .onTime)
      return true
    }
    let end = Timestamp(milliseconds: subscription.expiresDate)
    subscription.retryEnd = end.adding(milliseconds: state.rate.billingRetry).milliseconds
    if try hasGrace(subscription) {
      let grace = state.rate.gracePeriod(for: period, days: state.settings.graceDays)
      subscription.state = .grace
      subscription.graceEnd = end.adding(milliseconds: grace).milliseconds
    } else {
      subscription.state = .retry
    }
    try change(&subscription)
    try notify(
      .didFailToRenew, subscription.state == .grace ? .gracePeriod : nil, about: subscription.latestId)
    return false
  }

  /// Returns whether a Billing Grace Period follows the failed renewal of a subscription.
  private func hasGrace(_ subscription: SubscriptionRow) throws -> Bool {
    let settings = state.settings
    guard settings.grace, identity.environment == .production || settings.graceInSandbox else { return false }
    guard settings.graceIsForPaidPeriods else { return true }
    return try transaction(subscription.latestId).price > 0
  }
}

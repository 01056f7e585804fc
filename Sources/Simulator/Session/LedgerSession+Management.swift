import AppStoreModel
import Core
import Storage

/// Changes to a subscription that Apple or the customer makes in the App Store.
extension LedgerSession {
  /// Renews now: auto-renewal is on again, and billing periods are counted from now.
  mutating func forceRenewal(of name: String, account: String) throws -> SubscriptionRow {
    var row = try runningSubscription(name, account: account)
    guard !row.billingFails else {
      throw StoreError(
        .failed,
        say("billing of \(row.productId) fails; resolve the billing problem of \(row.productId) first"))
    }
    guard let product = product(row.renewingProductId, of: row.account) else {
      throw StoreError(
        .productUnavailable, say("\(row.renewingProductId) is no longer in the catalogue, so it cannot renew"))
    }
    row.autoRenew = true
    // A price increase without the customer's consent is dropped.
    row.nextPrice = row.consent == .agreed ? row.nextPrice : nil
    row.consent = nil
    try renew(&row, product, .now)
    return row
  }

  /// Ends a subscription now: auto-renewal is off, and the newest period expires at this time.
  mutating func expire(_ name: String, account: String) throws -> SubscriptionRow {
    var row = try runningSubscription(name, account: account)
    if row.state == .active {
      var period = try transaction(row.latestId)
      period.expiresDate = max(now, period.purchaseDate)
      try stateAnew(&period)
      try connection.update(period)
      row.expiresDate = max(now, period.purchaseDate)
    }
    try end(&row, intent: .customerCancelled)
    return row
  }

  /// Switches auto-renewal on or off.
  mutating func setAutoRenew(_ isOn: Bool, of name: String, account: String) throws -> SubscriptionRow {
    var row = try runningSubscription(name, account: account)
    try setAutoRenew(isOn, of: &row)
    return row
  }

  /// Lets the charges of a subscription fail from the next renewal on, or succeed again.
  ///
  /// When they succeed again during the grace period, the billing dates stay; during billing retry, periods are counted
  /// from now.
  @discardableResult
  mutating func setBilling(fails: Bool, of name: String, account: String) throws -> SubscriptionRow {
    var row = try runningSubscription(name, account: account)
    guard row.billingFails != fails else { return row }
    row.billingFails = fails
    guard !fails, row.state.isBillingFailing, row.autoRenew else {
      try connection.update(row)
      return row
    }
    guard let product = product(row.renewingProductId, of: row.account) else {
      try end(&row, intent: .productNotAvailable)
      return row
    }
    try renew(&row, product, row.state == .grace ? .onTime : .now)
    return row
  }

  func runningSubscription(_ name: String, account: String) throws -> SubscriptionRow {
    let row = try subscription(named: name, account: account)
    guard row.state.isRunning else {
      throw StoreError(
        .failed, say("the subscription \(row.productId) of \(account) is \(row.state.rawValue); buy it again first"))
    }
    return row
  }
}

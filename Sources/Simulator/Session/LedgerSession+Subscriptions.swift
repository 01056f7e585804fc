import AppStoreModel
import Core
import Storage

/// The steps in a subscription's life; each signs and stores its changes.
extension LedgerSession {
  /// The start of a new period.
  enum PeriodStart: Hashable {
    /// The period starts at the end of the previous one; billing dates stay.
    case onTime
    /// The period starts now; later periods are counted from now.
    case now
  }

  /// Charges and starts one more period.
  mutating func renew(
    _ subscription: inout SubscriptionRow, _ product: ConfiguredProduct, _ start: PeriodStart,
    reason: TransactionReason = .renewal
  ) throws {
    let offer = subscription.nextOffer
    let price = renewalPrice(of: subscription) ?? product.price
    let isRecovery = subscription.state.isBillingFailing
    let begin = start == .onTime ? subscription.expiresDate : try nextPeriodDate(after: subscription.latestId)
    var plan = continued(subscription, product, at: begin)
    let period =
      offer?.applied.period ?? self.period(of: product, plan: plan?.type) ?? subscription.anchor.period
    subscription.anchor =
      start == .onTime
      ? subscription.anchor.continued(rate: state.rate, period: period)
      : BillingAnchor(date: begin, periods: 1, rate: state.rate, period: period)
    plan?.countEnd(from: subscription.anchor)
    if !subscription.isCommitted {
      settlePrice(of: &subscription, product)
      settleOffer(of: &subscription, product)
    }
    subscription.plan = plan
    subscription.state = .active
    subscription.expiresDate = subscription.anchor.end
    subscription.graceEnd = nil
    subscription.retryEnd = nil
    subscription.expirationIntent = nil
    if reason == .renewal { subscription.renewals += 1 }

    var row = newTransaction(
      id: nextId(), product, account: try account(subscription.account), token: subscription.token, at: begin,
      reason: reason)
    row.originalId = subscription.originalId
    row.originalPurchaseDate = try transaction(subscription.latestId).originalPurchaseDate
    row.expiresDate = subscription.expiresDate
    row.price = price
    row.offer = offer?.applied
    row.plan = plan
    row.webOrderLineItemId = nextId()
    try stateAnew(&row)
    try connection.insert(row)
    subscription.latestId = row.id
    try change(&subscription)
    if reason == .renewal { try notify(.didRenew, isRecovery ? .billingRecovery : nil, about: row.id) }
  }

  /// Applies the customer's choice of product and the agreed price to the period that begins.
  private func settlePrice(of subscription: inout SubscriptionRow, _ product: ConfiguredProduct) {
    if subscription.keepsPlan {
      subscription.price = subscription.nextPrice ?? subscription.price
    } else {
      subscription.price = nil
    }
    subscription.productId = product.id
    subscription.nextProductId = nil
    subscription.nextPlan = nil
    subscription.nextPrice = nil
    subscription.consent = nil
  }

  /// Uses up one charge of the offer.
  private func settleOffer(of subscription: inout SubscriptionRow, _ product: ConfiguredProduct) {
    guard let offer = subscription.offer else { return }
    subscription.offer =
      offer.left > 1 ? RunningOffer(applied: offer.applied, price: offer.price, left: offer.left - 1) : nil
    takeStackedOffer(&subscription, product)
  }

  /// Ends a subscription: no renewal and no billing retry follows.
  mutating func end(_ subscription: inout SubscriptionRow, intent: ExpirationIntent) throws {
    subscription.expire(intent)
    try change(&subscription)
    try notify(.expired, intent.subtype, about: subscription.latestId)
  }

  /// Switches auto-renewal on or off.
  ///
  /// If the customer cancels during billing retry, the subscription ends at once, because no access is left; a commitment
  /// goes on.
  mutating func setAutoRenew(_ isOn: Bool, of subscription: inout SubscriptionRow) throws {
    guard subscription.autoRenew != isOn else { return }
    subscription.autoRenew = isOn
    if isOn { subscription.takeAnnouncedPrice() }
    try change(&subscription)
    try notify(
      .didChangeRenewalStatus, isOn ? .autoRenewEnabled : .autoRenewDisabled, about: subscription.latestId)
    if !isOn, subscription.state == .retry, !subscription.isCommitted {
      try end(&subscription, intent: .customerCancelled)
    }
    try collectOutstanding(&subscription)
  }

  /// Signs a subscription's new renewal information and stores it.
  mutating func change(_ subscription: inout SubscriptionRow) throws {
    try stateAnew(&subscription)
    try connection.update(subscription)
  }

  /// Signs a transaction's new content and stores it.
  mutating func change(_ transaction: inout TransactionRow) throws {
    try stateAnew(&transaction)
    try connection.update(transaction)
  }
}

extension SubscriptionRow {
  /// Accepts an announced price without an answer, or one that was declined: turning auto-renewal on again shows it.
  mutating func takeAnnouncedPrice() {
    if consent != nil { consent = .agreed }
  }

  /// Takes the choices of a purchase that charges nothing now: it renews again, as the customer chose.
  mutating func choose(_ productId: String, plan: BillingPlanType?, _ terms: OfferTerms?) {
    renewAgain(with: productId)
    if let plan { nextPlan = plan == planType ? nil : plan }
    if let terms { offer = terms.running(after: 0) }
  }

  /// Lets the subscription renew with a product of its group; another product than before takes neither a running offer
  /// nor a billing plan along.
  private mutating func renewAgain(with productId: String) {
    // Who returns to the current product is shown its price as well.
    if productId == self.productId, !autoRenew || nextProductId != nil { takeAnnouncedPrice() }
    autoRenew = true
    guard productId != renewingProductId else { return }
    nextProductId = productId == self.productId ? nil : productId
    nextPlan = nil
    offer = nil
  }

  /// Sets all fields to those of an expired subscription, with the reason.
  mutating func expire(_ intent: ExpirationIntent) {
    state = .expired
    autoRenew = false
    graceEnd = nil
    retryEnd = nil
    nextProductId = nil
    offer = nil
    stackedCode = nil
    nextPlan = nil
    plan?.commitment = nil
    expirationIntent = intent
  }
}

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
    guard let product = product(row.nextChargedProductId, of: row.account) else {
      throw StoreError(
        .productUnavailable, say("\(row.nextChargedProductId) is no longer in the catalogue, so it cannot renew"))
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
      try change(&period)
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
    try connection.update(row)
    try collectOutstanding(&row)
    return row
  }

  /// Collects the payment of a failed renewal, if payments succeed again and the subscription renews.
  mutating func collectOutstanding(_ row: inout SubscriptionRow) throws {
    guard !row.billingFails, row.state.isBillingFailing, row.renewsNext else { return }
    guard let product = product(row.nextChargedProductId, of: row.account) else {
      return try end(&row, intent: .productNotAvailable)
    }
    try renew(&row, product, row.state == .grace ? .onTime : .now)
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

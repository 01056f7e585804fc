import AppStoreModel
import Storage

/// A subscription's purchase as its request says, before it is made.
struct SubscriptionSale {
  var change: PlanChange
  /// The account's subscription in the group.
  var current: SubscriptionRow?
  /// The offer; nil for the regular price.
  var terms: OfferTerms?
  /// The billing plan that the request or its offer names.
  var asked: BillingPlanType?
  /// The billing plan; nil if the product has no billing plans.
  var plan: ConfiguredBillingPlan?
  /// The regular price of one payment, in milliunits.
  var price: Int64
  /// The amount that is charged now, in milliunits.
  var charged: Int64 { change.chargesNow ? terms?.price ?? price : 0 }

  /// The subscription with the choices of a purchase that charges nothing now; nil for other purchases.
  func chosen(_ productId: String) -> SubscriptionRow? {
    guard !change.chargesNow, var row = current else { return nil }
    row.choose(productId, plan: asked, terms)
    return row
  }
}

/// Subscribing, and changing the product within a subscription group.
extension LedgerSession {
  /// Returns what a purchase would charge and change; nil if the product is not a subscription.
  ///
  /// - Throws: a `StoreError` with StoreKit's error if the offer or the billing plan cannot be used.
  func sale(
    of product: ConfiguredProduct, to account: AccountRow, offer: PurchaseOffer?, token: String?
  ) throws -> SubscriptionSale? {
    guard product.subscription != nil else { return nil }
    let (change, current) = try planChange(to: product, account: account.name)
    let terms = try terms(of: product, account: account.name, offer: offer, token: token, change)
    let asked: BillingPlanType? = if case .plan(let plan) = offer { plan } else { terms?.plan }
    let plan = try billingPlan(of: product, asked: asked, account: account)
    var sale = SubscriptionSale(
      change: change, current: current, terms: terms, asked: asked, plan: plan, price: plan?.price ?? product.price)
    if change == .owned, let asked, let current {
      // Another billing plan of the current product begins at the renewal, as a product of another duration does.
      if asked == current.nextPlan {
        sale.change = .alreadyChosen
      } else if asked != current.planType {
        sale.change = .crossgradeAtRenewal
      } else if current.nextPlan != nil {
        sale.change = .takenBack
      }
    }
    return sale
  }

  /// Returns what buying a subscription now would change, with the account's current subscription in the group.
  func planChange(
    to product: ConfiguredProduct, account: String
  ) throws -> (change: PlanChange, current: SubscriptionRow?) {
    guard let plan = product.subscription, let row = try subscription(group: plan.groupID, account: account) else {
      return (.first, nil)
    }
    guard row.state == .active || row.state == .grace else { return (.again, row) }
    // While auto-renewal is off, no change is planned: the current and the chosen product would both renew again.
    if row.renewingProductId == product.id || row.productId == product.id, !row.autoRenew { return (.resumed, row) }
    if row.productId == product.id { return (row.nextProductId == nil ? .owned : .takenBack, row) }
    if row.nextProductId == product.id { return (.alreadyChosen, row) }
    guard let current = catalogue.product(row.productId)?.subscription else { return (.upgrade, row) }
    let change = PlanChange(from: current.plan, to: plan.plan)
    // A customer who pays in the grace period is charged now, because the old period is already over.
    return (row.state == .grace && change.waitsForRenewal ? .crossgrade : change, row)
  }

  /// Buys a subscription product and changes the account's subscription in the group accordingly.
  ///
  /// - Returns: The transaction of the new period, or that of the current one if nothing is charged now.
  mutating func subscribe(
    to product: ConfiguredProduct, _ sale: SubscriptionSale, account: AccountRow, id: Int64, token: String?,
    isCorrupted: Bool
  ) throws -> TransactionRow {
    let (change, terms) = (sale.change, sale.terms)
    guard let before = sale.current, var row = sale.chosen(product.id) else {
      var period = newTransaction(id: id, product, account: account, token: token, at: now)
      period.price = sale.charged
      period.offer = terms?.applied
      period.plan = sale.plan.map { BilledPlan(type: $0.type) }
      try begin(&period, product, terms, change, isCorrupted: isCorrupted)
      return period
    }
    // Buying an owned product changes nothing, and writes nothing.
    guard row != before else { return try transaction(row.latestId) }
    try self.change(&row)
    if terms != nil {
      try notify(.offerRedeemed, change.waitsForRenewal ? .downgrade : nil, about: row.latestId)
    } else if change == .owned || change == .resumed || change == .alreadyChosen {
      try notify(.didChangeRenewalStatus, .autoRenewEnabled, about: row.latestId)
    } else {
      try notify(.didChangeRenewalPref, change == .takenBack ? nil : .downgrade, about: row.latestId)
    }
    try collectOutstanding(&row)
    return try transaction(row.latestId)
  }

  /// Begins a period now: a first one, one after a gap, or one that replaces the current period.
  ///
  /// All periods of an account in a group share one original id.
  private mutating func begin(
    _ row: inout TransactionRow, _ product: ConfiguredProduct, _ terms: OfferTerms?, _ change: PlanChange,
    isCorrupted: Bool
  ) throws {
    guard let plan = product.subscription else { return }
    let earlier = try subscription(group: plan.groupID, account: row.account)
    row.purchaseDate = try nextPeriodDate(after: earlier?.latestId)
    let paid = period(of: product, plan: row.plan?.type) ?? plan.period
    let anchor = BillingAnchor(
      date: row.purchaseDate, periods: 1, rate: state.rate, period: terms?.applied.period ?? paid)
    // The commitment begins with the first payment of the regular price, after an offer.
    if terms == nil {
      let begun = commitment(to: product, plan: row.plan?.type, from: row.purchaseDate)
      row.plan?.commitment = begun
    }
    if let earlier {
      row.originalId = earlier.originalId
      row.originalPurchaseDate = try transaction(earlier.latestId).originalPurchaseDate
      if change.replacesPeriod { try supersede(earlier.latestId) }
    }
    row.expiresDate = anchor.end
    row.webOrderLineItemId = nextId()
    try stateAnew(&row, isCorrupted: isCorrupted)
    try connection.insert(row)
    let goesOn = change.replacesPeriod ? earlier : nil
    var run = SubscriptionRow(
      originalId: row.originalId, account: row.account, groupId: plan.groupID, productId: row.productId,
      latestId: row.id, state: .active, autoRenew: true, billingFails: false,
      startDate: goesOn?.startDate ?? row.purchaseDate, expiresDate: anchor.end, renewals: goesOn?.renewals ?? 0,
      anchor: anchor,
      token: row.token, statement: .none, offer: terms?.running(after: 1), plan: row.plan,
      stackedCode: terms?.stackedCode)
    takeStackedOffer(&run, product)
    try stateAnew(&run)
    if earlier == nil { try connection.insert(run) } else { try connection.update(run) }
    if change.replacesPeriod {
      let isRedeemed = terms.map { $0.applied.type != .introductoryOffer } ?? false
      try notify(isRedeemed ? .offerRedeemed : .didChangeRenewalPref, .upgrade, about: row.id)
    } else {
      try notify(.subscribed, earlier == nil ? .initialBuy : .resubscribe, about: row.id)
    }
  }

  /// Returns the start of a period paid now: always later than the previous period's, so that the two dates differ.
  func nextPeriodDate(after id: Int64?) throws -> Int64 {
    guard let id else { return now }
    return max(now, try transaction(id).purchaseDate + 1)
  }

  /// Starts the offer code that was redeemed with an introductory offer, once that offer has no charges left.
  func takeStackedOffer(_ subscription: inout SubscriptionRow, _ product: ConfiguredProduct) {
    guard subscription.offer == nil, let name = subscription.stackedCode else { return }
    subscription.stackedCode = nil
    subscription.offer = product.subscription?.offerCodes.first { $0.offerID == name }
      .flatMap { OfferTerms($0).running(after: 0) }
  }

  /// Marks a period as replaced by an upgrade.
  private mutating func supersede(_ id: Int64) throws {
    var old = try transaction(id)
    old.isUpgraded = true
    try change(&old)
  }

  /// Returns the refund for the unused part of the current period, in milliunits.
  func proratedRefund(of row: SubscriptionRow) throws -> Int64 {
    let period = try transaction(row.latestId)
    guard let end = period.expiresDate, end > now, end > period.purchaseDate else { return 0 }
    let share = Double(end - max(now, period.purchaseDate)) / Double(end - period.purchaseDate)
    return Int64((Double(period.price) * share).rounded())
  }

  /// Returns the price of the next charge, in milliunits; nil if its product is no longer sold.
  func renewalPrice(of row: SubscriptionRow) -> Int64? {
    guard let product = product(row.nextChargedProductId, of: row.account) else { return nil }
    if let offer = row.nextOffer { return offer.price }
    // During a commitment the agreed price stays.
    if row.isCommitted { return row.price ?? price(of: product, plan: row.plan?.type) }
    let price = price(of: product, plan: row.nextPlan ?? row.plan?.type)
    // The customer's own price belongs to the product and its billing plan.
    return row.keepsPlan ? row.nextPrice ?? row.price ?? price : price
  }
}

extension ConfiguredSubscription {
  /// The product's level and period, by which changes within the group are ranked.
  var plan: SubscriptionPlan { SubscriptionPlan(level: groupNumber, period: period) }
}

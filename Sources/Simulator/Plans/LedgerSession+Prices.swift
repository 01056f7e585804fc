import AppStoreModel
import Core
import Storage

/// Price increases.
extension LedgerSession {
  /// Announces a higher price; the customer has to consent, or is only informed.
  ///
  /// - Parameters:
  ///   - price: The new price in milliunits; nil takes a quarter more than the current one.
  ///   - needsConsent: Whether the subscription ends if the customer does not consent.
  mutating func increasePrice(
    of name: String, to price: Int64?, needsConsent: Bool, account: String
  ) throws -> SubscriptionRow {
    var row = try runningSubscription(name, account: account)
    guard row.state == .active else {
      throw StoreError(
        .failed, say("\(row.productId) is in \(row.state.rawValue); a price increase needs an active subscription"))
    }
    guard let product = product(row.productId, of: row.account) else {
      throw StoreError(.productUnavailable, say("\(row.productId) is no longer in the catalogue, so it has no price"))
    }
    let now = row.price ?? self.price(of: product, plan: row.plan?.type)
    let next = price ?? now.addingSaturated(max(now / 4, 1))
    guard next > now else { throw StoreError(.usage, say("the new price must be higher than the current price")) }
    row.nextPrice = next
    row.consent = needsConsent ? .pending : .agreed
    try change(&row)
    try notify(.priceIncrease, needsConsent ? .pending : .accepted, about: row.latestId)
    return row
  }

  /// Stores the customer's answer to a price increase; declining turns off auto-renewal.
  mutating func answerPriceIncrease(agrees: Bool, of name: String, account: String) throws -> SubscriptionRow {
    var row = try runningSubscription(name, account: account)
    guard row.consent == .pending else {
      throw StoreError(
        .failed,
        say("no price increase of \(row.productId) is pending; announce one first"))
    }
    row.consent = agrees ? .agreed : .refused
    if !agrees { row.autoRenew = false }
    try change(&row)
    if agrees {
      try notify(.priceIncrease, .accepted, about: row.latestId)
    } else {
      try notify(.didChangeRenewalStatus, .autoRenewDisabled, about: row.latestId)
    }
    return row
  }
}

/// Purchases on another device of the same account, also in the past.
extension LedgerSession {
  /// Buys on another device; with a date, the purchase and its renewals happen as from that date.
  mutating func purchaseElsewhere(
    _ request: PurchaseRequest, at date: Int64?, _ behavior: PastRenewals
  ) throws -> Purchased {
    guard let date else { return try purchase(request) }
    let end = now
    guard date <= end, date >= 0 else {
      throw StoreError(.usage, say("the purchase date must be before this App Store's time"))
    }
    let group = catalogue.product(request.productId)?.subscription?.groupID
    if let group, let row = try subscription(group: group, account: request.account),
      row.state.isRunning || row.expiresDate > date
    {
      throw StoreError(.failed, say("\(request.account) already had a subscription of the group at that time"))
    }
    now = date
    let answer = try purchase(request)
    if let group, var row = try subscription(group: group, account: request.account) {
      switch behavior {
      case .untilNow: break
      case .cancelImmediately: try setAutoRenew(false, of: &row)
      case .default where row.expiresDate <= end:
        // Missed periods are not charged later: the next period begins now.
        now = end
        guard let product = product(row.productId, of: row.account) else { break }
        try renew(&row, product, .now)
      case .default: break
      }
    }
    try catchUp(to: end)
    return answer
  }
}

/// Promoted purchases: started on the App Store, to be continued in the app.
extension LedgerSession {
  /// Starts a promoted purchase, as a customer does on the product page of the App Store.
  mutating func promote(_ productId: String, account name: String) throws -> PromotedPurchase {
    let account = try account(name)
    guard let product = catalogue.product(productId) else {
      throw StoreError(.productUnavailable, PlanText.notInCatalogue(productId).text)
    }
    try forgetPromotion(of: product.id, account: account.name)
    let id = nextId()
    try connection.execute(
      "INSERT INTO promoted_purchases (id, account, product_id, begun_date) VALUES (?, ?, ?, ?)", id, account.name,
      product.id, now)
    return PromotedPurchase(
      id: String(id), account: account.name, productId: product.id, date: Timestamp(milliseconds: now))
  }

  /// Returns the purchases that were started on the App Store and not yet continued by an app, oldest first.
  func promotedPurchases(of account: String?) throws -> [PromotedPurchase] {
    try connection.rows(
      """
      SELECT id, account, product_id, begun_date FROM promoted_purchases WHERE ? IS NULL OR account = ? ORDER BY id
      """, account, account
    ) { row in
      let id: Int64 = try row["id"]
      return PromotedPurchase(
        id: String(id), account: try row["account"], productId: try row["product_id"],
        date: Timestamp(milliseconds: try row["begun_date"]))
    }
  }

  /// Deletes a promoted purchase, because it was continued or given up.
  func forgetPromotion(of productId: String, account: String) throws {
    try connection.execute("DELETE FROM promoted_purchases WHERE product_id = ? AND account = ?", productId, account)
  }
}

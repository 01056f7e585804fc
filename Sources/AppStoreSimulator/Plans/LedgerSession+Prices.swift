import Database
import StoreKitFiles
import StoreModel

/// Price increases and extensions.
extension LedgerSession {
  /// Apple: at most two extensions in 365 days, of at most 90 days each.
  private static let extensionsPerYear = 2

  /// Announces a higher price, which the customer has to agree to.
  ///
  /// - Parameter price: Milliunits; nil takes a quarter more than now.
  mutating func increasePrice(of name: String, to price: Int64?, account: String) throws -> SubscriptionRow {
    var row = try runningSubscription(name, account: account)
    guard let product = catalogue.product(row.productId) else {
      throw SimulatorError(.productUnavailable, "\(row.productId) is no longer in the catalogue: it has no price")
    }
    let now = row.price ?? product.price
    let next = price ?? now + max(now / 4, 1)
    guard next > now else { throw SimulatorError(.usage, "a price increase needs a price higher than now") }
    row.nextPrice = next
    row.consent = .pending
    try change(&row)
    try notify(.priceIncrease, .pending, about: row.latestId)
    return row
  }

  /// The customer answers a price increase; who refuses loses the subscription at the end of the period.
  mutating func answerPriceIncrease(agrees: Bool, of name: String, account: String) throws -> SubscriptionRow {
    var row = try runningSubscription(name, account: account)
    guard row.consent == .pending else {
      throw SimulatorError(
        .failed, "no price increase of \(row.productId) waits for an answer: `till simulator price-increase` makes one")
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

  /// Extends the running period; the billing cycle begins anew at its new end.
  ///
  /// In real time days are days; at any other rate they act as minutes, as in Apple's sandbox.
  ///
  /// - Throws: a `SimulatorError` of kind `usage` for days that Apple does not allow, `failed` for a subscription that
  ///   cannot be extended, or not again this year.
  mutating func extendRenewal(of name: String, days: Int, account: String) throws -> SubscriptionRow {
    var row = try runningSubscription(name, account: account)
    guard (1...90).contains(days) else {
      throw SimulatorError(.usage, "a renewal date is extended by 1 to 90 days, not by \(days)")
    }
    guard row.state == .active else {
      throw SimulatorError(.failed, "\(row.productId) is in \(row.state.rawValue): only a paid period can be extended")
    }
    let year = now - 365 * Timestamp.millisecondsPerDay
    let recent: Int =
      try first(
        "SELECT count(*) FROM extensions WHERE original_id = ? AND date > ?",
        [row.originalId.databaseValue, year.databaseValue]
      ) { try $0[0] } ?? 0
    guard recent < Self.extensionsPerYear else {
      throw SimulatorError(
        .failed, "\(row.productId) was extended twice in the last 365 days: Apple allows no third time")
    }
    let unit = state.rate == .realTime ? Timestamp.millisecondsPerDay : 60_000
    let end = row.expiresDate + Int64(days) * unit
    var period = try transaction(row.latestId)
    period.expiresDate = end
    try sign(&period)
    try update(period)
    row.expiresDate = end
    row.anchor = BillingAnchor(date: end, periods: 0, rate: row.anchor.rate, period: row.anchor.period)
    try run(
      "INSERT INTO extensions (original_id, date, days) VALUES (?, (SELECT max(?, coalesce(max(date) + 1, 0)) FROM extensions WHERE original_id = ?), ?)",
      [row.originalId.databaseValue, now.databaseValue, row.originalId.databaseValue, days.databaseValue])
    try change(&row)
    try notify(.renewalExtended, about: row.latestId)
    return row
  }
}

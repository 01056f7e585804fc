import StoreKitFiles
import StoreModel

/// Price increases.
extension LedgerSession {
  /// Announces a higher price, which the customer has to agree to, or is only told of.
  ///
  /// - Parameters:
  ///   - price: Milliunits; nil takes a quarter more than now.
  ///   - needsConsent: Whether the subscription ends when the customer does not agree.
  mutating func increasePrice(
    of name: String, to price: Int64?, needsConsent: Bool, account: String
  ) throws -> SubscriptionRow {
    var row = try runningSubscription(name, account: account)
    guard row.state == .active else {
      throw SimulatorError(
        .failed, "\(row.productId) is in \(row.state.rawValue): the price is raised while a paid period runs")
    }
    guard let product = catalogue.product(row.productId) else {
      throw SimulatorError(.productUnavailable, "\(row.productId) is no longer in the catalogue: it has no price")
    }
    let now = row.price ?? product.price
    let next = price ?? now + max(now / 4, 1)
    guard next > now else { throw SimulatorError(.usage, "a price increase needs a price higher than now") }
    row.nextPrice = next
    row.consent = needsConsent ? .pending : .agreed
    try change(&row)
    try notify(.priceIncrease, needsConsent ? .pending : .accepted, about: row.latestId)
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
}

import AppStoreModel
import Core

/// Win-back offers: Apple's offers to customers whose subscription has expired.
extension LedgerSession {
  /// Returns the terms of a win-back offer.
  ///
  /// - Throws: `invalidOfferIdentifier`; `ineligibleForOffer` if the customer has a subscription of the group or never
  ///   had one, or if the file makes customers ineligible.
  func winBackTerms(
    _ id: String, of product: ConfiguredProduct, _ subscription: ConfiguredSubscription, account: String
  ) throws -> OfferTerms {
    guard let found = subscription.winBackOffers.first(where: { $0.offerID == id }) else {
      throw StoreError(.invalidOfferIdentifier, say("\(product.id) has no win-back offer \(safeText(id))"))
    }
    guard try self.subscription(group: subscription.groupID, account: account)?.state == .expired else {
      throw StoreError(
        .ineligibleForOffer, say("only customers whose subscription of the group has expired can use win-back offers"))
    }
    guard found.isEligible else {
      throw StoreError(.ineligibleForOffer, say("the configuration makes no customer eligible for \(safeText(id))"))
    }
    return OfferTerms(found)
  }

  /// Returns the ids of the win-back offers that the customer can redeem, best first (Apple: eligibleWinBackOfferIds).
  ///
  /// It is nil if there are none.
  func eligibleWinBackOfferIds(of row: SubscriptionRow) -> [String]? {
    guard row.state == .expired else { return nil }
    let offers = catalogue.products(inGroup: row.groupId).flatMap { $0.subscription?.winBackOffers ?? [] }
      .filter { $0.isEligible && $0.offerID != nil }
    // Cheaper is better; at the same price longer is better; else the file's order counts.
    let sorted = offers.enumerated().sorted { one, other in
      let (first, second) = (OfferTerms(one.element), OfferTerms(other.element))
      if first.price != second.price { return first.price < second.price }
      let lengths = [first, second].map { Double($0.charges) * $0.applied.period.days }
      return lengths[0] == lengths[1] ? one.offset < other.offset : lengths[0] > lengths[1]
    }
    var ids: [String] = []
    for id in sorted.compactMap(\.element.offerID) where !ids.contains(id) { ids.append(id) }
    return ids.isEmpty ? nil : ids
  }
}

extension SubscriptionPeriod {
  /// The number of days, with 30 for a month and 365 for a year.
  fileprivate var days: Double {
    let unit: Double =
      switch self.unit {
      case .day: 1
      case .week: 7
      case .month: 30
      case .year: 365
      }
    return Double(value) * unit
  }
}

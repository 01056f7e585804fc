import AppStoreModel
import Core

/// Offers to customers who let their subscription end (Apple: win-back offers).
extension LedgerSession {
  /// The charge of a win-back offer.
  ///
  /// - Throws: `invalidOfferIdentifier`; `ineligibleForOffer` for a customer with a subscription of the group, or
  ///   without any earlier one, or whom the file makes ineligible.
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

  /// The win-back offers that a subscription's customer may redeem, the better ones first (Apple:
  /// eligibleWinBackOfferIds); nil where there are none.
  func eligibleWinBackOfferIds(of row: SubscriptionRow) -> [String]? {
    guard row.state == .expired else { return nil }
    let offers = catalogue.products(inGroup: row.groupId).flatMap { $0.subscription?.winBackOffers ?? [] }
      .filter { $0.isEligible && $0.offerID != nil }
    // Free is better than cheap, and longer better than shorter; else the order of the file.
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
  /// Days, a month being 30 and a year 365.
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

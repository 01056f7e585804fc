import Core

/// The prices of a file in other currencies, like the price tiers of App Store Connect.
///
/// They are in Till's own member `_priceTiers`, which Xcode ignores: a list of objects, each with a price by currency.
/// Without it, or for a price that is in no tier, every storefront uses the number in the file, as Xcode does.
struct PriceTiers: Hashable, Sendable {
  private var prices: [Int64: [String: Int64]] = [:]

  var isEmpty: Bool { prices.isEmpty }

  /// Reads the tiers; `currency` is the currency of the prices in the file.
  init(_ json: JSONObject, currency: String) throws(JSONError) {
    for case .object(let tier) in json["_priceTiers"]?.arrayValue ?? [] {
      guard let base = try ConfigurationReader.price(tier, currency) else { continue }
      for name in tier.names { prices[base, default: [:]][name] = try ConfigurationReader.price(tier, name) }
    }
  }

  /// Returns a price of the file in a currency.
  func price(_ milliunits: Int64, in currency: String) -> Int64 { prices[milliunits]?[currency] ?? milliunits }
}

extension ConfiguredProduct {
  /// Returns the product with its prices in a currency.
  func priced(in currency: String, by tiers: PriceTiers) -> ConfiguredProduct {
    guard !tiers.isEmpty else { return self }
    func price(_ milliunits: Int64) -> Int64 { tiers.price(milliunits, in: currency) }
    return ConfiguredProduct(
      id: id, type: type, referenceName: referenceName, internalID: internalID, displayPrice: displayPrice,
      price: price(self.price), localizations: localizations, familyShareable: familyShareable, duration: duration,
      subscription: subscription.map { plan in
        ConfiguredSubscription(
          groupID: plan.groupID, groupNumber: plan.groupNumber, period: plan.period,
          offers: plan.offers.map { offer in
            ConfiguredOffer(
              type: offer.type, offerID: offer.offerID, paymentMode: offer.paymentMode, period: offer.period,
              numberOfPeriods: offer.numberOfPeriods, price: offer.price.map(price), eligibility: offer.eligibility,
              isStackable: offer.isStackable, isEligible: offer.isEligible, billingPlanType: offer.billingPlanType)
          },
          billingPlans: plan.billingPlans.map { plan in
            ConfiguredBillingPlan(
              type: plan.type, price: price(plan.price), commitmentPrice: price(plan.commitmentPrice))
          })
      })
  }
}

import AppStoreModel
import Core

/// Billing plans: a year paid at once, or each month with a commitment of twelve.
extension LedgerSession {
  /// Storefronts in which Apple sells no commitments.
  private static let withoutCommitment: Set = ["USA", "SGP"]

  /// The plan that a purchase is paid by; nil where the product has none.
  ///
  /// - Throws: `invalidOfferIdentifier` for a plan that the product has not, `notAvailableInStorefront`.
  func billingPlan(
    of product: ConfiguredProduct, asked: BillingPlanType?, account: AccountRow
  ) throws -> ConfiguredBillingPlan? {
    let plans = product.subscription?.billingPlans ?? []
    let type = asked ?? (plans.contains { $0.type == .billedUpfront } ? .billedUpfront : plans.first?.type)
    guard let type else { return nil }
    guard let plan = plans.first(where: { $0.type == type }) else {
      // A plan that the file does not list is sold upfront all the same.
      if type == .billedUpfront { return nil }
      throw StoreError(
        .invalidOfferIdentifier, say("\(product.id) has no enabled billing plan \(safeText(type.rawValue))"))
    }
    if let reason = reason(against: plan, account: account) {
      throw StoreError(.notAvailableInStorefront, "\(product.id) by \(safeText(type.rawValue)): \(reason)")
    }
    return plan
  }

  /// Why an account cannot choose a plan.
  func reason(against plan: ConfiguredBillingPlan, account: AccountRow) -> String? {
    plan.type == .monthly && Self.withoutCommitment.contains(account.storefront)
      ? say("not sold with a commitment in \(account.storefront)") : nil
  }

  /// Milliunits of one payment for a product.
  func price(of product: ConfiguredProduct, plan: BillingPlanType?) -> Int64 {
    product.subscription?.billingPlans.first { $0.type == plan }?.price ?? product.price
  }

  /// How long one payment lasts.
  func period(of product: ConfiguredProduct, plan: BillingPlanType?) -> SubscriptionPeriod? {
    guard let period = product.subscription?.period else { return nil }
    return plan == .monthly ? .month : period
  }

  /// A commitment that begins with a payment; nil for a plan without one.
  func commitment(
    to product: ConfiguredProduct, plan: BillingPlanType?, from date: Int64
  ) -> BilledPlan.Commitment? {
    guard plan == .monthly, let subscription = product.subscription,
      let configured = subscription.billingPlans.first(where: { $0.type == .monthly })
    else { return nil }
    let total = max(1, subscription.period.months)
    let anchor = BillingAnchor(date: date, periods: total, rate: state.rate, period: .month)
    return BilledPlan.Commitment(
      number: 1, total: Int32(total), expires: anchor.end, price: configured.commitmentPrice)
  }

  /// The plan of a payment that follows: the next one of a commitment, or the first of a new one.
  func continued(_ subscription: SubscriptionRow, _ product: ConfiguredProduct, at date: Int64) -> BilledPlan? {
    if subscription.isCommitted, var plan = subscription.plan, var commitment = plan.commitment {
      commitment.number += 1
      plan.commitment = commitment
      return plan
    }
    guard let subscribed = product.subscription, !subscribed.billingPlans.isEmpty else { return nil }
    let asked = subscription.nextPlan ?? subscription.plan?.type ?? .billedUpfront
    let type = subscribed.billingPlans.contains { $0.type == asked } ? asked : .billedUpfront
    return BilledPlan(type: type, commitment: commitment(to: product, plan: type, from: date))
  }
}

extension SubscriptionPeriod {
  /// Whole months; none for days and weeks.
  fileprivate var months: Int {
    switch unit {
    case .year: value * 12
    case .month: value
    case .day, .week: 0
    }
  }
}

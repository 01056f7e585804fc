import AppStoreModel
import Core
import Storage

/// Billing plans: a year paid upfront, or twelve monthly payments with a commitment.
extension LedgerSession {
  /// The storefronts in which Apple sells no commitments.
  private static let withoutCommitment: Set = ["USA", "SGP"]

  /// Returns the billing plan of a purchase; nil if the product has no billing plans.
  ///
  /// - Throws: `invalidOfferIdentifier` if the product does not have the requested plan, `notAvailableInStorefront`.
  func billingPlan(
    of product: ConfiguredProduct, asked: BillingPlanType?, account: AccountRow
  ) throws -> ConfiguredBillingPlan? {
    let plans = product.subscription?.billingPlans ?? []
    let type = asked ?? (plans.contains { $0.type == .billedUpfront } ? .billedUpfront : plans.first?.type)
    guard let type else { return nil }
    guard let plan = plans.first(where: { $0.type == type }) else {
      // Upfront billing is always available, even if the file does not list it.
      if type == .billedUpfront { return nil }
      throw StoreError(
        .invalidOfferIdentifier, say("\(product.id) has no enabled billing plan \(safeText(type.rawValue))"))
    }
    if let reason = reason(against: plan, account: account) {
      throw StoreError(.notAvailableInStorefront, "\(product.id) by \(safeText(type.rawValue)): \(reason)")
    }
    return plan
  }

  /// Returns why an account cannot choose a plan; nil if it can.
  func reason(against plan: ConfiguredBillingPlan, account: AccountRow) -> String? {
    plan.type == .monthly && Self.withoutCommitment.contains(account.storefront)
      ? say("not sold with a commitment in \(account.storefront)") : nil
  }

  /// Returns the price of one payment, in milliunits.
  func price(of product: ConfiguredProduct, plan: BillingPlanType?) -> Int64 {
    product.subscription?.billingPlans.first { $0.type == plan }?.price ?? product.price
  }

  /// Returns the time that one payment covers.
  func period(of product: ConfiguredProduct, plan: BillingPlanType?) -> SubscriptionPeriod? {
    guard let period = product.subscription?.period else { return nil }
    return plan == .monthly ? .month : period
  }

  /// Returns the commitment that begins with a first payment; nil for a plan without commitment.
  ///
  /// - Parameter payment: The price of each payment, where the customer's is not the catalogue's.
  func commitment(
    to product: ConfiguredProduct, plan: BillingPlanType?, from date: Int64, payment: Int64? = nil
  ) -> BilledPlan.Commitment? {
    guard plan == .monthly, let subscription = product.subscription,
      let configured = subscription.billingPlans.first(where: { $0.type == .monthly })
    else { return nil }
    let total = max(1, subscription.period.months)
    let anchor = BillingAnchor(date: date, periods: total, rate: state.rate, period: .month)
    let own = payment.flatMap { $0 == configured.price ? nil : $0.multipliedSaturated(by: Int64(total)) }
    return BilledPlan.Commitment(
      number: 1, total: Int32(total), expires: anchor.end, price: own ?? configured.commitmentPrice)
  }

  /// Returns the plan of a renewal: the next payment of the current commitment, or the first of a new one.
  func continued(_ subscription: SubscriptionRow, _ product: ConfiguredProduct, at date: Int64) -> BilledPlan? {
    if subscription.isCommitted, var plan = subscription.plan, var commitment = plan.commitment {
      commitment.number += 1
      plan.commitment = commitment
      return plan
    }
    guard let subscribed = product.subscription, !subscribed.billingPlans.isEmpty else { return nil }
    let asked = subscription.nextPlan ?? subscription.planType
    let type = subscribed.billingPlans.contains { $0.type == asked } ? asked : .billedUpfront
    guard subscription.nextOffer == nil else { return BilledPlan(type: type) }
    let payment = renewalPrice(of: subscription)
    return BilledPlan(type: type, commitment: commitment(to: product, plan: type, from: date, payment: payment))
  }
}

extension SubscriptionPeriod {
  /// The number of whole months; 0 for days and weeks.
  fileprivate var months: Int {
    switch unit {
    case .year: value * 12
    case .month: value
    case .day, .week: 0
    }
  }
}

/// The billing plan of a subscription (Apple: billingPlanType) and its position in the commitment.
struct BilledPlan: Hashable {
  var type: BillingPlanType
  /// The commitment; nil for upfront billing, and during an offer before it.
  var commitment: Commitment?

  /// The monthly payments that the customer has committed to.
  struct Commitment: Hashable {
    /// The number of the current payment, from 1.
    var number: Int32
    /// The number of payments in the commitment.
    var total: Int32
    /// The end of the last month.
    var expires: Int64
    /// The price of all payments together, in milliunits.
    var price: Int64
  }

  /// Counts the commitment's end from the current payment's period: a late payment and an extension move it.
  mutating func countEnd(from anchor: BillingAnchor) {
    guard let commitment else { return }
    var last = anchor
    last.periods += Int(commitment.total - commitment.number)
    self.commitment?.expires = last.end
  }

  /// Whether the commitment has further payments.
  var isCommitted: Bool { commitment.map { $0.number < $0.total } ?? false }
}

extension BilledPlan: ColumnGroup {
  static func columns(_ column: inout Columns<BilledPlan>) throws(DatabaseFault) -> BilledPlan {
    BilledPlan(type: try column("billing_plan", \.type), commitment: try column.group(\.commitment))
  }
}

extension BilledPlan.Commitment: ColumnGroup {
  static func columns(_ column: inout Columns<Self>) throws(DatabaseFault) -> Self {
    Self(
      number: try column("commitment_number", \.number), total: try column("commitment_total", \.total),
      expires: try column("commitment_expires", \.expires), price: try column("commitment_price", \.price))
  }
}

import AppStoreModel
import Storage

/// A subscription of one Apple Account to one group; all its periods have one original id, even after a gap.
struct SubscriptionRow: Hashable {
  var originalId: Int64
  var account: String
  var groupId: String
  var productId: String
  /// The transaction of the newest period.
  var latestId: Int64
  var state: Subscription.State
  var autoRenew: Bool
  /// Whether charges fail because of the customer's payment method.
  var billingFails: Bool
  /// The start of the current run without a gap (Apple: `recentSubscriptionStartDate`).
  var startDate: Int64
  var expiresDate: Int64
  var graceEnd: Int64?
  var retryEnd: Int64?
  /// The renewals in the current run; the sandbox ends a subscription after twelve.
  var renewals: Int
  /// The date from which the billing periods are counted.
  var anchor: BillingAnchor
  var expirationIntent: ExpirationIntent?
  var token: String?
  /// The unsigned renewal information as of its last change; it is signed for each answer.
  var statement: Statement
  /// The product of the next period, if the customer chose another one.
  var nextProductId: String?
  /// The customer's price in milliunits, if it differs from the catalogue's.
  var price: Int64?
  /// The announced higher price in milliunits, until it is paid for the first time.
  var nextPrice: Int64?
  /// The state of the customer's consent to the higher price.
  var consent: Subscription.PriceIncrease?
  /// The offer that applies to the next charges; during a commitment, to those after its end.
  var offer: RunningOffer?
  /// The current billing plan, if the product has billing plans.
  var plan: BilledPlan?
  /// The billing plan from the next commitment on, if the customer chose another one.
  var nextPlan: BillingPlanType?
  /// The offer code that applies after the introductory offer's charges.
  var stackedCode: String?

  /// Whether the customer has committed to pay the next period.
  var isCommitted: Bool { state.isRunning && plan?.isCommitted == true }
  /// Whether the subscription renews at the end of its period, because of auto-renewal or a commitment.
  var renewsNext: Bool { autoRenew || isCommitted }
  /// The product of the next charge: during a commitment always the current one.
  var nextChargedProductId: String { isCommitted ? productId : renewingProductId }

  /// The current billing plan; a product without billing plans is paid upfront.
  var planType: BillingPlanType { plan?.type ?? .billedUpfront }
  /// The offer of the next charge.
  var nextOffer: RunningOffer? { isCommitted ? nil : offer }
  /// Whether the next period is the current product with the current billing plan.
  var keepsPlan: Bool { nextProductId == nil && nextPlan == nil }
  /// Whether the subscription ends with the period, unless the customer agrees to its higher price.
  var needsConsent: Bool { keepsPlan && !isCommitted && (consent == .pending || consent == .refused) }

  /// The product of the next period.
  var renewingProductId: String { nextProductId ?? productId }

  /// Whether an offer code of a product was redeemed for coming charges.
  func hasRedeemed(_ code: String, of productId: String) -> Bool {
    renewingProductId == productId && (stackedCode == code || offer?.applied.id == code)
  }

  /// The date of the subscription's next event; nil if there is none.
  var dueDate: Int64? {
    switch state {
    case .active: expiresDate
    case .grace: graceEnd
    case .retry: retryEnd
    case .expired, .revoked: nil
    }
  }
}

extension SubscriptionRow: StoredRow {
  static let table = Table<SubscriptionRow>("subscriptions", "UNIQUE (account, group_id)")

  static func columns(_ column: inout Columns<SubscriptionRow>) throws(DatabaseFault) -> SubscriptionRow {
    // It is written for the index of what is due, and never read.
    _ = try column("due_date", \.dueDate)
    return SubscriptionRow(
      originalId: try column("original_id", \.originalId, .key),
      account: try column("account", \.account, .fixed, .ofAccount),
      groupId: try column("group_id", \.groupId, .fixed), productId: try column("product_id", \.productId),
      latestId: try column("latest_id", \.latestId, .changing, .ofTransaction), state: try column("state", \.state),
      autoRenew: try column("auto_renew", \.autoRenew), billingFails: try column("billing_fails", \.billingFails),
      startDate: try column("start_date", \.startDate), expiresDate: try column("expires_date", \.expiresDate),
      graceEnd: try column("grace_end", \.graceEnd), retryEnd: try column("retry_end", \.retryEnd),
      renewals: try column("renewals", \.renewals), anchor: try column.group(\.anchor),
      expirationIntent: try column("expiration_intent", \.expirationIntent), token: try column("token", \.token),
      statement: try column("signed", \.statement), nextProductId: try column("next_product_id", \.nextProductId),
      price: try column("price", \.price), nextPrice: try column("next_price", \.nextPrice),
      consent: try column("consent", \.consent), offer: try column.group(\.offer), plan: try column.group(\.plan),
      nextPlan: try column("next_billing_plan", \.nextPlan), stackedCode: try column("stacked_code", \.stackedCode))
  }
}

extension BillingAnchor: ColumnGroup {
  static func columns(_ column: inout Columns<BillingAnchor>) throws(DatabaseFault) -> BillingAnchor {
    BillingAnchor(
      date: try column("anchor_date", \.date), periods: try column("anchor_periods", \.periods),
      rate: try column("anchor_rate", \.rate), period: try column("anchor_period", \.period))
  }
}

/// The limit on a subscription's renewals.
struct RenewalLimits: Hashable, Sendable {
  /// The most renewals of one subscription that a single clock change may cause.
  var perJump = 1_000
}

/// The date from which billing periods are counted.
///
/// Period n ends n periods after that date, so that a subscription begun on 31 January renews on 28 February and 31
/// March.
struct BillingAnchor: Hashable {
  /// The start of the first counted period.
  var date: Int64
  /// The number of periods from `date` to the end of the current one.
  var periods: Int
  /// The subscription rate when counting began; after a change of rate, counting restarts at the next renewal.
  var rate: TimeRate
  var period: SubscriptionPeriod

  /// The end of the current period.
  var end: Int64 {
    let start = Timestamp(milliseconds: date)
    guard let length = rate.duration(of: period) else {
      return start.adding(period, count: periods).milliseconds
    }
    let (total, overflow) = length.multipliedReportingOverflow(by: Int64(periods))
    return start.adding(milliseconds: overflow ? .max : total).milliseconds
  }

  /// Returns the anchor after one more period; if rate or period have changed, counting restarts at the current end.
  func continued(rate: TimeRate, period: SubscriptionPeriod) -> BillingAnchor {
    guard rate == self.rate, period == self.period else {
      return BillingAnchor(date: end, periods: 1, rate: rate, period: period)
    }
    return BillingAnchor(date: date, periods: periods + 1, rate: rate, period: period)
  }
}

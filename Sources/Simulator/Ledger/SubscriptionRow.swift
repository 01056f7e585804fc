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
  /// The offer that applies to the next charges.
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

  /// The product of the next period.
  var renewingProductId: String { nextProductId ?? productId }

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

extension Subscription.State: DatabaseConvertible {}
extension Subscription.PriceIncrease: DatabaseConvertible {}

extension SubscriptionRow {
  static let columns: SQL = """
    original_id, account, group_id, product_id, latest_id, state, auto_renew, billing_fails, start_date, \
    expires_date, grace_end, retry_end, renewals, anchor_date, anchor_periods, anchor_rate, anchor_period, \
    expiration_intent, token, signed, due_date, next_product_id, price, next_price, consent, offer_type, offer_id, \
    offer_discount, offer_period, offer_price, offer_left, billing_plan, commitment_number, commitment_total, \
    commitment_expires, commitment_price, next_billing_plan, stacked_code
    """

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    let intent: Int? = try row["expiration_intent"]
    let rate: Int = try row["anchor_rate"]
    let period: String = try row["anchor_period"]
    let nextPlan: String? = try row["next_billing_plan"]
    self.init(
      originalId: try row["original_id"], account: try row["account"], groupId: try row["group_id"],
      productId: try row["product_id"], latestId: try row["latest_id"],
      state: try row["state"], autoRenew: try row["auto_renew"], billingFails: try row["billing_fails"],
      startDate: try row["start_date"],
      expiresDate: try row["expires_date"], graceEnd: try row["grace_end"], retryEnd: try row["retry_end"],
      renewals: try row["renewals"],
      anchor: BillingAnchor(
        date: try row["anchor_date"], periods: try row["anchor_periods"], rate: TimeRate(rawValue: rate) ?? .realTime,
        period: SubscriptionPeriod(iso8601: period) ?? .month),
      expirationIntent: intent.map(ExpirationIntent.init(rawValue:)), token: try row["token"],
      statement: try row["signed"],
      nextProductId: try row["next_product_id"], price: try row["price"], nextPrice: try row["next_price"],
      consent: try row["consent"],
      offer: try RunningOffer(row: row), plan: try BilledPlan(row: row),
      nextPlan: nextPlan.map(BillingPlanType.init(rawValue:)), stackedCode: try row["stacked_code"])
  }

  var values: [DatabaseValue] {
    [
      originalId.databaseValue, account.databaseValue, groupId.databaseValue, productId.databaseValue,
      latestId.databaseValue, state.databaseValue, autoRenew.databaseValue, billingFails.databaseValue,
      startDate.databaseValue, expiresDate.databaseValue, graceEnd.databaseValue, retryEnd.databaseValue,
      renewals.databaseValue, anchor.date.databaseValue, anchor.periods.databaseValue,
      anchor.rate.rawValue.databaseValue, anchor.period.iso8601.databaseValue,
      (expirationIntent?.rawValue).databaseValue,
      token.databaseValue, statement.databaseValue, dueDate.databaseValue, nextProductId.databaseValue,
      price.databaseValue, nextPrice.databaseValue, consent.databaseValue,
    ] + RunningOffer.values(offer) + BilledPlan.values(plan) + [
      (nextPlan?.rawValue).databaseValue, stackedCode.databaseValue,
    ]
  }
}

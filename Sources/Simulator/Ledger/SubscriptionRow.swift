import AppStoreModel
import Storage

/// An Apple Account's subscription of one group: all its periods, over lapses and returns, have one original id.
struct SubscriptionRow: Hashable {
  var originalId: Int64
  var account: String
  var groupId: String
  var productId: String
  /// The newest period's transaction.
  var latestId: Int64
  var state: Subscription.State
  var autoRenew: Bool
  /// Whether the means of payment fails.
  var billingFails: Bool
  /// When the present unbroken run began (Apple: `recentSubscriptionStartDate`).
  var startDate: Int64
  var expiresDate: Int64
  var graceEnd: Int64?
  var retryEnd: Int64?
  /// Renewals of the present run; the sandbox ends after twelve.
  var renewals: Int
  /// Where the billing cycle is counted from.
  var anchor: BillingAnchor
  var expirationIntent: ExpirationIntent?
  var token: String?
  /// The renewal information as it was stated at its last change; it is signed at the answer.
  var statement: Statement
  /// The product of the next period, where another one was chosen for it.
  var nextProductId: String?
  /// The customer's price, where it is no longer the catalogue's; milliunits.
  var price: Int64?
  /// The higher price that was announced, until it is paid; milliunits.
  var nextPrice: Int64?
  /// The customer's answer to it.
  var consent: Subscription.PriceIncrease?
  /// The offer of charges to come.
  var offer: RunningOffer?
  /// How it is paid, where the product has billing plans.
  var plan: BilledPlan?
  /// How it is paid from the next commitment on, where another plan was chosen.
  var nextPlan: BillingPlanType?
  /// The offer code whose charges come after those of the introductory offer.
  var stackedCode: String?

  /// Whether the customer has promised to pay the next period.
  var isCommitted: Bool { state.isRunning && plan?.isCommitted == true }
  /// Whether it renews at the end of its period, for any reason.
  var renewsNext: Bool { autoRenew || isCommitted }
  /// The product of the next charge.
  var nextChargedProductId: String { isCommitted ? productId : renewingProductId }

  /// The product of the next period.
  var renewingProductId: String { nextProductId ?? productId }

  /// When something happens next by itself; nil when nothing does.
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

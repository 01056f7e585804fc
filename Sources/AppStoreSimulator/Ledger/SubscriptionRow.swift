import Database
import StoreModel

/// An Apple Account's subscription of one group: all its periods, over lapses and returns, have one original id.
struct SubscriptionRow: Hashable {
  enum State: String, DatabaseConvertible {
    /// Paid until `expiresDate`.
    case active
    /// A renewal failed; access goes on until `graceEnd`.
    case grace
    /// A renewal failed and is tried again; no access.
    case retry
    case expired
    /// The newest period was refunded.
    case revoked

    /// Whether Apple still means to renew it.
    var isRunning: Bool { self == .active || self == .grace || self == .retry }
  }

  var originalId: Int64
  var account: String
  var groupId: String
  var productId: String
  /// The newest period's transaction.
  var latestId: Int64
  var state: State
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
  /// The newest signed renewal information without its header segment.
  var signed: String
  /// The product of the next period, where another one was chosen for it.
  var nextProductId: String?
  /// What the customer pays, where that is no longer the catalogue's price; milliunits.
  var price: Int64?
  /// The higher price that was announced, until it is paid; milliunits.
  var nextPrice: Int64?
  /// What the customer said to it.
  var consent: Consent?
  /// The offer of charges to come.
  var offer: RunningOffer?

  /// What a customer said to a price increase.
  enum Consent: String, DatabaseConvertible {
    case pending, agreed, refused
  }

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

extension SubscriptionRow {
  static let columns: SQL = """
    original_id, account, group_id, product_id, latest_id, state, auto_renew, billing_fails, start_date, \
    expires_date, grace_end, retry_end, renewals, anchor_date, anchor_periods, anchor_rate, anchor_period, \
    expiration_intent, token, signed, due_date, next_product_id, price, next_price, consent, offer_type, offer_id, \
    offer_discount, offer_period, offer_price, offer_left
    """

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    let intent: Int? = try row[17]
    let rate: Int = try row[15]
    let period: String = try row[16]
    self.init(
      originalId: try row[0], account: try row[1], groupId: try row[2], productId: try row[3], latestId: try row[4],
      state: try row[5], autoRenew: try row[6], billingFails: try row[7], startDate: try row[8],
      expiresDate: try row[9], graceEnd: try row[10], retryEnd: try row[11], renewals: try row[12],
      anchor: BillingAnchor(
        date: try row[13], periods: try row[14], rate: TimeRate(rawValue: rate) ?? .realTime,
        period: SubscriptionPeriod(iso8601: period) ?? .month),
      expirationIntent: intent.map(ExpirationIntent.init(rawValue:)), token: try row[18], signed: try row[19],
      nextProductId: try row[21], price: try row[22], nextPrice: try row[23], consent: try row[24],
      offer: try RunningOffer(row: row, at: 25))
  }

  var values: [DatabaseValue] {
    [
      originalId.databaseValue, account.databaseValue, groupId.databaseValue, productId.databaseValue,
      latestId.databaseValue, state.databaseValue, autoRenew.databaseValue, billingFails.databaseValue,
      startDate.databaseValue, expiresDate.databaseValue, graceEnd.databaseValue, retryEnd.databaseValue,
      renewals.databaseValue, anchor.date.databaseValue, anchor.periods.databaseValue,
      anchor.rate.rawValue.databaseValue, anchor.period.iso8601.databaseValue,
      (expirationIntent?.rawValue).databaseValue,
      token.databaseValue, signed.databaseValue, dueDate.databaseValue, nextProductId.databaseValue,
      price.databaseValue, nextPrice.databaseValue, consent.databaseValue,
    ] + RunningOffer.values(offer)
  }
}

import AppStoreModel

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
      return Timestamp.billingDate(anchor: start, period: period, index: periods).milliseconds
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

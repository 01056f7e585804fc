import AppStoreModel

/// How often a subscription may renew.
struct RenewalLimits: Hashable, Sendable {
  /// Renewals of one subscription that one jump of the clock may cause.
  var perJump = 1_000
}

/// Where a billing cycle is counted from: period n ends n periods after the date, so that a subscription of 31 January
/// renews on 28 February and on 31 March.
struct BillingAnchor: Hashable {
  /// When the cycle began.
  var date: Int64
  /// Periods between the date and the end of the present one.
  var periods: Int
  /// The rate in force when the cycle began; another rate begins a new cycle with the next renewal.
  var rate: TimeRate
  var period: SubscriptionPeriod

  /// When the present period ends.
  var end: Int64 {
    let start = Timestamp(milliseconds: date)
    guard let length = rate.duration(of: period) else {
      return Timestamp.billingDate(anchor: start, period: period, index: periods).milliseconds
    }
    let (total, overflow) = length.multipliedReportingOverflow(by: Int64(periods))
    return start.adding(milliseconds: overflow ? .max : total).milliseconds
  }

  /// The cycle after one more period at a rate: it goes on, or begins anew where rate or period are no longer the same.
  func continued(rate: TimeRate, period: SubscriptionPeriod) -> BillingAnchor {
    guard rate == self.rate, period == self.period else {
      return BillingAnchor(date: end, periods: 1, rate: rate, period: period)
    }
    return BillingAnchor(date: date, periods: periods + 1, rate: rate, period: period)
  }
}

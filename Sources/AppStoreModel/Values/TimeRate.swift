/// How much faster subscriptions run in a test store.
///
/// The raw values are those of `SKTestTimeRate`, and of `_timeRate` in `.storekit` files. A rate shortens only
/// subscription periods, grace periods and billing retry; the clock itself runs at normal speed.
package enum TimeRate: Int, Hashable, Sendable, CaseIterable {
  /// Subscription periods have their real length.
  case realTime = 0
  /// One day of a subscription period lasts one hour; Apple has deprecated this rate.
  case oneHourIsOneDay = 1
  /// One day of a subscription period lasts 30 minutes; Apple has deprecated this rate.
  case thirtyMinutesIsOneDay = 2
  /// One day of a subscription period lasts five minutes; Apple has deprecated this rate.
  case fiveMinutesIsOneDay = 3
  /// One day of a subscription period lasts one minute; Apple has deprecated this rate.
  case oneMinuteIsOneDay = 4
  /// One day of a subscription period lasts 30 seconds; Apple has deprecated this rate.
  case thirtySecondsIsOneDay = 5
  /// One day of a subscription period lasts one second; Apple has deprecated this rate.
  case oneSecondIsOneDay = 6
  /// One month of a subscription period lasts one hour.
  case monthlyRenewalEveryHour = 10
  /// One month of a subscription period lasts 30 minutes.
  case monthlyRenewalEveryThirtyMinutes = 11
  /// One month of a subscription period lasts 15 minutes.
  case monthlyRenewalEveryFifteenMinutes = 12
  /// One month of a subscription period lasts five minutes.
  case monthlyRenewalEveryFiveMinutes = 13
  /// One month of a subscription period lasts 30 seconds; Apple has no rate with the number 14.
  case monthlyRenewalEveryThirtySeconds = 15
  /// Every subscription period lasts 15 minutes.
  case oneRenewalEveryFifteenMinutes = 1000
  /// Every subscription period lasts five minutes.
  case oneRenewalEveryFiveMinutes = 1001
  /// Every subscription period lasts one minute.
  case oneRenewalEveryMinute = 1002
  /// Every subscription period lasts 30 seconds.
  case oneRenewalEveryThirtySeconds = 1003
  /// Every subscription period lasts ten seconds.
  case oneRenewalEveryTenSeconds = 1004
  /// Every subscription period lasts two seconds.
  case oneRenewalEveryTwoSeconds = 1005
  /// The sandbox's own rate: a week or a month lasts three minutes. The number is Till's own: Xcode has no such rate.
  case sandboxEveryThreeMinutes = -3
  /// TestFlight's rate: every period lasts a day. The number is Till's own: Xcode has no such rate.
  case testFlightDaily = -1

  /// Reads a rate by its name (`oneMinuteIsOneDay`) or its raw number (`4`); nil for anything else.
  package init?(_ text: some StringProtocol) {
    if let rate = Int(text).flatMap(TimeRate.init(rawValue:)) {
      self = rate
    } else if let rate = TimeRate.allCases.first(where: { $0.name == text }) {
      self = rate
    } else {
      return nil
    }
  }

  /// The name of the `SKTestTimeRate` case, such as `oneMinuteIsOneDay`.
  ///
  /// The names are written out, because Swift's look-up of a case name searches the metadata of all types, and every
  /// start of the program needs some names.
  package var name: String {
    switch self {
    case .realTime: "realTime"
    case .oneHourIsOneDay: "oneHourIsOneDay"
    case .thirtyMinutesIsOneDay: "thirtyMinutesIsOneDay"
    case .fiveMinutesIsOneDay: "fiveMinutesIsOneDay"
    case .oneMinuteIsOneDay: "oneMinuteIsOneDay"
    case .thirtySecondsIsOneDay: "thirtySecondsIsOneDay"
    case .oneSecondIsOneDay: "oneSecondIsOneDay"
    case .monthlyRenewalEveryHour: "monthlyRenewalEveryHour"
    case .monthlyRenewalEveryThirtyMinutes: "monthlyRenewalEveryThirtyMinutes"
    case .monthlyRenewalEveryFifteenMinutes: "monthlyRenewalEveryFifteenMinutes"
    case .monthlyRenewalEveryFiveMinutes: "monthlyRenewalEveryFiveMinutes"
    case .monthlyRenewalEveryThirtySeconds: "monthlyRenewalEveryThirtySeconds"
    case .oneRenewalEveryFifteenMinutes: "oneRenewalEveryFifteenMinutes"
    case .oneRenewalEveryFiveMinutes: "oneRenewalEveryFiveMinutes"
    case .oneRenewalEveryMinute: "oneRenewalEveryMinute"
    case .oneRenewalEveryThirtySeconds: "oneRenewalEveryThirtySeconds"
    case .oneRenewalEveryTenSeconds: "oneRenewalEveryTenSeconds"
    case .oneRenewalEveryTwoSeconds: "oneRenewalEveryTwoSeconds"
    case .sandboxEveryThreeMinutes: "sandboxEveryThreeMinutes"
    case .testFlightDaily: "testFlightDaily"
    }
  }

  /// Whether Xcode has the rate, so that a `.storekit` file can contain it.
  package var isXcodes: Bool { rawValue >= 0 }

  /// The number of renewals after which a subscription ends; nil without a limit.
  ///
  /// It is 12 at the rates of the sandbox and 6 with TestFlight. Real time and the rates that only Xcode has have no
  /// limit.
  package var renewalLimit: Int? {
    switch self {
    case .monthlyRenewalEveryHour, .monthlyRenewalEveryThirtyMinutes, .monthlyRenewalEveryFifteenMinutes,
      .monthlyRenewalEveryFiveMinutes, .sandboxEveryThreeMinutes:
      12
    case .testFlightDaily: 6
    default: nil
    }
  }
}

extension TimeRate {
  /// Returns the length of a subscription period at this rate, in milliseconds; nil in real time (calendar units).
  ///
  /// Periods that are not in Apple's tables, such as days or several weeks, are computed in proportion.
  package func duration(of period: SubscriptionPeriod) -> Int64? {
    let count = Int64(period.value)
    switch pace {
    case .calendar:
      return nil
    case .day(let day):
      switch period.unit {
      case .day: return count * day
      case .week: return count * 7 * day
      case .month: return count * 30 * day
      case .year: return count * 365 * day
      }
    case .month(let table):
      switch period.unit {
      case .day: return count * table.week / 7
      case .week: return count * table.week
      case .month: return count * table.month
      case .year: return count * 12 * table.month
      }
    case .fixed(let length):
      return length
    }
  }

  /// Returns the length of the Billing Grace Period of a subscription with that period, in milliseconds.
  ///
  /// The tables contain the length for 16 days (6 for a week); other lengths are computed in proportion.
  ///
  /// - Parameter days: 3, 16 or 28; a subscription of a week or shorter has at most 6.
  package func gracePeriod(for period: SubscriptionPeriod, days: Int = 16) -> Int64 {
    let usual: Int64 = period.isWeekOrShorter ? 6 : 16
    let days = period.isWeekOrShorter ? min(Int64(days), usual) : Int64(days)
    return switch pace {
    case .calendar: days * Timestamp.millisecondsPerDay
    case .day(let day): days * day
    case .month(let table): (period.isWeekOrShorter ? table.weeklyGrace : table.grace) * days / usual
    case .fixed(let length): length * days / usual
    }
  }

  /// The time in which Apple retries a failed renewal, including the grace period, in milliseconds.
  package var billingRetry: Int64 {
    switch pace {
    case .calendar: 60 * Timestamp.millisecondsPerDay
    case .day(let day): 60 * day
    case .month(let table): 2 * table.month
    case .fixed(let length): 2 * length
    }
  }

  /// The lengths, in milliseconds, that define a `monthlyRenewal` rate; years are computed from months.
  private struct MonthlyTable {
    let week, month, weeklyGrace, grace: Int64

    init(week: Int64, month: Int64, weeklyGrace: Int64, grace: Int64) {
      self.week = week * 1000
      self.month = month * 1000
      self.weeklyGrace = weeklyGrace * 1000
      self.grace = grace * 1000
    }
  }

  private enum Pace {
    case calendar
    /// A day lasts this many milliseconds; a month has 30 days, a year 365.
    case day(Int64)
    case month(MonthlyTable)
    /// Every period lasts this many milliseconds.
    case fixed(Int64)
  }

  private var pace: Pace {
    switch self {
    case .realTime: .calendar
    case .oneHourIsOneDay: .day(3_600_000)
    case .thirtyMinutesIsOneDay: .day(1_800_000)
    case .fiveMinutesIsOneDay: .day(300_000)
    case .oneMinuteIsOneDay: .day(60_000)
    case .thirtySecondsIsOneDay: .day(30_000)
    case .oneSecondIsOneDay: .day(1000)
    case .monthlyRenewalEveryHour: .month(MonthlyTable(week: 900, month: 3600, weeklyGrace: 771, grace: 1800))
    case .monthlyRenewalEveryThirtyMinutes: .month(MonthlyTable(week: 600, month: 1800, weeklyGrace: 514, grace: 900))
    case .monthlyRenewalEveryFifteenMinutes: .month(MonthlyTable(week: 300, month: 900, weeklyGrace: 257, grace: 450))
    case .monthlyRenewalEveryFiveMinutes: .month(MonthlyTable(week: 180, month: 300, weeklyGrace: 154, grace: 150))
    case .monthlyRenewalEveryThirtySeconds: .month(MonthlyTable(week: 10, month: 30, weeklyGrace: 9, grace: 15))
    case .oneRenewalEveryFifteenMinutes: .fixed(900_000)
    case .oneRenewalEveryFiveMinutes: .fixed(300_000)
    case .oneRenewalEveryMinute: .fixed(60_000)
    case .oneRenewalEveryThirtySeconds: .fixed(30_000)
    case .oneRenewalEveryTenSeconds: .fixed(10_000)
    case .oneRenewalEveryTwoSeconds: .fixed(2000)
    // Apple documents no grace period and no retry for these two; Till computes them like those of the other rates.
    case .sandboxEveryThreeMinutes: .month(MonthlyTable(week: 180, month: 180, weeklyGrace: 90, grace: 90))
    case .testFlightDaily: .fixed(Timestamp.millisecondsPerDay)
    }
  }
}

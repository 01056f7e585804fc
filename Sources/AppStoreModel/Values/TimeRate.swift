/// How fast subscriptions live in a test store; raw values are those of `SKTestTimeRate` and of `_timeRate` in
/// `.storekit` files.
///
/// A rate shortens subscription periods, grace periods and billing retry only; the clock itself keeps its speed.
package enum TimeRate: Int, Hashable, Sendable, CaseIterable {
  /// Periods as the calendar has them.
  case realTime = 0
  /// A day lasts an hour (deprecated by Apple).
  case oneHourIsOneDay = 1
  /// A day lasts 30 minutes (deprecated by Apple).
  case thirtyMinutesIsOneDay = 2
  /// A day lasts five minutes (deprecated by Apple).
  case fiveMinutesIsOneDay = 3
  /// A day lasts a minute (deprecated by Apple).
  case oneMinuteIsOneDay = 4
  /// A day lasts 30 seconds (deprecated by Apple).
  case thirtySecondsIsOneDay = 5
  /// A day lasts a second (deprecated by Apple).
  case oneSecondIsOneDay = 6
  /// A month lasts an hour.
  case monthlyRenewalEveryHour = 10
  /// A month lasts 30 minutes.
  case monthlyRenewalEveryThirtyMinutes = 11
  /// A month lasts 15 minutes.
  case monthlyRenewalEveryFifteenMinutes = 12
  /// A month lasts five minutes.
  case monthlyRenewalEveryFiveMinutes = 13
  /// A month lasts 30 seconds. There is no rate 14.
  case monthlyRenewalEveryThirtySeconds = 15
  /// Every period lasts 15 minutes.
  case oneRenewalEveryFifteenMinutes = 1000
  /// Every period lasts five minutes.
  case oneRenewalEveryFiveMinutes = 1001
  /// Every period lasts a minute.
  case oneRenewalEveryMinute = 1002
  /// Every period lasts 30 seconds.
  case oneRenewalEveryThirtySeconds = 1003
  /// Every period lasts ten seconds.
  case oneRenewalEveryTenSeconds = 1004
  /// Every period lasts two seconds.
  case oneRenewalEveryTwoSeconds = 1005
  /// The sandbox's own: a month and anything shorter lasts three minutes. No number of Apple's: Xcode has no such rate.
  case sandboxEveryThreeMinutes = -3
  /// TestFlight's: every period lasts a day. No number of Apple's either.
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
  /// Written out: the name of a case is looked up among all that the program knows of types, and every start needs some.
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

  /// Whether Xcode knows it, so that a `.storekit` file can name it.
  package var isXcodes: Bool { rawValue >= 0 }

  /// Renewals after which a subscription ends by itself: 12 at the rates that the sandbox has, 6 with TestFlight, none at
  /// real time and at those that only Xcode has.
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
  /// The milliseconds that a subscription period lasts at this rate; nil in real time, where the calendar says it.
  ///
  /// Periods that Apple's tables do not list (days, several weeks) follow in proportion from those that they list.
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

  /// The milliseconds of the billing grace period of a subscription with that period.
  ///
  /// The tables state those of 16 days (a week: 6); other lengths are in proportion.
  ///
  /// - Parameter days: 3, 16 or 28; a subscription of a week or shorter has 6 at most.
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

  /// The milliseconds during which a failed renewal is tried again, grace period included.
  package var billingRetry: Int64 {
    switch pace {
    case .calendar: 60 * Timestamp.millisecondsPerDay
    case .day(let day): 60 * day
    case .month(let table): 2 * table.month
    case .fixed(let length): 2 * length
    }
  }

  /// Milliseconds by which the `monthlyRenewal` rates are defined; months count in proportion, weeks do not.
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
    /// A day lasts so many milliseconds; a month has 30 days, a year 365.
    case day(Int64)
    case month(MonthlyTable)
    /// Every period lasts so many milliseconds.
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
    // Apple states neither grace nor retry of these two: those of the next slower rate in proportion, and the fixed ones.
    case .sandboxEveryThreeMinutes: .month(MonthlyTable(week: 180, month: 180, weeklyGrace: 90, grace: 90))
    case .testFlightDaily: .fixed(Timestamp.millisecondsPerDay)
    }
  }
}

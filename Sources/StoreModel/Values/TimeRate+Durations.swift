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
  package func gracePeriod(for period: SubscriptionPeriod) -> Int64 {
    let days: Int64 = period.isWeekOrShorter ? 6 : 16
    return switch pace {
    case .calendar: days * Timestamp.millisecondsPerDay
    case .day(let day): days * day
    case .month(let table): period.isWeekOrShorter ? table.weeklyGrace : table.grace
    case .fixed(let length): length
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
    }
  }
}

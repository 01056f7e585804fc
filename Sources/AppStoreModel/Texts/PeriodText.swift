import Core

/// The texts of subscription periods.
enum PeriodText {
  /// Returns the period in words: `month`, `3 months`.
  static func length(_ period: SubscriptionPeriod) -> Words {
    switch (period.unit, period.value == 1) {
    case (.day, true): "day"
    case (.week, true): "week"
    case (.month, true): "month"
    case (.year, true): "year"
    case (.day, false): "\(period.value) days"
    case (.week, false): "\(period.value) weeks"
    case (.month, false): "\(period.value) months"
    case (.year, false): "\(period.value) years"
    }
  }
  /// Returns the suffix after a price: `/mo`, `/3 mo`, `/yr`.
  static func afterPrice(_ period: SubscriptionPeriod) -> Words {
    period.value == 1 ? "/\(short(period))" : Words("/\(period.value) \(short(period))", context: "several")
  }

  private static func short(_ period: SubscriptionPeriod) -> String {
    switch period.unit {
    case .day: say("day", context: "after a price")
    case .week: say("wk")
    case .month: say("mo")
    case .year: say("yr")
    }
  }
}

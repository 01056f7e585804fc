import Texts

/// How a subscription's period is called.
enum PeriodText: Sentence {
  /// The period in words: `month`, `3 months`.
  case length(SubscriptionPeriod)
  /// What stands after a price: `/mo`, `/3 mo`, `/yr`.
  case afterPrice(SubscriptionPeriod)
}

// MARK: - English

extension PeriodText {
  var english: String {
    switch self {
    case .length(let period): period.value == 1 ? period.unit.rawValue : "\(period.value) \(period.unit.rawValue)s"
    case .afterPrice(let period): period.value == 1 ? "/\(short(period))" : "/\(period.value) \(short(period))"
    }
  }

  private func short(_ period: SubscriptionPeriod) -> String {
    switch period.unit {
    case .day: "day"
    case .week: "wk"
    case .month: "mo"
    case .year: "yr"
    }
  }
}

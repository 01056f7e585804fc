import Texts

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

import Texts

extension PeriodText {
  var chinese: String {
    switch self {
    case .length(let period): "\(period.value) \(Self.counted(period))"
    case .afterPrice(let period):
      period.value == 1 ? "/\(Self.word(period))" : "/\(period.value) \(Self.counted(period))"
    }
  }

  private static func counted(_ period: SubscriptionPeriod) -> String {
    period.unit == .month ? "个月" : word(period)
  }

  private static func word(_ period: SubscriptionPeriod) -> String {
    switch period.unit {
    case .day: "天"
    case .week: "周"
    case .month: "月"
    case .year: "年"
    }
  }
}

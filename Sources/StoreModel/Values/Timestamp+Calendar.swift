extension Timestamp {
  /// The instant so many periods later in the UTC calendar, at the same time of day.
  ///
  /// A day that the target month does not have becomes its last day (31 January and one month is 28 February). Days
  /// and weeks have a fixed length: UTC knows no clock changes. Saturates at the ends.
  package func adding(_ period: SubscriptionPeriod, count: Int = 1) -> Timestamp {
    let (units, overflow) = Int64(period.value).multipliedReportingOverflow(by: Int64(count))
    guard !overflow else { return count < 0 ? .distantPast : .distantFuture }
    switch period.unit {
    case .day: return adding(days: units)
    case .week: return adding(days: units, ofLength: 7)
    case .month: return adding(months: units)
    case .year: return adding(months: units, ofLength: 12)
    }
  }

  /// The billing date after so many periods from the first one, which is the anchor.
  ///
  /// Counts from the anchor, never from the date before: what began on 31 January bills on 28 February and then on
  /// 31 March.
  package static func billingDate(anchor: Timestamp, period: SubscriptionPeriod, index: Int) -> Timestamp {
    anchor.adding(period, count: index)
  }

  /// Milliseconds since midnight UTC.
  var millisecondOfDay: Int64 {
    let remainder = milliseconds % Timestamp.millisecondsPerDay
    return remainder < 0 ? remainder + Timestamp.millisecondsPerDay : remainder
  }

  private func adding(days count: Int64, ofLength length: Int64 = 1) -> Timestamp {
    let (offset, overflow) = count.multipliedReportingOverflow(by: length * Timestamp.millisecondsPerDay)
    guard !overflow else { return count < 0 ? .distantPast : .distantFuture }
    return adding(milliseconds: offset)
  }

  private func adding(months count: Int64, ofLength length: Int64 = 1) -> Timestamp {
    let limit = CivilDate.greatestYear * 12
    let end: Timestamp = count < 0 ? .distantPast : .distantFuture
    guard count.magnitude < limit.magnitude else { return end }
    let date = CivilDate(daysSince1970: milliseconds.flooredQuotient(by: Timestamp.millisecondsPerDay))
    let months = date.year * 12 + Int64(date.month - 1) + count * length
    guard months.magnitude < limit.magnitude else { return end }
    let year = months.flooredQuotient(by: 12)
    let month = Int(months - year * 12) + 1
    let last = CivilDate.days(inMonth: month, of: year)
    let target = CivilDate(year: year, month: month, day: min(date.day, last))
    return Timestamp(milliseconds: target.daysSince1970 * Timestamp.millisecondsPerDay).adding(
      milliseconds: millisecondOfDay)
  }
}

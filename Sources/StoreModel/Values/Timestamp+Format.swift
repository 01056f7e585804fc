extension Timestamp: CustomStringConvertible {
  /// How much of an instant its text shows.
  package enum Precision: Hashable, Sendable {
    /// `2025-03-01`
    case day
    /// `2025-03-01 12:00`
    case minute
    /// `2025-03-01 12:00:05`
    case second
  }

  /// The instant as text in the order of ISO 8601, such as `2025-03-01 12:00`, without a zone.
  ///
  /// - Parameters:
  ///   - precision: how much is shown; what is not shown is cut off, not rounded.
  ///   - secondsFromUTC: the offset of the zone that the text is in, in seconds east of UTC.
  package func formatted(_ precision: Precision = .minute, secondsFromUTC: Int = 0) -> String {
    let local = adding(milliseconds: Int64(secondsFromUTC) * 1000)
    let date = CivilDate(daysSince1970: local.milliseconds.flooredQuotient(by: Timestamp.millisecondsPerDay))
    let second = local.millisecondOfDay / 1000
    var text = date.year < 0 ? "-" : ""
    text += padded(date.year.magnitude, to: 4)
    text += "-" + padded(date.month.magnitude, to: 2) + "-" + padded(date.day.magnitude, to: 2)
    guard precision != .day else { return text }
    text += " " + padded((second / 3600).magnitude, to: 2) + ":" + padded((second / 60 % 60).magnitude, to: 2)
    guard precision != .minute else { return text }
    return text + ":" + padded((second % 60).magnitude, to: 2)
  }

  /// The instant in UTC with seconds, such as `2025-03-01 12:00:05`.
  package var description: String { formatted(.second) }

  private func padded(_ number: some UnsignedInteger, to length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
  }
}

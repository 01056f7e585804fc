import Core
import Libc

/// A moment in time, in milliseconds since 1970-01-01 00:00 UTC, as in Apple's signed data.
///
/// Arithmetic saturates instead of trapping, because dates come from outside Till.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970-01-01 00:00 UTC; negative before it.
  package var milliseconds: Int64

  /// Makes a moment from milliseconds since 1970-01-01 00:00 UTC.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The current time of the machine's clock.
  package static var machine: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Makes a moment from milliseconds in data from outside Till; nil outside the years 1 to 9999.
  package init?(foreign milliseconds: Int64) {
    guard JSONNumber.dates.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  /// Reads a moment from a text with a number of milliseconds; nil for other text, and outside the years 1 to 9999.
  package init?(milliseconds text: some StringProtocol) {
    guard let milliseconds = Int64(text) else { return nil }
    self.init(foreign: milliseconds)
  }

  /// The earliest moment that the type can represent.
  package static let distantPast = Timestamp(milliseconds: .min)

  /// The latest moment that the type can represent.
  package static let distantFuture = Timestamp(milliseconds: .max)

  /// The number of milliseconds in a UTC day, which has no clock changes.
  package static let millisecondsPerDay: Int64 = 86_400_000

  /// Whether this date means "unknown": Xcode writes a date in the year 1 in that case.
  package var isUnknown: Bool { milliseconds < -62_104_060_800_000 }

  /// Returns whether the left moment is before the right one.
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns the moment this many milliseconds later; saturates at the limits.
  package func adding(milliseconds other: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds.addingSaturated(other))
  }

  /// The first whole minute at or after this moment, to name a deadline; saturates at the limits.
  package var wholeMinute: Timestamp {
    let rest = milliseconds % 60_000
    return rest == 0 ? self : adding(milliseconds: (rest < 0 ? 0 : 60_000) - rest)
  }

  /// Returns the moment this many milliseconds earlier; saturates at the limits.
  package func subtracting(milliseconds other: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds.subtractingSaturated(other))
  }

  /// Returns the milliseconds from another moment to this one, negative if that one is later; saturates at the limits.
  package func milliseconds(since other: Timestamp) -> Int64 {
    milliseconds.subtractingSaturated(other.milliseconds)
  }
}

extension Timestamp: CustomStringConvertible {
  /// The smallest unit of time in the text of a moment.
  package enum Precision: Hashable, Sendable {
    /// The day, such as `2025-03-01`.
    case day
    /// The day and the minute, such as `2025-03-01 12:00`.
    case minute
    /// The day and the second, such as `2025-03-01 12:00:05`.
    case second
  }

  /// Returns the moment as text in the order of ISO 8601, such as `2025-03-01 12:00`, without a zone.
  ///
  /// - Parameters:
  ///   - precision: The smallest unit shown; smaller units are cut off, not rounded.
  ///   - secondsFromUTC: The offset of the text's time zone, in seconds east of UTC.
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

  /// The moment in UTC with seconds, such as `2025-03-01 12:00:05`.
  package var description: String { formatted(.second) }

  private func padded(_ number: some UnsignedInteger, to length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
  }
}

extension Timestamp {
  /// Reads a date in UTC in the order of ISO 8601; nil for any other text, or if the day or time does not exist.
  ///
  /// Valid forms are `2025-03-01`, `2025-03-01 12:00`, `2025-03-01T12:00:05Z` and `2025-03-01T12:00:05.25Z`; parts of a
  /// millisecond are cut off.
  package init?(utc text: String) {
    var rest = Substring(text)
    guard let year = rest.takeNumber(ofDigits: 4), rest.consume("-"), let month = rest.takeNumber(ofDigits: 2),
      rest.consume("-"), let day = rest.takeNumber(ofDigits: 2), (1...12).contains(month),
      (1...CivilDate.days(inMonth: month, of: Int64(year))).contains(day)
    else { return nil }
    var fraction: Int64 = 0
    var seconds = CivilDate(year: Int64(year), month: month, day: day).daysSince1970 * 86_400
    if rest.consume("T") || rest.consume(" ") {
      guard let hour = rest.takeNumber(ofDigits: 2), hour < 24, rest.consume(":"),
        let minute = rest.takeNumber(ofDigits: 2), minute < 60
      else { return nil }
      seconds += Int64(hour * 3600 + minute * 60)
      if rest.consume(":") {
        guard let second = rest.takeNumber(ofDigits: 2), second < 60 else { return nil }
        seconds += Int64(second)
        if rest.consume(".") {
          let digits = rest.prefix { $0.isASCII && $0.isNumber }
          guard !digits.isEmpty, let number = Int64((digits + "00").prefix(3)) else { return nil }
          fraction = number
          rest.removeFirst(digits.count)
        }
      }
      _ = rest.consume("Z")
    }
    guard rest.isEmpty else { return nil }
    self.init(milliseconds: seconds * 1000 + fraction)
  }
}

extension Substring {
  /// Removes a character from the front and returns true, if it is there.
  fileprivate mutating func consume(_ character: Character) -> Bool {
    guard first == character else { return false }
    removeFirst()
    return true
  }

  /// Removes a number of exactly this many digits from the front and returns it.
  fileprivate mutating func takeNumber(ofDigits count: Int) -> Int? {
    let digits = prefix(count)
    guard digits.utf8.count == count, digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    removeFirst(count)
    return Int(digits)
  }
}

extension Timestamp {
  /// Returns the moment a number of periods later in the UTC calendar, at the same time of day.
  ///
  /// A day that the target month does not have becomes its last day (31 January plus one month is 28 February). Days
  /// and weeks have a fixed length, because UTC has no clock changes. Saturates at the limits. A billing date is counted
  /// from the first one, never from the previous one: after 31 January come 28 February and 31 March.
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

  /// The milliseconds since midnight UTC.
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

/// A day of the proleptic Gregorian calendar, without a time zone.
///
/// The conversions use the common era arithmetic (an era is 400 years or 146,097 days) instead of Foundation. Loading
/// Foundation's calendar would cost more than everything else before the first frame.
struct CivilDate: Hashable {
  /// The largest year that is supported; 64-bit milliseconds cannot represent much later years.
  static let greatestYear: Int64 = 290_000_000

  var year: Int64
  /// The month, 1 to 12.
  var month: Int
  /// The day of the month, 1 to 31.
  var day: Int

  init(year: Int64, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes the date this many days after 1970-01-01, for any number of days that 64-bit milliseconds can represent.
  init(daysSince1970: Int64) {
    let shifted = daysSince1970 + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The days since 1970-01-01, for years from −``greatestYear`` to ``greatestYear``.
  var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredQuotient(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Returns the number of days in a month.
  static func days(inMonth month: Int, of year: Int64) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  /// Returns the quotient, rounded towards negative infinity; the divisor must be positive.
  func flooredQuotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

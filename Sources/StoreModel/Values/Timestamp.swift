/// An instant in milliseconds since 1970-01-01 00:00 UTC, as Apple's signed data states every date.
///
/// Arithmetic saturates instead of trapping: dates come from foreign data.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01 00:00 UTC; negative before it.
  package var milliseconds: Int64

  /// An instant from milliseconds since 1970-01-01 00:00 UTC.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The earliest instant that can be told.
  package static let distantPast = Timestamp(milliseconds: .min)

  /// The latest instant that can be told.
  package static let distantFuture = Timestamp(milliseconds: .max)

  /// Milliseconds of a day without clock changes, as UTC has them.
  package static let millisecondsPerDay: Int64 = 86_400_000

  /// Whether this date stands for "not known": Xcode writes dates of the year 1 for what it does not know.
  package var isUnknown: Bool { milliseconds < -62_104_060_800_000 }

  /// Whether the left instant is before the right one.
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant so many milliseconds later; saturates at the ends.
  package func adding(milliseconds other: Int64) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(other)
    guard overflow else { return Timestamp(milliseconds: sum) }
    return other < 0 ? .distantPast : .distantFuture
  }

  /// The instant so many milliseconds earlier; saturates at the ends.
  package func subtracting(milliseconds other: Int64) -> Timestamp {
    Timestamp(milliseconds: saturatingDifference(milliseconds, other))
  }

  /// The milliseconds from another instant to this one, negative when that one is later; saturates at the ends.
  package func milliseconds(since other: Timestamp) -> Int64 {
    saturatingDifference(milliseconds, other.milliseconds)
  }

  private func saturatingDifference(_ left: Int64, _ right: Int64) -> Int64 {
    let (difference, overflow) = left.subtractingReportingOverflow(right)
    guard overflow else { return difference }
    return right < 0 ? .max : .min
  }
}

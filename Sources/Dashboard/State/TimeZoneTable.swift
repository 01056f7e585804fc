package import StoreModel

/// Offsets from UTC by date, so that dates are shown in local time without asking the system for each.
package struct TimeZoneTable: Hashable, Sendable {
  /// An offset and the instant from which it holds.
  package struct Period: Hashable, Sendable {
    package var start: Timestamp
    /// Seconds east of UTC.
    package var offset: Int

    package init(start: Timestamp, offset: Int) {
      self.start = start
      self.offset = offset
    }
  }

  /// Seconds east of UTC before the first period.
  package var base: Int
  /// Rising by start.
  package var periods: [Period]

  package init(base: Int = 0, periods: [Period] = []) {
    self.base = base
    self.periods = periods
  }

  /// Coordinated universal time.
  package static let utc = TimeZoneTable()

  /// Seconds east of UTC at an instant.
  package func offset(at date: Timestamp) -> Int {
    periods.last { $0.start <= date }?.offset ?? base
  }
}

import Libc

/// The time zone in which this run shows dates.
package enum DisplayZone: Sendable {
  case utc
  /// The zone of the variable `TZ`, or the machine's zone.
  case local

  /// The zone of the run.
  ///
  /// It has no lock: `use` sets it before a second thread exists, and nothing sets it later.
  nonisolated(unsafe) private static var ofRun = DisplayZone.utc

  /// The zone of a task that needs its own zone, such as a walkthrough, whose dates are the same on every machine.
  @TaskLocal package static var ofTask: DisplayZone?

  /// The zone in which dates are shown.
  package static var current: DisplayZone { ofTask ?? ofRun }

  /// Sets the zone of the run; the program does this first.
  package static func use(_ zone: DisplayZone) {
    tzset()
    ofRun = zone
  }

  /// Returns the offset from UTC at a date, in seconds; positive is ahead of UTC.
  package func offset(at date: Timestamp) -> Int { parts(at: date)?.tm_gmtoff ?? 0 }

  /// Returns the short name of the zone at a date: `UTC`, `CEST`, `+08`.
  package func name(at date: Timestamp) -> String {
    guard let name = parts(at: date)?.tm_zone else { return "UTC" }
    return String(cString: name)
  }

  private func parts(at date: Timestamp) -> tm? {
    guard self == .local else { return nil }
    var seconds = time_t(date.milliseconds / 1000)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? nil : parts
  }
}

extension Timestamp {
  /// The day in the current display zone, such as `2025-01-30`.
  package var shownDay: String { formatted(.day, secondsFromUTC: DisplayZone.current.offset(at: self)) }

  /// The minute in the current display zone with the name of the zone, such as `2025-01-30 09:12 UTC`.
  package var shownMinute: String {
    let zone = DisplayZone.current
    return "\(formatted(.minute, secondsFromUTC: zone.offset(at: self))) \(zone.name(at: self))"
  }
}

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The time zone in which this run shows dates to a person.
package enum DisplayZone: Sendable {
  case utc
  /// `TZ`, or the machine's zone.
  case local

  /// The zone of the run.
  ///
  /// Not guarded: `use` sets it before there is a second thread, and nothing sets it after that.
  nonisolated(unsafe) private static var ofRun = DisplayZone.utc

  /// The zone of a task that shows dates in another one than the run, such as a walkthrough, which is the same everywhere.
  @TaskLocal package static var ofTask: DisplayZone?

  /// The zone to show dates in.
  package static var current: DisplayZone { ofTask ?? ofRun }

  /// Sets the zone of the run; the program does so before anything else.
  package static func use(_ zone: DisplayZone) {
    tzset()
    ofRun = zone
  }

  /// How far it is ahead of UTC at a date, in seconds.
  package func offset(at date: Timestamp) -> Int { parts(at: date)?.tm_gmtoff ?? 0 }

  /// Its short name at a date: `UTC`, `CEST`, `+08`.
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
  /// The day in the zone of the run, such as `2025-01-30`.
  package var shownDay: String { formatted(.day, secondsFromUTC: DisplayZone.current.offset(at: self)) }

  /// The minute in the zone of the run with its name, such as `2025-01-30 09:12 UTC`.
  package var shownMinute: String {
    let zone = DisplayZone.current
    return "\(formatted(.minute, secondsFromUTC: zone.offset(at: self))) \(zone.name(at: self))"
  }
}

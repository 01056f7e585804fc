package import AppStoreModel
import Core
import Storage

/// The result of a sweep: reading Apple's notification history.
package struct SweepResult: Hashable, Sendable {
  /// How many notifications Apple listed.
  package var read = 0
  /// How many of the listed notifications had not arrived here before.
  package var filled = 0
  /// How many of the listed notifications Apple had not delivered.
  package var undelivered = 0
  package var failed = 0
  package var calls = 0
  /// The time up to which the history was read.
  package var until: Timestamp?
  /// Whether the sweep was stopped early; the next one continues from there.
  package var isCancelled = false
}

extension CustomerDesk {
  /// How long Apple keeps its notification history, in milliseconds: 180 days, in the sandbox 30.
  private var memory: Int64 { (identity.environment == .production ? 180 : 30) * Timestamp.millisecondsPerDay }
  /// The time span requested in one call, in milliseconds: one day.
  private static let window: Int64 = Timestamp.millisecondsPerDay
  /// How far the next sweep overlaps the last one, because Apple may list a notification late: one hour.
  private static let overlap: Int64 = 3_600_000
  private static let setting = "sweep"
  static let gaps = "gaps"

  /// Reads Apple's notification history and stores the notifications that never arrived.
  ///
  /// It continues where the last sweep ended or was stopped: each page is stored with its position in one commit.
  ///
  /// - Parameters:
  ///   - start: Where to begin; nil for the end of the last sweep, or as far back as Apple's history goes.
  ///   - goesOn: Called after each page; false stops the sweep.
  package func sweep(
    from start: Timestamp? = nil, at store: any DeskAppStore, goesOn: (SweepResult) -> Bool = { _ in true }
  ) throws -> SweepResult {
    var result = SweepResult()
    let (end, reader) = (now().milliseconds, DeskItemReader(try verifier()))
    var place =
      try start.map { SweepPlace(from: $0.milliseconds) } ?? heldSweep()
      ?? SweepPlace(from: end - memory)
    place.from = max(place.from, end - memory)
    while place.from < end {
      let until = place.until ?? min(place.from + Self.window, end)
      let page = try store.notifications(
        from: Timestamp(milliseconds: place.from), until: Timestamp(milliseconds: until), after: place.token)
      result.calls += 1
      let importItems = page.payloads.map {
        reader.importItem(signed: [$0], place: say("Apple's notification history"))
      }
      let next =
        page.next.map { SweepPlace(from: place.from, until: until, token: $0) }
        ?? SweepPlace(from: until == end ? end : until)
      let report = try engine.transaction {
        let report = try self.store(importItems)
        try count(of: store)
        if report.notifications > 0 { try add([Figure(Self.gaps, amount: report.notifications)]) }
        try keep(until == end && page.next == nil ? SweepPlace(from: end - Self.overlap) : next)
        return report
      }
      result.read += importItems.count
      result.filled += report.notifications
      result.undelivered += page.undelivered
      result.failed += report.refused.count
      result.until = Timestamp(milliseconds: page.next == nil ? until : place.from)
      place = next
      guard goesOn(result) else {
        result.isCancelled = true
        break
      }
    }
    try settle()
    return result
  }

  /// The position of a sweep: the start and end of the current time span, and Apple's pagination token within it.
  private struct SweepPlace {
    var from: Int64
    var until: Int64?
    var token: String?
  }

  private func heldSweep() throws -> SweepPlace? {
    guard let text = try mark(Self.setting) else { return nil }
    let parts = text.split(separator: " ", maxSplits: 2)
    guard let from = parts.first.flatMap({ Int64($0) }) else { return nil }
    guard parts.count == 3 else { return SweepPlace(from: from) }
    return SweepPlace(from: from, until: Int64(parts[1]), token: String(parts[2]))
  }

  private func keep(_ place: SweepPlace) throws {
    let text = [String(place.from), place.until.map { "\($0)" }, place.token].compactMap { $0 }.joined(separator: " ")
    try set(Self.setting, to: text)
  }
}

package import AppStoreModel
import Core

/// A machine clock that changes only when a test moves it.
package final class HandClock: Sendable {
  /// 2025-03-01 12:00 UTC.
  package static let start: Int64 = 1_740_830_400_000

  private let date: Mutex<Timestamp>

  package init(_ milliseconds: Int64 = start) { date = Mutex(Timestamp(milliseconds: milliseconds)) }

  package var now: Timestamp { date.withLock { $0 } }

  package func set(to other: Timestamp) { date.withLock { $0 = other } }

  package func move(by milliseconds: Int64) { date.withLock { $0 = $0.adding(milliseconds: milliseconds) } }
}

import AppStoreModel
import Core

extension SimulatedAppStore {
  /// Returns a stream that fires when any process has changed the ledger, and when an event is due.
  ///
  /// The elements carry no data. A thread waits for the file system's event of a commit and for the next due date; it
  /// does not poll. Several events without a reader are merged into one. The stream ends if the directory cannot be
  /// watched.
  package func updates() -> AsyncStream<Void> {
    stream(watching: path) { [self] in ring($0, by: $1) }
  }

  private func ring(_ continuation: AsyncStream<Void>.Continuation, by watch: DirectoryWatch) {
    var leastWait: Int32 = 0
    var isWriting = false
    var pace = RingPace()
    while true {
      let milliseconds = millisecondsToNextEvent().map { max($0, leastWait) }
      switch watch.wait(milliseconds: milliseconds, isWriting: &isWriting) {
      case .stopped: return
      case .changed:
        pace.wait()
        continuation.yield()
      case .timeOut:
        // Due events run here, so that the next due date is the one after them. If the ledger cannot be written now,
        // the listener notices it at its next read, and this loop tries again after a second.
        leastWait = (try? settle()) == nil ? 1000 : 0
        continuation.yield()
      }
    }
  }

  /// Returns the time until the next automatic event; nil if there is none.
  ///
  /// If the ledger cannot be read, the answer is one minute.
  private func millisecondsToNextEvent() -> Int32? {
    do {
      guard let due = try nextDueDate() else { return nil }
      return Int32(clamping: max(0, due.milliseconds(since: machineClock())))
    } catch {
      return 60_000
    }
  }
}

/// A limit on how often events are reported: at most one every 5 ms.
///
/// Reading the ledger after each of many commits would cost more than the commits. The first event is reported at once,
/// a later one 5 ms after the one before.
private struct RingPace {
  private static let least = Duration.milliseconds(5)

  private var last: ContinuousClock.Instant?

  mutating func wait() {
    if let last, last.duration(to: .now) < Self.least { sleepThread(for: Self.least - last.duration(to: .now)) }
    last = .now
  }
}

/// Returns a stream that fires when any process, this one included, commits to a database on this machine.
///
/// The elements carry no data. Several commits without a reader are merged into one. The stream ends if the directory
/// cannot be watched.
package func commits(toDatabase path: String) -> AsyncStream<Void> {
  stream(watching: path) { continuation, watch in
    var isWriting = false
    var pace = RingPace()
    while case .changed = watch.wait(milliseconds: nil, isWriting: &isWriting) {
      pace.wait()
      continuation.yield()
    }
  }
}

/// Returns a stream with a thread that waits for a database's changes until the stream is no longer read.
private func stream(
  watching path: String, _ ring: @escaping @Sendable (AsyncStream<Void>.Continuation, DirectoryWatch) -> Void
) -> AsyncStream<Void> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    guard let watch = DirectoryWatch(ledger: path) else { return continuation.finish() }
    continuation.onTermination = { _ in watch.stop() }
    startThread {
      ring(continuation, watch)
      continuation.finish()
    }
  }
}

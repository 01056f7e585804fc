import AppStoreModel
import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SimulatedAppStore {
  /// A notice without data: it comes when any process has changed the ledger, and when an event is due.
  ///
  /// A thread waits for the file system's notice of a commit and for the next due instant; it looks at nothing in
  /// between. Notices without a listener count as one. The stream ends when the directory cannot be watched.
  package func updates() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      guard let watch = DirectoryWatch(ledger: path) else { return continuation.finish() }
      continuation.onTermination = { _ in watch.stop() }
      startThread { [self] in
        ring(continuation, by: watch)
        continuation.finish()
      }
    }
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
        // Due events happen here, so that the instant after them is the next one. Where the ledger cannot be written
        // now, the listener finds out, and it is tried again a little later.
        leastWait = (try? settle()) == nil ? 1000 : 0
        continuation.yield()
      }
    }
  }

  /// How long nothing happens by itself; nil for ever.
  ///
  /// A ledger that cannot be read is asked again after a minute.
  private func millisecondsToNextEvent() -> Int32? {
    do {
      guard let due = try nextDueDate() else { return nil }
      return Int32(clamping: max(0, due.milliseconds(since: machineClock())))
    } catch {
      return 60_000
    }
  }
}

/// Holds up rings that follow one upon another: where much is stored, a look at each commit would cost more than they
/// do.
///
/// The first ring comes at once, a later one a few milliseconds after the one before.
private struct RingPace {
  private static let least = 5000.0

  private var last: ContinuousClock.Instant?

  mutating func wait() {
    let passed = last.map { $0.duration(to: .now) / .microseconds(1) } ?? Self.least
    if passed < Self.least { usleep(UInt32(Self.least - max(0, passed))) }
    last = .now
  }
}

/// A notice without data that comes when any process, this one included, has committed to a database of this machine.
///
/// Notices without a listener count as one. The stream ends when the directory cannot be watched.
package func commits(toDatabase path: String) -> AsyncStream<Void> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    guard let watch = DirectoryWatch(ledger: path) else { return continuation.finish() }
    continuation.onTermination = { _ in watch.stop() }
    startThread {
      var isWriting = false
      var pace = RingPace()
      while case .changed = watch.wait(milliseconds: nil, isWriting: &isWriting) {
        pace.wait()
        continuation.yield()
      }
      continuation.finish()
    }
  }
}

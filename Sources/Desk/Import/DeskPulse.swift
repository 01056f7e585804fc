import Core
import Dispatch
import Storage

/// A check whether the desk's database answers, on a thread and a connection of its own.
///
/// A result is valid for a second, so that many checks ask the database only once.
package final class DeskPulse: Sendable {
  /// The result of one check.
  package struct Beat: Hashable, Sendable {
    /// The database with its version; nil if it did not answer.
    package let engine: String?
    /// How long the answer took.
    package let milliseconds: Int
    /// Why there was no answer.
    package let failure: String?
  }

  private struct State {
    var last: (beat: Beat, date: ContinuousClock.Instant)?
    var waiting: [@Sendable (Beat) -> Void] = []
    var isStopped = false
  }

  /// How long a caller waits for the database.
  private static let limit = DispatchTimeInterval.milliseconds(1500)

  private let state = Mutex(State())
  private let asked = DispatchSemaphore(value: 0)

  /// Starts the thread.
  ///
  /// - Parameter open: Opens the desk with short time limits; it is called on the thread.
  package init(_ open: @escaping @Sendable () throws -> CustomerDesk) {
    startThread { [self] in
      var desk: CustomerDesk?
      while true {
        asked.wait()
        if state.withLock({ $0.isStopped }) { return }
        let start = ContinuousClock.now
        let result = Result {
          let opened = try desk ?? open()
          desk = opened
          _ = try opened.engine.value("SELECT count(*) FROM apps", as: Int.self)
          return opened.engine.name
        }
        if case .failure = result { desk = nil }
        let time = Int(start.duration(to: .now) / .milliseconds(1))
        let beat =
          switch result {
          case .success(let name): Beat(engine: name, milliseconds: time, failure: nil)
          case .failure(let error): Beat(engine: nil, milliseconds: time, failure: "\(error)")
          }
        let waiting = state.withLock { state in
          state.last = (beat, .now)
          defer { state.waiting = [] }
          return state.waiting
        }
        for answer in waiting { answer(beat) }
      }
    }
  }

  /// Returns whether the database answers, after at most one and a half seconds.
  package func beat() async -> Beat {
    await withCheckedContinuation { continuation in beat { continuation.resume(returning: $0) } }
  }

  /// Calls a closure once with the same result.
  func beat(_ answer: @escaping @Sendable (Beat) -> Void) {
    if let last = state.withLock({ $0.last }), last.date.duration(to: .now) < .seconds(1) { return answer(last.beat) }
    let once = Mutex<(@Sendable (Beat) -> Void)?>(answer)
    @Sendable func tell(_ beat: Beat) {
      once.withLock { once in
        defer { once = nil }
        return once
      }?(beat)
    }
    let isFirst = state.withLock { state in
      state.waiting.append(tell)
      return state.waiting.count == 1
    }
    if isFirst { asked.signal() }
    DeskIntake.deadlines.asyncAfter(deadline: .now() + Self.limit) {
      tell(Beat(engine: nil, milliseconds: 1500, failure: say("no answer within \("\(1500)") ms")))
    }
  }

  /// Stops the thread after its current check.
  package func stop() {
    state.withLock { $0.isStopped = true }
    asked.signal()
  }
}

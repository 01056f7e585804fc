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

  /// How long a caller waits for the database.
  private static let limit = DispatchTimeInterval.milliseconds(1500)

  private let callers = Mailbox<FirstResult<Beat>>()
  private let last = Mutex<(beat: Beat, date: ContinuousClock.Instant)?>(nil)

  /// Starts the thread.
  ///
  /// - Parameter open: Opens the desk with short time limits; it is called on the thread.
  package init(_ open: @escaping @Sendable () throws -> CustomerDesk) {
    startThread { [self] in
      var desk: CustomerDesk?
      while let caller = callers.next() {
        let start = ContinuousClock.now
        let result = Result {
          let opened = try desk ?? open()
          desk = opened
          // Customers are on every worker of Citus, so that one that is lost is noticed; a table like `apps` is on
          // each node whole.
          _ = try opened.engine.value("SELECT customer FROM customers LIMIT 1", as: Int64.self)
          return opened.engine.name
        }
        if case .failure = result { desk = nil }
        let time = Int(start.duration(to: .now) / .milliseconds(1))
        let beat =
          switch result {
          case .success(let name): Beat(engine: name, milliseconds: time, failure: nil)
          case .failure(let error): Beat(engine: nil, milliseconds: time, failure: "\(error)")
          }
        last.withLock { $0 = (beat, .now) }
        // Callers that came meanwhile get the same result.
        for caller in [caller] + callers.take() { caller.give(beat) }
      }
    }
  }

  /// Returns whether the database answers, after at most one and a half seconds.
  package func beat() async -> Beat {
    await withCheckedContinuation { continuation in beat { continuation.resume(returning: $0) } }
  }

  /// Calls a closure once with the same result.
  func beat(_ answer: @escaping @Sendable (Beat) -> Void) {
    if let last = last.withLock({ $0 }), last.date.duration(to: .now) < .seconds(1) { return answer(last.beat) }
    let caller = FirstResult(answer)
    callers.post(caller)
    DeskIntake.deadlines.asyncAfter(deadline: .now() + Self.limit) {
      caller.give(Beat(engine: nil, milliseconds: 1500, failure: say("no answer within \("\(1500)") ms")))
    }
  }

  /// Stops the thread after its current check.
  package func stop() { callers.close() }
}

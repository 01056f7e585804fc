import Core
import Dispatch

/// Where calls of an App Store run: a thread for each that is at work.
///
/// The embedded one works in SQLite and may wait for a lock for five seconds, which must not hold a thread of the pool
/// that all tasks share.
final class CallExecutor: TaskExecutor {
  static let shared = CallExecutor()

  private let queue = DispatchQueue(label: "till.calls", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs asynchronous work from a synchronous thread, which waits for it.
package func blocking<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Result<Value, any Error>?>(nil)
  Task.detached(executorPreference: CallExecutor.shared) {
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
    result.withLock { $0 = outcome }
    done.signal()
  }
  done.wait()
  guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
  return try outcome.get()
}

/// Work that a thread of its own does while others do theirs.
package final class BackgroundTask<Value: Sendable>: Sendable {
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  /// Begins it; where no thread can be had it is done at once.
  package init(_ work: @escaping @Sendable () throws -> Value) {
    let run: @Sendable () -> Void = { [self] in
      let result = Result { try work() }
      outcome.withLock { $0 = result }
      done.signal()
    }
    if !startThread(run) { run() }
  }

  /// Whether no caller has to wait for it any more.
  package var isDone: Bool { outcome.withLock { $0 != nil } }

  /// Waits for what came of it, once.
  package func get() throws -> Value {
    done.wait()
    guard let result = outcome.withLock({ $0.take() }) else { throw CancellationError() }
    return try result.get()
  }
}

/// The order in which tasks come to the device store: commands beside each other, or one task alone, first come, first
/// served.
///
/// Inside there is no caller, or one or more together, or one alone; `arrive`, `enterIfIdle` and `leave` are the only
/// ways from one to another. A waiter is admitted exactly once, by the call that returns it, and each admitted caller
/// leaves once. So no waiter is forgotten: each `leave` admits the next waiter.
struct AsyncReadWriteLock<Ticket> {
  enum Manner: Equatable {
    /// Beside others that came so.
    case together
    case alone
  }

  private enum Inside: Equatable {
    case nobody
    case together(Int)
    case one

    /// The state after one more has entered; nil when that caller has to wait.
    func joined(by manner: Manner) -> Inside? {
      switch (self, manner) {
      case (.nobody, .alone): .one
      case (.nobody, .together): .together(1)
      case (.together(let count), .together): .together(count + 1)
      case (.together, .alone), (.one, _): nil
      }
    }

    /// The state after one has left.
    var left: Inside {
      if case .together(let count) = self, count > 1 { .together(count - 1) } else { .nobody }
    }
  }

  private var inside = Inside.nobody
  /// The waiters, in order of arrival.
  private var line: [(manner: Manner, ticket: Ticket)] = []

  /// Whether no caller is inside and none waits.
  var isIdle: Bool { inside == .nobody && line.isEmpty }

  /// How many stand in the line.
  var waiting: Int { line.count }

  /// Adds a caller to the end of the line, and returns the callers that enter now.
  mutating func arrive(_ ticket: Ticket, _ manner: Manner) -> [Ticket] {
    line.append((manner, ticket))
    return admit()
  }

  /// Admits one caller alone if no caller is inside and none waits.
  ///
  /// - Returns: Whether it entered.
  mutating func enterIfIdle() -> Bool {
    guard isIdle else { return false }
    inside = .one
    return true
  }

  /// Lets one of those inside out, and says who enters now.
  mutating func leave() -> [Ticket] {
    precondition(inside != .nobody, "only who is inside leaves")
    inside = inside.left
    return admit()
  }

  /// Lets in who stands in front, as long as the one in front may enter.
  private mutating func admit() -> [Ticket] {
    var admitted: [Ticket] = []
    while let first = line.first, let joined = inside.joined(by: first.manner) {
      inside = joined
      admitted.append(line.removeFirst().ticket)
    }
    return admitted
  }
}

import Dispatch

/// Work beside its caller, which may wait for the result; the work may wait in the kernel.
///
/// It has the caller's task-local values.
package final class BackgroundTask<Value: Sendable>: Sendable {
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)
  private let task: Task<Void, Never>

  /// Starts the work.
  package init(_ work: @escaping @Sendable () async throws -> Value) {
    task = Task(executorPreference: WaitingThreads.shared) { [outcome, done] in
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      done.signal()
    }
  }

  /// Whether the result is ready.
  package var isDone: Bool { outcome.withLock { $0 != nil } }

  /// Cancels the work, which notices it as a task does.
  package func cancel() { task.cancel() }

  /// Waits for the result.
  ///
  /// - Throws: The error of the work.
  package func get() throws -> Value {
    done.wait()
    // Another caller may wait as well, or ask again.
    done.signal()
    guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}

/// Runs asynchronous work from a synchronous thread, which waits for the result.
package func blocking<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  try BackgroundTask(work).get()
}

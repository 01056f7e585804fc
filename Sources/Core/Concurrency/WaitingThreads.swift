import Dispatch

/// An executor of tasks that wait in the kernel, for a database's lock or for another process.
///
/// Swift's own pool has one thread for each core, and each waiting task would block one of them. Here a thread starts
/// whenever all are busy, so that tasks that wait for each other cannot deadlock.
package final class WaitingThreads: TaskExecutor {
  package static let shared = WaitingThreads()

  private struct State {
    var jobs: [UnownedJob] = []
    /// The threads that wait for a job and that no signal was sent for.
    var idle = 0
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  /// The threads that are kept for later jobs.
  private static let mostIdle = 8

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.idle > 0 else { return true }
      state.idle -= 1
      return false
    }
    if !needsThread {
      work.signal()
    } else if !startThread({ self.run() }) {
      // No thread could start: one of Dispatch's does the job.
      DispatchQueue.global().async { self.next()?.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private func run() {
    repeat {
      while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    } while isAwaited()
  }

  private func next() -> UnownedJob? {
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }

  /// Waits until there is a job; returns false where the thread is not needed any longer.
  private func isAwaited() -> Bool {
    let isKept = state.withLock { state in
      // A job may have come since the last look.
      guard state.jobs.isEmpty else { return nil as Bool? }
      guard state.idle < Self.mostIdle else { return false }
      state.idle += 1
      return true
    }
    if isKept == true { work.wait() }
    return isKept ?? true
  }
}

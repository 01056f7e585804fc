import Dispatch

/// An executor of tasks that wait in the kernel, for a database's lock or for another process.
///
/// Swift's own pool has one thread for each core, and each waiting task would block one of them. Here a thread starts
/// whenever all are busy, so that tasks that wait for each other cannot deadlock; an executor with a limit is for
/// tasks that do not.
package final class WaitingThreads: TaskExecutor {
  /// The executor without a limit.
  package static let shared = WaitingThreads()

  private struct State {
    var jobs: [UnownedJob] = []
    var threads = 0
    /// The threads that wait for a job and that no signal was sent for.
    var idle = 0
    var isStopped = false
  }

  private enum Step {
    case wakeThread, startThread, leaveToBusyThread
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let most: Int
  /// The threads that are kept for later jobs.
  private let mostIdle: Int

  /// - Parameter most: The most jobs that run at the same time; nil for no limit.
  package init(most: Int? = nil) {
    self.most = most ?? .max
    mostIdle = most ?? 8
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let step = state.withLock { state -> Step in
      state.jobs.append(job)
      if state.idle > 0 {
        state.idle -= 1
        return .wakeThread
      }
      guard state.threads < most else { return .leaveToBusyThread }
      state.threads += 1
      return .startThread
    }
    switch step {
    case .wakeThread: work.signal()
    case .leaveToBusyThread: break
    case .startThread:
      // Where no thread can start, one of Dispatch's does the jobs.
      if !startThread({ self.run() }) { DispatchQueue.global().async { self.run() } }
    }
  }

  /// Ends the threads as soon as no job waits; jobs that come later still run.
  package func stop() {
    let idle = state.withLock { state in
      defer { state.idle = 0 }
      state.isStopped = true
      return state.idle
    }
    for _ in 0..<idle { work.signal() }
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
      guard !state.isStopped, state.idle < mostIdle else {
        state.threads -= 1
        return false
      }
      state.idle += 1
      return true
    }
    if isKept == true { work.wait() }
    return isKept ?? true
  }
}

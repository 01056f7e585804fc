import Core
import Dispatch

/// The server's own threads for its handlers, which may wait for a ledger.
///
/// The network thread must never wait, and neither must the threads that Swift shares among all tasks. So a slow ledger
/// delays only the requests that need it.
final class HTTPWorkers: TaskExecutor {
  private struct Queue {
    var jobs: [UnownedJob] = []
    var next = 0
    var isStopped = false

    mutating func take() -> UnownedJob? {
      guard next < jobs.count else { return nil }
      defer {
        next += 1
        if next == jobs.count { (jobs, next) = ([], 0) }
      }
      return jobs[next]
    }
  }

  private let queue = Mutex(Queue())
  private let count: Int
  /// Counts the waiting jobs; `stop` adds one signal for each thread.
  private let waiting = DispatchSemaphore(value: 0)

  init(count: Int) {
    self.count = count
    for _ in 1...count { startThread { [self] in run() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.withLock { $0.jobs.append(job) }
    waiting.signal()
  }

  /// Ends the threads once no job is waiting.
  func stop() {
    queue.withLock { $0.isStopped = true }
    for _ in 1...count { waiting.signal() }
  }

  private func run() {
    while true {
      waiting.wait()
      let (job, isStopped) = queue.withLock { ($0.take(), $0.isStopped) }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if isStopped {
        return
      }
    }
  }
}

import Dispatch

/// The serial executor of the one writer, so that a slow disk never holds a thread of the shared pool.
package final class WriterExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "till.writer")

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

import Core
import Testing

@Suite struct WaitingThreadsTests {
  /// Each task waits for all others, so a thread that two of them share would block for ever.
  @Test(.timeLimit(.minutes(1))) func tasksThatWaitForEachOtherHaveThreadsOfTheirOwn() throws {
    let arrived = Mutex(0)
    let tasks = (0..<20).map { _ in
      BackgroundTask {
        arrived.withLock { $0 += 1 }
        while arrived.withLock({ $0 }) < 20 { sleepThread(for: .milliseconds(1)) }
      }
    }
    for task in tasks { try task.get() }
  }

  @Test(.timeLimit(.minutes(1))) func anExecutorWithALimitRunsNoMoreAtATime() async {
    let threads = WaitingThreads(most: 2)
    let running = Mutex((now: 0, most: 0))
    let tasks = (0..<12).map { _ in
      Task(executorPreference: threads) {
        running.withLock { running in
          running.now += 1
          running.most = max(running.most, running.now)
        }
        sleepThread(for: .milliseconds(5))
        running.withLock { $0.now -= 1 }
      }
    }
    for task in tasks { await task.value }
    #expect(running.withLock { $0.most } == 2)
    threads.stop()
    // A job after the end still runs.
    await Task(executorPreference: threads) {}.value
  }

  @Test(.timeLimit(.minutes(1))) func aCancelledTaskNoticesItAndItsErrorIsThrownToEachCaller() {
    let task = BackgroundTask {
      while !Task.isCancelled { sleepThread(for: .milliseconds(1)) }
      try Task.checkCancellation()
    }
    #expect(!task.isDone)
    task.cancel()
    for _ in 0..<2 { #expect(throws: CancellationError.self) { try task.get() } }
  }
}

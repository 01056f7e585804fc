import Foundation
package import Testing

/// A place among the tests that start programs, servers or terminals: four of them run at once, however many tests do.
///
/// Each such test waits for others most of its time; all at once they would only wait for each other, and run into
/// their time-outs. They wait on threads of their own: the shared pool has one thread a core, and a test that waits
/// there would block it. Tests that only compute need no slot.
package struct Slot: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Slots.shared.enter()
    do {
      try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    } catch {
      await Slots.shared.leave()
      throw error
    }
    await Slots.shared.leave()
  }
}

extension Trait where Self == Slot {
  /// Marks what starts programs, servers or terminals.
  package static var startsPrograms: Slot { Slot() }
}

/// Who has a place, and who waits for one, first come, first served.
private actor Slots {
  static let shared = Slots(count: 4)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    // A place goes on to who waits longest, without being free in between.
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// Threads for tasks that wait.
///
/// Another thread starts whenever all are taken, so that two tasks that wait for each other cannot deadlock.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let state = NSCondition()
  // Both are touched under the condition's lock alone.
  private nonisolated(unsafe) var jobs: [UnownedJob] = []
  private nonisolated(unsafe) var idle = 0

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock {
      jobs.append(job)
      if idle >= jobs.count { state.signal() } else { Thread(block: run).start() }
    }
  }

  private func run() {
    while true {
      next().runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func next() -> UnownedJob {
    state.withLock {
      idle += 1
      while jobs.isEmpty { state.wait() }
      idle -= 1
      return jobs.removeFirst()
    }
  }
}

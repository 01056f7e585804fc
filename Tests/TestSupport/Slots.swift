import Core
package import Testing

/// A trait that limits the tests which start programs, servers or terminals to four at a time.
///
/// Such a test mostly waits for other processes. All at once they would only delay each other until their timeouts.
/// They wait on threads of their own: the shared pool has one thread for each core, and a waiting test would block it.
/// Tests that only compute need no slot.
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
  /// The trait for tests that start programs, servers or terminals.
  package static var startsPrograms: Slot { Slot() }
}

/// The free slots, and the tests that wait for one, first come, first served.
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
    // Give the slot directly to the test that has waited longest.
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

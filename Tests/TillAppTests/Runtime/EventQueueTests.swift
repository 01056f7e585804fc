import Foundation
import Testing

@testable import Dashboard
@testable import TillApp

@Suite struct EventQueueTests {
  private func isReadable(_ queue: EventQueue) -> Bool {
    var entry = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }

  @Test func eventsComeOutInOrderAndOnce() throws {
    let queue = try EventQueue()
    queue.post(.spin)
    queue.post(.storeChanged)
    #expect(isReadable(queue))
    #expect(queue.drain() == [.spin, .storeChanged])
    #expect(!isReadable(queue))
    #expect(queue.drain() == [])
  }

  @Test func ofOneTasksProgressOnlyTheNewestIsKept() throws {
    let queue = try EventQueue()
    let (one, two) = (TaskID(1), TaskID(2))
    for done in 1...100 { queue.post(.progress(one, done)) }
    queue.post(.progress(two, 1))
    #expect(
      queue.drain() == [
        .progress(one, 100), .progress(two, 1),
      ])
  }

  /// Tests that each event of many threads arrives once, and those of one thread in order.
  @Test func nothingIsLostBetweenThreads() throws {
    let queue = try EventQueue()
    let count = 500
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 0..<count { queue.post(.failed(TaskID(thread * count + number), Problem("x"))) }
      }
    }
    var seen: [Int: [TaskID]] = [:]
    var total = 0
    while total < 4 * count {
      queue.wait()
      for event in queue.drain() {
        guard case .failed(let id, _) = event else { continue }
        seen[id.number / count, default: []].append(id)
        total += 1
      }
    }
    for (thread, ids) in seen { #expect(ids == (0..<count).map { TaskID(thread * count + $0) }) }
  }
}

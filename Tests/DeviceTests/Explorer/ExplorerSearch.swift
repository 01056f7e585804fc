import Core
import Dispatch
import Foundation
import TillApp

/// Many worlds on twice as many threads as there are processors, because a command often waits for another thread.
///
/// A kind of lie is shrunk and printed as soon as it is met, so that a search that is ended early has said what it found.
struct ExplorerSearch {
  private let seeds: ClosedRange<UInt64>
  private var next: UInt64
  /// The worlds that show planted flaws; they come first.
  private var flawed = ExplorerFlaw.worlds[...]
  private var working: Int
  /// Since when each world runs that is not through yet.
  private var running: [UInt64: ContinuousClock.Instant] = [:]
  private let start = ContinuousClock.now
  private(set) var statistics = ExplorerStatistics()
  /// The planted flaws that were found.
  private(set) var planted: Set<ExplorerFlaw> = []
  private(set) var failures: [String] = []
  /// A text for each kind of lie, with the commands that bring it about.
  private(set) var lies: [String] = []

  /// So many worlds are searched for planted flaws; each costs as much as the world itself.
  private static let worldsWithFlaws: UInt64 = 300
  private static let secondsBetweenLines = 30

  private init(_ seeds: ClosedRange<UInt64>, threads: Int) {
    (self.seeds, next, working) = (seeds, seeds.lowerBound, threads)
  }

  /// Looks at the worlds of the seeds, and for the planted flaws.
  static func explore(_ seeds: ClosedRange<UInt64>) async -> ExplorerSearch {
    let threads = 2 * ProcessInfo.processInfo.activeProcessorCount
    let search = Mutex(ExplorerSearch(seeds, threads: threads))
    let end = DispatchSemaphore(value: 0)
    startThread {
      while end.wait(timeout: .now() + .seconds(secondsBetweenLines)) == .timedOut {
        print(search.withLock { $0.progress })
      }
    }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      for _ in 0..<threads {
        startThread {
          while let run = search.withLock({ $0.take() }) { look(at: run, search) }
          if search.withLock({ $0.isOverWithOneLess() }) { done.resume() }
        }
      }
    }
    end.signal()
    let found = search.withLock { $0 }
    print(found.progress)
    return found
  }

  private static func look(at run: ExplorerRun, _ search: Mutex<ExplorerSearch>) {
    if run.seed.isMultiple(of: 64) { ProcessMemory.giveBack() }
    var planted = search.withLock { $0.planted }
    do {
      let isLooking = search.withLock { $0.isLookingForFlaws(in: run) }
      let found = try run.explore(planted: &planted, isLookingForFlaws: isLooking).statistics
      let news = search.withLock { search in
        search.planted.formUnion(planted)
        let news = found.lies.filter { run.seed > 0 && search.statistics.lies[$0.key] == nil }
        if run.seed > 0 { search.statistics.add(found) }
        return news
      }
      for (kind, lie) in news.sorted(by: { $0.key < $1.key }) {
        let text = try text(kind, lie.example, run)
        print(text)
        search.withLock { $0.lies.append(text) }
      }
    } catch {
      search.withLock { $0.failures.append("seed \(run.seed): \(error)") }
    }
    search.withLock { $0.running[run.seed] = nil }
  }

  private static func text(_ kind: ExplorerLie.Kind, _ first: ExplorerLie, _ run: ExplorerRun) throws -> String {
    let example = try ExplorerExample.shrunk(run.actions, to: kind, seed: run.seed)
    let lie = example?.lie ?? first
    return """
      ## \(kind)
      seed \(run.seed); \(lie.place)
      said: \(lie.said)
      true: \(lie.truth)

      \(example?.commands ?? "")
      world: \((example?.actions ?? run.actions).map(\.description))
      \(example?.scenario ?? "")
      """
  }

  /// Prints at once: standard output keeps what it is given when a file or a pipe reads it.
  private static func print(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// What was looked at so far, and which worlds take long.
  private var progress: String {
    let now = ContinuousClock.now
    let slow = running.filter { $0.value.duration(to: now) > .seconds(Self.secondsBetweenLines) }
      .map { "; seed \($0.key) has taken \($0.value.duration(to: now).components.seconds) s" }
    let time = start.duration(to: now).components.seconds
    return statistics.text + "\n  seeds \(seeds.lowerBound) to \(max(next, 1) - 1), \(time) s\(slow.joined())"
  }

  private func isLookingForFlaws(in run: ExplorerRun) -> Bool {
    (run.seed == 0 || run.seed - seeds.lowerBound < Self.worldsWithFlaws)
      && planted.count < ExplorerFlaw.allCases.count
  }

  /// Returns the next world to look at; one with a planted flaw has the seed 0.
  private mutating func take() -> ExplorerRun? {
    if let flawed = flawed.popFirst() {
      return ExplorerRun(flawed.map { ExplorerAction($0) }, ending: .only(.creditsArePayments))
    }
    guard next <= seeds.upperBound else { return nil }
    running[next] = .now
    next += 1
    return ExplorerRun(seed: next - 1)
  }

  private mutating func isOverWithOneLess() -> Bool {
    working -= 1
    return working == 0
  }
}

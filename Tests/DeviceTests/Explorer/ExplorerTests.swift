import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

@testable import TillApp

/// A machine that looks for lies: random worlds, and after each command every promise.
@Suite(.serialized) struct ExplorerTests {
  /// A longer search: `TILL_EXPLORE_SEEDS=100000 swift test --filter ExplorerTests`, from `TILL_EXPLORE_FROM` on.
  ///
  /// `TILL_EXPLORE_REPORT` names a file for every kind of lie that was found, shrunk.
  private static let seeds: ClosedRange<UInt64> = {
    func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
    let first = number("TILL_EXPLORE_FROM") ?? 1
    return first...max(first, number("TILL_EXPLORE_SEEDS") ?? first + 299)
  }()

  @Test func noWorldTellsALie() async throws {
    let start = ContinuousClock.now
    let found = await ExplorerSearch.explore(Self.seeds)
    print(found.statistics.text)
    print("explorer: \(start.duration(to: .now))")
    #expect(found.failures.isEmpty, "\(found.failures)")
    var planted = found.planted
    for world in ExplorerFlaw.worlds where planted.count < ExplorerFlaw.allCases.count {
      let run = ExplorerRun(world.map { ExplorerAction($0) }, ending: .only(.claimsAreSo))
      _ = try run.explore(planted: &planted, isLookingForFlaws: true)
    }
    let missed = ExplorerFlaw.allCases.filter { !planted.contains($0) }
    #expect(missed.isEmpty, "planted and not found: \(missed)")
    let report = ProcessInfo.processInfo.environment["TILL_EXPLORE_REPORT"]
    var texts: [String] = []
    for (kind, lie) in found.statistics.lies.sorted(by: { $0.key < $1.key }) {
      let actions = ExplorerRun(seed: lie.seed).actions
      let example = try ExplorerExample.shrunk(actions, to: kind, seed: lie.seed)
      texts.append(Self.text(kind, lie.worlds, lie.seed, example, actions, lie.example))
      Issue.record("a lie: \(texts.last ?? "")\n\(example?.scenario ?? "")")
    }
    if let report {
      try ([found.statistics.text] + texts).joined(separator: "\n\n")
        .write(toFile: report, atomically: true, encoding: .utf8)
    }
  }

  private static func text(
    _ kind: ExplorerLie.Kind, _ worlds: Int, _ seed: UInt64, _ example: ExplorerExample?, _ actions: [ExplorerAction],
    _ first: ExplorerLie
  ) -> String {
    let lie = example?.lie ?? first
    return """
      ## \(kind)
      \(worlds) worlds, the first of seed \(seed); \(lie.place)
      said: \(lie.said)
      true: \(lie.truth)

      \(example?.commands ?? "")
      world: \((example?.actions ?? actions).map(\.description))
      """
  }

  /// What was mended is told no more.
  @Test(arguments: MendedLie.all) func aMendedLieIsToldNoMore(_ lie: MendedLie) throws {
    var planted = Set(ExplorerFlaw.allCases)
    let promise = try #require(ExplorerPromise(rawValue: String(lie.kind.prefix { $0 != ":" })))
    let run = ExplorerRun(lie.world.map { ExplorerAction($0) }, ending: .only(promise))
    let (statistics, world) = try run.explore(planted: &planted)
    #expect(world.typed.count >= lie.world.count, "the world was not played: \(lie.world)")
    let told = statistics.lies.filter { $0.key.promise == promise }
    #expect(told.isEmpty, "\(lie.why): \(told.map { "\($0.key): \($0.value.example.said)" })")
  }

  /// Worlds written by hand, to see what is told in them: a file with a line for each, commands parted by semicolons.
  private static let byHand = ProcessInfo.processInfo.environment["TILL_EXPLORE_WORLDS"]

  @Test(.enabled(if: byHand != nil)) func whatIsToldInWorldsByHand() throws {
    for line in try String(contentsOfFile: Self.byHand ?? "", encoding: .utf8).split(separator: "\n") {
      var planted = Set(ExplorerFlaw.allCases)
      let actions = line.split(separator: ";").map { ExplorerAction(String($0)) }
      let (statistics, world) = try ExplorerRun(actions).explore(planted: &planted)
      print("world: \(line)")
      for typed in world.typed { print("  \(typed.action) (exit \(typed.status.rawValue)) \(typed.message)") }
      for (kind, lie) in statistics.lies.sorted(by: { $0.key < $1.key }) {
        print("  * \(kind) [\(lie.example.place)]\n      said: \(lie.example.said)\n      true: \(lie.example.truth)")
      }
    }
  }

  /// Typed anew, and run as a scenario, a failing world does what it did.
  @Test func aFailingWorldIsShrunkToCommandsAndAScenarioThatRuns() throws {
    let actions = [
      "second status", "first simulator advance 1h", "first fault app-server-down", "second buy P.coins100",
      "first buy P.coins100 --quantity 2", "first user two", "first user one", "first account again@",
    ].map { ExplorerAction($0) }
    let kind = ExplorerLie.Kind(promise: .moneyIsListed, how: "another Apple Account's")
    guard let example = try ExplorerExample.shrunk(actions, to: kind, seed: 1) else { return }
    #expect(example.actions.count == 3, "\(example.commands)")
    #expect(!example.commands.contains("--quantity") && example.commands.split(separator: "\n").count == 3)
    let file = example.world.shop.folder.appending(path: "lie.json5").path(percentEncoded: false)
    try example.scenario.write(toFile: file, atomically: true, encoding: .utf8)
    let answer = example.world.commandLine("scenario").run(["simulator", "run", file])
    #expect(answer.status == .done, "\(answer.message)\n\(example.scenario)")
  }
}

/// Many worlds on as many threads as there are processors.
struct ExplorerSearch {
  var next: UInt64
  var working: Int
  var statistics = ExplorerStatistics()
  var planted: Set<ExplorerFlaw> = []
  var failures: [String] = []

  /// So many worlds are searched for planted flaws; each costs as much as the world itself.
  private static let worldsWithFlaws: UInt64 = 300

  static func explore(_ seeds: ClosedRange<UInt64>) async -> ExplorerSearch {
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let search = Mutex(ExplorerSearch(next: seeds.lowerBound, working: threads))
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      for _ in 0..<threads {
        startThread {
          while let seed = search.withLock({ $0.take(until: seeds.upperBound) }) {
            if seed.isMultiple(of: 64) { ProcessMemory.giveBack() }
            var planted = search.withLock { $0.planted }
            let isLooking = seed < seeds.lowerBound + worldsWithFlaws && planted.count < ExplorerFlaw.allCases.count
            do {
              let found = try ExplorerRun(seed: seed).explore(planted: &planted, isLookingForFlaws: isLooking)
              search.withLock { search in
                search.statistics.add(found.statistics)
                search.planted.formUnion(planted)
              }
            } catch {
              search.withLock { $0.failures.append("seed \(seed): \(error)") }
            }
          }
          if search.withLock({ $0.isOverWithOneLess() }) { done.resume() }
        }
      }
    }
    return search.withLock { $0 }
  }

  private mutating func take(until last: UInt64) -> UInt64? {
    guard next <= last else { return nil }
    next += 1
    return next - 1
  }

  private mutating func isOverWithOneLess() -> Bool {
    working -= 1
    return working == 0
  }
}

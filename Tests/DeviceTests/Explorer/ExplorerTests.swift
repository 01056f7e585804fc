import Core
import Foundation
import Testing

@testable import TillApp

/// A machine that looks for lies: random worlds, and after each command every promise.
@Suite(.serialized) struct ExplorerTests {
  /// A longer search: `TILL_EXPLORE_SEEDS=100000 swift test --filter ExplorerTests`, from `TILL_EXPLORE_FROM` on.
  ///
  /// `TILL_EXPLORE_REPORT` names a file for every kind of lie that was found, shrunk. Each one is printed at once, too,
  /// and progress every half minute.
  private static let seeds: ClosedRange<UInt64> = {
    func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
    let first = number("TILL_EXPLORE_FROM") ?? 1
    return first...max(first, number("TILL_EXPLORE_SEEDS") ?? first + 299)
  }()

  @Test func noWorldTellsALie() async throws {
    let found = await ExplorerSearch.explore(Self.seeds)
    #expect(found.failures.isEmpty, "\(found.failures)")
    for text in found.lies { Issue.record("a lie: \(text)") }
    if let report = ProcessInfo.processInfo.environment["TILL_EXPLORE_REPORT"] {
      try ([found.statistics.text] + found.lies).joined(separator: "\n\n")
        .write(toFile: report, atomically: true, encoding: .utf8)
    }
    let missed = ExplorerFlaw.allCases.filter { !found.planted.contains($0) }
    #expect(missed.isEmpty, "planted and not found: \(missed)")
  }

  /// What was mended is told no more, whether the App Store is a file or has a URL.
  @Test(arguments: MendedLie.all, [ExplorerParties.files, .url])
  func aMendedLieIsToldNoMore(_ lie: MendedLie, parties: ExplorerParties) throws {
    var planted = Set(ExplorerFlaw.allCases)
    let promise = try #require(ExplorerPromise(rawValue: String(lie.kind.prefix { $0 != ":" })))
    var run = ExplorerRun(lie.world.map { ExplorerAction($0) }, ending: .only(promise))
    run.parties = parties
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
    let answer = try example.world.commandLine("scenario").run(["simulator", "run", file])
    #expect(answer.status == .done, "\(answer.message)\n\(example.scenario)")
  }
}

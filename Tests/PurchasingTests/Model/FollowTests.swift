import Foundation
import TestSupport
import Testing

/// Following what the program says is next leads somewhere, and nobody is told to pay twice.
@Suite(.serialized) struct FollowTests {
  /// A longer search: `TILL_FOLLOW_SEEDS=200 swift test --filter FollowTests`, from `TILL_FOLLOW_FROM` on.
  private static let seeds: ClosedRange<UInt64> = {
    func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
    let first = number("TILL_FOLLOW_FROM") ?? 1
    return first...max(first, number("TILL_FOLLOW_SEEDS") ?? first + 2)
  }()

  @Test func theNextStepLeadsOnFromWhereverSomebodyIs() async throws {
    var found: Set<FollowFlaw> = []
    let last = Self.seeds.upperBound
    for seed in Self.seeds.lowerBound...last + 6 {
      // Further ones only for what was planted and has not shown yet.
      guard seed <= last || found.count < FollowFlaw.allCases.count else { break }
      var random = SeededGenerator(seed: seed)
      let actions = (0..<30).map { _ in FollowAction.random(using: &random) }
      let problems = try await problems(of: actions, finding: &found)
      guard !problems.isEmpty else { continue }
      var nothing = Set(FollowFlaw.allCases)
      let shortest = try await shrunk(actions) { try await !self.problems(of: $0, finding: &nothing).isEmpty }
      let left = try await self.problems(of: shortest, finding: &nothing)
      let commands = (ModelAction.preparation + shortest.map(\.commands)).joined(separator: "\n")
      Issue.record("seed \(seed): \(left.joined(separator: "\n"))\n\(commands)")
    }
    let missed = FollowFlaw.allCases.filter { !found.contains($0) }
    #expect(missed.isEmpty, "planted and not found: \(missed)")
  }

  /// What goes wrong in a sequence.
  ///
  /// - Parameter found: The planted flaws that showed; those that are in it are not looked for any more.
  private func problems(
    of actions: [FollowAction], finding found: inout Set<FollowFlaw>
  ) async throws -> [String] {
    let follow = try await FollowWorld(found: found)
    // A program that died holds its files for ever: nobody else takes them away.
    defer { try? FileManager.default.removeItem(at: follow.shop.folder) }
    defer { found.formUnion(follow.found) }
    for action in actions {
      try await follow.perform(action)
      guard follow.problems.isEmpty else { return follow.problems }
    }
    try follow.checkPast()
    return follow.problems
  }
}

import Foundation
import Testing

/// Tests that random actions and faults end with each payment credited and delivered once, to the right user.
@Suite struct ModelTests {
  /// The seeds of the runs; `TILL_MODEL_SEEDS=200 swift test --filter ModelTests` runs more, from `TILL_MODEL_FROM`.
  private static let seeds: ClosedRange<UInt64> = {
    func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
    let first = number("TILL_MODEL_FROM") ?? 1
    return first...max(first, number("TILL_MODEL_SEEDS") ?? first + 2)
  }()

  @Test(arguments: seeds) func anySequenceComesToWhatTheModelSays(_ seed: UInt64) async throws {
    guard let failure = try await ModelRun(seed: seed).failure() else { return }
    Issue.record("seed \(seed): \(failure.problems.joined(separator: "; "))\n\(failure.commands)")
  }

  /// The defects to find; one in a short run, because each one costs a hundred sequences.
  private static let flaws = seeds.count > 3 ? ModelFlaw.allCases : [.alwaysTransfers]

  @Test(arguments: flaws) func aPlantedFaultIsFoundAndShrunkToCommands(_ flaw: ModelFlaw) async throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      let run = ModelRun(seed: seed, length: 16, flaw: flaw)
      guard let failure = try await run.failure() else { continue }
      #expect(failure.actions.count <= 8, "\(failure.commands)")
      let lines = failure.commands.split(separator: "\n")
      #expect(lines.count > ModelAction.preparation.count && lines.allSatisfy { $0.hasPrefix("till --store ") })
      // Without the planted defect the same sequence has no problems.
      let left = try await ModelRun(seed: seed).problems(of: failure.actions)
      #expect(left == nil, "\(left ?? [])\n\(failure.commands)")
      return
    }
    Issue.record("the planted fault \(flaw.rawValue) was not found")
  }
}

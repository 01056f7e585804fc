import Foundation
import TestSupport

/// A random sequence of actions, and the problems after it.
struct ModelRun: Sendable {
  let seed: UInt64
  var length = 40
  var flaw: ModelFlaw?

  /// A sequence that fails, shortened by leaving actions out.
  struct Failure {
    let actions: [ModelAction]
    let problems: [String]

    /// The commands that reproduce the failure.
    var commands: String { (ModelAction.preparation + actions.map(\.commands)).joined(separator: "\n") }
  }

  /// Runs the sequence and returns its failure; nil when there is none.
  func failure() async throws -> Failure? {
    var random = SeededGenerator(seed: seed)
    let actions = (0..<length).map { _ in ModelAction.random(using: &random) }
    guard let problems = try await problems(of: actions) else { return nil }
    return try await shrunk(Failure(actions: actions, problems: problems))
  }

  /// Returns the problems after a sequence; nil when there are none.
  func problems(of actions: [ModelAction]) async throws -> [String]? {
    let world = try await ModelWorld(flaw: flaw)
    // A program that crashed is never released, so the test deletes its files.
    defer { try? FileManager.default.removeItem(at: world.shop.folder) }
    for action in actions { try await world.perform(action) }
    // A defect shows in the app server. Devices are compared only without one.
    let problems = try await world.problems(isWhole: flaw == nil)
    return problems.isEmpty ? nil : problems
  }

  /// Leaves actions out as long as the sequence still fails.
  private func shrunk(_ failure: Failure) async throws -> Failure {
    let shortest = try await DeviceTests.shrunk(failure.actions) { try await problems(of: $0) != nil }
    return Failure(actions: shortest, problems: try await problems(of: shortest) ?? failure.problems)
  }
}

/// Returns a sequence shortened by leaving parts out, the large ones first, while it still fails.
func shrunk<Action>(_ actions: [Action], stillFails: ([Action]) async throws -> Bool) async rethrows -> [Action] {
  var shortest = actions
  var size = actions.count / 2
  while size > 0 {
    var start = 0
    while start < shortest.count {
      var shorter = shortest
      shorter.removeSubrange(start..<min(start + size, shorter.count))
      if try await stillFails(shorter) { shortest = shorter } else { start += size }
    }
    size /= 2
  }
  return shortest
}

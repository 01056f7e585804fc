import AppStoreModel
import Foundation
import TestSupport

/// A random sequence, and what is wrong after it.
struct ModelRun: Sendable {
  let seed: UInt64
  var length = 40
  var flaw: ModelFlaw?

  /// A sequence that goes wrong, as short as leaving parts out makes it.
  struct Failure {
    let actions: [ModelAction]
    let problems: [String]

    /// The commands that reproduce it.
    var commands: String { (ModelAction.preparation + actions.map(\.commands)).joined(separator: "\n") }
  }

  /// What goes wrong; nil when nothing does.
  func failure() async throws -> Failure? {
    var random = SeededGenerator(seed: seed)
    let actions = (0..<length).map { _ in ModelAction.random(using: &random) }
    guard let problems = try await problems(of: actions) else { return nil }
    return try await shrunk(Failure(actions: actions, problems: problems))
  }

  /// What is wrong after a sequence; nil when nothing is.
  func problems(of actions: [ModelAction]) async throws -> [String]? {
    let world = try await ModelWorld(flaw: flaw)
    // A program that died would leave its files for ever, so the test deletes them.
    defer { try? FileManager.default.removeItem(at: world.shop.folder) }
    for action in actions { try await world.perform(action) }
    // A planted fault shows at the server; what devices make of it is looked at where none is planted.
    let problems = try await world.problems(isWhole: flaw == nil)
    return problems.isEmpty ? nil : problems
  }

  /// Leaves parts out as long as it still goes wrong.
  private func shrunk(_ failure: Failure) async throws -> Failure {
    let shortest = try await DeviceTests.shrunk(failure.actions) { try await problems(of: $0) != nil }
    return Failure(actions: shortest, problems: try await problems(of: shortest) ?? failure.problems)
  }
}

/// A sequence as short as leaving parts out makes it, the large ones first, while it still fails.
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

import Foundation
import StoreModel
import TestSupport
import Testing

@testable import Purchasing

/// Whatever people do and whatever fails: afterwards each payment is credited and delivered once, to the right user.
@Suite(.serialized) struct ModelTests {
  /// A longer search: `TILL_MODEL_SEEDS=200 swift test --filter ModelTests`.
  private static let seeds =
    ProcessInfo.processInfo.environment["TILL_MODEL_SEEDS"].flatMap { UInt64($0) } ?? 6

  @Test(arguments: 1...ModelTests.seeds) func anySequenceComesToWhatTheModelSays(_ seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let actions = (0..<40).map { _ in ModelAction.random(using: &random) }
    guard let problems = try await Self.problems(of: actions) else { return }
    let (shortest, left) = try await Self.shrunk(actions, problems)
    Issue.record(
      """
      seed \(seed): \(left.joined(separator: "; "))
      \(shortest.map(\.commands).joined(separator: "\n"))
      """)
  }

  /// What is wrong after a sequence; nil when nothing is.
  private static func problems(of actions: [ModelAction]) async throws -> [String]? {
    let world = try await ModelWorld()
    for action in actions { try await world.perform(action) }
    let problems = try await world.problems()
    return problems.isEmpty ? nil : problems
  }

  /// A shorter sequence that goes wrong as well: parts are left out, the large ones first, as long as it does.
  private static func shrunk(
    _ actions: [ModelAction], _ problems: [String]
  ) async throws -> (actions: [ModelAction], problems: [String]) {
    var (shortest, left) = (actions, problems)
    var size = actions.count / 2
    while size > 0 {
      var start = 0
      while start < shortest.count {
        var shorter = shortest
        shorter.removeSubrange(start..<min(start + size, shorter.count))
        if let wrong = try await Self.problems(of: shorter) {
          (shortest, left) = (shorter, wrong)
        } else {
          start += size
        }
      }
      size /= 2
    }
    return (shortest, left)
  }
}

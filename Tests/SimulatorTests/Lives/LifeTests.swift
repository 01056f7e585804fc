import Foundation
import TestSupport
import Testing

/// Random lives of subscriptions: whatever happens to them, in whatever order.
@Suite(.serialized) struct LifeTests {
  /// A longer search: `TILL_LIVES=500 swift test --filter LifeTests`.
  private static let seeds = ProcessInfo.processInfo.environment["TILL_LIVES"].flatMap { UInt64($0) } ?? 1

  @Test(arguments: 1...LifeTests.seeds)
  func everyDeviceAgreesWithTheAppStoreAtEveryInstantOfAnyLife(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let actions = (0..<60).map { _ in LifeAction.random(using: &random) }
    guard let problem = try Self.problem(of: actions) else { return }
    let (shortest, left) = try Self.shrunk(actions, problem)
    Issue.record("seed \(seed): \(left)\n\(shortest.map { "\($0)" }.joined(separator: "\n"))")
  }

  /// The first thing that goes wrong; nil when nothing does.
  private static func problem(of actions: [LifeAction]) throws -> String? {
    let world = try LifeWorld()
    for action in actions {
      try world.perform(action)
      if let problem = world.problems.first { return problem }
    }
    return nil
  }

  /// A shorter life that goes wrong as well: parts are left out, the large ones first, as long as it does.
  private static func shrunk(_ actions: [LifeAction], _ problem: String) throws -> ([LifeAction], String) {
    var (shortest, left) = (actions, problem)
    var size = actions.count / 2
    while size > 0 {
      var start = 0
      while start < shortest.count {
        var shorter = shortest
        shorter.removeSubrange(start..<min(start + size, shorter.count))
        if let wrong = try Self.problem(of: shorter) {
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

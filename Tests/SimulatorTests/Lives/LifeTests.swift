import Foundation
import TestSupport
import Testing

/// Tests of random lives of subscriptions, with any events in any order.
@Suite(.serialized) struct LifeTests {
  /// The number of seeds; `TILL_LIVES=500 swift test --filter LifeTests` searches longer.
  private static let seeds = ProcessInfo.processInfo.environment["TILL_LIVES"].flatMap { UInt64($0) } ?? 1

  @Test(arguments: 1...LifeTests.seeds)
  func everyDeviceAgreesWithTheAppStoreAtEveryInstantOfAnyLife(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let actions = (0..<60).map { _ in LifeAction.random(using: &random) }
    guard let problem = try Self.problem(of: actions) else { return }
    let (shortest, left) = try Self.shrunk(actions, problem)
    Issue.record("seed \(seed): \(left)\n\(shortest.map { "\($0)" }.joined(separator: "\n"))")
  }

  /// Returns the first problem; nil when there is none.
  private static func problem(of actions: [LifeAction]) throws -> String? {
    let world = try LifeWorld()
    for action in actions {
      try world.perform(action)
      if let problem = world.problems.first { return problem }
    }
    return nil
  }

  /// Returns a shorter life that also fails; parts are left out, the large ones first.
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

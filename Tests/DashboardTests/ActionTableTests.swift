import Screen
import Testing

@testable import Dashboard

@Suite struct ActionTableTests {
  @Test func everyActionCanBeDoneSomewhere() {
    let listed = Set(ActionTable.entries.map(\.action))
    #expect(listed == Set(Action.allCases))
  }

  @Test(arguments: Scope.allCases) func aKeyMeansOneThingInAPlace(scope: Scope) {
    var seen: [Key: Action] = [:]
    for entry in ActionTable.entries(in: scope) + (scope == .everywhere ? [] : ActionTable.entries(in: .everywhere)) {
      for key in entry.keys {
        #expect(seen[key] == nil, "\(key) in \(scope): \(entry.action) and \(String(describing: seen[key]))")
        seen[key] = entry.action
      }
    }
  }

  @Test(arguments: AppStoreSection.allCases)
  func aKeyMeansOneThingOnTheAppStoresSide(section: AppStoreSection) {
    var seen: [Key: Action] = [:]
    for scope in [section.scope, .appStore, .everywhere] {
      for entry in ActionTable.entries(in: scope) {
        for key in entry.keys {
          #expect(seen[key] == nil, "\(key) in \(section): \(entry.action) and \(String(describing: seen[key]))")
          seen[key] = entry.action
        }
      }
    }
  }

  private static let parts = AppStoreSection.allCases.map(\.scope)

  @Test(arguments: Scope.allCases.filter { $0 != .main && $0 != .everywhere && !parts.contains($0) })
  func escLeavesEveryPlace(scope: Scope) {
    #expect(ActionTable.entry(for: .escape, in: scope)?.action == .close)
  }

  @Test func everyRowSaysWhatItDoes() {
    for entry in ActionTable.entries {
      #expect(!entry.keys.isEmpty && !entry.title.isEmpty && entry.summary.hasSuffix("."), "\(entry.action)")
      #expect(entry.title.allSatisfy(\.isASCII) && entry.summary.allSatisfy(\.isASCII), "\(entry.action)")
    }
  }

  @Test func namesAreLowerCaseAndStable() {
    for action in Action.allCases {
      #expect(action.rawValue.allSatisfy { $0.isLowercase || $0 == "-" }, "\(action.rawValue)")
    }
    #expect(Action(rawValue: "refund-check") == .refundCheck)
  }
}

import Foundation
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

  @Test(arguments: Scope.allCases.filter { ![.main, .everywhere, .walkthrough].contains($0) && !parts.contains($0) })
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

  private static let places: [(String, [Scope])] = [
    ("The payment sheet", [.paymentSheet]),
    ("Other sheets", [.useSheet, .refundList, .refundReason, .order, .timeline, .entry]),
    ("Lists and questions", [.choice, .confirmation, .report, .help, .filter]),
    ("Something opened in full", [.viewer]), ("Walkthroughs", [.walkthrough]),
    ("The desk", [.desk]), ("The desk's search", [.deskSearch]), ("A customer of the desk", [.customer]),
    ("The App Store's side", [.appStore]),
  ]

  @Test func theKeysOfTheReadmeAreThoseOfTheTable() throws {
    try Document.check(
      "README.md", from: "| key |", to: "\nA key that", ActionTable.markdown(of: [.main, .everywhere]))
  }

  @Test func theKeysOfTheDocumentsAreThoseOfTheTable() throws {
    let parts = AppStoreSection.allCases.map { ("\($0)", [$0.scope]) }.map { name, scopes in
      ("The App Store's side: \(name)", scopes)
    }
    let text = (Self.places + parts).map { "## \($0)\n\n\(ActionTable.markdown(of: $1))" }.joined(separator: "\n")
    try Document.check("Assets/Docs/keys.md", from: "## The payment", to: nil, text)
  }
}

/// Parts of documents that are made from code; `TILL_RECORD=1 swift test` writes them anew.
enum Document {
  static func check(_ path: String, from start: String, to end: String?, _ text: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appendingPathComponent(path)
    var document = try String(contentsOf: file, encoding: .utf8)
    let first = try #require(document.range(of: start)).lowerBound
    let last = try end.map { try #require(document.range(of: $0)).lowerBound } ?? document.endIndex
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      document.replaceSubrange(first..<last, with: text)
      return try document.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(document[first..<last] == text, "\(path): TILL_RECORD=1 swift test --filter ActionTableTests")
  }
}

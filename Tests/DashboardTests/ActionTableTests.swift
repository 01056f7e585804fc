import Foundation
import TerminalUI
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

  /// So a key press runs the row that it found, without looking for the action's row.
  @Test(arguments: Scope.allCases) func aKeyAndItsActionNameTheSameRow(scope: Scope) throws {
    for key in ActionTable.entries(in: scope).flatMap(\.keys) {
      let row = try #require(ActionTable.entry(for: key, in: scope))
      let named = try #require(ActionTable.entry(of: row.action, in: [scope]))
      #expect(row.keys == named.keys && row.summary == named.summary, "\(key) in \(scope)")
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
    ("The dashboard", [.main, .everywhere]),
    ("The payment sheet", [.paymentSheet]),
    ("Other sheets", [.useSheet, .refundList, .refundReason, .order, .timeline, .entry]),
    ("Lists and questions", [.choice, .confirmation, .report, .help, .filter]),
    ("Something opened in full", [.viewer]), ("Walkthroughs", [.walkthrough]),
    ("The desk", [.desk]), ("The desk's search", [.deskSearch]), ("A customer of the desk", [.customer]),
    ("The App Store's side", [.appStore]),
  ]

  @Test func theKeysOfTheDocumentsAreThoseOfTheTable() throws {
    let parts = AppStoreSection.allCases.map { ("\($0)", [$0.scope]) }.map { name, scopes in
      ("The App Store's side: \(name)", scopes)
    }
    let text = (Self.places + parts).map { "## \($0)\n\n\(ActionTable.markdown(of: $1))" }.joined(separator: "\n")
    try Document.check("Assets/Docs/keys.md", from: "## The dashboard", to: nil, text)
  }

  /// Tests that every key which a page names is a key of the action table.
  @Test(arguments: ["README.md", "Assets/Docs/dashboard.md", "Assets/Docs/desk.md", "Assets/Docs/FieldCases.md"])
  func everyKeyOfAPageIsInTheTable(_ page: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../" + page).standardizedFileURL
    let keys = try String(contentsOf: file, encoding: .utf8).matches(of: #/`([^`\n ]|Esc|Enter|Tab|Space|Backspace)`/#)
      .map { String($0.1) }
    #expect(keys.count > 2)
    let known = Set(Scope.allCases.flatMap { ActionTable.entries(in: $0).flatMap(\.keyNames) })
    // Letters that are not keys: roles of a database in a table of desk.md, and a line of `till --plain`.
    #expect(Set(keys).subtracting(known).subtracting(["r", "a", "c", "d", "."]) == [])
  }

  /// Tests the keys in the table that compares Xcode's tools with Till.
  ///
  /// The table writes keys as they are pressed: `s` `2` `r`.
  @Test func theKeysBesideXcodesToolsAreThoseOfTheTable() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Assets/Docs/SKTestSession.md")
    let cells = try String(contentsOf: root.standardizedFileURL, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }
      .map { $0.split(separator: "|", omittingEmptySubsequences: false).dropFirst(2).first ?? "" }
    #expect(cells.count > 60)
    for way in cells.flatMap({ $0.split(separator: ";") }) {
      var scopes: [Scope] = [.main, .everywhere]
      for key in way.matches(of: #/`([^`]+)`/#).map({ String($0.1) }) {
        if let section = Int(key).flatMap({ AppStoreSection(rawValue: $0 - 1) }), scopes.contains(.appStore) {
          scopes = [.appStore, section.scope]
          continue
        }
        if key == "s", !scopes.contains(.paymentSheet) { scopes = [.main, .everywhere] }
        let isThere = scopes.contains { ActionTable.entries(in: $0).contains { $0.keyNames.contains(key) } }
        #expect(isThere, "\(way): no key \(key) there")
        if scopes.contains(.main) { scopes = key == "s" ? [.appStore] : key == "b" ? [.paymentSheet] : scopes }
      }
    }
  }
}

/// Parts of documents that are generated from code; `TILL_RECORD=1 swift test` rewrites them.
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

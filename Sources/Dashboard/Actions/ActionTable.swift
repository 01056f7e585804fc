import Core
package import TerminalUI

/// The table of all actions, from which the keys, key bar, help, scripts and documentation are made.
package enum ActionTable {
  /// All rows in groups, in the order of the help.
  static let groups: [(title: Words, entries: [ActionEntry])] = [
    ("Act", store + customerSays), ("Look and find", view), ("Time", past), ("Lists", panes),
    ("This sheet", payment + sheets + viewer), ("App Store", appStore), ("Desk", desk), ("Walkthroughs", walkthrough),
    ("Move", moving), ("Program", program),
  ]

  /// All rows, in the order of the help.
  package static let entries: [ActionEntry] = groups.flatMap(\.entries)

  /// Returns the rows of a scope, in the order of the help.
  package static func entries(in scope: Scope) -> [ActionEntry] { byScope[scope] ?? [] }

  /// Returns the row that a key runs in a scope.
  package static func entry(for key: Key, in scope: Scope) -> ActionEntry? {
    entries(in: scope).first { $0.keys.contains(key) }
  }

  /// Returns the row of an action in the first of the given scopes that has it.
  package static func entry(of action: Action, in scopes: [Scope]) -> ActionEntry? {
    scopes.lazy.compactMap { scope in entries(in: scope).first { $0.action == action } }.first
  }

  /// The actions that change the device or the App Store, or open a screen that does.
  static let changing = Set((store + walkthrough.filter { $0.scopes == [.main] }).map(\.action))

  /// The names of all actions.
  static let names: Set<String> = Set(entries.map(\.action.rawValue))

  private static let byScope: [Scope: [ActionEntry]] = Dictionary(
    uniqueKeysWithValues: Scope.allCases.map { scope in (scope, entries.filter { $0.scopes.contains(scope) }) })
}

/// Keys for texts: a text names an action, and the table gives its key.
extension ActionTable {
  /// Returns the key of an action in its own scope: `c`.
  static func key(of action: Action) -> String { first(action)?.keyName ?? "" }

  /// Returns the keys that lead to an action from the dashboard: `c`, or `s, o` on the App Store's side.
  static func keys(to action: Action) -> String {
    guard let entry = first(action) else { return "" }
    var way: [Action] = []
    if entry.scopes.contains(.appStore) { way = [.appStore] }
    if let part = AppStoreSection.allCases.first(where: { entry.scopes.contains($0.scope) }) {
      way = [.appStore, part.action]
    }
    return Language.series(way.map(key) + [entry.keyName])
  }

  private static func first(_ action: Action) -> ActionEntry? { entries.first { $0.action == action } }
}

extension ActionTable {
  /// Returns the keys of scopes, for documentation.
  package static func keys(of scopes: [Scope]) -> [(names: [String], title: String, summary: String)] {
    scopes.flatMap { entries(in: $0) }.map { ($0.keyNames, $0.title, $0.summary) }
  }

  /// Returns the keys of scopes as a table in Markdown, for documentation.
  package static func markdown(of scopes: [Scope]) -> String {
    let rows = keys(of: scopes).map { row in
      "| \(row.names.map { "`\($0)`" }.joined(separator: " ")) | \(row.title) | \(row.summary) |\n"
    }
    return "| key | action | what it does |\n|---|---|---|\n" + rows.joined()
  }
}

extension State {
  /// Returns why an action is unavailable now, or nil if it is available.
  package func reason(against action: Action) -> String? {
    (ActionTable.entry(of: action, in: scopes) ?? ActionTable.entries.first { $0.action == action })?.whyNot(self)
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates the key of a printable character, so that tables of keys can use literals.
  package init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}

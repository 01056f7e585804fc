import Core
package import TerminalUI

/// The one list of what a person can do: keys, key bar, help, scripts and documentation are made from it.
package enum ActionTable {
  /// Every row in groups, in the order of the help.
  static let groups: [(title: Words, entries: [ActionEntry])] = [
    ("Act", store + customerSays), ("Look and find", view), ("Time", past), ("Lists", panes),
    ("This sheet", payment + sheets + viewer), ("App Store", appStore), ("Desk", desk), ("Walkthroughs", walkthrough),
    ("Move", moving), ("Program", program),
  ]

  /// Every row, in the order of the help.
  package static let entries: [ActionEntry] = groups.flatMap(\.entries)

  /// The rows of a place, in the order of the help.
  package static func entries(in scope: Scope) -> [ActionEntry] { byScope[scope] ?? [] }

  /// The action of a key in a scope.
  package static func entry(for key: Key, in scope: Scope) -> ActionEntry? {
    entries(in: scope).first { $0.keys.contains(key) }
  }

  /// The row of an action in the first of these places that has it.
  package static func entry(of action: Action, in scopes: [Scope]) -> ActionEntry? {
    for scope in scopes {
      if let entry = entries(in: scope).first(where: { $0.action == action }) { return entry }
    }
    return nil
  }

  /// The actions that change the device or the App Store, or open a screen that does.
  static let changing = Set((store + walkthrough.filter { $0.scopes == [.main] }).map(\.action))

  /// The names of all actions.
  static let names: Set<String> = Set(entries.map(\.action.rawValue))

  private static let byScope: [Scope: [ActionEntry]] = Dictionary(
    uniqueKeysWithValues: Scope.allCases.map { scope in (scope, entries.filter { $0.scopes.contains(scope) }) })
}

/// Keys for texts, which name an action and never spell its key.
extension ActionTable {
  /// The key of an action where it is done: `c`.
  static func key(of action: Action) -> String { first(action)?.keyName ?? "" }

  /// The keys that lead to an action from the dashboard, one after the other: `c`; on the App Store's side `s, o`.
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
  /// The keys of places, for documents.
  package static func keys(of scopes: [Scope]) -> [(names: [String], title: String, summary: String)] {
    scopes.flatMap { entries(in: $0) }.map { ($0.keyNames, $0.title, $0.summary) }
  }

  /// The keys of places as a table in Markdown, as documents show them.
  package static func markdown(of scopes: [Scope]) -> String {
    let rows = keys(of: scopes).map { row in
      "| \(row.names.map { "`\($0)`" }.joined(separator: " ")) | \(row.title) | \(row.summary) |\n"
    }
    return "| key | action | what it does |\n|---|---|---|\n" + rows.joined()
  }
}

extension State {
  /// Why an action cannot be done now, or nil when it can.
  package func reason(against action: Action) -> String? {
    (ActionTable.entry(of: action, in: scopes) ?? ActionTable.entries.first { $0.action == action })?.whyNot(self)
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// A printable key, so that tables of keys read as what is typed.
  package init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}

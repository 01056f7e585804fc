import Core
package import TerminalUI

/// The keys of a run of Till: those of the action table, and those that the user chose instead.
///
/// In a text field a typed character is always text. Esc always closes a screen, whatever keys the user chose.
package struct KeyMap: Hashable, Sendable {
  /// The keys of this run.
  @TaskLocal package static var current = KeyMap()

  /// The user's choice of keys for an action, in all its scopes or in one, such as `main.quit`.
  package struct Choice: Hashable, Sendable {
    package let name: String
    package let keys: [Key]

    package init(_ name: String, _ keys: [Key]) { (self.name, self.keys) = (name, keys) }
  }

  /// The reason why a choice of keys is rejected.
  package struct Refusal: Error, Hashable, Sendable {
    /// The name of the action in the choice.
    package let name: String
    /// The problem and the remedy.
    package let reason: String

    init(_ name: String, _ reason: Words) { (self.name, self.reason) = (name, reason.text) }
  }

  /// The identity of a row of the action table: an action and the first of its scopes.
  private struct Row: Hashable {
    let action: Action
    let place: Scope?

    init(_ entry: ActionEntry) { (action, place) = (entry.action, entry.scopes.first) }
  }

  private var chosen: [Row: [Key]] = [:]

  /// Creates the default keys.
  package init() {}

  /// Creates the keys from the defaults and the user's choices.
  ///
  /// - Throws: A `Refusal` for an unknown action, a key that is taken, and a choice with which a screen could not be
  ///   closed.
  package init(_ choices: [Choice]) throws(Refusal) {
    guard !choices.isEmpty else { return }
    // Choices that name a scope are applied last, so that they override the others.
    for choice in choices.sorted(by: { !$0.name.contains(".") && $1.name.contains(".") }) { try apply(choice) }
    try refuseConflicts(choices)
  }

  /// Returns the keys of a row; the first one is shown.
  func keys(of entry: ActionEntry) -> [Key] {
    chosen.isEmpty ? entry.standardKeys : chosen[Row(entry)] ?? entry.standardKeys
  }

  /// Returns whether the user chose the keys of this row.
  package func isChosen(_ entry: ActionEntry) -> Bool { chosen[Row(entry)] != nil }

  private mutating func apply(_ choice: Choice) throws(Refusal) {
    let entries = try Self.entries(of: choice)
    guard !choice.keys.isEmpty else {
      throw Refusal(choice.name, Words("has no keys; name at least one, or remove the entry"))
    }
    for entry in entries {
      var keys = choice.keys
      if keys.contains(.escape), !entry.standardKeys.contains(.escape) {
        throw Refusal(choice.name, Words("uses \(Key.escape), which closes every screen; choose another key"))
      }
      if entry.scopes.contains(where: \.takesText) {
        keys.removeAll(where: \.isTyped)
        // If the choice names no scope, the row keeps its default keys where characters are typed.
        if keys.isEmpty, choice.name.contains(".") {
          throw Refusal(
            choice.name,
            Words(
              "uses a character that people type there; choose a key such as \(Key.control("g")) or "
                + "\(Key.function(5))"))
        }
        if keys.isEmpty { continue }
      }
      if entry.standardKeys.contains(.escape), !keys.contains(.escape) { keys.append(.escape) }
      chosen[Row(entry)] = keys
    }
  }

  /// Returns the rows that a choice applies to.
  private static func entries(of choice: Choice) throws(Refusal) -> [ActionEntry] {
    let parts = choice.name.split(separator: ".", maxSplits: 1).map(String.init)
    let name = parts.last ?? ""
    let place = parts.count == 2 ? parts[0] : nil
    let named = ActionTable.entries.filter { $0.action.rawValue == name }
    guard !named.isEmpty else {
      let near = nearest(to: name, among: Action.allCases.map(\.rawValue))
      throw Refusal(
        choice.name,
        near.isEmpty
          ? Words("names an unknown action “\(safeText(name))”; till config keys lists them")
          : Words("names an unknown action “\(safeText(name))”; did you mean \(Language.alternatives(near))?"))
    }
    guard let place else { return named }
    let there = named.filter { $0.scopes.contains { $0.rawValue == place } }
    guard !there.isEmpty else {
      throw Refusal(
        choice.name,
        Words(
          "names an unknown screen “\(safeText(place))” for \(name); use "
            + "\(Language.list((named.flatMap(\.scopes).map(\.rawValue))))"
        ))
    }
    return there
  }

  /// The sets of scopes that are active at the same time and must not share keys.
  private static let places: [[Scope]] =
    Scope.allCases.map { $0 == .everywhere ? [$0] : [$0, .everywhere] }
    + AppStoreSection.allCases.map { [$0.scope, .appStore, .everywhere] }

  private func refuseConflicts(_ choices: [Choice]) throws(Refusal) {
    for place in Self.places {
      var owners: [Key: ActionEntry] = [:]
      for entry in place.flatMap({ ActionTable.entries(in: $0) }) {
        for key in keys(of: entry) {
          guard let owner = owners[key] else {
            owners[key] = entry
            continue
          }
          let names = [owner, entry].filter(isChosen).map(\.action.rawValue)
          let choice = choices.last { choice in names.contains { $0 == choice.name.split(separator: ".").last ?? "" } }
          throw Refusal(
            choice?.name ?? entry.action.rawValue,
            Words(
              "causes a conflict: \(key) is the key of both \(owner.action.rawValue) and \(entry.action.rawValue) in "
                + "\(place[0].rawValue); give one of them another key"
            ))
        }
      }
    }
  }
}

extension Key {
  /// Whether the key edits the text of a field.
  var isTyped: Bool {
    if case .character = self { return true }
    return self == .backspace || self == .delete
  }
}

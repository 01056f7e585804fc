import Core

/// A setting of Till, as the list of settings shows it.
package struct SettingRow: Hashable, Sendable {
  /// The name in the configuration file.
  package var name: String
  /// The value, as the file writes it.
  package var value: String
  /// What it is for, and where its value comes from.
  package var note: String
  /// The values to choose from; a flag has two.
  package var values: [String]
  /// Whether the value is an ordered list of some of the values.
  package var isList: Bool

  package init(name: String, value: String, note: String, values: [String], isList: Bool) {
    (self.name, self.value, self.note, self.values, self.isList) = (name, value, note, values, isList)
  }
}

/// The settings of Till, and the file that keeps them.
package struct SettingList: Hashable, Sendable {
  package var rows: [SettingRow]
  /// The names of the settings that were changed on the screen and are not in the file yet.
  package var unwritten: [String]
  /// The path of the configuration file.
  package var file: String

  package init(rows: [SettingRow], unwritten: [String], file: String) {
    (self.rows, self.unwritten, self.file) = (rows, unwritten, safeText(file))
  }
}

/// What a person does with the settings of Till.
package enum SettingMove: Hashable, Sendable {
  /// Lists them; answered by `settings`.
  case list
  /// Changes one at once, for this run; answered by `settings`.
  case change(name: String, to: String)
  /// Writes the changed ones to the configuration file; answered by `settings` and `said`.
  case write
}

extension SettingList {
  /// The list of settings: Enter changes one, and the last row writes the changes to the file.
  fileprivate var choice: Choice {
    let write = Choice.Item(
      title: say("write to the file"), note: unwritten.isEmpty ? file : "\(Language.series(unwritten))  \(file)",
      pick: unwritten.isEmpty
        ? .no(say("Nothing to write: no setting was changed here.")) : .setting(.write, keepsList: true))
    return Choice(
      title: say("Settings of Till"),
      items: rows.map { row in
        Choice.Item(title: "\(row.name): \(row.value)", note: row.note, pick: row.pick)
      } + [write], topic: .settings)
  }

  /// Returns the values of a setting to choose from.
  fileprivate func choice(of row: SettingRow) -> Choice {
    let chosen = row.value.split(separator: ",").map(String.init)
    return Choice(
      title: row.name,
      items: row.values.map { value in
        let place = chosen.firstIndex(of: value)
        let note = place.map { row.isList && value != "auto" ? say("column \($0 + 1)") : say("in use") }
        return Choice.Item(
          title: value, note: note ?? "",
          pick: .setting(.change(name: row.name, to: row.value(choosing: value)), keepsList: row.isList))
      }, cursor: chosen.first.flatMap(row.values.firstIndex) ?? 0, topic: .setting(row.name))
  }

  /// Returns the values of the setting with a name.
  fileprivate func choice(of name: String) -> Choice? { rows.first { $0.name == name }.map { choice(of: $0) } }
}

extension SettingRow {
  /// What Enter does: switches a flag, or lists the values.
  fileprivate var pick: Choice.Pick {
    if values.count == 2, let other = values.first(where: { $0 != value }) {
      return .setting(.change(name: name, to: other), keepsList: true)
    }
    return values.isEmpty ? .no(say("Till has no other value for it.")) : .values(name)
  }

  /// Returns the value after one of the values was chosen; in a list, that adds it at the end or removes it.
  fileprivate func value(choosing new: String) -> String {
    guard isList, new != "auto" else { return new }
    let chosen = value.split(separator: ",").map(String.init).filter { $0 != "auto" }
    let next = chosen.contains(new) ? chosen.filter { $0 != new } : chosen + [new]
    return next.isEmpty ? "auto" : next.joined(separator: ",")
  }
}

extension State {
  /// Returns the list about a topic, as it is now.
  fileprivate func choice(about topic: Choice.Topic?) -> Choice? {
    switch topic {
    case .settings: preferences?.choice
    case .setting(let name): preferences?.choice(of: name)
    case .support: supportChoice
    case nil: nil
    }
  }
}

extension Reducer {
  /// Shows the settings, or their new values where they are shown already.
  mutating func apply(_ list: SettingList) {
    state.preferences = list
    makeListsAgain()
    let isOpen = state.overlays.contains { if case .choice(let open) = $0 { open.topic == .settings } else { false } }
    if !isOpen { state.overlays.append(.choice(list.choice)) }
  }

  /// Makes the open lists about a topic again, since that may have changed after they were opened; cursors stay.
  mutating func makeListsAgain() {
    for (index, overlay) in state.overlays.enumerated() {
      guard case .choice(let open) = overlay, var new = state.choice(about: open.topic) else { continue }
      (new.cursor, new.top) = (open.cursor, open.top)
      state.overlays[index] = .choice(new)
    }
  }

  /// Lists the values of a setting.
  mutating func listValues(of name: String) {
    if let choice = state.preferences?.choice(of: name) { state.overlays.append(.choice(choice)) }
  }

  /// Says everything in the language that was chosen: texts that are kept in the state are read again.
  mutating func speak(with setup: Setup) {
    if state.desk?.opened == nil { state.setup = setup.safe }
    state.desk?.home = setup
    (state.message, state.lastReport, state.paletteHistory, state.walkthroughs) = (nil, nil, [], [])
    state.overlays.removeAll { if case .choice(let choice) = $0 { choice.topic == nil } else { true } }
    state.tabs.forget()
    refresh()
    readFrontTab()
  }
}

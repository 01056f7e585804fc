import Core
import TerminalUI

/// The help: the keys of a scope in groups, which can be filtered and run.
package struct HelpList: Hashable, Sendable {
  /// A row of the help: the title of a group, or an action.
  enum Row {
    case group(String)
    case action(ActionEntry)
  }

  /// The scope whose keys are listed.
  let scope: Scope
  var filter = ProductList.Filter()
  /// The index of the selected row, which is never a group's title.
  var cursor = 1
  var top = 0

  /// The rows that match the filter; a group without matching actions is left out.
  var rows: [Row] {
    let scopes = scope == .everywhere ? [scope] : [scope, .everywhere]
    let groups = ActionTable.groups.map { group in
      (group.title, group.entries.filter { entry in scopes.contains { entry.scopes.contains($0) } })
    }
    let found = matches(in: groups.flatMap(\.1))
    return groups.flatMap { title, entries -> [Row] in
      let entries = entries.filter { found.contains($0.action) }
      return entries.isEmpty ? [] : [.group(title.text)] + entries.map(Row.action)
    }
  }

  private func matches(in entries: [ActionEntry]) -> Set<Action> {
    let search = Search(filter.text)
    let subjects = entries.map { entry in
      Search.Subject(
        names: [entry.title, entry.summary, entry.synonyms].map { $0.lowercased() }, state: "", type: "",
        ids: [entry.action.rawValue] + entry.keyNames)
    }
    return Set(search.matches(in: subjects).map { entries[$0].action })
  }

  /// The selected action.
  var selected: ActionEntry? {
    let rows = rows
    guard rows.indices.contains(cursor), case .action(let entry) = rows[cursor] else { return nil }
    return entry
  }

  /// Selects a row; for a group's title, selects the action next to it in the given direction.
  mutating func move(to row: Int, isUpward: Bool) {
    let rows = rows
    cursor = max(0, min(row, rows.count - 1))
    guard rows.indices.contains(cursor), case .group = rows[cursor] else { return }
    cursor += isUpward && cursor > 0 ? -1 : 1
  }

  /// Keeps the selected row within the list and visible; for the first action, also its group's title.
  mutating func settle(height: Int) {
    move(to: cursor, isUpward: false)
    let count = rows.count
    top = Scrolling.top(top, cursor: cursor, count: count, height: height)
    if cursor == 1 { top = 0 }
  }
}

extension Reducer {
  mutating func toggleHelp() {
    if case .help = state.overlays.last {
      state.overlays.removeLast()
    } else {
      let scope = state.scopes.first { $0 != .report && $0 != .walkthrough } ?? .main
      state.overlays.append(.help(HelpList(scope: scope)))
    }
  }

  /// Closes the help and runs the selected action, if its key would run it there.
  mutating func runFromHelp() {
    guard case .help(let list) = state.overlays.last, let entry = list.selected else { return }
    state.overlays.removeLast()
    perform(entry.action)
  }
}

extension ActionEntry {
  /// Returns the action's help text, and why the action is unavailable now.
  func help(_ state: State) -> String {
    guard let reason = isMovement ? nil : whyNot(state) else { return summary }
    return "\(summary) \(ReasonText.notNow(reason).text)"
  }
}

extension Sheet {
  /// Returns the help: one row per key, and the full text of the selected one below.
  static func help(_ help: HelpList, _ state: State, _ width: Int, _ glyphs: GlyphSet) -> Sheet {
    var sheet = Sheet(title: SheetText.help(help.scope).text, cursor: help.cursor, top: help.top)
    let rows = help.rows
    let entries = rows.compactMap { if case .action(let entry) = $0 { entry } else { nil } }
    let keys = min(12, entries.map { displayWidth(of: $0.keyNames.joined(separator: " ")) }.max() ?? 0) + 2
    let titles = min(width / 3, entries.map { displayWidth(of: $0.title) }.max() ?? 0) + 2
    let room = max(0, width - keys - titles - 2)
    sheet.list = rows.map { row in
      switch row {
      case .group(let title): return Line(title, .title)
      case .action(let entry):
        let names = truncated(entry.keyNames.joined(separator: " "), toWidth: keys - 2)
        let reason = entry.isMovement ? nil : entry.whyNot(state)
        return Line([
          Span(padded(names, toWidth: keys), reason == nil ? .key : .dim),
          Span(padded(truncated(entry.title, toWidth: titles - 2), toWidth: titles), reason == nil ? .normal : .dim),
          Span(truncated(reason.map { ReasonText.notNow($0).text } ?? entry.summary, toWidth: room), .dim),
        ])
      }
    }
    // The area for the full text has the same height for every row.
    let texts = entries.map { entry in Wrapping.lines(of: entry.help(state), width: width, style: .dim) }
    let lines = help.selected.map { Wrapping.lines(of: $0.help(state), width: width, style: .dim) } ?? []
    sheet.tail = lines + Array(repeating: Line(), count: (texts.map(\.count).max() ?? 0) - lines.count)
    if rows.isEmpty { sheet.head = [Line(say("no matching key"), .dim)] }
    if help.filter.isActive {
      sheet.setField(label: say("Find: "), value: help.filter.text, width: width, glyphs)
      if !help.filter.isEditing { sheet.caret = nil }
    }
    return sheet
  }
}

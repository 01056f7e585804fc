import Core
import TerminalUI

/// The keys of a place in groups, to read, filter and run.
package struct HelpList: Hashable, Sendable {
  /// A line of it: the title of a group, or an action.
  enum Row {
    case group(String)
    case action(ActionEntry)
  }

  /// The place whose keys are listed.
  let scope: Scope
  var filter = ProductList.Filter()
  /// The row under the cursor; it is never the title of a group.
  var cursor = 1
  var top = 0

  /// The rows that match the filter; a group without actions has no title.
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

  /// The action under the cursor.
  var selected: ActionEntry? {
    let rows = rows
    guard rows.indices.contains(cursor), case .action(let entry) = rows[cursor] else { return nil }
    return entry
  }

  /// Puts the cursor on a row, or on the action beside it in that direction where the row is the title of a group.
  mutating func move(to row: Int, isUpward: Bool) {
    let rows = rows
    cursor = max(0, min(row, rows.count - 1))
    guard rows.indices.contains(cursor), case .group = rows[cursor] else { return }
    cursor += isUpward && cursor > 0 ? -1 : 1
  }

  /// Brings the cursor into the rows, and the rows around it into sight, its group's title included.
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

  /// Closes the help and does what its cursor is on, where its key would do it.
  mutating func runFromHelp() {
    guard case .help(let list) = state.overlays.last, let entry = list.selected else { return }
    state.overlays.removeLast()
    perform(entry.action)
  }
}

extension ActionEntry {
  /// Its summary, and why it cannot be done now.
  func help(_ state: State) -> String {
    guard let reason = isMovement ? nil : whyNot(state) else { return summary }
    return "\(summary) \(ReasonText.notNow(reason).text)"
  }
}

extension Sheet {
  /// The keys of a place: each on one line, and the whole help of the one under the cursor below.
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
    // In as many lines whichever row has the cursor.
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

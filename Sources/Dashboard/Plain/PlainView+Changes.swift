import Core
package import TerminalUI

extension PlainView {
  /// Rows of a list that are read out at once; the cursor leads to the others.
  private static let most = 10

  /// The lines of the whole screen, part by part.
  package var everything: [String] {
    var lines = header
    if let sheet {
      lines += Self.whole(sheet)
    } else {
      for pane in [Pane.products, .detail, .tabs] { lines += panes[pane].map(Self.whole) ?? [] }
      if let timeline = panes[.timeline], !timeline.rows.isEmpty { lines += Self.whole(timeline) }
      lines += strip + [place]
    }
    return lines + walkthrough + works + (message.map { [$0] } ?? [])
  }

  /// Returns the changes, one per line: first the answer to the key, then updates.
  package func changes(since before: PlainView) -> [String] {
    var lines: [String] = []
    switch (before.sheet, sheet) {
    case (nil, nil): lines += paneChanges(since: before)
    case (.some, nil): lines += [place] + resultChanges(since: before)
    case (let old, .some(let new)):
      lines += old?.title == new.title ? Self.changes(in: new, since: old) : Self.whole(new)
    }
    lines += Self.added(header, to: before.header)
    if sheet == nil { lines += Self.added(strip, to: before.strip) }
    if walkthrough != before.walkthrough { lines += Self.added(walkthrough, to: before.walkthrough) }
    lines += Self.added(works, to: before.works)
    if let message, message != before.message { lines.append(message) }
    return lines
  }

  /// The title of the focused pane, and its selected row.
  private var place: String {
    guard let part = panes[focus] else { return "" }
    guard let cursor = part.cursor, part.rows.indices.contains(cursor) else {
      return PlainText.place(part.title).text
    }
    return PlainText.row(cursor + 1, of: part.rows.count, part.rows[cursor], title: part.title).text
  }

  private func paneChanges(since before: PlainView) -> [String] {
    guard let part = panes[focus] else { return [] }
    if focus != before.focus {
      return focus == .detail ? Self.whole(part) : [place] + (focus == .timeline ? part.rows : [])
    }
    let old = before.panes[focus]
    if focus == .tabs, part.title != old?.title { return Self.whole(part) }
    if part.cursor != old?.cursor, part.rows.count == old?.rows.count { return [place] }
    return resultChanges(since: before)
  }

  /// Returns the changes that an action or an update made to the products and the current list.
  private func resultChanges(since before: PlainView) -> [String] {
    [Pane.products, .tabs].flatMap { pane -> [String] in
      guard let part = panes[pane], let old = before.panes[pane], part.title == old.title else { return [] }
      return Self.added(part.rows + part.lines, to: old.rows + old.lines).map {
        say("\(part.title): \($0)")
      }
    } + answerChanges(since: before)
  }

  /// Returns the changes in the detail of a product that was already selected before.
  private func answerChanges(since before: PlainView) -> [String] {
    guard let part = panes[.detail], let old = before.panes[.detail], part.title == old.title else { return [] }
    return Self.added(part.lines, to: old.lines)
  }

  private static func whole(_ part: Part) -> [String] {
    var lines = [PlainText.place(part.title).text] + part.lines
    guard let cursor = part.cursor else { return lines + part.rows }
    for (index, row) in part.rows.enumerated().prefix(most) where !row.isEmpty {
      lines.append(PlainText.listed(index + 1, row, isCurrent: index == cursor).text)
    }
    if part.rows.count > most { lines.append(PlainText.moreRows(part.rows.count - most).text) }
    return lines
  }

  private static func changes(in part: Part, since before: Part?) -> [String] {
    let lines = added(part.lines, to: before?.lines ?? [])
    guard let cursor = part.cursor, part.rows.indices.contains(cursor) else {
      return lines + added(part.rows, to: before?.rows ?? [])
    }
    guard part.cursor != before?.cursor || part.rows[cursor] != before?.rows[safe: cursor] else { return lines }
    return [PlainText.row(cursor + 1, of: part.rows.count, part.rows[cursor], title: "").text] + lines
  }

  /// Returns the lines that were not there before.
  private static func added(_ lines: [String], to before: [String]) -> [String] {
    guard lines != before else { return [] }
    let known = Set(before)
    return lines.filter { !$0.isEmpty && !known.contains($0) }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension PlainView {
  /// How to use the dashboard line by line, said once at the start.
  package static var introduction: [String] {
    let (buy, pay) = (ActionTable.key(of: .buy), Action.pay.rawValue)
    return [
      say("On each line, write a key, a key's name or an action's name, such as \(buy), \(Key.enter.text) or \(pay)."),
      say("\(ActionTable.key(of: .help)) lists what you can do here; a full stop reads everything again."),
      say(
        "\(ActionTable.key(of: "palette")) finds a command by a word, and an empty line runs it; "
          + "\(ActionTable.key(of: .quit)) quits."),
    ]
  }
}

extension State {
  /// The keys of this screen with what they do, and why some are unavailable.
  package var plainHelp: [String] {
    scopes.flatMap { ActionTable.entries(in: $0) }.filter { !$0.isMovement || $0.action == .down || $0.action == .up }
      .map {
        let reason = $0.whyNot(self).map { " " + ReasonText.notNow($0).text } ?? ""
        return say("\($0.keyNames.joined(separator: " ")), \($0.action.rawValue): \($0.summary)") + reason
      } + [
        say(
          "On each line, write a key, a name such as \(Key.escape), or the name of an action; an empty line is "
            + "\(Key.enter), a full stop reads everything again."
        )
      ]
  }

  /// Returns the input that a typed line stands for, or why it stands for none.
  ///
  /// In a text field, a line is the typed text followed by Enter. Elsewhere it is a key, the name of an action, or keys
  /// as scripts write them. An empty line is Enter.
  package func plainInput(_ line: String) -> PlainInput {
    if line.isEmpty { return .keys([.enter]) }
    if line == "?" { return .help }
    if line == "." { return .everything }
    if line.hasPrefix("<"), let keys = try? Key.parse(script: line) { return .keys(keys) }
    for key in [Key.enter, .escape] where line == key.text { return .keys([key]) }
    // The palette shows what a word finds; the next empty line does it.
    if scopes.first == .palette { return .search(line) }
    if scopes.first?.takesText == true { return .text(line) }
    if line.count == 1, let keys = try? Key.parse(script: line) { return .keys(keys) }
    if let action = Action(rawValue: line), let key = ActionTable.entry(of: action, in: scopes)?.keys.first {
      return .keys([key])
    }
    if line.count > 1, let keys = try? Key.parse(script: "<\(line)>"), keys.count == 1 { return .keys(keys) }
    if line.contains("<"), let keys = try? Key.parse(script: line) { return .keys(keys) }
    let names = scopes.flatMap { ActionTable.entries(in: $0) }.map(\.action.rawValue)
    return .unknown(PlainText.unknown(line, near: nearest(to: line, among: names)).text)
  }
}

/// A line of input of the plain dashboard.
package enum PlainInput: Hashable, Sendable {
  case keys([Key])
  /// Text for the open field, followed by Enter.
  case text(String)
  /// Text that replaces what was searched for.
  case search(String)
  /// Help: the actions available here.
  case help
  /// The whole screen, read out again.
  case everything
  /// Invalid input: the reason, and the remedy.
  case unknown(String)
}

import Core
package import TerminalUI

extension PlainView {
  /// The rows of a list that are read out at once, also when it comes up.
  package static let firstRows = 10

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
    case (.some, nil): lines += [place] + resultChanges(since: before).filter { !place.hasPrefix($0) }
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
    lines += page(of: part, after: 0)
    return lines
  }

  /// Returns a list's next rows with their numbers, and how many follow.
  private static func page(of part: Part, after said: Int) -> [String] {
    guard let cursor = part.cursor else { return part.rows }
    let page = part.rows.enumerated().dropFirst(said).prefix(firstRows).filter { !$0.element.isEmpty }
      .map { PlainText.listed($0.offset + 1, $0.element, isCurrent: $0.offset == cursor).text }
    let rest = part.rows.count - said - firstRows
    return page + (rest > 0 ? [PlainText.moreRows(rest).text] : [])
  }

  /// The list in front, of which `more` reads the next rows.
  private var list: Part? { sheet ?? panes[focus] }

  /// Returns the rows that follow those that were read out, and how many rows are read out then.
  ///
  /// After the last row, the first ones come again.
  package func more(after said: Int) -> (lines: [String], said: Int) {
    guard let list, list.cursor != nil, list.rows.count > Self.firstRows else { return (everything, Self.firstRows) }
    let start = said < list.rows.count ? said : 0
    return (Self.page(of: list, after: start), start + Self.firstRows)
  }

  /// Whether another view has the same list in front, so that `more` goes on in it.
  package func hasList(of other: PlainView) -> Bool {
    list?.title == other.list?.title && list?.rows == other.list?.rows
  }

  private static func changes(in part: Part, since before: Part?) -> [String] {
    let lines = added(part.lines, to: before?.lines ?? [])
    guard let cursor = part.cursor, part.rows.indices.contains(cursor) else {
      return lines + added(part.rows, to: before?.rows ?? [])
    }
    // Another search has other rows, which are read out from the first one.
    if part.rows.count != before?.rows.count { return lines + page(of: part, after: 0) }
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
      say(
        "\(ActionTable.key(of: .help)) lists what you can do here; a full stop reads everything again; “more” reads on "
          + "in a long list, and in a sheet a number selects its row."),
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
            + "\(Key.enter), a full stop reads everything again, “more” reads on in a long list, a number selects a row."
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
    if line == "more" || line == say("more", context: "plain") { return .more }
    for key in [Key.enter, .escape] where line == key.text { return .keys([key]) }
    if let row = Int(line), let keys = keys(toRow: row) { return .keys(keys) }
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

extension State {
  /// Returns the keys that select a row of the sheet in front by its number; nil where numbers mean something else.
  private func keys(toRow number: Int) -> [Key]? {
    guard let scope = overlays.last?.scope, [.palette, .choice, .help, .refundList].contains(scope),
      let sheet = Sheet(self), let cursor = sheet.cursor, sheet.list.indices.contains(number - 1)
    else { return nil }
    let key = number - 1 < cursor ? Key.up : .down
    var (state, keys) = (self, [Key]())
    while let place = Sheet(state)?.cursor, key == .up ? place > number - 1 : place < number - 1, keys.count < 1000 {
      state = reduce(state, .key(key)).0
      keys.append(key)
    }
    return keys
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
  /// The next rows of the list in front.
  case more
  /// The whole screen, read out again.
  case everything
  /// Invalid input: the reason, and the remedy.
  case unknown(String)
}

import SafeText
import Screen
import StoreModel

extension Renderer {
  /// What was said last, what is being typed, and the task under way.
  mutating func drawMessage() {
    let row = layout.message
    let width = row.width - 2
    let busy = state.works.last.map { busyText($0) } ?? ""
    let right = shorten(busy, to: width / 2)
    if !right.isEmpty {
      frame.put(right, at: Point(x: row.maxX - 1 - columns(of: right), y: row.y), style: .accent)
    }
    let room = width - (right.isEmpty ? 0 : columns(of: right) + 2)
    if state.products.filter.isEditing, state.overlays.isEmpty { return drawFilter(row, room) }
    guard let message = state.message else { return }
    let lines = Wrapping.broken(message.text, width: room)
    guard lines.count > 1 else {
      frame.put(message.text, at: Point(x: 1, y: row.y), style: message.tone.style)
      return
    }
    // Better a border hidden for a moment than half a reason.
    frame.fill(Rect(x: row.x, y: row.y - 1, width: row.width, height: 1))
    frame.put(lines[0], at: Point(x: 1, y: row.y - 1), style: message.tone.style)
    frame.put(
      shorten(lines[1...].joined(separator: " "), to: room), at: Point(x: 1, y: row.y), style: message.tone.style)
  }

  private func busyText(_ work: Work) -> String {
    let wheel = glyphs.spinner[state.spinnerStep % glyphs.spinner.count]
    return "\(wheel) \(Texts.busy(work))"
  }

  private mutating func drawFilter(_ row: Rect, _ room: Int) {
    let found = Texts.found(state.products.stops.count)
    let shown = Texts.end(of: state.products.filter.text, width: max(1, room - columns(of: found) - 5))
    var x = frame.put("/", at: Point(x: 1, y: row.y), style: .key) + 1
    x += frame.put(shown, at: Point(x: x, y: row.y))
    frame.cursor = Point(x: x, y: row.y)
    x += frame.put(glyphs.caret, at: Point(x: x, y: row.y), style: .accent)
    frame.put(found, at: Point(x: x + 2, y: row.y), style: .dim)
  }

  /// The keys of this place: with short names before one of them is left out, the least needed ones first.
  mutating func drawKeyBar() {
    let isText = state.scopes.first?.takesText ?? false
    let entries = state.scopes.flatMap { ActionTable.entries(in: $0) }.filter { entry in
      entry.rank != nil && !(isText && isTyped(entry)) && state.isOffered(entry.action)
    }
    let width = layout.keyBar.width - 1
    let isShort = room(for: entries.filter { ($0.rank ?? 0) <= 6 }, isShort: false) > width
    var kept = entries
    while room(for: kept, isShort: isShort) > width, let last = kept.max(by: { ($0.rank ?? 0) < ($1.rank ?? 0) }) {
      kept.removeAll { $0 == last }
    }
    var x = 1
    for entry in kept {
      let isPossible = state.reason(against: entry.action) == nil
      let key = entry.keyNames.first ?? ""
      let title = isShort ? entry.shortTitle : entry.title
      x += frame.put(key, at: Point(x: x, y: layout.keyBar.y), style: isPossible ? .key : .dim)
      x += frame.put(" \(title)", at: Point(x: x, y: layout.keyBar.y), style: isPossible ? .normal : .dim) + 2
    }
  }

  private func room(for entries: [ActionEntry], isShort: Bool) -> Int {
    entries.reduce(-2) { width, entry in
      let key = entry.keyNames.first ?? ""
      return width + columns(of: key) + 1 + columns(of: isShort ? entry.shortTitle : entry.title) + 2
    }
  }

  private func isTyped(_ entry: ActionEntry) -> Bool {
    if case .character = entry.keys.first { return true }
    return false
  }
}

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
    frame.put(shorten(message.text, to: room), at: Point(x: 1, y: row.y), style: message.tone.style)
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

  /// The keys of this place, those that matter most first when room runs out.
  mutating func drawKeyBar() {
    let row = layout.keyBar
    let scopes = state.scopes
    let entries = scopes.flatMap { ActionTable.entries(in: $0) }.filter { $0.rank != nil && !$0.keys.isEmpty }
    var room = row.width - 1
    var kept: Set<Action> = []
    for entry in entries.sorted(by: { ($0.rank ?? 0) < ($1.rank ?? 0) }) where !isText(scopes) || !isTyped(entry) {
      let needed = columns(of: label(entry)) + 2
      guard needed <= room else { break }
      room -= needed
      kept.insert(entry.action)
    }
    var x = 1
    for entry in entries where kept.contains(entry.action) {
      let reason = state.reason(against: entry.action)
      let key = entry.keys.first.map(Texts.name(of:)) ?? ""
      x += frame.put(key, at: Point(x: x, y: row.y), style: reason == nil ? .key : .dim)
      x += frame.put(" \(entry.title)", at: Point(x: x, y: row.y), style: reason == nil ? .normal : .dim) + 2
    }
  }

  private func label(_ entry: ActionEntry) -> String {
    "\(entry.keys.first.map(Texts.name(of:)) ?? "") \(entry.title)"
  }

  private func isText(_ scopes: [Scope]) -> Bool { scopes.first?.takesText ?? false }

  private func isTyped(_ entry: ActionEntry) -> Bool {
    if case .character = entry.keys.first { return true }
    return false
  }
}

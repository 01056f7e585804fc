import SafeText
import Screen
import StoreModel

extension Renderer {
  mutating func drawTabs(_ pane: Rect) {
    drawBorder(pane, .tabs, title: "")
    drawTabTitles(pane)
    let inside = pane.inside
    let list = state.tabs.front
    let hasFocus = state.focus == .tabs && state.overlays.isEmpty
    guard !list.rows.isEmpty else {
      let text = list.isLoaded ? Texts.empty(state.tabs.current, state) : Texts.reading
      for (index, line) in Wrapping.broken(text, width: inside.width - 2).prefix(inside.height).enumerated() {
        frame.put(line, in: inside, row: index, column: 1, style: .dim)
      }
      return drawFoot(pane, "", left: Texts.limit(state))
    }
    let columns = Columns(state.tabs.current, width: inside.width - 3)
    for (row, item) in list.rows.dropFirst(list.top).prefix(inside.height).enumerated() {
      drawRow(
        columns.line(for: item, state: state, glyphs: glyphs), in: inside, row: row,
        isSelected: list.top + row == list.cursor, hasFocus: hasFocus)
    }
    drawFoot(pane, position(in: list, height: inside.height), left: Texts.limit(state))
  }

  /// Where a list is scrolled to: "3 of 12", or without a count where not all of it was read.
  private func position(in list: RowList, height: Int) -> String {
    let isWhole = !list.hasNewer && !list.hasOlder
    let place =
      isWhole
      ? Texts.position(list.cursor + 1, of: list.rows.count)
      : Texts.position(list.cursor + 1, hasNewer: list.hasNewer)
    return place
      + arrows(up: list.hasNewer || list.top > 0, down: list.hasOlder || list.top + height < list.rows.count)
  }

  /// The names of the lists in the border, the one in front in brackets.
  private mutating func drawTabTitles(_ pane: Rect) {
    let names = Tab.allCases.map { Texts.title(of: $0) }
    let numbered = names.enumerated().map { "\($0.offset + 1) \($0.element)" }
    let room = pane.width - 5
    // The longest wording that fits.
    let wordings = [(numbered, " \(glyphs.horizontal) "), (numbered, " "), (names, " "), (Texts.shortTabTitles, " ")]
    let (titles, separator) =
      wordings.first { titles, separator in
        titles.reduce(2 - separator.count) { $0 + columns(of: $1) + separator.count } <= room
      } ?? wordings[3]
    var x = pane.x + 1
    for (tab, title) in zip(Tab.allCases, titles) {
      let isFront = tab == state.tabs.current
      let text = isFront ? "[\(title)]" : title
      if tab != .refunds { x += frame.put(separator, at: Point(x: x, y: pane.y), style: .border) }
      if tab == .refunds { x += frame.put(" ", at: Point(x: x, y: pane.y)) }
      x += frame.put(
        text, at: Point(x: x, y: pane.y), style: isFront ? .title : .dim, width: max(0, pane.maxX - 2 - x))
    }
    frame.put(" ", at: Point(x: x, y: pane.y), width: max(0, pane.maxX - 1 - x))
  }
}

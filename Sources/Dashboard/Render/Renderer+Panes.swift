import Core
import TerminalUI

extension Renderer {
  mutating func drawProducts(_ pane: Rect) {
    let list = state.products
    let filter = list.filter
    let title = (filter.text.isEmpty ? PaneText.products : PaneText.matching(filter: filter.text)).text
    drawBorder(pane, .products, title: Language.series([title] + orderWords(list.order)))
    let inside = pane.inside
    let hasFocus = state.focus == .products && state.overlays.isEmpty
    guard !list.stops.isEmpty else {
      let text = list.rows.isEmpty ? PaneText.noProducts.text : PaneText.noMatch.text
      return putDim(text, in: inside)
    }
    let columns = productColumns(inside.width - 3)
    let selected = list.stops[list.cursor]
    for row in 0..<min(inside.height, list.lines.count - list.top) {
      switch list.lines[list.top + row] {
      case .section(let section):
        frame.put(
          shorten(PaneText.heading(section).text, to: inside.width - 1), in: inside, row: row, column: 1, style: .title)
      case .product(let index):
        drawRow(
          line(for: list.rows[index], columns), in: inside, row: row, isSelected: list.top + row == selected,
          hasFocus: hasFocus)
      }
    }
    guard filter.isActive || list.lines.count > inside.height else { return }
    drawFoot(
      pane,
      PaneText.position(list.cursor + 1, of: list.stops.count).text
        + arrows(up: list.top > 0, down: list.top + inside.height < list.lines.count))
  }

  /// The widths of a product's columns; a column of width 0 is left out.
  private struct ProductColumns {
    var name = 0
    var amount = 0
    var period = 0
    var state = 0
    var expires = 0
    var id = 0
    /// The index of the longest wording of a state that is tried.
    var wording = 0
  }

  /// Name and price are as wide as they need; of the states, as much as is left.
  private func productColumns(_ width: Int) -> ProductColumns {
    var result = ProductColumns()
    var name = 0
    var widths = [0, 0, 0]
    for row in state.products.rows {
      name = max(name, displayWidth(of: row.name))
      result.amount = max(result.amount, displayWidth(of: row.amount))
      result.period = max(result.period, displayWidth(of: row.perPeriod))
      for (index, word) in state.words(for: row).enumerated() {
        widths[index] = max(widths[index], displayWidth(of: word) + 2)
      }
    }
    let money = result.amount + result.period + (result.amount == 0 ? 2 : 4)
    result.name = max(4, min(name, 24, width - money - 1))
    let rest = max(1, width - money - result.name)
    result.wording = widths.firstIndex { $0 <= rest } ?? 2
    result.state = min(rest, widths[result.wording])
    var more = rest - result.state
    if more > 22 {
      result.expires = 16
      more -= 18
    }
    if more > 24 {
      result.id = min(40, more - 2)
      more -= result.id + 2
    }
    // What is left parts names and prices, as far as that is read with ease.
    result.name += max(0, min(more, 24))
    return result
  }

  private func line(for row: ProductRow, _ columns: ProductColumns) -> Line {
    // A state that does not fit is left out before a name or a price is cut: its glyph stays, the detail has its words.
    let word =
      state.words(for: row).dropFirst(columns.wording).first { displayWidth(of: $0) + 2 <= columns.state } ?? ""
    var spans = [Span(padded(shorten(row.name, to: columns.name), toWidth: columns.name) + "  ")]
    if columns.amount > 0 {
      spans.append(Span(padded(row.amount, toWidth: columns.amount, alignment: .trailing), .accent))
      spans.append(Span(padded(row.perPeriod, toWidth: columns.period) + "  ", .accent))
    }
    spans.append(
      Span(
        padded(shorten("\(row.mark.glyph(glyphs)) \(word)", to: columns.state), toWidth: columns.state),
        row.mark.style)
    )
    if columns.expires > 0 {
      spans.append(
        Span("  " + padded(row.expires.map { state.end(at: $0) } ?? "", toWidth: columns.expires), .dim))
    }
    if columns.id > 0 { spans.append(Span("  " + shorten(row.shownId, to: columns.id), .dim)) }
    return Line(spans)
  }

  mutating func drawDetail(_ pane: Rect) {
    drawBorder(
      pane, .detail, title: state.selected.map { title(of: $0, width: pane.width - 5) } ?? PaneText.detail.text)
    let room = pane.inside.inset(horizontal: 1, vertical: 0)
    let detail = DetailLines(state, glyphs: glyphs, width: room.width)
    put(detail.shown(from: state.detailTop, height: room.height), in: room)
    let count = detail.scrolledCount(height: room.height)
    guard count > 0 else { return }
    drawFoot(pane, PaneText.more.text + arrows(up: state.detailTop > 0, down: state.detailTop < count))
  }

  /// Returns the name and the price; only the name is cut.
  private func title(of row: ProductRow, width: Int) -> String {
    let price = row.price.isEmpty ? "" : " \(glyphs.dot) \(row.price)"
    return shorten(row.name, to: max(1, width - columns(of: price))) + price
  }
}

extension Renderer {
  mutating func drawTabs(_ pane: Rect) {
    drawBorder(pane, .tabs, title: "")
    drawTabTitles(pane)
    let inside = pane.inside
    let list = state.tabs.front
    let hasFocus = state.focus == .tabs && state.overlays.isEmpty
    guard !list.rows.isEmpty else {
      let text = list.isLoaded ? state.textOfEmptyList : PaneText.reading.text
      putDim(text, in: inside)
      return drawFoot(pane, "", left: limitText)
    }
    let shown = list.rows.dropFirst(list.top).prefix(inside.height)
    let amounts = shown.map { state.amount(of: $0) }
    let columns = Columns(
      state.tabs.current, width: inside.width - 3, chosen: state.columns[state.tabs.current] ?? [],
      money: state.moneyWidth(of: shown))
    for (row, item) in shown.enumerated() {
      drawRow(
        columns.line(for: item, amount: amounts[row], state: state, glyphs: glyphs), in: inside, row: row,
        isSelected: list.top + row == list.cursor, hasFocus: hasFocus)
    }
    if let row = list.selected {
      drawBelow(Language.clauses(columns.hidden(of: row, state)), inside, used: list.rows.count - list.top)
    }
    drawFoot(pane, position(in: list, height: inside.height), left: limitText)
  }

  /// Draws the cut-off texts of the selected row below the list, if it has blank lines.
  private mutating func drawBelow(_ text: String, _ inside: Rect, used: Int) {
    let lines = Wrapping.broken(text, width: inside.width - 3).prefix(max(0, inside.height - used))
    for (row, line) in lines.enumerated() where !line.isEmpty {
      frame.put(line, in: inside, row: inside.height - lines.count + row, column: 3, style: .dim)
    }
  }

  /// The product that the list is limited to, and the list's order.
  private var limitText: String {
    let limit =
      state.tabs.onlyProduct.map { [say("only \(state.name(of: $0)); \(ActionTable.key(of: .onlyProduct)) lists all")] }
      ?? []
    return Language.series(limit + orderWords(state.tabs.order))
  }

  /// Returns the text for the order of a list, or nothing for the default order.
  private func orderWords(_ order: ListOrder) -> [String] {
    order == .usual ? [] : [PaneText.sortedBy(PaneText.order(order).text).text]
  }

  /// Returns the position in a list: "3 of 12", or without a total if not all rows were read.
  private func position(in list: RowList, height: Int) -> String {
    let isWhole = !list.hasNewer && !list.hasOlder
    let place =
      isWhole
      ? PaneText.position(list.cursor + 1, of: list.rows.count).text
      : (list.hasNewer ? PaneText.more : Words("row \(list.cursor + 1), more")).text
    return place
      + arrows(up: list.hasNewer || list.top > 0, down: list.hasOlder || list.top + height < list.rows.count)
  }

  /// Draws the names of the lists into the border, the current one in brackets.
  private mutating func drawTabTitles(_ pane: Rect) {
    let titles = TabTitles(current: state.tabs.current, width: pane.width, line: glyphs.horizontal)
    frame.put(" ", at: Point(x: pane.x + 1, y: pane.y))
    var end = pane.x + 2
    for item in titles.items {
      let x = pane.x + item.x
      if x > end { frame.put(titles.separator, at: Point(x: end, y: pane.y), style: .border) }
      let isFront = item.tab == state.tabs.current
      end =
        x
        + frame.put(
          item.text, at: Point(x: x, y: pane.y), style: isFront ? .title : .dim, width: max(0, pane.maxX - 2 - x))
    }
    frame.put(" ", at: Point(x: end, y: pane.y), width: max(0, pane.maxX - 1 - end))
  }
}

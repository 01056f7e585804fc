import SafeText
import Screen
import StoreModel

extension Renderer {
  mutating func drawProducts(_ pane: Rect) {
    let list = state.products
    let filter = list.filter
    drawBorder(pane, .products, title: Texts.productsTitle(filter: filter.text))
    let inside = pane.inside
    let hasFocus = state.focus == .products && state.overlays.isEmpty
    guard !list.stops.isEmpty else {
      let text = list.rows.isEmpty ? Texts.noProducts : Texts.noMatch
      for (index, line) in Wrapping.broken(text, width: inside.width - 2).enumerated() {
        frame.put(line, in: inside, row: index, column: 1, style: .dim)
      }
      return
    }
    let columns = productColumns(inside.width - 3)
    let selected = list.stops[list.cursor]
    for row in 0..<min(inside.height, list.lines.count - list.top) {
      switch list.lines[list.top + row] {
      case .section(let section):
        frame.put(
          shorten(Texts.heading(of: section), to: inside.width - 1), in: inside, row: row, column: 1, style: .title)
      case .product(let index):
        drawRow(
          line(for: list.rows[index], columns), in: inside, row: row, isSelected: list.top + row == selected,
          hasFocus: hasFocus)
      }
    }
    guard filter.isActive || list.lines.count > inside.height else { return }
    drawFoot(
      pane,
      Texts.position(list.cursor + 1, of: list.stops.count)
        + arrows(up: list.top > 0, down: list.top + inside.height < list.lines.count))
  }

  /// How wide a product's columns are; those of no width are left out.
  private struct ProductColumns {
    var name = 0
    var amount = 0
    var period = 0
    var state = 0
    var expires = 0
    var id = 0
  }

  private func productColumns(_ width: Int) -> ProductColumns {
    var result = ProductColumns()
    for row in state.products.rows {
      result.amount = max(result.amount, displayWidth(of: row.amount))
      result.period = max(result.period, row.perPeriod.utf8.count)
      result.state = max(result.state, displayWidth(of: Texts.state(of: row, now: state.now)) + 2)
    }
    result.amount = min(result.amount, width / 4)
    result.state = min(result.state, width * 2 / 5)
    var rest = width - result.amount - result.period - result.state - 4
    if rest > 46 {
      result.expires = 16
      rest -= 18
    }
    if rest > 60 {
      result.id = min(40, rest - 36)
      rest -= result.id + 2
    }
    result.name = max(4, rest)
    return result
  }

  private func line(for row: ProductRow, _ columns: ProductColumns) -> Line {
    let word = "\(row.mark.glyph(glyphs)) \(Texts.state(of: row, now: state.now))"
    var spans = [
      Span(padded(shorten(row.name, to: columns.name), toWidth: columns.name) + "  "),
      Span(padded(shorten(row.amount, to: columns.amount), toWidth: columns.amount, alignment: .trailing), .accent),
      Span(padded(row.perPeriod, toWidth: columns.period) + "  ", .accent),
      Span(padded(shorten(word, to: columns.state), toWidth: columns.state), row.mark.style),
    ]
    if columns.expires > 0 {
      spans.append(
        Span("  " + padded(row.expires.map { Texts.end(at: $0, state) } ?? "", toWidth: columns.expires), .dim))
    }
    if columns.id > 0 { spans.append(Span("  " + shorten(row.shownId, to: columns.id), .dim)) }
    return Line(spans)
  }

  mutating func drawDetail(_ pane: Rect) {
    drawBorder(pane, .detail, title: state.selected?.name ?? Texts.detailTitle)
    let room = pane.inside.inset(horizontal: 1, vertical: 0)
    let lines = DetailLines(state, glyphs: glyphs, width: room.width).lines
    for (row, line) in lines.dropFirst(state.detailTop).prefix(room.height).enumerated() {
      put(line, at: Point(x: room.x, y: room.y + row), width: room.width)
    }
    guard lines.count > room.height else { return }
    drawFoot(
      pane, Texts.more + arrows(up: state.detailTop > 0, down: state.detailTop + room.height < lines.count))
  }
}

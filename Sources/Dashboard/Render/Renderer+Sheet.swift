import SafeText
import Screen

extension Renderer {
  /// Draws a sheet over the panes.
  mutating func draw(_ sheet: Sheet) {
    let rect = sheet.frame(in: layout.body)
    // A column on either side keeps the text below from running into the border.
    frame.fill(Rect(x: rect.x - 1, y: rect.y, width: rect.width + 2, height: rect.height))
    frame.box(rect, title: sheet.title, glyphs: glyphs, style: sheet.isWarning ? .warning : .focusedBorder)
    let room = rect.inside.inset(horizontal: 1, vertical: 0)
    let tail = Array(sheet.tail.suffix(room.height))
    let head = Array(sheet.head.prefix(room.height - tail.count))
    for (row, line) in head.enumerated() { put(line, at: Point(x: room.x, y: room.y + row), width: room.width) }
    let height = room.height - head.count - tail.count
    let place = Rect(x: room.x, y: room.y + head.count, width: room.width, height: height)
    for (row, line) in sheet.list.dropFirst(sheet.top).prefix(height).enumerated() {
      if let cursor = sheet.cursor {
        drawRow(line, in: place, row: row, isSelected: sheet.top + row == cursor, hasFocus: true)
      } else {
        put(line, at: Point(x: place.x, y: place.y + row), width: place.width)
      }
    }
    let bottom = room.maxY - tail.count
    for (row, line) in tail.enumerated() { put(line, at: Point(x: room.x, y: bottom + row), width: room.width) }
    if let caret = sheet.caret { frame.cursor = Point(x: room.x + caret.x, y: bottom + caret.y) }
    drawFoot(rect, foot(of: sheet, height))
  }

  private func foot(of sheet: Sheet, _ height: Int) -> String {
    guard sheet.list.count > height else { return "" }
    let place = sheet.cursor.map { Texts.position($0 + 1, of: sheet.list.count) } ?? Texts.more
    return place + arrows(up: sheet.top > 0, down: sheet.top + height < sheet.list.count)
  }
}

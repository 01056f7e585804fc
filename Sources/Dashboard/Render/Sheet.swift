import Core
import TerminalUI

/// The content of a sheet: fixed lines above, a scrolling list, and fixed lines below.
struct Sheet {
  var title: String
  var head: [Line] = []
  /// All lines of the list, visible or not.
  var list: [Line] = []
  /// The index of the selected row, or nil for a list without selection.
  var cursor: Int?
  /// The first visible row.
  var top = 0
  var tail: [Line] = []
  /// Whether the sheet asks about something that cannot be undone.
  var isWarning = false
  /// The position of the text cursor: a line of the tail and a column.
  var caret: Point?

  /// The maximum width inside the border.
  var width = 0
  /// Whether the sheet always takes the whole area, so that its size never changes with its content.
  var fills = false

  /// Returns the maximum width inside a sheet: up to 132 columns for a list, 92 for text.
  static func width(in body: Rect, isList: Bool) -> Int { max(1, min(isList ? 132 : 92, body.width - 4)) }

  /// Returns the sheet's rectangle with its border.
  ///
  /// It is as wide as its content. If less than eight columns would stay visible beside it, it takes the maximum width.
  func frame(in body: Rect) -> Rect {
    if fills { return body }
    let height = head.count + list.count + tail.count + 2
    let needed = (head + list + tail).reduce(displayWidth(of: title) + 2) { max($0, $1.width) }
    let width = max(44, needed + (cursor == nil ? 4 : 6))
    let most = min(body.width, self.width + 4)
    return body.centered(Size(width: width > body.width - 8 ? most : width, height: min(height, body.height)))
  }

  /// Returns the sheet without the blank lines of its head, if it has no list and its text does not fit otherwise.
  func squeezed(to height: Int) -> Sheet {
    guard list.isEmpty, head.count + tail.count > height else { return self }
    var sheet = self
    sheet.head = head.filter { $0.width > 0 }
    return sheet
  }

  /// Returns the area of the list inside the border.
  func listPlace(in rect: Rect) -> Rect {
    let room = rect.inside.inset(horizontal: 1, vertical: 0)
    let tail = min(self.tail.count, room.height)
    let head = min(self.head.count, room.height - tail)
    return Rect(x: room.x, y: room.y + head, width: room.width, height: room.height - head - tail)
  }

  /// Returns the number of visible rows of the list.
  func listHeight(in body: Rect) -> Int {
    max(0, frame(in: body).height - 2 - head.count - tail.count)
  }
}

extension State {
  /// The number of visible rows in the list of the front sheet, or else in the focused pane.
  var listHeight: Int {
    let layout = Layout(self)
    if overlays.last == .appStore, let height = sideListHeight { return height }
    if let overlay = overlays.last, let sheet = Sheet(self) {
      return sheet.listHeight(in: layout.place(of: overlay, under: overlays))
    }
    switch focus {
    case .products: return layout.products?.inside.height ?? 1
    case .detail: return layout.detail?.inside.height ?? 1
    case .tabs: return layout.tabs.inside.height
    case .timeline: return max(1, (layout.timeline?.inside.height ?? 2) - 1)
    }
  }

  /// The number of visible rows of the App Store's side, or nil if it is not on the screen.
  var sideListHeight: Int? {
    let layout = Layout(self)
    if let pane = layout.store {
      let sheet = Sheet.appStore(self, max(1, pane.width - 4), .unicode)
      return max(0, pane.height - 2 - sheet.head.count - sheet.tail.count)
    }
    guard overlays.contains(.appStore) else { return nil }
    return Sheet.appStore(self, Sheet.width(in: layout.inner, isList: true), .unicode).listHeight(in: layout.inner)
  }

  /// The number of lines in the front sheet's list.
  var overlayLineCount: Int { Sheet(self)?.list.count ?? 0 }

  /// The number of lines by which the detail can be scrolled.
  var detailScrollCount: Int {
    guard let pane = Layout(self).detail else { return 0 }
    let room = pane.inside.inset(horizontal: 1, vertical: 0)
    return DetailLines(self, glyphs: .unicode, width: room.width).scrolledCount(height: room.height)
  }
}

extension Renderer {
  /// Draws a sheet over the panes.
  mutating func draw(_ sheet: Sheet) {
    guard let overlay = state.overlays.last else { return }
    let place = layout.place(of: overlay, under: state.overlays)
    let sheet = sheet.squeezed(to: place.height - 2)
    let rect = sheet.frame(in: place)
    clearWords(beside: rect)
    // A blank column on either side separates the sheet from the text below it.
    frame.fill(Rect(x: rect.x - 1, y: rect.y, width: rect.width + 2, height: rect.height))
    draw(sheet, in: rect, style: sheet.isWarning ? .warning : .focusedBorder, hasFocus: true)
  }

  /// Clears words that the sheet covers in part, since half a price would look like another price.
  private mutating func clearWords(beside rect: Rect) {
    for y in rect.y..<rect.maxY {
      var left = rect.x - 1
      while isWord(left, y), isWord(left - 1, y) { left -= 1 }
      frame.fill(Rect(x: left, y: y, width: rect.x - left, height: 1))
      var right = rect.maxX
      while isWord(right, y), isWord(right + 1, y) { right += 1 }
      frame.fill(Rect(x: rect.maxX, y: y, width: right + 1 - rect.maxX, height: 1))
    }
  }

  /// Returns whether a cell shows text, not a space or a part of a border.
  private func isWord(_ x: Int, _ y: Int) -> Bool {
    guard let cell = frame[Point(x: x, y: y)], !cell.isBlank else { return false }
    var isWord = true
    cell.forEachScalar { scalar in
      let isLine =
        glyphs == .ascii ? scalar == "|" || scalar == "-" || scalar == "+" : (0x2500...0x257F).contains(scalar.value)
      if isLine { isWord = false }
    }
    return isWord
  }

  /// Draws a sheet's border and content.
  mutating func draw(_ sheet: Sheet, in rect: Rect, style: Style, hasFocus: Bool) {
    frame.box(rect, title: sheet.title, glyphs: glyphs, style: style)
    let room = rect.inside.inset(horizontal: 1, vertical: 0)
    let tail = Array(sheet.tail.suffix(room.height))
    let head = Array(sheet.head.prefix(room.height - tail.count))
    put(head, in: room)
    let place = sheet.listPlace(in: rect)
    let height = place.height
    for (row, line) in sheet.list.dropFirst(sheet.top).prefix(height).enumerated() {
      if let cursor = sheet.cursor {
        drawRow(line, in: place, row: row, isSelected: sheet.top + row == cursor, hasFocus: hasFocus)
      } else {
        put(line, at: Point(x: place.x, y: place.y + row), width: place.width)
      }
    }
    let bottom = room.maxY - tail.count
    put(tail, in: room.split(bottom: tail.count).bottom)
    if let caret = sheet.caret { frame.cursor = Point(x: room.x + caret.x, y: bottom + caret.y) }
    drawFoot(rect, foot(of: sheet, height))
  }

  private func foot(of sheet: Sheet, _ height: Int) -> String {
    guard sheet.list.count > height else { return "" }
    let place = sheet.cursor.map { PaneText.position($0 + 1, of: sheet.list.count).text } ?? PaneText.more.text
    return place + arrows(up: sheet.top > 0, down: sheet.top + height < sheet.list.count)
  }
}

extension Frame {
  /// Draws a border with rounded corners, and a title in its top side; nothing when smaller than 2 by 2.
  package mutating func box(
    _ rect: Rect, title: String = "", glyphs: GlyphSet = .unicode, style: Style = .border, titleStyle: Style = .title
  ) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let right = rect.maxX - 1
    let bottom = rect.maxY - 1
    hline(at: Point(x: rect.x + 1, y: rect.y), length: rect.width - 2, glyphs: glyphs, style: style)
    hline(at: Point(x: rect.x + 1, y: bottom), length: rect.width - 2, glyphs: glyphs, style: style)
    for y in (rect.y + 1)..<max(bottom, rect.y + 1) {
      put(glyphs.vertical, at: Point(x: rect.x, y: y), style: style)
      put(glyphs.vertical, at: Point(x: right, y: y), style: style)
    }
    put(glyphs.topLeft, at: rect.origin, style: style)
    put(glyphs.topRight, at: Point(x: right, y: rect.y), style: style)
    put(glyphs.bottomLeft, at: Point(x: rect.x, y: bottom), style: style)
    put(glyphs.bottomRight, at: Point(x: right, y: bottom), style: style)
    // One blank on either side of the title, and at least one piece of line behind it.
    guard !title.isEmpty, rect.width >= 6 else { return }
    let taken = put(title, at: Point(x: rect.x + 2, y: rect.y), style: titleStyle, width: rect.width - 5)
    put(" ", at: Point(x: rect.x + 1, y: rect.y), style: style)
    put(" ", at: Point(x: rect.x + 2 + taken, y: rect.y), style: style)
  }

  /// Draws a horizontal line to the right.
  package mutating func hline(at point: Point, length: Int, glyphs: GlyphSet = .unicode, style: Style = .border) {
    put(String(repeating: glyphs.horizontal, count: max(0, length)), at: point, style: style)
  }

  /// Draws a vertical line downwards.
  package mutating func vline(at point: Point, length: Int, glyphs: GlyphSet = .unicode, style: Style = .border) {
    for row in 0..<max(0, length) { put(glyphs.vertical, at: Point(x: point.x, y: point.y + row), style: style) }
  }
}

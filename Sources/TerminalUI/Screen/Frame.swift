import Core

/// The content of the screen: rows of cells, and the position of the text cursor.
///
/// Drawing is clipped to the frame: a position outside it is no error. A wide character is never cut in half.
package struct Frame: Hashable, Sendable {
  /// The number of columns and rows.
  package let size: Size
  /// All cells, row by row from the top left.
  package private(set) var cells: [Cell]
  /// The position of the terminal's cursor, or nil if it is hidden.
  package var cursor: Point?

  /// Creates an empty frame.
  package init(_ size: Size) {
    self.size = size
    cells = [Cell](repeating: .blank(), count: size.width * size.height)
  }

  /// The whole frame as a rectangle.
  package var bounds: Rect { Rect(size) }

  /// The cell at a point, or nil if the point lies outside the frame.
  package subscript(point: Point) -> Cell? {
    guard point.x >= 0, point.x < size.width, point.y >= 0, point.y < size.height else { return nil }
    return cells[point.y * size.width + point.x]
  }

  /// Draws one line of text, cut at `width` columns and at the frame's edge; returns the columns it took.
  ///
  /// The caller passes untrusted text through the sanitiser first. A control character that still reaches this function
  /// is drawn as `?`.
  @discardableResult
  package mutating func put(_ text: String, at point: Point, style: Style = .normal, width: Int = .max) -> Int {
    let room = Rect(x: point.x, y: point.y, width: min(width, max(0, size.width - point.x)), height: 1)
    return put(text, in: room, style: style)
  }

  /// Draws one line of text into a row of a rectangle, cut at its sides; returns the columns it took.
  ///
  /// The row and the column count from the rectangle's top left corner. Nothing is drawn if the rectangle has no such
  /// row.
  @discardableResult
  package mutating func put(
    _ text: String, in rect: Rect, row: Int = 0, column: Int = 0, style: Style = .normal
  ) -> Int {
    let start = rect.x + max(0, column)
    let clip = rect.row(row).intersection(bounds)
    guard !clip.isEmpty, start < clip.maxX, !text.isEmpty else { return 0 }
    let base = clip.y * size.width
    // The cells of the row that may be drawn on, as indexes into the frame's cells.
    let line = (base + clip.x)..<(base + clip.maxX)
    let pen = base + start
    mend(at: max(pen, line.lowerBound))
    let end =
      drawASCII(of: text, from: pen, line: line, style: style)
      ?? drawScalars(of: text, from: pen, line: line, style: style)
    if end > line.lowerBound { mendAfter(end) }
    return end - pen
  }

  /// Clears a rectangle: every cell becomes a space of the given style.
  package mutating func fill(_ rect: Rect, style: Style = .normal) { fill(rect, with: .blank(style)) }

  /// Changes the style of every cell in a rectangle and keeps the text.
  package mutating func restyle(_ rect: Rect, _ style: Style) {
    for row in rows(of: rect) {
      for index in row {
        cells[index].style = style
      }
      // Both halves of a wide character have the same style, even if the rectangle contains only one of them.
      if let first = row.first, cells[first].isContinuation, first > 0 { cells[first - 1].style = style }
      if row.upperBound % size.width != 0, cells[row.upperBound].isContinuation { cells[row.upperBound].style = style }
    }
  }
}

extension Frame {
  /// Returns the rows of a rectangle as ranges of cell indexes, clipped to the frame.
  private func rows(of rect: Rect) -> [Range<Int>] {
    let clip = rect.intersection(bounds)
    guard !clip.isEmpty else { return [] }
    return (clip.y..<clip.maxY).map { y in (y * size.width + clip.x)..<(y * size.width + clip.maxX) }
  }

  /// Replaces every cell of a rectangle by one that is one column wide.
  private mutating func fill(_ rect: Rect, with piece: Cell) {
    for row in rows(of: rect) {
      mend(at: row.lowerBound)
      for index in row { cells[index] = piece }
      mendAfter(row.upperBound)
    }
  }

  /// Blanks the left half of a wide character before its right half is drawn over.
  private mutating func mend(at index: Int) {
    if cells[index].isContinuation, index > 0 { cells[index - 1] = .blank(cells[index - 1].style) }
  }

  /// Blanks the right half of a wide character after its left half was drawn over.
  private mutating func mendAfter(_ index: Int) {
    if index % size.width > 0, cells[index].isContinuation { cells[index] = .blank(cells[index].style) }
  }

  /// Draws text of printable ASCII characters; returns nil for any other text, which needs `drawScalars`.
  private mutating func drawASCII(of text: String, from start: Int, line: Range<Int>, style: Style) -> Int? {
    guard start >= line.lowerBound else { return nil }
    var pen = start
    let whole: Bool? = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return false }
      cells.withUnsafeMutableBufferPointer { cells in
        for byte in bytes.prefix(line.upperBound - start) {
          cells[pen] = Cell(Unicode.Scalar(byte), width: 1, style: style)
          pen += 1
        }
      }
      return true
    }
    return whole == true ? pen : nil
  }

  private mutating func drawScalars(of text: String, from start: Int, line: Range<Int>, style: Style) -> Int {
    cells.withUnsafeMutableBufferPointer { cells in
      var pen = start
      var last: Int?
      // The width of the last scalar: lines and bars repeat one character many times.
      var known: (scalar: Unicode.Scalar, width: Int) = (" ", 1)
      for scalar in text.unicodeScalars {
        if scalar != known.scalar { known = (scalar, displayWidth(of: scalar)) }
        let width = known.width
        guard width > 0 else {
          if let last, scalar.isMark { cells[last].combine(scalar) }
          continue
        }
        guard pen + width <= line.upperBound else {
          // A wide character does not fit into the last column, which stays empty.
          if pen < line.upperBound, pen >= line.lowerBound {
            cells[pen] = .blank(style)
            pen += 1
          }
          break
        }
        last = nil
        if pen >= line.lowerBound {
          cells[pen] = Cell(scalar.isControl ? "?" : scalar, width: UInt8(width), style: style)
          if width == 2 { cells[pen + 1] = .continuation(style) }
          last = pen
        } else if pen + width > line.lowerBound {
          cells[line.lowerBound] = .blank(style)
        }
        pen += width
      }
      return pen
    }
  }
}

extension Frame {
  /// Draws a border with rounded corners and a title in its top side, or nothing if smaller than 2 by 2 cells.
  package mutating func box(_ rect: Rect, title: String = "", glyphs: GlyphSet = .unicode, style: Style = .border) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let right = rect.maxX - 1
    let bottom = rect.maxY - 1
    for y in [rect.y, bottom] {
      fill(Rect(x: rect.x + 1, y: y, width: rect.width - 2, height: 1), with: glyphs.horizontal, style: style)
    }
    for x in [rect.x, right] {
      fill(Rect(x: x, y: rect.y + 1, width: 1, height: rect.height - 2), with: glyphs.vertical, style: style)
    }
    put(glyphs.topLeft, at: rect.origin, style: style)
    put(glyphs.topRight, at: Point(x: right, y: rect.y), style: style)
    put(glyphs.bottomLeft, at: Point(x: rect.x, y: bottom), style: style)
    put(glyphs.bottomRight, at: Point(x: right, y: bottom), style: style)
    // A space before and after the title, and at least one cell of the border's line behind it.
    guard !title.isEmpty, rect.width >= 6 else { return }
    let taken = put(title, at: Point(x: rect.x + 2, y: rect.y), style: .title, width: rect.width - 5)
    put(" ", at: Point(x: rect.x + 1, y: rect.y), style: style)
    put(" ", at: Point(x: rect.x + 2 + taken, y: rect.y), style: style)
  }

  /// Draws a glyph that is one column wide into every cell of a rectangle.
  private mutating func fill(_ rect: Rect, with glyph: String, style: Style) {
    guard let scalar = glyph.unicodeScalars.first else { return }
    fill(rect, with: Cell(scalar, width: 1, style: style))
  }
}

extension Frame {
  /// Adjacent cells of one row, which the terminal draws in one call.
  package struct Run: Hashable, Sendable {
    /// The row, from 0.
    package let row: Int
    /// The columns, from 0; the run never splits a wide character.
    package let columns: Range<Int>
  }

  /// Returns the cells of a run.
  package func cells(of run: Run) -> ArraySlice<Cell> {
    let start = run.row * size.width
    return cells[(start + run.columns.lowerBound)..<(start + run.columns.upperBound)]
  }

  /// Returns the runs of cells that differ from an earlier frame, or every row if that frame is nil or of another size.
  package func differences(from earlier: Frame?) -> [Run] {
    guard let earlier, earlier.size == size else {
      return size.width == 0 ? [] : (0..<size.height).map { Run(row: $0, columns: 0..<size.width) }
    }
    var runs: [Run] = []
    cells.withUnsafeBufferPointer { new in
      earlier.cells.withUnsafeBufferPointer { old in
        for row in 0..<size.height { appendRuns(of: row, new: new, old: old, to: &runs) }
      }
    }
    return runs
  }

  private func appendRuns(
    of row: Int, new: UnsafeBufferPointer<Cell>, old: UnsafeBufferPointer<Cell>, to runs: inout [Run]
  ) {
    let start = row * size.width
    let end = start + size.width
    var index = start
    while index < end {
      guard new[index] != old[index] else {
        index += 1
        continue
      }
      var first = index
      if new[first].isContinuation, first > start { first -= 1 }
      while index < end, new[index] != old[index] || new[index].isContinuation { index += 1 }
      runs.append(Run(row: row, columns: (first - start)..<(index - start)))
    }
  }
}

extension Frame {
  /// The rows as plain text, without trailing spaces.
  package var lines: [String] {
    (0..<size.height).map { row in
      var line = String.UnicodeScalarView()
      var blanks = 0
      for cell in cells[(row * size.width)..<((row + 1) * size.width)] where !cell.isContinuation {
        if cell.isBlank {
          blanks += 1
        } else {
          if blanks > 0 { line.append(contentsOf: repeatElement(" ", count: blanks)) }
          blanks = 0
          cell.forEachScalar { line.append($0) }
        }
      }
      return String(line)
    }
  }

  /// The whole frame as plain text, with a line feed after each row.
  package var text: String { lines.map { $0 + "\n" }.joined() }
}

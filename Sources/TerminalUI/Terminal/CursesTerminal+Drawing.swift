import CCurses

extension CursesTerminal {
  package func draw(_ frame: Frame) {
    guard isOpen else { return }
    if shown?.size != frame.size {
      shown = nil
      werase(curses_screen())
    }
    for run in frame.differences(from: shown) where run.row < size.height { draw(frame.cells(of: run), at: run) }
    shown = frame
    place(frame.cursor)
    wnoutrefresh(curses_screen())
    let bytes = channel.collect { _ = doupdate() }
    send(isSynchronized ? Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8) : bytes)
  }

  package func repaint() {
    guard isOpen else { return }
    shown = nil
    curses_repaint_whole()
  }

  private func draw(_ cells: ArraySlice<Cell>, at run: Frame.Run) {
    let room = size.width - run.columns.lowerBound
    withUnsafeTemporaryAllocation(of: cchar_t.self, capacity: cells.count + 1) { buffer in
      guard let start = buffer.baseAddress else { return }
      var filled = 0
      var columns = 0
      // The curses cell of the last ASCII character: most cells of a run differ from it only in the character.
      var known: (style: Style, cell: cchar_t)?
      for cell in cells where !cell.isContinuation && columns + Int(cell.width) <= room {
        columns += Int(cell.width)
        if let letter = cell.letter {
          if known?.style != cell.style {
            _ = set(cell, into: start + filled)
            known = (cell.style, start[filled])
          } else if let like = known?.cell {
            start[filled] = curses_letter(like, UInt32(letter))
          }
          filled += 1
          continue
        }
        var taken = set(cell, into: start + filled)
        filled += 1
        // If the C library takes a wide character for a narrow one, a space keeps the columns aligned.
        while taken < cell.width {
          taken += set(.blank(cell.style), into: start + filled)
          filled += 1
        }
      }
      curses_draw(Int32(run.row), Int32(run.columns.lowerBound), start, Int32(filled))
    }
  }

  private func set(_ cell: Cell, into place: UnsafeMutablePointer<cchar_t>) -> Int32 {
    let style = styles[cell.style]
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 4) { scalars in
      scalars.initialize(repeating: 0)
      var count = 0
      cell.forEachScalar { scalar in
        scalars[count] = scalar.value
        count += 1
      }
      return curses_set_cell(place, scalars.baseAddress, Int32(cell.width), style.attributes, style.pair)
    }
  }

  private func place(_ cursor: Point?) {
    let visible = cursor.flatMap { Rect(size).contains($0) ? $0 : nil }
    leaveok(curses_screen(), visible == nil)
    if let visible { wmove(curses_screen(), Int32(visible.y), Int32(visible.x)) }
    curs_set(visible == nil ? 0 : 1)
  }
}

/// The attributes and colour pairs of curses, by style.
struct StyleTable {
  /// The attributes and the colour pair of one style.
  struct Entry {
    let attributes: attr_t
    let pair: Int16
  }

  /// The entries, grouped by role, and by attributes within a role.
  private let entries: [Entry]
  private static let attributes = 16

  /// Defines the colour pairs of a palette; curses must have started colours before.
  init(_ palette: Palette, colors: Int32) {
    let appearances = Style.Role.allCases.map(palette.appearance)
    // Without the terminal's default colours, white on black takes their place.
    let fallsBack = palette != .colorless && use_default_colors() != OK
    var defined: [Int16] = []
    for (index, appearance) in appearances.enumerated() {
      guard palette != .colorless, appearance.foreground != nil || appearance.background != nil else {
        defined.append(0)
        continue
      }
      let foreground = Self.number(appearance.foreground, of: colors) ?? (fallsBack ? Int16(COLOR_WHITE) : -1)
      let background = Self.number(appearance.background, of: colors) ?? (fallsBack ? Int16(COLOR_BLACK) : -1)
      let pair = Int16(index + 1)
      defined.append(init_pair(pair, foreground, background) == OK ? pair : 0)
    }
    entries = zip(appearances, defined).flatMap { appearance, pair in
      (0..<Self.attributes).map { more in
        let set = appearance.attributes.union(Style.Attributes(rawValue: UInt8(more)))
        return Entry(
          attributes: curses_attributes(
            set.contains(.bold), set.contains(.reverse), set.contains(.underline), set.contains(.faint)),
          pair: pair)
      }
    }
  }

  /// The attributes and the colour pair of a style.
  subscript(style: Style) -> Entry {
    entries[Int(style.role.rawValue) * Self.attributes + Int(style.attributes.rawValue) % Self.attributes]
  }

  /// Returns the number of a colour; with only eight colours, bright ones become their normal ones.
  private static func number(_ color: TerminalColor?, of colors: Int32) -> Int16? {
    color.map { $0.isFixed ? Int16($0.rawValue) : Int16($0.rawValue) % (colors >= 16 ? 16 : 8) }
  }
}

import CCurses
package import Screen

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
    if isSynchronized { write("\u{1B}[?2026h") }
    wnoutrefresh(curses_screen())
    doupdate()
    if isSynchronized { write("\u{1B}[?2026l") }
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
      for cell in cells where !cell.isContinuation && columns + Int(cell.width) <= room {
        columns += Int(cell.width)
        var taken = set(cell, into: start + filled)
        filled += 1
        // Where the C library disagrees about a wide character, two narrow cells keep the columns.
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

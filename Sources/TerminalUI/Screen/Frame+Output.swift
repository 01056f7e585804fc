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

extension Frame {
  /// The rows as plain text, without trailing blanks.
  package var lines: [String] {
    (0..<size.height).map { row in
      var line = String.UnicodeScalarView()
      var blanks = 0
      for cell in cells[(row * size.width)..<((row + 1) * size.width)] where !cell.isContinuation {
        if cell.isBlank {
          blanks += 1
        } else {
          line.append(contentsOf: repeatElement(" ", count: blanks))
          blanks = 0
          cell.forEachScalar { line.append($0) }
        }
      }
      return String(line)
    }
  }

  /// The whole frame as plain text: one line per row, each ended by a line feed.
  package var text: String { lines.map { $0 + "\n" }.joined() }
}

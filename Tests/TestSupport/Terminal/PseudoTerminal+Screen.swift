package import TerminalUI

extension PseudoTerminal {
  /// The size of the terminal.
  package var size: Size { emulator.size }
  /// The rows as text, without trailing blanks.
  package var lines: [String] {
    (0..<size.height).map { row in
      let line = (0..<size.width).map { emulator.cell(at: Point(x: $0, y: row)).text }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
  /// The rows joined by line feeds.
  package var screen: String { lines.joined(separator: "\n") }
  /// Whether the alternate screen is shown.
  package var isAlternateScreen: Bool { emulator.isAlternate }
  /// The position of the cursor; nil when it is hidden.
  package var cursor: Point? { emulator.isCursorVisible ? emulator.cursor : nil }
  /// The current modes of the line.
  package var modes: TerminalModes? { TerminalModes(of: slave) }
  /// How many bytes the program has written so far.
  package var byteCount: Int { output.count }
  /// Whether the program has left the alternate screen.
  package var sawAlternateScreenLeave: Bool { hasWritten("\u{1B}[?1049l") }

  /// Returns a cell with its colours and attributes.
  package func cell(at point: Point) -> EmulatedCell { emulator.cell(at: point) }

  /// Returns the cells of a text's first occurrence on the screen; empty when it is not there.
  package func cells(of text: String) -> [EmulatedCell] {
    for row in 0..<size.height {
      let cells = (0..<size.width).map { emulator.cell(at: Point(x: $0, y: row)) }
      for start in cells.indices where cells[start...].lazy.map(\.text).joined().hasPrefix(text) {
        var length = 0
        while cells[start..<(start + length)].map(\.text).joined().count < text.count { length += 1 }
        return Array(cells[start..<(start + length)])
      }
    }
    return []
  }

  /// Returns whether the program has written these bytes, at or after an earlier `byteCount`.
  package func hasWritten(_ text: String, since mark: Int = 0) -> Bool {
    output[min(mark, output.count)...].contains(Array(text.utf8))
  }
}

package import TerminalUI

/// A terminal emulator that receives bytes, without a program behind it.
package struct EmulatedScreen {
  private let emulator: TerminalEmulator

  /// Makes an empty screen.
  package init(size: Size) throws(PseudoTerminalError) { emulator = try TerminalEmulator(size: size) }

  /// Processes bytes that a program would write.
  package func take(_ bytes: [UInt8]) { emulator.take(bytes) }

  /// The rows as text, without trailing blanks.
  package var lines: [String] {
    (0..<emulator.size.height).map { row in
      let line = (0..<emulator.size.width).map { emulator.cell(at: Point(x: $0, y: row)).text }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

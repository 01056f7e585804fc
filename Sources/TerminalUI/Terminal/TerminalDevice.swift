import CCurses
package import Core

/// The terminal that Till draws on and reads keys from: ncurses, or a recording for tests.
///
/// A device belongs to the thread that created it, so no implementation is `Sendable`.
package protocol TerminalDevice: AnyObject {
  /// The current size of the screen.
  var size: Size { get }
  /// The glyphs and colours that the terminal supports.
  var theme: Theme { get }
  /// Changes the colours, from the next frame on; returns false where the terminal shows none.
  @discardableResult
  func use(_ palette: Palette) -> Bool
  /// Shows a frame, sending only the cells that differ from the last frame.
  func draw(_ frame: Frame)
  /// Makes the next draw send every cell, even unchanged ones.
  func repaint()
  /// Waits for input, for data on `wakeFD`, or for the timeout.
  ///
  /// - Parameter timeout: In milliseconds; nil waits indefinitely.
  /// - Returns: What is ready, or an empty set after the timeout.
  func waitForInput(or wakeFD: Int32?, timeout: Int?) -> Readiness
  /// Reads all available input without waiting.
  func readInput() -> [InputEvent]
  /// Sets the title of the terminal's window, if it has one.
  func show(title: String)
  /// Copies a text to the terminal's clipboard by OSC 52.
  func copy(_ text: String) -> Copying
  /// Whether clicks and wheel turns arrive as input.
  var hasMouse: Bool { get }
  /// Switches mouse input on or off; returns whether it is on now.
  @discardableResult
  func takeMouse(_ isOn: Bool) -> Bool
  /// Restores the terminal; further calls do nothing.
  func close()
}

/// The result of copying a text to the clipboard.
package enum Copying: Hashable, Sendable {
  /// The text was handed to the terminal (OSC 52), which does not confirm it.
  ///
  /// A multiplexer between them passes it on only if its settings allow it.
  case sent(through: String?)
  /// The terminal with this `TERM` has no clipboard; empty if there is no terminal.
  case unavailable(term: String)
}

/// What is ready after a wait, empty after a timeout.
package struct Readiness: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  package let rawValue: UInt8

  /// Creates a set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `readInput` has work: keys, a resize, a stop or a resumption.
  package static let input = Readiness(rawValue: 1)
  /// The caller's descriptor has data to read.
  package static let wake = Readiness(rawValue: 2)
  /// No more input will come: the terminal is gone, or a script has ended.
  package static let hangup = Readiness(rawValue: 4)
}

/// The reason why full-screen mode is impossible; Till then prints the plain table.
package enum TerminalUnavailable: Error, Hashable, Sendable {
  /// Standard output is not a terminal: a pipe or a file.
  case notATerminal
  /// Keys cannot be read: standard input is no terminal, and `/dev/tty` cannot be opened.
  case noKeyboard
  /// `TERM` is not set.
  case noTerm
  /// The terminal cannot move its cursor, such as `TERM=dumb`.
  case tooSimple(term: String)
  /// Terminfo knows neither this terminal nor a common one.
  case unknown(term: String)
  /// A system call failed with this `errno`.
  case refused(errno: Int32)
}

/// The reason as the end of a sentence.
extension TerminalUnavailable: Worded {
  package var said: Words {
    switch self {
    case .notATerminal: "standard output is not a terminal"
    case .noKeyboard: "standard input is not a terminal, so there is no keyboard"
    case .noTerm: "TERM is not set"
    case .tooSimple(let term): "the terminal \(safeText(term)) cannot position the cursor"
    case .unknown(let term): "unknown terminal type “\(safeText(term))”"
    case .refused(let code): "the terminal could not be used (\(String(cString: strerror(code))))"
    }
  }
}

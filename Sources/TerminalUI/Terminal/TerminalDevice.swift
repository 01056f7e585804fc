import CCurses
package import Core

/// The terminal that the program draws on and reads keys from: ncurses, or a recording for tests.
///
/// A device belongs to the thread that made it, and none is Sendable.
package protocol TerminalDevice: AnyObject {
  /// The size of the screen now.
  var size: Size { get }
  /// The glyphs and colours that it can show.
  var theme: Theme { get }
  /// Shows a frame; only what differs from the last one is sent.
  func draw(_ frame: Frame)
  /// Lets the next draw send every cell, whatever is on the screen.
  func repaint()
  /// Waits for input, for `wakeFD` to have something to read, or for the time to pass.
  ///
  /// `timeout` in milliseconds; nil waits without end. The result is empty when the time has passed.
  func waitForInput(or wakeFD: Int32?, timeout: Int?) -> Readiness
  /// All input that is there, without waiting.
  func readInput() -> [InputEvent]
  /// Names the terminal's window, where it has a name.
  func show(title: String)
  /// Hands a text to the terminal's clipboard, by OSC 52.
  func copy(_ text: String) -> Copying
  /// Whether clicks and the wheel come as input.
  var hasMouse: Bool { get }
  /// Takes clicks and the wheel as input, or leaves them to the terminal; whether they come now.
  @discardableResult
  func takeMouse(_ isOn: Bool) -> Bool
  /// Gives the terminal back. Calls after the first do nothing.
  func close()
}

/// The result of copying a text to the clipboard.
package enum Copying: Hashable, Sendable {
  /// It was sent; through a program between this one and the terminal, where there is one.
  case sent(through: String?)
  /// The terminal has no clipboard.
  case unavailable(term: String)
}

/// The input events after a wait; empty when its time has passed.
package struct Readiness: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  package let rawValue: UInt8

  /// A set by its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `readInput` has something to do: keys, a change of size, a stop or a resumption.
  package static let input = Readiness(rawValue: 1)
  /// The descriptor given has something to read.
  package static let wake = Readiness(rawValue: 2)
  /// There will be no input any more: the terminal is gone, or a script is at its end.
  package static let hangup = Readiness(rawValue: 4)
}

/// Why there can be no full-screen display; the program prints the plain table instead.
package enum TerminalUnavailable: Error, Hashable, Sendable {
  /// Standard output is not a terminal: a pipe or a file.
  case notATerminal
  /// There are no keys: standard input is not a terminal, and `/dev/tty` cannot be opened.
  case noKeyboard
  /// `TERM` is not set.
  case noTerm
  /// The terminal cannot place its cursor: `TERM=dumb` and the like.
  case tooSimple(term: String)
  /// Neither this terminal nor a common one is known to terminfo.
  case unknown(term: String)
  /// The operating system refused, with its `errno`.
  case refused(errno: Int32)
}

/// A terminal without a terminal: keeps the frames that are drawn, and takes its input from the test that holds it.
package final class RecordingTerminal: TerminalDevice {
  package private(set) var size: Size
  package let theme: Theme
  /// Every frame drawn, the latest last.
  package private(set) var frames: [Frame] = []
  /// Every text that was copied.
  package private(set) var copies: [String] = []
  /// The window's title.
  package private(set) var title = ""
  package private(set) var hasMouse = false
  /// Whether `close` was called.
  package private(set) var isClosed = false

  private var input: [[InputEvent]] = []

  /// A terminal of a fixed size.
  package init(size: Size, theme: Theme = Theme()) {
    self.size = size
    self.theme = theme
  }

  /// Puts in one batch of input, for one call of `readInput`.
  package func send(_ events: [InputEvent]) { input.append(events) }

  /// Puts in keys, each as a batch of its own, so that a frame is drawn after each.
  package func send(keys: [Key]) { input += keys.map { [.key($0)] } }

  package func draw(_ frame: Frame) { frames.append(frame) }

  /// Does nothing: every frame is kept whole.
  package func repaint() {}

  /// Waits for the descriptor only when all input has been read; ends with `hangup` when there is neither.
  package func waitForInput(or wakeFD: Int32?, timeout: Int?) -> Readiness {
    guard !isClosed else { return .hangup }
    if !input.isEmpty { return .input }
    guard let wakeFD else { return .hangup }
    return poll([wakeFD], timeout: timeout)[0] == 0 ? [] : .wake
  }

  package func readInput() -> [InputEvent] {
    guard !input.isEmpty else { return [] }
    let events = input.removeFirst()
    for case .resize(let new) in events { size = new }
    return events
  }

  package func show(title: String) { self.title = title }

  package func copy(_ text: String) -> Copying {
    copies.append(text)
    return .sent(through: nil)
  }

  package func takeMouse(_ isOn: Bool) -> Bool {
    hasMouse = isOn
    return isOn
  }

  package func close() { isClosed = true }
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

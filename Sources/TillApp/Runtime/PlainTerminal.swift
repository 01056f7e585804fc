import Dashboard
import Libc
package import TerminalUI

/// The dashboard as lines of text, for screen readers, slow connections and scripts: no output is ever overwritten.
///
/// It first prints everything, and then only changes. An input line is a key, an action's name, or text for a field.
/// The next line is read only when no work is under way, so that a file of lines plays through.
package final class PlainTerminal: TerminalDevice {
  /// The size, large enough for all lists and sheets, which are printed instead of drawn.
  package let size = Size(width: 120, height: 60)
  package let theme = Theme(glyphs: .silent, palette: .colorless)

  private let input: Int32
  private let print: (String) -> Void
  /// Prints the prompt, without a line break; nil where no person types.
  private let prompt: ((String) -> Void)?
  /// Whether the last thing printed is the prompt.
  private var isPrompted = false
  /// The rows of the list in front that were read out.
  private var said = PlainView.firstRows
  private var bytes: [UInt8] = []
  private var isAtEnd = false
  private var state: State?
  private var shown: PlainView?
  private var isIntroduced = false

  /// Creates a terminal that reads lines from a descriptor.
  ///
  /// - Parameters:
  ///   - input: The descriptor; standard input by default.
  ///   - prompt: Prints a text without a line break; the terminal uses it before a person types a line.
  ///   - print: Prints one line, which comes without its line break.
  package init(
    input: Int32 = STDIN_FILENO, prompt: ((String) -> Void)? = nil, print: @escaping (String) -> Void
  ) {
    (self.input, self.prompt, self.print) = (input, prompt, print)
  }

  /// Prints lines; a prompt that stands there without a typed line is left on a line of its own.
  private func say(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    if isPrompted { prompt?("\n") }
    isPrompted = false
    lines.forEach(print)
  }

  /// Prints the prompt once all is said and a line can be typed.
  private func ask() {
    guard let prompt, !isPrompted, !hasLine, !isAtEnd else { return }
    prompt("> ")
    isPrompted = true
  }

  /// Prints the changes since the last shown state, or everything at the first call.
  func show(_ state: State) {
    self.state = state
    // Only what is settled is said.
    guard state.isIdle else { return }
    let view = PlainView(state)
    if shown == nil, !isIntroduced {
      say(PlainView.introduction)
      isIntroduced = true
    }
    if let shown, !view.hasList(of: shown) { said = PlainView.firstRows }
    say(shown.map { view.changes(since: $0) } ?? view.everything)
    shown = view
  }

  package func draw(_ frame: Frame) {}

  package func repaint() { shown = nil }

  package func use(_ palette: Palette) -> Bool { false }

  package func show(title: String) {}

  package func copy(_ text: String) -> Copying {
    say([text])
    return .unavailable(term: "")
  }

  package var hasMouse: Bool { false }

  package func takeMouse(_ isOn: Bool) -> Bool { false }

  package func close() {}

  /// Waits for a line, which is ready only when no work is under way; the end of the input counts as a hang-up.
  package func waitForInput(or wakeFD: Int32?, timeout: Int?) -> Readiness {
    let isIdle = state?.isIdle ?? false
    if isIdle, hasLine { return .input }
    if isIdle, isAtEnd { return .hangup }
    if isIdle { ask() }
    var entries = [pollfd(fd: wakeFD ?? -1, events: Int16(POLLIN), revents: 0)]
    if isIdle { entries.append(pollfd(fd: input, events: Int16(POLLIN), revents: 0)) }
    _ = poll(&entries, nfds_t(entries.count), timeout.map { Int32(clamping: $0) } ?? -1)
    var ready: Readiness = entries[0].revents == 0 ? [] : .wake
    if entries.count > 1, entries[1].revents != 0 {
      fill()
      if hasLine { ready.insert(.input) }
    }
    return ready
  }

  /// Returns the events of one input line.
  package func readInput() -> [InputEvent] {
    guard let line = takeLine(), let state else { return [] }
    isPrompted = false
    switch state.plainInput(line) {
    case .keys(let keys): return keys.map { .key($0) }
    case .text(let text): return [.paste(text), .key(.enter)]
    case .search(let text): return [.key(.control("u")), .paste(text)]
    case .help: say(state.plainHelp)
    case .everything: say(PlainView(state).everything)
    case .more:
      let (lines, count) = PlainView(state).more(after: said)
      said = count
      say(lines)
    case .unknown(let reason): say([reason])
    }
    return []
  }

  private static let newline = UInt8(ascii: "\n")

  private var hasLine: Bool { bytes.contains(Self.newline) || isAtEnd && !bytes.isEmpty }

  private func fill() {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = read(input, &room, room.count)
    if count > 0 {
      bytes += room[..<count]
    } else if count == 0 || errno != EINTR {
      isAtEnd = true
    }
  }

  private func takeLine() -> String? {
    guard hasLine else { return nil }
    let line = bytes.prefix { $0 != Self.newline }
    bytes.removeFirst(min(bytes.count, line.count + 1))
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }
}

/// The drawing of frames as ANSI terminal output: cursor moves, attributes and characters, only for changed cells.
struct ANSIDrawing {
  private var shown: Frame?
  private let palette: Palette

  init(_ palette: Palette) { self.palette = palette }

  /// Returns the terminal output that changes the last frame into this one.
  mutating func draw(_ frame: Frame) -> String {
    var text = shown == nil ? "\u{1B}[?25l\u{1B}[0m\u{1B}[2J" : ""
    var style: Style?
    for run in frame.differences(from: shown) {
      text += "\u{1B}[\(run.row + 1);\(run.columns.lowerBound + 1)H"
      for cell in frame.cells(of: run) where !cell.isContinuation {
        if cell.style != style {
          text += sequence(for: cell.style)
          style = cell.style
        }
        cell.forEachScalar { text.unicodeScalars.append($0) }
      }
    }
    shown = frame
    return text
  }

  /// Returns the SGR escape sequence of a style (Select Graphic Rendition, ECMA-48), starting from a reset.
  private func sequence(for style: Style) -> String {
    let appearance = palette.appearance(of: style.role)
    let attributes = appearance.attributes.union(style.attributes)
    var codes = [0]
    for (attribute, code) in [
      (Style.Attributes.bold, 1), (.faint, 2), (.underline, 4), (.reverse, 7),
    ] where attributes.contains(attribute) { codes.append(code) }
    if let color = appearance.foreground { codes += Self.codes(color, plain: 30, bright: 90) }
    if let color = appearance.background { codes += Self.codes(color, plain: 40, bright: 100) }
    return "\u{1B}[" + codes.map(String.init).joined(separator: ";") + "m"
  }

  /// Returns the SGR codes of a colour.
  ///
  /// A colour of the terminal's 16-colour scheme has its own code; a fixed colour has `38;5` or `48;5` and its number.
  private static func codes(_ color: TerminalColor, plain: Int, bright: Int) -> [Int] {
    let number = Int(color.rawValue)
    if color.isFixed { return [plain + 8, 5, number] }
    return [number < 8 ? plain + number : bright + number - 8]
  }
}

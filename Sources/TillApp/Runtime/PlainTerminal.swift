import Dashboard
package import TerminalUI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The dashboard as lines of text, for screen readers, slow connections and scripts: no output is ever overwritten.
///
/// It first prints everything, and then only changes. An input line is a key, an action's name, or text for a field.
/// The next line is read only when no work is under way, so that a file of lines plays through.
package final class PlainTerminal: TerminalDevice {
  /// The size, large enough for all lists and sheets, which are printed instead of drawn.
  package let size = Size(width: 120, height: 60)
  package let theme = Theme(glyphs: .silent, palette: .colorless)

  private let input: Int32
  private let say: (String) -> Void
  private var bytes: [UInt8] = []
  private var isAtEnd = false
  private var state: State?
  private var shown: PlainView?
  private var isIntroduced = false

  /// Creates a terminal that reads lines from a descriptor.
  ///
  /// - Parameters:
  ///   - input: The descriptor; standard input by default.
  ///   - say: Prints one line, which comes without its line break.
  package init(input: Int32 = STDIN_FILENO, say: @escaping (String) -> Void) { (self.input, self.say) = (input, say) }

  /// Prints the changes since the last shown state, or everything at the first call.
  func show(_ state: State) {
    self.state = state
    // Only what is settled is said.
    guard state.isIdle else { return }
    let view = PlainView(state)
    if shown == nil, !isIntroduced {
      PlainView.introduction.forEach(say)
      isIntroduced = true
    }
    (shown.map { view.changes(since: $0) } ?? view.everything).forEach(say)
    shown = view
  }

  package func draw(_ frame: Frame) {}

  package func repaint() { shown = nil }

  package func show(title: String) {}

  package func copy(_ text: String) -> Copying {
    say(text)
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
    switch state.plainInput(line) {
    case .keys(let keys): return keys.map { .key($0) }
    case .text(let text): return [.paste(text), .key(.enter)]
    case .search(let text): return [.key(.control("u")), .paste(text)]
    case .help: state.plainHelp.forEach(say)
    case .everything: PlainView(state).everything.forEach(say)
    case .unknown(let reason): say(reason)
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

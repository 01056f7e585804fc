import Libc

/// A terminal without a screen, for `till screen` and tests.
///
/// It records the frames drawn, and gets its input from its owner.
package final class RecordingTerminal: TerminalDevice {
  package private(set) var size: Size
  package private(set) var theme: Theme
  /// All frames drawn, oldest first.
  package private(set) var frames: [Frame] = []
  /// All texts that were copied.
  package private(set) var copies: [String] = []
  /// The window's title.
  package private(set) var title = ""
  package private(set) var hasMouse = false
  /// Whether `close` was called.
  package private(set) var isClosed = false

  private var input: [[InputEvent]] = []

  /// Creates a terminal of a fixed size.
  package init(size: Size, theme: Theme = Theme()) {
    self.size = size
    self.theme = theme
  }

  /// Adds one batch of input, which one call of `readInput` returns.
  package func send(_ events: [InputEvent]) { input.append(events) }

  /// Adds keys, each as its own batch, so that a frame is drawn after each key.
  package func send(keys: [Key]) { input += keys.map { [.key($0)] } }

  package func use(_ palette: Palette) -> Bool {
    theme = Theme(glyphs: theme.glyphs, palette: palette)
    return true
  }

  package func draw(_ frame: Frame) { frames.append(frame) }

  /// Does nothing: every recorded frame is complete.
  package func repaint() {}

  /// Returns at once while input is left, else waits for the descriptor; returns `hangup` without one.
  package func waitForInput(or wakeFD: Int32?, timeout: Int?) -> Readiness {
    guard !isClosed else { return .hangup }
    if !input.isEmpty { return .input }
    guard let wakeFD else { return .hangup }
    var descriptor = pollfd(fd: wakeFD, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, Int32(clamping: timeout ?? -1)) > 0 ? .wake : []
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

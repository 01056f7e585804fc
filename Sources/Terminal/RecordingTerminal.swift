package import Screen

/// A terminal without a terminal: keeps the frames that are drawn, and takes its input from whoever holds it.
package final class RecordingTerminal: TerminalDevice {
  package private(set) var size: Size
  package let theme: Theme
  /// Every frame drawn, the latest last.
  package private(set) var frames: [Frame] = []
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

  package func close() { isClosed = true }
}

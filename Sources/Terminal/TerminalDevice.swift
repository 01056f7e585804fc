package import Screen

/// What the program draws on and reads keys from: ncurses, or a recording for tests.
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
  /// Gives the terminal back. Calls after the first do nothing.
  func close()
}

/// What a wait for input ended with; empty when its time has passed.
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

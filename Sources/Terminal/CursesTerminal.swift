import CCurses
import CTerminalRestore
import Foundation
package import Screen

/// The terminal of the process, through ncurses.
///
/// Belongs to the main thread, where the kernel delivers its signals. The terminal is given back by `close`, at exit,
/// and by the handlers of `CTerminalRestore` after every signal that can be caught. Standard error is kept meanwhile.
package final class CursesTerminal: TerminalDevice {
  package let theme: Theme
  package internal(set) var size: Size

  let output: Int32
  let input: Int32
  let pad: curses_window
  let styles: StyleTable
  let isSynchronized: Bool
  var decoder = KeyDecoder()
  var shown: Frame?
  private(set) var isOpen = true

  /// Opens the terminal that standard output is, in full-screen mode.
  ///
  /// `color: false` does what `NO_COLOR` in the environment does: attributes only.
  package init(color: Bool = true) throws(TerminalUnavailable) {
    let keyboard = try Self.keyboard()
    let term = try Self.knownTerm()
    let isUnicode = curses_locale_is_utf8()
    Self.forgetFixedSize()
    let failure = terminal_restore_arm(STDOUT_FILENO)
    guard failure == 0 else { throw .refused(errno: failure) }
    guard curses_open(term.name, STDOUT_FILENO, keyboard) != nil, let pad = newpad(1, 1) else {
      terminal_restore_disarm()
      throw .unknown(term: term.wanted)
    }
    output = STDOUT_FILENO
    input = keyboard
    self.pad = pad
    let environment = ProcessInfo.processInfo.environment
    Self.setModes(pad, keyboard: keyboard, hasEscapeDelay: environment["ESCDELAY"] != nil)
    terminal_restore_watch_size()
    let wantsColor = color && (environment["NO_COLOR"] ?? "").isEmpty
    let colors = wantsColor ? curses_colors() : 0
    let palette: Palette = colors >= 8 ? .color : .colorless
    theme = Theme(glyphs: isUnicode ? .unicode : .ascii, palette: palette)
    styles = StyleTable(palette, colors: colors)
    isSynchronized = Self.synchronizes(term.wanted)
    size = Size(width: Int(curses_width()), height: Int(curses_height()))
    write(Self.pasteOn)
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    endwin()
    terminal_restore_disarm()
  }
}

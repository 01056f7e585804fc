import CCurses
import CTerminalRestore
import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal of the process, through ncurses.
///
/// Belongs to the main thread, where the kernel delivers its signals. The terminal is given back by `close`, at exit,
/// and by the handlers of `CTerminalRestore` after every signal that can be caught. Standard error is kept meanwhile.
package final class CursesTerminal: TerminalDevice {
  /// The version of the curses library, as it says: `ncurses 6.4.20221231`.
  package static var installedVersion: String { String(cString: curses_version()) }

  package internal(set) var theme: Theme
  package internal(set) var size: Size

  let output: Int32
  let input: Int32
  let channel: FrameChannel
  let pad: curses_window
  var styles: StyleTable
  let colors: Int32
  var ground = BackgroundColorQuery()
  let isSynchronized: Bool
  var decoder = KeyDecoder()
  var shown: Frame?
  /// The window's title, if the terminal supports one.
  var title: String?
  let takesTitle: Bool
  package internal(set) var hasMouse = false
  private(set) var isOpen = true

  /// Opens the terminal that standard output is, in full-screen mode.
  ///
  /// - Parameters:
  ///   - palette: The theme; `colorless` does what `NO_COLOR` in the environment does: attributes only.
  ///   - takesTitle: Whether the window may be named, where the terminal can.
  ///   - mouse: Whether clicks and the wheel are taken; nil where text can still be selected with Shift.
  package init(palette: Palette = .terminal, takesTitle: Bool = true, mouse: Bool? = nil) throws(TerminalUnavailable) {
    let keyboard = try Self.keyboard()
    let term = try Self.knownTerm()
    let isUnicode = curses_locale_is_utf8()
    Self.ignoreFixedSize()
    let failure = terminal_restore_arm(STDOUT_FILENO)
    guard failure == 0 else { throw .refused(errno: failure) }
    channel = FrameChannel(to: STDOUT_FILENO)
    guard curses_open(term.name, channel.descriptor, keyboard) != nil, let pad = newpad(1, 1) else {
      terminal_restore_disarm()
      throw .unknown(term: term.wanted)
    }
    output = STDOUT_FILENO
    input = keyboard
    self.pad = pad
    // Curses flushes at each jump of the cursor until its screen was left once, which is better done before anything is
    // on it; that output goes nowhere.
    if channel.collects { _ = channel.collect { endwin() } }
    Self.setModes(pad, keyboard: keyboard, hasEscapeDelay: Self.environment("ESCDELAY") != nil)
    terminal_restore_watch_size()
    let wantsColor = palette != .colorless && (Self.environment("NO_COLOR") ?? "").isEmpty
    colors = wantsColor ? curses_colors() : 0
    let palette = palette.reduced(to: Int(colors), onLight: Self.isLight(Self.environment("COLORFGBG")))
    theme = Theme(glyphs: isUnicode ? .unicode : .ascii, palette: palette)
    styles = StyleTable(palette, colors: colors)
    isSynchronized = Self.synchronizes(term.wanted)
    self.takesTitle = takesTitle && Self.hasTitle(term.wanted)
    size = Size(width: Int(curses_width()), height: Int(curses_height()))
    send(Self.pasteOn)
    let isRemote = ["SSH_CONNECTION", "TMUX", "STY"].contains { !(Self.environment($0) ?? "").isEmpty }
    let byItself = Self.selectsWithShift(
      term.wanted, program: Self.environment("TERM_PROGRAM"), isRemote: isRemote)
    if mouse ?? byItself { takeMouse(true) }
    askForGround(palette, term.wanted)
  }

  package func close() {
    guard isOpen else { return }
    if hasMouse { send(Self.mouseOff) }
    awaitGround()
    isOpen = false
    // The title goes back with the screen: CTerminalRestore does it, whatever ends the process.
    endwin()
    terminal_restore_disarm()
  }
}

extension CursesTerminal {
  static let pasteOn = "\u{1B}[?2004h"

  /// The descriptor that keys come from: standard input, or the terminal itself when that is a pipe.
  static func keyboard() throws(TerminalUnavailable) -> Int32 {
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    guard isatty(STDIN_FILENO) != 1 else { return STDIN_FILENO }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { throw .noKeyboard }
    return terminal
  }

  /// The name of the terminal as the environment has it, and the one to open: a common one where it is unknown.
  static func knownTerm() throws(TerminalUnavailable) -> (wanted: String, name: String) {
    guard let wanted = environment("TERM"), !wanted.isEmpty else { throw .noTerm }
    for name in [wanted, "xterm-256color", "xterm"] {
      var isAddressable = false
      guard curses_knows(name, STDOUT_FILENO, &isAddressable) else { continue }
      guard isAddressable else { throw .tooSimple(term: wanted) }
      return (wanted, name)
    }
    throw .unknown(term: wanted)
  }

  /// The size that the operating system knows; nil where it knows none, as on a serial line.
  package static func windowSize() -> Size? {
    var now = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &now) == 0, now.ws_row > 0, now.ws_col > 0 else { return nil }
    return Size(width: Int(now.ws_col), height: Int(now.ws_row))
  }

  /// With LINES and COLUMNS in the environment curses would ignore every change of size.
  ///
  /// The environment is left as it is: other threads may be reading it.
  static func ignoreFixedSize() {
    let isKnown = windowSize() != nil
    use_env(!isKnown)
    use_tioctl(isKnown)
  }

  static func setModes(_ pad: curses_window, keyboard: Int32, hasEscapeDelay: Bool) {
    if !hasEscapeDelay { set_escdelay(25) }
    cbreak()
    noecho()
    nonl()
    curses_free_control_keys(keyboard)
    // A pad: reading from the screen's own window would draw it.
    keypad(pad, true)
    wtimeout(pad, 0)
    define_key("\u{1B}[200~", KeyDecoder.pasteStart)
    define_key("\u{1B}[201~", KeyDecoder.pasteEnd)
    define_key("\u{1B}[<", KeyDecoder.mouseStart)
    for (sequence, key) in commonKeys where key_defined(sequence) == 0 { define_key(sequence, key) }
  }

  /// The sequences that terminals send for these keys, whatever terminfo says: in both cursor modes, and as rxvt, tmux
  /// and VT220 do.
  private static let commonKeys: [(sequence: String, key: Int32)] =
    [
      ("A", KEY_UP), ("B", KEY_DOWN), ("C", KEY_RIGHT), ("D", KEY_LEFT), ("H", KEY_HOME), ("F", KEY_END),
    ].flatMap { [("\u{1B}[" + $0.0, $0.1), ("\u{1B}O" + $0.0, $0.1)] } + [
      ("\u{1B}[1~", KEY_HOME), ("\u{1B}[7~", KEY_HOME), ("\u{1B}[4~", KEY_END), ("\u{1B}[8~", KEY_END),
      ("\u{1B}[3~", KEY_DC), ("\u{1B}[5~", KEY_PPAGE), ("\u{1B}[6~", KEY_NPAGE), ("\u{1B}[Z", KEY_BTAB),
    ]

  /// Whether a terminal is known to show a frame at once between `?2026h` and `?2026l`.
  static func synchronizes(_ term: String) -> Bool {
    ["kitty", "ghostty", "foot", "wezterm", "alacritty", "contour"].contains { term.contains($0) }
  }

  /// A variable of the environment.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Sends what curses knows nothing of.
  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends bytes to the terminal, in one write where it takes them.
  func send(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = write(output, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        guard count > 0 || errno == EINTR else { return }
        sent += max(0, count)
      }
    }
  }
}

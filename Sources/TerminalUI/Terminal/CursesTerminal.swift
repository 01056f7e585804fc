import CCurses
import CTerminalRestore
import Core
import Libc

/// The terminal of the process, driven by ncurses.
///
/// It belongs to the thread that made it, which signals wake through a pipe. `close` restores the terminal, as do an exit
/// handler and the signal handlers of `CTerminalRestore` for every signal that can be caught. Text written to standard
/// error meanwhile is shown after that.
package final class CursesTerminal: TerminalDevice {
  /// The version that the curses library reports: `ncurses 6.4.20221231`.
  package static var installedVersion: String { String(cString: curses_version()) }

  package internal(set) var theme: Theme
  package internal(set) var size: Size

  let output: Int32
  let input: Int32
  let channel: FrameChannel
  let pad: curses_window
  var styles: StyleTable
  let colors: Int32
  /// Whether the terminal's background is known to be light.
  var isOnLight: Bool
  var ground = BackgroundColorQuery()
  let isSynchronized: Bool
  var decoder = KeyDecoder()
  var shown: Frame?
  /// The window's title, if the terminal supports one.
  var title: String?
  let takesTitle: Bool
  package internal(set) var hasMouse = false
  private(set) var isOpen = true

  /// Opens the terminal at standard output in full-screen mode.
  ///
  /// - Parameters:
  ///   - palette: The theme; `colorless` has the effect of `NO_COLOR`: attributes only.
  ///   - takesTitle: Whether Till may set the window's title, if the terminal supports it.
  ///   - mouse: Whether to use mouse input; nil uses it if the terminal can still select text with Shift.
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
    // Until `endwin` was called once, curses flushes at each jump of the cursor. It is called here, before anything is
    // on the screen, and its output is discarded.
    if channel.collects { _ = channel.collect { endwin() } }
    Self.setModes(pad, keyboard: keyboard, hasEscapeDelay: Self.environment("ESCDELAY") != nil)
    terminal_restore_watch_size()
    let wantsColor = palette != .colorless && (Self.environment("NO_COLOR") ?? "").isEmpty
    colors = wantsColor ? curses_colors() : 0
    isOnLight = Self.isLight(Self.environment("COLORFGBG"))
    let palette = palette.reduced(to: Int(colors), onLight: isOnLight)
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
    // `CTerminalRestore` restores the title together with the screen, however the process ends.
    endwin()
    terminal_restore_disarm()
  }
}

extension CursesTerminal {
  static let pasteOn = "\u{1B}[?2004h"

  /// Returns the descriptor of the keyboard: standard input, or `/dev/tty` if standard input is no terminal.
  static func keyboard() throws(TerminalUnavailable) -> Int32 {
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    guard isatty(STDIN_FILENO) != 1 else { return STDIN_FILENO }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { throw .noKeyboard }
    return terminal
  }

  /// Returns the value of `TERM`, and the type to open: a common one if terminfo does not know that value.
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

  /// Returns the size that the operating system reports, or nil if it knows none, as on a serial line.
  package static func windowSize() -> Size? {
    var now = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &now) == 0, now.ws_row > 0, now.ws_col > 0 else { return nil }
    return Size(width: Int(now.ws_col), height: Int(now.ws_row))
  }

  /// Makes curses ignore `LINES` and `COLUMNS` if the operating system reports the size.
  ///
  /// With these variables, curses would ignore every resize. They are not removed from the environment, because other
  /// threads may be reading it.
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
    // Input is read through a pad: reading through curses' standard window would also draw it.
    keypad(pad, true)
    wtimeout(pad, 0)
    define_key("\u{1B}[200~", KeyDecoder.pasteStart)
    define_key("\u{1B}[201~", KeyDecoder.pasteEnd)
    define_key("\u{1B}[<", KeyDecoder.mouseStart)
    for (sequence, key) in commonKeys where key_defined(sequence) == 0 { define_key(sequence, key) }
  }

  /// The key sequences that Till accepts even if terminfo lists other ones.
  ///
  /// These are the sequences of both cursor modes, and those of rxvt, tmux and VT220.
  private static let commonKeys: [(sequence: String, key: Int32)] =
    [
      ("A", KEY_UP), ("B", KEY_DOWN), ("C", KEY_RIGHT), ("D", KEY_LEFT), ("H", KEY_HOME), ("F", KEY_END),
    ].flatMap { [("\u{1B}[" + $0.0, $0.1), ("\u{1B}O" + $0.0, $0.1)] } + [
      ("\u{1B}[1~", KEY_HOME), ("\u{1B}[7~", KEY_HOME), ("\u{1B}[4~", KEY_END), ("\u{1B}[8~", KEY_END),
      ("\u{1B}[3~", KEY_DC), ("\u{1B}[5~", KEY_PPAGE), ("\u{1B}[6~", KEY_NPAGE), ("\u{1B}[Z", KEY_BTAB),
    ]

  /// Returns whether the terminal is known to show everything between `?2026h` and `?2026l` at once.
  static func synchronizes(_ term: String) -> Bool {
    ["kitty", "ghostty", "foot", "wezterm", "alacritty", "contour"].contains { term.contains($0) }
  }

  /// Returns the value of an environment variable.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Sends a sequence that curses does not support.
  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends bytes to the terminal, in one write if the terminal accepts them all.
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

/// The mouse in SGR form (xterm, modes 1000 and 1006): every terminal that has one speaks it, and reports of more than
/// 223 columns are whole.
///
/// Not by curses' own reading: it waits for the next byte after an unrequested report, such as a released button.
extension CursesTerminal {
  @discardableResult
  package func takeMouse(_ isOn: Bool) -> Bool {
    guard isOpen, !Clipboard.isAbsent(Self.environment("TERM") ?? "") else { return false }
    hasMouse = isOn
    send(isOn ? Self.mouseOn : Self.mouseOff)
    return isOn
  }

  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"

  /// Whether the terminal is known to select text with Shift while a program has its mouse.
  ///
  /// A terminal of macOS that calls itself `xterm` has another key for it, or none; behind `ssh`, tmux or screen
  /// Till cannot tell which terminal it is.
  static func selectsWithShift(_ term: String, program: String?, isRemote: Bool) -> Bool {
    let named = [
      "xterm-kitty", "xterm-ghostty", "kitty", "ghostty", "foot", "alacritty", "wezterm", "contour", "konsole",
    ]
    if named.contains(where: term.hasPrefix) { return true }
    guard !isRemote, program != "Apple_Terminal", program != "iTerm.app" else { return false }
    return ["xterm", "gnome", "vte", "rxvt"].contains(where: term.hasPrefix)
  }
}

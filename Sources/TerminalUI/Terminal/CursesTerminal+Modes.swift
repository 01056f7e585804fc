import CTerminalRestore
import Core

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

extension CursesTerminal {
  /// Names the window (xterm's OSC 2), once for each name; the one that it had before comes back at the end.
  package func show(title: String) {
    guard isOpen, takesTitle, title != self.title else { return }
    if self.title == nil { keepTitle() }
    self.title = title
    sendTitle()
  }

  /// Lets the terminal save its title, and has the title restored with the terminal.
  func keepTitle() {
    send("\u{1B}[22;2t")
    terminal_restore_title()
  }

  func sendTitle() {
    if let title { send("\u{1B}]2;\(safeText(title, limit: 120))\u{07}") }
  }

  /// Whether a terminal is known to have a title that is kept on a stack; others would show the bytes.
  static func hasTitle(_ term: String) -> Bool {
    [
      "xterm", "tmux", "screen", "alacritty", "foot", "kitty", "ghostty", "wezterm", "vte", "gnome", "konsole",
      "contour",
    ]
    .contains { term.hasPrefix($0) }
  }

  /// Whether the background is light, as rxvt, Konsole and others say in `COLORFGBG`: `0;15` is black on white.
  static func isLight(_ colors: String?) -> Bool {
    guard let ground = colors?.split(separator: ";").last.flatMap({ Int($0) }) else { return false }
    return ground == 7 || (9...15).contains(ground)
  }
}

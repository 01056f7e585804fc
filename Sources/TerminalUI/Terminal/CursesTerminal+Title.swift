import CTerminalRestore
import Core

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

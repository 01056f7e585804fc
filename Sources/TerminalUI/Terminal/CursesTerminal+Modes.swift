import CTerminalRestore
import Core

/// Mouse input in SGR form (xterm, modes 1000 and 1006).
///
/// Every terminal with mouse input supports it, and it has no limit of 223 columns. Curses' own mouse input is not
/// used: after a report that Till did not request, such as a released button, it blocks until the next byte.
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

  /// Returns whether the terminal is known to select text with Shift while a program uses the mouse.
  ///
  /// A terminal of macOS that calls itself `xterm` uses another key or none. Through `ssh`, tmux or screen, Till cannot
  /// tell which terminal it is.
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
  /// Sets the window's title (xterm's OSC 2) if it changed; the earlier title comes back when Till ends.
  package func show(title: String) {
    guard isOpen, takesTitle, title != self.title else { return }
    if self.title == nil { keepTitle() }
    self.title = title
    sendTitle()
  }

  /// Has the terminal save its title, and `CTerminalRestore` restore it when Till ends.
  func keepTitle() {
    send("\u{1B}[22;2t")
    terminal_restore_title()
  }

  func sendTitle() {
    if let title { send("\u{1B}]2;\(safeText(title, limit: 120))\u{07}") }
  }

  /// Returns whether the terminal can save and restore its title; other terminals would display the sequence.
  static func hasTitle(_ term: String) -> Bool {
    [
      "xterm", "tmux", "screen", "alacritty", "foot", "kitty", "ghostty", "wezterm", "vte", "gnome", "konsole",
      "contour",
    ]
    .contains { term.hasPrefix($0) }
  }

  /// Returns whether `COLORFGBG`, set by rxvt, Konsole and others, gives a light background: `0;15` is black on white.
  static func isLight(_ colors: String?) -> Bool {
    guard let ground = colors?.split(separator: ";").last.flatMap({ Int($0) }) else { return false }
    return ground == 7 || (9...15).contains(ground)
  }
}

extension CursesTerminal {
  package func copy(_ text: String) -> Copying {
    let term = Self.environment("TERM") ?? ""
    guard isOpen, !Clipboard.isAbsent(term) else { return .unavailable(term: term) }
    let multiplexer = Clipboard.multiplexer(term: term, tmux: Self.environment("TMUX"), sty: Self.environment("STY"))
    send(Clipboard.sequence(for: text, through: multiplexer))
    return .sent(through: multiplexer)
  }
}

/// Copying to the terminal's clipboard by OSC 52 (`Ps = 52` in xterm's control sequences).
enum Clipboard {
  /// The maximum number of bytes sent; terminals drop a longer sequence completely.
  static let most = 74_994

  /// Returns whether the terminal is known to have no clipboard.
  static func isAbsent(_ term: String) -> Bool {
    ["vt", "linux", "ansi", "dumb", "sun", "wy", "cons"].contains { term.hasPrefix($0) }
  }

  /// Returns the terminal multiplexer between Till and the terminal, or nil if there is none.
  static func multiplexer(term: String, tmux: String?, sty: String?) -> String? {
    if tmux?.isEmpty == false { return "tmux" }
    return sty?.isEmpty == false || term.hasPrefix("screen") ? "screen" : nil
  }

  /// Returns the sequence to send; tmux gets it twice, the second time wrapped to be passed on unchanged.
  static func sequence(for text: String, through multiplexer: String?) -> String {
    let osc = "\u{1B}]52;c;\(base64(Array(Destination.clipboard.safe(text).utf8.prefix(most))))\u{7}"
    return switch multiplexer {
    case "tmux": osc + "\u{1B}Ptmux;\u{1B}\(osc)\u{1B}\\"
    case "screen": "\u{1B}P\(osc)\u{1B}\\"
    default: osc
    }
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Encodes bytes in base64 (RFC 4648, section 4).
  static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? digits[Int(bits >> UInt32(18 - 6 * index) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

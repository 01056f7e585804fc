import Core

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

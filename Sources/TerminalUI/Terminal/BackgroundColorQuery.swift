import CCurses
import Libc

/// The query for the terminal's background colour (xterm's OSC 11), whose reply arrives among the keys.
///
/// Till sends it once and does not wait. The first frame is drawn for a dark background, and drawn again if the reply
/// reports a light one. A terminal that does not support the query sends no reply.
struct BackgroundColorQuery {
  static let text = "\u{1B}]11;?\u{1B}\\"
  /// How long after a lone Escape the rest of a reply may follow.
  private static let patience = Duration.milliseconds(100)
  private static let longest = 48

  /// Whether the reply may still arrive.
  private(set) var isOpen = false
  /// When the query was sent.
  private(set) var date = ContinuousClock.now
  /// The input that may be the beginning of the reply.
  private var held: [KeyDecoder.Code] = []
  /// When an Escape was passed on as a key that may have been the first character of the reply.
  private var escape: ContinuousClock.Instant?

  mutating func ask() { (isOpen, date) = (true, .now) }

  /// Removes the reply from the input and keeps all other input in its order.
  ///
  /// - Returns: The rest of the input, and whether the background is light, nil until the reply is complete.
  mutating func removeReply(in codes: [KeyDecoder.Code], at now: ContinuousClock.Instant = .now)
    -> (rest: [KeyDecoder.Code], isLight: Bool?)
  {
    var rest: [KeyDecoder.Code] = []
    // Whether the Escape at the start was already passed on as a key, so that it is not passed on twice.
    var isOut = false
    if let escape, held.isEmpty, now - escape < Self.patience { (held, isOut) = ([.scalar(0x1B)], true) }
    escape = nil
    for (index, code) in codes.enumerated() {
      held.append(code)
      while !held.isEmpty {
        switch Self.match(held) {
        case .begun: break
        case .whole(let isLight):
          (isOpen, held) = (false, [])
          return (rest + codes[(index + 1)...], isLight)
        case .other:
          if isOut { isOut = false } else { rest.append(held[0]) }
          held.removeFirst()
          continue
        }
        break
      }
    }
    if held == [.scalar(0x1B)] {
      if !isOut {
        rest += held
        escape = now
      }
      held = []
    }
    return (rest, nil)
  }

  private enum Match { case begun, whole(isLight: Bool), other }

  /// Matches input with a reply: `ESC ] 11 ; rgb:ffff/ffff/ffff`, then BEL or ESC and a backslash.
  private static func match(_ codes: [KeyDecoder.Code]) -> Match {
    let head = Array("\u{1B}]11;".unicodeScalars)
    var body = ""
    var isEnding = false
    for (index, code) in codes.enumerated() {
      guard case .scalar(let value) = code, let scalar = Unicode.Scalar(value), index < longest else { return .other }
      if index < head.count {
        guard scalar == head[index] else { return .other }
      } else if scalar == "\u{7}" || (isEnding && scalar == "\\") {
        return .whole(isLight: isLight(body))
      } else if isEnding {
        return .other
      } else if scalar == "\u{1B}" {
        isEnding = true
      } else if scalar.isASCII, scalar.value >= 0x20 {
        body.unicodeScalars.append(scalar)
      } else {
        return .other
      }
    }
    return .begun
  }

  /// Returns whether `rgb:RRRR/GGGG/BBBB`, with one to four hexadecimal digits each, is closer to white than to black.
  static func isLight(_ body: String) -> Bool {
    guard let colon = body.firstIndex(of: ":"), body.hasPrefix("rgb") else { return false }
    let parts = body[body.index(after: colon)...].split(separator: "/").prefix(3).map { part -> Double? in
      guard (1...4).contains(part.count), let value = Int(part, radix: 16) else { return nil }
      return Double(value) / Double((1 << (4 * part.count)) - 1)
    }
    guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return false }
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5
  }
}

extension CursesTerminal {
  /// Sends the query for the background colour, if its reply would matter and may come.
  ///
  /// The theme must be the terminal's own, `COLORFGBG` must not give the background already, and the terminal must be
  /// one that may reply.
  func askForGround(_ palette: Palette, _ term: String) {
    guard palette == .terminal, (Self.environment("COLORFGBG") ?? "").isEmpty, !Clipboard.isAbsent(term) else { return }
    ground.ask()
    send(BackgroundColorQuery.text)
  }

  /// Switches to the darker colours for a light background, from the next frame on.
  func adaptToLight() {
    isOnLight = true
    use(theme.palette)
  }

  @discardableResult
  package func use(_ palette: Palette) -> Bool {
    guard colors > 0 else { return false }
    if !isOnLight, theme.palette != .terminal { askForGround(palette, Self.environment("TERM") ?? "") }
    let palette = palette.reduced(to: Int(colors), onLight: isOnLight)
    guard palette != theme.palette else { return true }
    theme = Theme(glyphs: theme.glyphs, palette: palette)
    styles = StyleTable(palette, colors: colors)
    shown = nil
    return true
  }

  /// Waits up to 100 ms for a pending reply, which the shell would otherwise receive as typed text.
  func awaitGround() {
    let patience = 100
    guard ground.isOpen, ContinuousClock.now - ground.date < .seconds(1) else { return }
    let deadline = ContinuousClock.now + .milliseconds(patience)
    while ground.isOpen, ContinuousClock.now < deadline {
      guard poll([input], timeout: patience)[0] & Int16(POLLIN) != 0 else { return }
      let codes = readCodes().codes
      guard !codes.isEmpty else { return }
      _ = ground.removeReply(in: codes)
    }
  }
}

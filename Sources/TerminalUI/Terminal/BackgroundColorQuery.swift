import CCurses

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The question for the colour of the terminal's background (xterm's OSC 11), and its answer among the keys.
///
/// It is asked once, without waiting: the first frame is drawn as on a dark ground, and once more if the answer
/// says otherwise. A terminal that does not know the question says nothing.
struct BackgroundColorQuery {
  static let text = "\u{1B}]11;?\u{1B}\\"
  /// How long after the rest of an answer an Escape at the end of what was read may still be its beginning.
  private static let patience = Duration.milliseconds(100)
  private static let longest = 48

  /// Whether the answer may still come.
  private(set) var isOpen = false
  /// When it was asked.
  private(set) var date = ContinuousClock.now
  /// The beginning of what may be the answer.
  private var held: [KeyDecoder.Code] = []
  /// When an Escape was handed on that may have been the answer's first character.
  private var escape: ContinuousClock.Instant?

  mutating func ask() { (isOpen, date) = (true, .now) }

  /// Takes the answer out of what was read and leaves everything else in its order.
  ///
  /// - Returns: What is left, and whether the background is light, once the answer is whole.
  mutating func answer(in codes: [KeyDecoder.Code], at now: ContinuousClock.Instant = .now)
    -> (rest: [KeyDecoder.Code], isLight: Bool?)
  {
    var rest: [KeyDecoder.Code] = []
    // An Escape that was handed on is not handed on again.
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

  /// How far codes are an answer: `ESC ] 11 ; rgb:ffff/ffff/ffff` and BEL or ESC and a backslash.
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

  /// Whether `rgb:RRRR/GGGG/BBBB`, each of one to four hexadecimal digits, is nearer to white than to black.
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
  /// Asks for the background if the theme is the terminal's own, no setting gives the background, and the terminal may
  /// answer.
  func askForGround(_ palette: Palette, _ term: String) {
    guard palette == .terminal, (Self.environment("COLORFGBG") ?? "").isEmpty, !Clipboard.isAbsent(term) else { return }
    ground.ask()
    send(BackgroundColorQuery.text)
  }

  /// Darker colours from the next frame on.
  func adaptToLight() {
    let palette = theme.palette.reduced(to: Int(colors), onLight: true)
    guard palette != theme.palette else { return }
    theme = Theme(glyphs: theme.glyphs, palette: palette)
    styles = StyleTable(palette, colors: colors)
    shown = nil
  }

  /// An answer that is still on its way would be typed into the shell: it is waited for, a moment long.
  func awaitGround() {
    let patience = 100
    guard ground.isOpen, ContinuousClock.now - ground.date < .seconds(1) else { return }
    let deadline = ContinuousClock.now + .milliseconds(patience)
    while ground.isOpen, ContinuousClock.now < deadline {
      guard poll([input], timeout: patience)[0] & Int16(POLLIN) != 0 else { return }
      let codes = readCodes().codes
      guard !codes.isEmpty else { return }
      _ = ground.answer(in: codes)
    }
  }
}

/// Returns text from outside Till as one line that is safe for a screen, a log or a message.
///
/// All text that is not Till's own passes through here once, before its width is computed. Control characters, bidi
/// characters and invisible characters become visible escapes (`\x1b`, `\u{202E}`), so that a person can see the cause
/// of a problem. A base character keeps at most two combining marks. Emoji sequences are reduced to their first emoji,
/// because ncurses counts each part. The result is at most `limit` columns wide, and ends in `…` if it was cut.
package func safeText(_ text: some StringProtocol, limit: Int = 256) -> String {
  guard limit > 0 else { return "" }
  if isPlain(text, limit: limit) { return String(text) }
  var sanitizer = Sanitizer(text, limit: limit)
  // The neighbours of what was left out may have become one character, which must not be too large either.
  while sanitizer.hasDropped { sanitizer = Sanitizer(sanitizer.result, limit: limit) }
  return sanitizer.result
}

/// Returns whether a text is printable ASCII and short enough.
private func isPlain(_ text: some StringProtocol, limit: Int) -> Bool {
  var count = 0
  for byte in text.utf8 {
    count += 1
    guard byte >= 0x20, byte < 0x7F, count <= limit else { return false }
  }
  return true
}

/// The implementation of `safeText`, which processes one character after the other.
struct Sanitizer {
  /// The largest number of code points with a width in one character; no script has more, so further ones are escaped.
  private static let maximumSpacing = 4
  private static let maximumMarks = 2

  private let limit: Int
  private var text = ""
  private var width = 0
  /// The number of bytes of `text` that leave room for the `…` of a cut text.
  private var cut = 0

  /// Whether something was left out without an escape.
  private(set) var hasDropped = false

  /// Whether the text is already wider than the limit, so that more characters would be cut anyway.
  private var isFull: Bool { width > limit }

  /// The resulting text, cut if it is too wide.
  var result: String { isFull ? String(decoding: text.utf8.prefix(cut), as: UTF8.self) + "…" : text }

  init(_ text: some StringProtocol, limit: Int) {
    self.limit = limit
    for character in text where !isFull { append(character) }
  }

  private mutating func append(_ character: Character) {
    var cluster = Cluster()
    var scalars = character.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next, !isFull {
      next = scalars.next()
      switch cluster.treatment(of: scalar, before: next) {
      case .keep(let columns): append(scalar, columns)
      case .drop: hasDropped = true
      case .escape: for letter in scalar.visibleEscape.unicodeScalars { append(letter, 1) }
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ columns: Int) {
    text.unicodeScalars.append(scalar)
    width += columns
    if width < limit { cut = text.utf8.count }
  }

  private enum Treatment {
    case keep(columns: Int)
    case drop
    case escape
  }

  /// What the sanitizer has kept of the current character: its base characters and its combining marks.
  private struct Cluster {
    private var spacing = 0
    private var marks = 0
    private var isJoined = false

    mutating func treatment(of scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Treatment {
      if spacing > 0 {
        if scalar.isVariationSelector || scalar.isEmojiModifier { return .drop }
        if scalar == "\u{200D}", let next, next.isPictograph {
          isJoined = true
          return .drop
        }
        if isJoined, scalar.isPictograph {
          isJoined = false
          return .drop
        }
      }
      // Printable ASCII is always kept and counts as a new base character, even if Unicode joins it to the character
      // before it.
      if scalar.isASCII, scalar.value >= 0x20, scalar.value < 0x7F {
        (spacing, marks) = (1, 0)
        return .keep(columns: 1)
      }
      // An emoji modifier without a base would change the character in front of the text.
      guard !scalar.isHidden, !scalar.isEmojiModifier, let width = WidthTable.width(of: scalar) else { return escape() }
      if width > 0 {
        // Some combining marks have a width and still attach to the character before them.
        guard spacing > 0 || !scalar.isExtending else { return .escape }
        guard spacing < Sanitizer.maximumSpacing else { return escape() }
        spacing += 1
        marks = 0
        return .keep(columns: width)
      }
      // A combining mark without a base would also change the character in front of the text.
      guard spacing > 0 else { return .escape }
      marks += 1
      return marks <= Sanitizer.maximumMarks ? .keep(columns: 0) : .drop
    }

    /// Escapes a scalar; the following scalars of the character then have no base.
    private mutating func escape() -> Treatment {
      spacing = 0
      return .escape
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isVariationSelector: Bool { value >= 0xFE00 && value <= 0xFE0F }

  fileprivate var isEmojiModifier: Bool { value >= 0x1F3FB && value <= 0x1F3FF }

  /// Whether the scalar always attaches to the character before it.
  fileprivate var isExtending: Bool {
    value >= 0x300 && (properties.isGraphemeExtend || properties.generalCategory == .spacingMark)
  }

  /// Whether the scalar can follow a zero-width joiner in an emoji sequence.
  fileprivate var isPictograph: Bool { value >= 0x203C && properties.isEmoji }

  /// Whether the scalar is invisible, changes the direction of text, or has no standard glyph.
  ///
  /// Control characters and unassigned code points have no width in the table, so they need no range here.
  fileprivate var isHidden: Bool {
    switch value {
    case 0xAD,  // soft hyphen
      0x034F, 0x061C, 0x17B4...0x17B5, 0x180B...0x180F,  // joiners, marks and selectors of single scripts
      0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,  // spaces without width, bidi controls
      0xFE00...0xFE0F,  // variation selectors without a base
      0xFEFF, 0xFFF0...0xFFFB,  // byte order mark, annotations
      0x115F, 0x1160, 0x3164, 0xFFA0,  // Hangul fillers
      0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0x13430...0x1343F,  // format controls of single scripts
      0xE0000...0xE0FFF,  // tags, more variation selectors
      0xE000...0xF8FF, 0xF0000...0xFFFFF, 0x100000...0x10FFFF:  // private use
      true
    default: false
    }
  }

  /// The code point as an ASCII escape.
  fileprivate var visibleEscape: String {
    let digits = String(value, radix: 16, uppercase: value > 0xFF)
    return value > 0xFF ? "\\u{\(digits)}" : value > 0xF ? "\\x\(digits)" : "\\x0\(digits)"
  }
}

/// One cell of a frame: a character, its style, and how many columns it takes.
///
/// A character is one base and at most two combining marks, as the sanitiser leaves them. Three scalars of 21 bits lie
/// inside the cell, so that frames copy and compare without touching the heap.
package struct Cell: Hashable, Sendable {
  private static let bits: UInt64 = 21
  private static let mask: UInt64 = 0x1F_FFFF

  private var packed: UInt64
  /// The role and the attributes of the cell.
  package var style: Style
  /// The columns it takes: 1, 2, or 0 for the right half of the wide character before it.
  package let width: UInt8

  /// A character of one scalar that takes one or two columns.
  init(_ base: Unicode.Scalar, width: UInt8, style: Style) {
    packed = UInt64(base.value)
    self.width = width
    self.style = style
  }

  private init(continuation style: Style) {
    packed = 0
    width = 0
    self.style = style
  }

  /// An empty cell.
  package static func blank(_ style: Style = .normal) -> Cell { Cell(" ", width: 1, style: style) }

  /// The right half of a wide character.
  static func continuation(_ style: Style) -> Cell { Cell(continuation: style) }

  /// Whether this is the right half of a wide character.
  package var isContinuation: Bool { width == 0 }

  /// Whether it shows a space.
  package var isBlank: Bool { packed == 0x20 }

  /// The printable ASCII sign that it shows, where it shows one without marks.
  package var letter: UInt8? { packed >= 0x20 && packed < 0x7F ? UInt8(packed) : nil }

  /// The base and its combining marks; empty for the right half of a wide character.
  package var scalars: [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    forEachScalar { result.append($0) }
    return result
  }

  /// Calls the closure with the base and then each combining mark.
  package func forEachScalar(_ body: (Unicode.Scalar) -> Void) {
    var rest = packed
    while rest != 0 {
      if let scalar = Unicode.Scalar(UInt32(rest & Self.mask)) { body(scalar) }
      rest >>= Self.bits
    }
  }

  /// Adds a combining mark; the third and later ones are dropped.
  mutating func combine(_ mark: Unicode.Scalar) {
    if packed >> Self.bits == 0 {
      packed |= UInt64(mark.value) << Self.bits
    } else if packed >> (2 * Self.bits) == 0 {
      packed |= UInt64(mark.value) << (2 * Self.bits)
    }
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to the character before it and may be drawn.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    // Vowels and final consonants of conjoining Hangul take no column of their own.
    default: (0x1161...0x11FF).contains(value)
    }
  }

  /// Whether a terminal could take it for a command.
  var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}

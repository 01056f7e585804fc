/// One cell of a frame: a character, its style, and the number of columns that it takes.
///
/// A character is one base scalar and at most two combining marks; the sanitiser allows no more. The cell stores the
/// three scalars inline, 21 bits each, so that copying and comparing frames allocates no memory.
package struct Cell: Hashable, Sendable {
  private static let bits: UInt64 = 21
  private static let mask: UInt64 = 0x1F_FFFF

  private var packed: UInt64
  /// The style of the cell: its role and attributes.
  package var style: Style
  /// The number of columns: 1, 2, or 0 for the right half of the wide character before it.
  package let width: UInt8

  /// Creates a cell for a character of one scalar that is one or two columns wide.
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

  /// Returns an empty cell.
  package static func blank(_ style: Style = .normal) -> Cell { Cell(" ", width: 1, style: style) }

  /// Returns the right half of a wide character.
  static func continuation(_ style: Style) -> Cell { Cell(continuation: style) }

  /// Whether this cell is the right half of a wide character.
  package var isContinuation: Bool { width == 0 }

  /// Whether the cell shows a space.
  package var isBlank: Bool { packed == 0x20 }

  /// The printable ASCII character in the cell, or nil for any other character or one with combining marks.
  package var letter: UInt8? { packed >= 0x20 && packed < 0x7F ? UInt8(packed) : nil }

  /// The base scalar and its combining marks, empty for the right half of a wide character.
  package var scalars: [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    forEachScalar { result.append($0) }
    return result
  }

  /// Calls the closure with the base scalar and then with each combining mark.
  package func forEachScalar(_ body: (Unicode.Scalar) -> Void) {
    var rest = packed
    while rest != 0 {
      if let scalar = Unicode.Scalar(UInt32(rest & Self.mask)) { body(scalar) }
      rest >>= Self.bits
    }
  }

  /// Adds a combining mark, unless the cell already has two.
  mutating func combine(_ mark: Unicode.Scalar) {
    if packed >> Self.bits == 0 {
      packed |= UInt64(mark.value) << Self.bits
    } else if packed >> (2 * Self.bits) == 0 {
      packed |= UInt64(mark.value) << (2 * Self.bits)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is drawn in the same cell as the character before it.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    // Conjoining Hangul vowels and final consonants take no column of their own.
    default: (0x1161...0x11FF).contains(value)
    }
  }

  /// Whether the scalar is a control character, which a terminal could execute as a command.
  var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}

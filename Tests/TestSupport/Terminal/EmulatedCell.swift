import CVTerm

/// A cell as a terminal shows it.
package struct EmulatedCell: Hashable, Sendable {
  /// The character; a space in an empty cell, no text in the right half of a wide character.
  package let text: String
  /// The number of columns that it takes.
  package let width: Int
  /// Whether it is bold.
  package let isBold: Bool
  /// Whether it is underlined.
  package let isUnderlined: Bool
  /// Whether foreground and background are exchanged.
  package let isReversed: Bool
  /// The number of the text's colour; nil for the terminal's default.
  package let foreground: Int?
  /// The number of the background colour; nil for the terminal's default.
  package let background: Int?

  init(_ plain: PlainCell) {
    var scalars = String.UnicodeScalarView()
    withUnsafeBytes(of: plain.scalars) { raw in
      for value in raw.bindMemory(to: UInt32.self) where value != 0 && value != .max {
        if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
      }
    }
    // libvterm marks the right half of a wide character with the highest value.
    let isRightHalf = plain.scalars.0 == .max
    text = isRightHalf ? "" : scalars.isEmpty ? " " : String(scalars)
    width = Int(plain.width)
    isBold = plain.bold
    isUnderlined = plain.underline
    isReversed = plain.reverse
    foreground = plain.foreground < 0 ? nil : Int(plain.foreground)
    background = plain.background < 0 ? nil : Int(plain.background)
  }
}

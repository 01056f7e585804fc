/// The columns of a scalar as `wcwidth` counts them.
func columns(of scalar: Unicode.Scalar) -> Int {
  switch scalar.value {
  case 0..<0x300: 1
  case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFF00..<0xFF61, 0x1F300..<0x1FA00: 2
  default: scalar.isMark ? 0 : 1
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to the character before it and may be drawn.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    // Vowels and final consonants of conjoining Hangul take no column of their own.
    default: (0x1160...0x11FF).contains(value)
    }
  }

  /// Whether a terminal could take it for a command.
  var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}

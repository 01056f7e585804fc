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

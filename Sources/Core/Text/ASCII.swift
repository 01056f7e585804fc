/// The classes of ASCII characters; a byte beyond ASCII is in none.
extension UInt8 {
  /// Whether the byte is a digit.
  package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether the byte is a letter or a digit.
  package var isLetterOrDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 }
}

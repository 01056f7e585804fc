/// Compares transaction ids, which are texts that usually contain a number.
package enum TransactionID {
  /// Returns whether one id sorts before another: numbers of any length by value, all other ids after them.
  ///
  /// Leading zeros count only between equal numbers, so that different ids always have an order. Ids that are not
  /// numbers are compared byte by byte.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    let leftDigits = significantDigits(of: left)
    let rightDigits = significantDigits(of: right)
    guard let leftDigits else { return rightDigits == nil && left.utf8.lexicographicallyPrecedes(right.utf8) }
    guard let rightDigits else { return true }
    if leftDigits.count != rightDigits.count { return leftDigits.count < rightDigits.count }
    if leftDigits.elementsEqual(rightDigits) { return left.utf8.count < right.utf8.count }
    return leftDigits.lexicographicallyPrecedes(rightDigits)
  }

  private static func significantDigits(of id: String) -> Substring.UTF8View? {
    guard !id.isEmpty, id.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return id.utf8.drop { $0 == UInt8(ascii: "0") }
  }
}

/// UUIDs as text, the only form that Apple's data and Till's files use.
package enum UUIDText {
  /// Returns a new random UUID of version 4 (RFC 9562), in lower case.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return version4((0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// Returns the UUID of version 4 that is made from sixteen bytes, in lower case.
  package static func version4(_ bytes: [UInt8]) -> String { text(of: stamped(bytes, 4)) }

  /// Returns sixteen bytes with the version and the variant of a UUID set.
  package static func stamped(_ bytes: [UInt8], _ version: UInt8) -> [UInt8] {
    var bytes = bytes
    bytes[6] = bytes[6] & 0x0F | version << 4
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes
  }

  /// Returns sixteen bytes as the text of a UUID, in lower case.
  package static func text(of bytes: [UInt8]) -> String {
    var text = Array(Digest.hex(bytes).utf8)
    for place in [20, 16, 12, 8] { text.insert(UInt8(ascii: "-"), at: place) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a UUID in lower case, as the App Store keeps an `appAccountToken`; nil for any other text.
  package static func normalized(_ text: String) -> String? { isValid(text) ? text.lowercased() : nil }

  /// Returns whether a text is a UUID, in upper or lower case.
  package static func isValid(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
  }
}

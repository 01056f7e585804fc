/// The two forms of base64 in signed data, decoded strictly.
///
/// RFC 4648 sections 4 and 5. Only canonical text is accepted: unused low bits are zero, every character is in the
/// alphabet, and padding is present (`standard`) or absent (`url`).
package enum Base64: Sendable {
  /// The alphabet `A-Z a-z 0-9 + /` with padding, as in `x5c`.
  case standard

  /// The alphabet `A-Z a-z 0-9 - _` without padding, as in the segments of a JWS.
  case url

  /// Returns the bytes that a text encodes; nil if the text is not canonical base64.
  package func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    text.withUnsafeBufferPointer { text in
      guard let digits = digitCount(of: text) else { return nil }
      return values.withUnsafeBufferPointer { decode(text[..<digits], $0) }
    }
  }

  /// Returns the bytes that a text encodes; nil if the text is not canonical base64.
  package func decode(_ text: String) -> [UInt8]? {
    decode(Array(text.utf8)[...])
  }

  /// Returns the canonical text of some bytes, as ASCII.
  package func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.withContiguousStorageIfAvailable { encode($0) } ?? Array(bytes).withUnsafeBufferPointer { encode($0) }
  }

  /// Encodes contiguous bytes; not generic, so that it is compiled only once.
  private func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    // All threads share the empty array, so the code below must not write its count.
    guard !bytes.isEmpty else { return [] }
    let padding = self == .standard ? (3 - bytes.count % 3) % 3 : 0
    let digits = digits
    let whole = bytes.count / 3 * 3
    return [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text, count in
      digits.withUnsafeBufferPointer { digits in
        for index in stride(from: 0, to: whole, by: 3) {
          let three = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
          text[count] = digits[Int(three >> 18)]
          text[count + 1] = digits[Int(three >> 12 & 63)]
          text[count + 2] = digits[Int(three >> 6 & 63)]
          text[count + 3] = digits[Int(three & 63)]
          count += 4
        }
        // One remaining byte is encoded as two digits, two remaining bytes as three.
        let rest = bytes.count - whole
        guard rest > 0 else { return }
        let last = UInt32(bytes[whole]) << 8 | (rest == 2 ? UInt32(bytes[whole + 1]) : 0)
        text[count] = digits[Int(last >> 10)]
        text[count + 1] = digits[Int(last >> 4 & 63)]
        if rest == 2 { text[count + 2] = digits[Int(last << 2 & 63)] }
        count += rest + 1
      }
      for _ in 0..<padding {
        text[count] = UInt8(ascii: "=")
        count += 1
      }
    }
  }

  /// Returns the number of digits before the padding; nil if the length or the padding is wrong.
  private func digitCount(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    var count = text.count
    if self == .standard {
      guard count.isMultiple(of: 4) else { return nil }
      let padding = UInt8(ascii: "=")
      if count > 0, text[count - 1] == padding { count -= 1 }
      if count > 0, text[count - 1] == padding { count -= 1 }
    }
    return count % 4 == 1 ? nil : count
  }

  /// Decodes digits; invalid digits and unused bits that are set are collected, and checked once at the end.
  private func decode(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, _ values: UnsafeBufferPointer<UInt8>
  ) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    let text = UnsafeBufferPointer(rebasing: text)
    let whole = text.count / 4 * 4
    let rest = text.count - whole
    var seen: UInt8 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + max(rest - 1, 0)) { bytes, count in
      for index in stride(from: 0, to: whole, by: 4) {
        let (a, b) = (values[Int(text[index])], values[Int(text[index + 1])])
        let (c, d) = (values[Int(text[index + 2])], values[Int(text[index + 3])])
        seen |= a | b | c | d
        bytes[count] = a << 2 | b >> 4
        bytes[count + 1] = b << 4 | c >> 2
        bytes[count + 2] = c << 6 | d
        count += 3
      }
      guard rest > 0 else { return }
      let (a, b) = (values[Int(text[whole])], values[Int(text[whole + 1])])
      let c = rest == 3 ? values[Int(text[whole + 2])] : 0
      seen |= a | b | c
      bytes[count] = a << 2 | b >> 4
      count += 1
      if rest == 3 {
        bytes[count] = b << 4 | c >> 2
        count += 1
      }
      let unused = rest == 3 ? c << 6 : b << 4
      if unused != 0 { seen = Self.invalid }
    }
    return seen & Self.invalid == 0 ? bytes : nil
  }

  private var digits: [UInt8] { self == .standard ? Self.standardDigits : Self.urlDigits }
  private var values: [UInt8] { self == .standard ? Self.standardValues : Self.urlValues }

  /// A bit that is set in no digit's value (0 to 63); it marks invalid characters.
  private static let invalid: UInt8 = 0x80

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let standardDigits = letters + Array("+/".utf8)
  private static let urlDigits = letters + Array("-_".utf8)
  private static let standardValues = values(of: standardDigits)
  private static let urlValues = values(of: urlDigits)

  private static func values(of digits: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: invalid, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }
}

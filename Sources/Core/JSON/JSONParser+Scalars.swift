/// The parsing of strings and numbers.
extension JSONParser {
  /// Parses a string; its opening quotation mark is the next character.
  mutating func parseString() throws(Fault) -> String {
    position += 1
    let start = position
    while true {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "\""):
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        position += 1
        return text
      case UInt8(ascii: "\\"): return try parseEscapedString(from: start)
      default: try skipScalar(byte)
      }
    }
  }

  /// Parses the rest of a string from its first escape on.
  private mutating func parseEscapedString(from start: Int) throws(Fault) -> String {
    var text = Array(bytes[start..<position])
    while true {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try parseEscape(into: &text)
      default:
        let from = position
        try skipScalar(byte)
        text.append(contentsOf: bytes[from..<position])
      }
    }
  }

  /// Parses an escape; its backslash is the next character.
  mutating func parseEscape(into text: inout [UInt8]) throws(Fault) {
    let start = position
    position += 1
    let letter = try peek()
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var value = try parseHexadecimal(start)
      if value & 0xFC00 == 0xD800 { value = try parseLowSurrogate(after: value, start) }
      guard let scalar = Unicode.Scalar(value) else { throw Fault(kind: .loneSurrogate, offset: start) }
      text.append(contentsOf: String(scalar).utf8)
    default: throw Fault(kind: .invalidEscape, offset: start)
    }
  }

  private mutating func parseLowSurrogate(after high: UInt32, _ start: Int) throws(Fault) -> UInt32 {
    guard try peek() == UInt8(ascii: "\\") else { throw Fault(kind: .loneSurrogate, offset: start) }
    position += 1
    guard try peek() == UInt8(ascii: "u") else { throw Fault(kind: .loneSurrogate, offset: start) }
    position += 1
    let low = try parseHexadecimal(start)
    guard low & 0xFC00 == 0xDC00 else { throw Fault(kind: .loneSurrogate, offset: start) }
    return 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF)
  }

  mutating func parseHexadecimal(_ start: Int, digits: Int = 4) throws(Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      let byte = try peek()
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw Fault(kind: .invalidEscape, offset: start)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// Skips the scalar that starts with `byte`; throws for malformed UTF-8 (Unicode table 3-7) and control characters.
  @inline(__always)
  mutating func skipScalar(_ byte: UInt8) throws(Fault) {
    if byte < 0x80 {
      guard byte >= 0x20 else { throw Fault(kind: .controlCharacter, offset: position) }
      position += 1
    } else {
      try skipMultibyteScalar(byte)
    }
  }

  private mutating func skipMultibyteScalar(_ lead: UInt8) throws(Fault) {
    let second: ClosedRange<UInt8> =
      switch lead {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    let length =
      switch lead {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, position + length <= bytes.count, second.contains(bytes[position + 1]),
      bytes[(position + 2)..<(position + max(length, 2))].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw Fault(kind: .invalidUTF8, offset: position) }
    position += length
  }

  /// Parses a number that starts at the next character.
  mutating func parseNumber() throws(Fault) -> JSONNumber {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let isZeroFirst = position < bytes.count && bytes[position] == UInt8(ascii: "0")
    let integerDigits = skipDigits()
    guard integerDigits > 0, !isZeroFirst || integerDigits == 1 else {
      throw Fault(kind: .invalidNumber, offset: start)
    }
    if next(is: UInt8(ascii: "."), UInt8(ascii: ".")) {
      position += 1
      guard skipDigits() > 0 else { throw Fault(kind: .invalidNumber, offset: start) }
    }
    if next(is: UInt8(ascii: "e"), UInt8(ascii: "E")) {
      position += 1
      if next(is: UInt8(ascii: "+"), UInt8(ascii: "-")) { position += 1 }
      guard skipDigits() > 0 else { throw Fault(kind: .invalidNumber, offset: start) }
    }
    return JSONNumber(checked: String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private func next(is one: UInt8, _ other: UInt8) -> Bool {
    position < bytes.count && (bytes[position] == one || bytes[position] == other)
  }

  mutating func skipDigits() -> Int {
    let start = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    return position - start
  }
}

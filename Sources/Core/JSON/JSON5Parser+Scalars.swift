/// The parsing of words, strings, numbers, white space and comments in JSON5.
extension JSON5Parser {
  // MARK: Words

  /// Parses a member name without quotation marks (ECMAScript's IdentifierName), of which a character is next.
  mutating func parseWord() throws(Fault) -> String {
    let start = scanner.position
    var word = ""
    while scanner.position < scanner.bytes.count {
      let scalarStart = scanner.position
      guard let scalar = try nextWordScalar(), scalar.continuesWord, !word.isEmpty || scalar.startsWord else {
        scanner.position = scalarStart
        break
      }
      word.unicodeScalars.append(scalar)
    }
    guard !word.isEmpty else { throw Fault(kind: .unexpectedCharacter, offset: start) }
    return word
  }

  /// Reads one scalar of a word, which can be written as `\u0041`; nil for a control character.
  private mutating func nextWordScalar() throws(Fault) -> Unicode.Scalar? {
    let start = scanner.position
    let byte = try scanner.peek()
    guard byte == UInt8(ascii: "\\") else {
      guard byte >= 0x20 else { return nil }
      try scanner.skipScalar(byte)
      return String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self).unicodeScalars.first
    }
    scanner.position += 1
    guard try scanner.peek() == UInt8(ascii: "u") else { throw Fault(kind: .invalidEscape, offset: start) }
    scanner.position += 1
    guard let scalar = Unicode.Scalar(try scanner.parseHexadecimal(start)) else {
      throw Fault(kind: .loneSurrogate, offset: start)
    }
    return scalar
  }

  // MARK: Strings

  /// Parses a string; its opening quotation mark, single or double, is the next character.
  mutating func parseString() throws(Fault) -> String {
    let quote = try scanner.peek()
    scanner.position += 1
    var text: [UInt8] = []
    while true {
      let byte = try scanner.peek()
      if byte == quote { break }
      if byte == UInt8(ascii: "\\") {
        try parseEscape(into: &text)
        continue
      }
      let from = scanner.position
      if byte == 0x09 { scanner.position += 1 } else { try scanner.skipScalar(byte) }
      text.append(contentsOf: scanner.bytes[from..<scanner.position])
    }
    scanner.position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func parseEscape(into text: inout [UInt8]) throws(Fault) {
    let start = scanner.position
    scanner.position += 1
    let letter = try scanner.peek()
    if letter >= 0x80 {
      // An escaped line separator continues the string on the next line; any other character means itself.
      let from = scanner.position
      try scanner.skipScalar(letter)
      let bytes = scanner.bytes[from..<scanner.position]
      if !bytes.elementsEqual("\u{2028}".utf8), !bytes.elementsEqual("\u{2029}".utf8) {
        text.append(contentsOf: bytes)
      }
      return
    }
    scanner.position += 1
    switch letter {
    case 0x0A: break
    case 0x0D: if try scanner.peek() == 0x0A { scanner.position += 1 }
    case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"),
      UInt8(ascii: "u"):
      scanner.position = start
      try scanner.parseEscape(into: &text)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "0") where !(try scanner.peek()).isDigit: text.append(0)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): throw Fault(kind: .invalidEscape, offset: start)
    case UInt8(ascii: "x"):
      let value = try scanner.parseHexadecimal(start, digits: 2)
      text.append(contentsOf: String(Unicode.Scalar(UInt8(value))).utf8)
    case ..<0x20, 0x7F: throw Fault(kind: .invalidEscape, offset: start)
    default: text.append(letter)
    }
  }

  // MARK: Numbers

  /// Parses a number and converts it to JSON's form.
  mutating func parseNumber() throws(Fault) -> JSONNumber {
    let start = scanner.position
    var text = ""
    let sign = try scanner.peek()
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      if sign == UInt8(ascii: "-") { text = "-" }
      scanner.position += 1
    }
    if startsHexadecimal {
      text += String(try parseHexadecimalNumber(start))
    } else {
      try parseDecimal(into: &text, start)
    }
    // The number must end here: 1x and 0x1.5 are invalid.
    if scanner.position < scanner.bytes.count, scanner.bytes[scanner.position].goesOnWithNumber {
      throw Fault(kind: .invalidNumber, offset: start)
    }
    return JSONNumber(checked: text)
  }

  private var startsHexadecimal: Bool {
    let bytes = scanner.bytes[scanner.position...].prefix(2)
    return bytes.elementsEqual("0x".utf8) || bytes.elementsEqual("0X".utf8)
  }

  private mutating func parseHexadecimalNumber(_ start: Int) throws(Fault) -> UInt64 {
    scanner.position += 2
    let from = scanner.position
    while scanner.position < scanner.bytes.count, scanner.bytes[scanner.position].isHexadecimalDigit {
      scanner.position += 1
    }
    let digits = String(decoding: scanner.bytes[from..<scanner.position], as: UTF8.self)
    guard let value = UInt64(digits, radix: 16) else { throw Fault(kind: .invalidNumber, offset: start) }
    return value
  }

  private mutating func parseDecimal(into text: inout String, _ start: Int) throws(Fault) {
    let integer = takeDigits()
    guard integer.count < 2 || integer.first != "0" else { throw Fault(kind: .invalidNumber, offset: start) }
    var fraction = ""
    if takes(UInt8(ascii: "."), UInt8(ascii: ".")) != nil { fraction = takeDigits() }
    guard !integer.isEmpty || !fraction.isEmpty else { throw Fault(kind: .invalidNumber, offset: start) }
    text += integer.isEmpty ? "0" : integer
    if !fraction.isEmpty { text += "." + fraction }
    guard takes(UInt8(ascii: "e"), UInt8(ascii: "E")) != nil else { return }
    text += "e"
    if let sign = takes(UInt8(ascii: "+"), UInt8(ascii: "-")) { text += String(Character(Unicode.Scalar(sign))) }
    let exponent = takeDigits()
    guard !exponent.isEmpty else { throw Fault(kind: .invalidNumber, offset: start) }
    text += exponent
  }

  private mutating func takeDigits() -> String {
    let count = scanner.skipDigits()
    return String(decoding: scanner.bytes[(scanner.position - count)..<scanner.position], as: UTF8.self)
  }

  private mutating func takes(_ one: UInt8, _ other: UInt8) -> UInt8? {
    guard scanner.position < scanner.bytes.count else { return nil }
    let byte = scanner.bytes[scanner.position]
    guard byte == one || byte == other else { return nil }
    scanner.position += 1
    return byte
  }

  // MARK: Spaces and comments

  /// Skips white space and comments.
  mutating func skipSpace() throws(Fault) {
    while scanner.position < scanner.bytes.count {
      switch scanner.bytes[scanner.position] {
      case 0x09...0x0D, 0x20: scanner.position += 1
      case UInt8(ascii: "/"): try skipComment()
      case 0x80...:
        let start = scanner.position
        try scanner.skipScalar(scanner.bytes[start])
        let scalar = String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self).unicodeScalars.first
        guard scalar?.isSpaceInJSON5 == true else {
          scanner.position = start
          return
        }
      default: return
      }
    }
  }

  private mutating func skipComment() throws(Fault) {
    let start = scanner.position
    scanner.position += 1
    switch try scanner.peek() {
    case UInt8(ascii: "/"):
      while scanner.position < scanner.bytes.count, ![0x0A, 0x0D].contains(scanner.bytes[scanner.position]) {
        try skipCommentScalar()
      }
    case UInt8(ascii: "*"):
      scanner.position += 1
      while !scanner.bytes[scanner.position...].prefix(2).elementsEqual("*/".utf8) {
        guard scanner.position < scanner.bytes.count else { throw Fault(kind: .unexpectedEnd, offset: start) }
        try skipCommentScalar()
      }
      scanner.position += 2
    default: throw Fault(kind: .unexpectedCharacter, offset: start)
    }
  }

  private mutating func skipCommentScalar() throws(Fault) {
    let byte = scanner.bytes[scanner.position]
    if byte < 0x80 { scanner.position += 1 } else { try scanner.skipScalar(byte) }
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }

  fileprivate var goesOnWithNumber: Bool { isLetterOrDigit || self == UInt8(ascii: ".") }
}

extension Unicode.Scalar {
  fileprivate var startsWord: Bool { self == "$" || self == "_" || properties.isIDStart }

  fileprivate var continuesWord: Bool {
    self == "$" || properties.isIDContinue || self == "\u{200C}" || self == "\u{200D}"
  }

  /// Whether this is white space of JSON5 beyond ASCII: a byte order mark, U+2028, U+2029 or category Zs.
  fileprivate var isSpaceInJSON5: Bool {
    self == "\u{FEFF}" || self == "\u{2028}" || self == "\u{2029}" || properties.generalCategory == .spaceSeparator
  }
}

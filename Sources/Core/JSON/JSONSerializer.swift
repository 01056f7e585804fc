/// The layout of a JSON text.
package enum JSONStyle: Hashable, Sendable {
  /// One line without spaces, suitable for JSON Lines.
  case compact
  /// Two spaces for each level, and `"name": value`.
  case pretty
}

/// Writes JSON values as UTF-8.
struct JSONSerializer {
  private(set) var bytes: [UInt8] = []
  private let style: JSONStyle
  private var level = 0

  init(_ style: JSONStyle) { self.style = style }

  /// Reserves memory for an object with long texts in its arrays, such as a page of signed transactions.
  mutating func reserve(for value: JSONValue) {
    guard case .object(let object) = value else { return }
    var count = 0
    for (_, value) in object {
      guard case .array(let elements) = value else { continue }
      for case .string(let text) in elements { count += text.utf8.count + 3 }
    }
    if count > 1 << 14 { bytes.reserveCapacity(count + 4096) }
  }

  mutating func append(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): Self.appendQuoted(text, to: &bytes)
    case .array(let elements):
      appendList("[", elements, "]") { $0.append($1) }
    case .object(let object):
      appendList("{", object, "}") { serializer, member in
        Self.appendQuoted(member.name, to: &serializer.bytes)
        serializer.bytes.append(contentsOf: (serializer.style == .pretty ? ": " : ":").utf8)
        serializer.append(member.value)
      }
    }
  }

  private mutating func appendList<Items: Sequence>(
    _ open: Unicode.Scalar, _ items: Items, _ close: Unicode.Scalar, _ each: (inout Self, Items.Element) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    level += 1
    var isFirst = true
    for item in items {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      appendLineBreak()
      each(&self, item)
    }
    level -= 1
    if !isFirst { appendLineBreak() }
    bytes.append(UInt8(ascii: close))
  }

  private mutating func appendLineBreak() {
    guard style == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }

  /// Appends a string in quotation marks; characters that a terminal could act on are escaped.
  static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    let isPlain = text.withUTF8 { utf8 in
      // The loop has no early exit, so that the compiler can vectorize it: a JWS has thousands of bytes.
      var isPlain = true
      for byte in utf8 { isPlain = byte.isPlain && isPlain }
      if isPlain { bytes.append(contentsOf: utf8) }
      return isPlain
    }
    if !isPlain { for scalar in text.unicodeScalars { append(scalar, to: &bytes) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes.append(contentsOf: #"\""#.utf8)
    case "\\": bytes.append(contentsOf: #"\\"#.utf8)
    case "\n": bytes.append(contentsOf: #"\n"#.utf8)
    case "\r": bytes.append(contentsOf: #"\r"#.utf8)
    case "\t": bytes.append(contentsOf: #"\t"#.utf8)
    default:
      guard scalar.isEscapedInJSON else { return bytes.append(contentsOf: String(scalar).utf8) }
      for unit in String(scalar).utf16 { appendEscape(unit, to: &bytes) }
    }
  }

  private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(contentsOf: #"\u"#.utf8)
    for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> UInt16(shift)) & 15]) }
  }
}

extension UInt8 {
  /// Whether the byte is printable ASCII that needs no escape in a string.
  fileprivate var isPlain: Bool {
    self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}

extension Unicode.Scalar {
  /// Whether this is a control character, or one that is invisible or changes the direction of text.
  fileprivate var isEscapedInJSON: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}

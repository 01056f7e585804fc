import StrictJSON

/// Writes JSON as Xcode writes a StoreKit configuration file, byte for byte.
///
/// Members sorted without regard to case, two spaces a level, `"key" : value`, an empty line between the brackets of
/// what is empty, numbers by their text, everything but quotation marks, backslashes and controls as it stands.
struct XcodeWriter {
  private(set) var bytes: [UInt8] = []
  private var level = 0

  mutating func append(_ value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let number): append(number.text)
    case .string(let text): appendQuoted(text)
    case .array(let elements): appendList("[", elements, "]") { $0.append($1) }
    case .object(let object):
      let members = object.map { (name: $0.name, value: $0.value, key: $0.name.lowercased()) }
        .sorted { ($0.key, $0.name) < ($1.key, $1.name) }
      appendList("{", members, "}") { writer, member in
        writer.appendQuoted(member.name)
        writer.append(" : ")
        writer.append(member.value)
      }
    }
  }

  private mutating func appendList<Element>(
    _ open: String, _ elements: [Element], _ close: String, _ each: (inout Self, Element) -> Void
  ) {
    append(open)
    level += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      appendLineBreak()
      each(&self, element)
    }
    level -= 1
    if elements.isEmpty { append("\n") }
    appendLineBreak()
    append(close)
  }

  private mutating func appendLineBreak() {
    append("\n" + String(repeating: "  ", count: level))
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func appendQuoted(_ text: String) {
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\r"): append("\\r")
      case UInt8(ascii: "\t"): append("\\t")
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: bytes.append(byte)
      }
    }
    append("\"")
  }
}

import Core
import Storage

/// The names of the desk's tables and functions in statements, which get the schema's name in front.
///
/// A connection cannot set `search_path`, because a pooler may use another server connection for every transaction.
struct QualifiedNames {
  /// The schema's name, quoted for statements.
  let schema: String
  private let tables: Set<String>

  init(schema: String, tables: some Sequence<String>) {
    self.schema = schema
    self.tables = Set(tables)
  }

  /// The words after which a table's name stands.
  private static let before: Set<String> = ["FROM", "INTO", "UPDATE", "JOIN", "ONLY", "TABLE"]

  /// Returns the statement with qualified names.
  func qualified(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var last = ""
    var quote: UInt8?
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if Self.isWord(byte) {
        let end = bytes[index...].firstIndex { !Self.isWord($0) } ?? bytes.count
        let word = String(decoding: bytes[index..<end], as: UTF8.self)
        let isFirst = result.last != UInt8(ascii: ".")
        let isCall = end < bytes.count && bytes[end] == UInt8(ascii: "(")
        let isOurs =
          tables.contains(word) && Self.before.contains(last)
          || isCall && (word.hasPrefix("agent_") || word.hasPrefix("desk_"))
        if isFirst && isOurs { result += Array((schema + ".").utf8) }
        result += bytes[index..<end]
        last = word
        index = end
        continue
      }
      result.append(byte)
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
  }
}

/// Returns a text as a literal of PostgreSQL.
func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

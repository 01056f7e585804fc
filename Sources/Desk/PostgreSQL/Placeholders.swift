internal import Storage

/// The statements of this process as PostgreSQL wants them: a number for each question mark.
///
/// A statement is a literal, so there are as many as the program has.
package struct Placeholders {
  private var known: [SQL: (text: String, count: Int)] = [:]

  /// The statement with numbered places, and how many there are.
  mutating func numbered(_ sql: SQL) -> (text: String, count: Int) {
    if let statement = known[sql] { return statement }
    let statement = Self.number(sql.text)
    known[sql] = statement
    return statement
  }

  /// Numbers the places outside of quotes and comments.
  package static func number(_ text: String) -> (text: String, count: Int) {
    var result: [UInt8] = []
    var count = 0
    var quote: UInt8?
    for byte in text.utf8 {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: "?") {
        count += 1
        result += Array("$\(count)".utf8)
        continue
      }
      result.append(byte)
    }
    return (String(decoding: result, as: UTF8.self), count)
  }
}

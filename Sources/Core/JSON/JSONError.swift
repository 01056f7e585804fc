/// Why a JSON text, or a member of it, is invalid.
///
/// The error contains no part of the text except member names, which are escaped. So its description is safe to print.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Kind: Hashable, Sendable {
    case tooLarge, tooDeep
    case byteOrderMark, invalidUTF8, loneSurrogate
    case unexpectedEnd, unexpectedCharacter, trailingText
    case controlCharacter, invalidEscape, invalidNumber, duplicateMember
    case wrongType, missing, outOfRange, invalidValue
  }

  /// The kind of error.
  package let kind: Kind
  /// The error in words, one line without the position.
  package let message: String
  /// The path to the invalid value, such as `products[2].displayPrice`; empty for the whole text.
  package var path: String
  /// The line of a syntax error, counted from 1; nil for other errors.
  package let line: Int?
  /// The column of a syntax error, in Unicode scalars counted from 1; nil for other errors.
  package let column: Int?

  /// Makes an error about the value at `path`.
  package init(_ kind: Kind, _ message: String, path: String = "", line: Int? = nil, column: Int? = nil) {
    self.kind = kind
    self.message = message
    self.path = path
    self.line = line
    self.column = column
  }

  /// Returns the error of a missing member.
  package static func missing(_ name: String) -> JSONError {
    JSONError(.missing, say("is missing"), path: pathComponent(name))
  }

  /// Returns the error of a member with an invalid value; `message` follows the path, as in "is negative".
  package static func invalid(_ name: String, _ message: String) -> JSONError {
    JSONError(.invalidValue, message, path: pathComponent(name))
  }

  /// Returns this error with the member `name` added in front of its path.
  package func below(_ name: String) -> JSONError { prefixed(by: Self.pathComponent(name)) }

  /// Returns this error with the element `index` of the member `name` added in front of its path.
  package func below(_ name: String, _ index: Int) -> JSONError {
    prefixed(by: "\(Self.pathComponent(name))[\(index)]")
  }

  /// The path, the error and the position, on one line.
  package var description: String {
    var text = path.isEmpty ? message : "\(path) \(message)"
    if let line, let column { text += say(" (line \(line), column \(column))") }
    return text
  }

  private func prefixed(by prefix: String) -> JSONError {
    var error = self
    error.path = path.isEmpty ? prefix : path.hasPrefix("[") ? prefix + path : "\(prefix).\(path)"
    return error
  }

  /// Returns a member name for a path: unchanged if it is a short word, else quoted, escaped and truncated.
  static func pathComponent(_ name: String) -> String {
    let plain = !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit || "_-".utf8.contains($0) }
    if plain && name.utf8.count <= 64 { return name }
    var bytes: [UInt8] = []
    JSONSerializer.appendQuoted(String(name.unicodeScalars.prefix(64)), to: &bytes)
    return "[" + String(decoding: bytes, as: UTF8.self) + "]"
  }
}

/// The size limits of a JSON text; a text beyond them is rejected.
package struct JSONLimits: Hashable, Sendable {
  /// The largest nesting depth of arrays and objects; at most 512, because the parser is recursive.
  package let depth: Int
  /// The largest size of a text, in bytes.
  package let bytes: Int
  /// The largest number of values; needed because an object of seven bytes takes hundreds of bytes in memory.
  package let values: Int

  /// The default limits: 64 levels and 64 MiB.
  package static let `default` = JSONLimits()

  /// Makes custom limits; a depth outside 1...512 is moved to the nearer end.
  package init(depth: Int = 64, bytes: Int = 64 << 20, values: Int = .max) {
    self.depth = min(max(depth, 1), 512)
    self.bytes = bytes
    self.values = values
  }

  /// Returns the limits for a request to a server: 100,000 values, which take at most about 70 MB of memory.
  package static func request(depth: Int) -> JSONLimits { JSONLimits(depth: depth, values: 100_000) }
}

/// A position in a text, counted as editors do.
package struct JSONPosition: Hashable, Sendable {
  /// The line, counted from 1; a line feed ends a line.
  package let line: Int
  /// The column in the line, in Unicode scalars counted from 1.
  package let column: Int

  /// Finds the position of a byte offset.
  init(of offset: Int, in bytes: some Collection<UInt8>) {
    var (line, column) = (1, 1)
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    (self.line, self.column) = (line, column)
  }
}

/// The texts of errors in a JSON text or in one of its members.
enum MistakeText {
  static var string: Words { "a string" }
  static var trueOrFalse: Words { "true or false" }
  static var number: Words { "a number" }
  static var object: Words { "an object" }
  static var array: Words { "an array" }
  static func mustBe(expected: String, found: String) -> Words { "must be \(expected), not \(found)" }
}

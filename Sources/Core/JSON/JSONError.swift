/// Why a JSON text, or a member of it, cannot be used.
///
/// Nothing of the text itself is in it but member names on the way to the fault, and these are escaped, so that the
/// description may be printed.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  package enum Kind: Hashable, Sendable {
    case tooLarge, tooDeep
    case byteOrderMark, invalidUTF8, loneSurrogate
    case unexpectedEnd, unexpectedCharacter, trailingText
    case controlCharacter, invalidEscape, invalidNumber, duplicateMember
    case wrongType, missing, outOfRange, invalidValue
  }

  /// The kind of mistake.
  package let kind: Kind
  /// The mistake in words: one line, without the place.
  package let message: String
  /// The way to the fault, such as `products[2].displayPrice`; empty at the top.
  package var path: String
  /// The line in the text, from 1, when the text itself is at fault.
  package let line: Int?
  /// The column in that line, in Unicode scalars from 1.
  package let column: Int?

  /// An error about the value at `path`.
  package init(_ kind: Kind, _ message: String, path: String = "", line: Int? = nil, column: Int? = nil) {
    self.kind = kind
    self.message = message
    self.path = path
    self.line = line
    self.column = column
  }

  /// The error of a member that must be there and is not.
  package static func missing(_ name: String) -> JSONError {
    JSONError(.missing, say("is missing"), path: pathComponent(name))
  }

  /// The error of a member whose value cannot be what it should; `message` continues its path: "is negative".
  package static func invalid(_ name: String, _ message: String) -> JSONError {
    JSONError(.invalidValue, message, path: pathComponent(name))
  }

  /// The same error seen from outside: below the member `name`.
  package func below(_ name: String) -> JSONError { prefixed(by: Self.pathComponent(name)) }

  /// The same error seen from outside: below the element `index` of the member `name`.
  package func below(_ name: String, _ index: Int) -> JSONError {
    prefixed(by: "\(Self.pathComponent(name))[\(index)]")
  }

  /// The path, the fault and the place, on one line.
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

  /// A member name as it stands in a path: plain when it is a short word, else quoted, escaped and cut.
  static func pathComponent(_ name: String) -> String {
    let plain = !name.isEmpty && name.utf8.allSatisfy { $0.isWord }
    if plain && name.utf8.count <= 64 { return name }
    var bytes: [UInt8] = []
    JSONSerializer.appendQuoted(String(name.unicodeScalars.prefix(64)), to: &bytes)
    return "[" + String(decoding: bytes, as: UTF8.self) + "]"
  }
}

extension UInt8 {
  fileprivate var isWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// The limits of a JSON text, beyond which it is refused.
package struct JSONLimits: Hashable, Sendable {
  /// How deep arrays and objects may nest; the parser follows nesting with its own calls, so never more than 512.
  package let depth: Int
  /// How many bytes a whole text may have.
  package let bytes: Int
  /// How many values a whole text may hold: an object of seven bytes takes hundreds in memory.
  package let values: Int

  /// 64 levels and 64 MiB.
  package static let `default` = JSONLimits()

  /// Limits of one's own; a depth outside 1...512 is moved to the nearer end.
  package init(depth: Int = 64, bytes: Int = 64 << 20, values: Int = .max) {
    self.depth = min(max(depth, 1), 512)
    self.bytes = bytes
    self.values = values
  }

  /// For the body of a request to a server: a hundred thousand values, at most some 70 MB of memory.
  package static func request(depth: Int) -> JSONLimits { JSONLimits(depth: depth, values: 100_000) }
}

/// A place in a text, as editors count.
package struct JSONPosition: Hashable, Sendable {
  /// The line, from 1; a line feed ends it.
  package let line: Int
  /// The column in that line, in Unicode scalars from 1.
  package let column: Int

  /// The place of a byte.
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

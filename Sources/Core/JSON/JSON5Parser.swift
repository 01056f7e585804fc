/// A parsed JSON5 text (json5.org), for files that people write by hand.
///
/// JSON5 adds comments, trailing commas, unquoted names, strings in single quotation marks or over several lines,
/// hexadecimal numbers, and numbers with a plus sign or a bare decimal point. As strict as in JSON, these are rejected:
/// duplicate members, lone surrogates, invalid UTF-8, deep nesting, and `Infinity` and `NaN`, which a `JSONValue`
/// cannot hold. A number keeps its value and takes JSON's form: `0x10` becomes 16, `.5` becomes 0.5.
package struct JSON5Document: Sendable {
  /// The parsed value.
  package let value: JSONValue
  private let bytes: [UInt8]
  /// The byte offset of each value by its path: of its key, or of the value itself if it has no key.
  private let offsets: [String: Int]
  /// The bytes of each member's value by its path, and of the whole value.
  private let extents: [String: Range<Int>]

  /// Parses a whole text.
  ///
  /// - Throws: A `JSONError` with line, column and path.
  package init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
    let copy = Array(bytes)
    let (value, offsets, extents) = try copy.withUnsafeBufferPointer { JSON5Parser.parse($0, limits) }.get()
    self.value = value
    self.bytes = copy
    self.offsets = offsets
    self.extents = extents
  }

  /// Parses a whole text, like `init(parsing:limits:)` for bytes.
  package init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
    try self.init(parsing: text.utf8, limits: limits)
  }

  /// Returns the position of a path's key, such as `steps[2].then`; for a missing path, of its nearest parent.
  package func position(of path: String) -> JSONPosition {
    var path = path[...]
    while true {
      if let offset = offsets[String(path)] { return JSONPosition(of: offset, in: bytes) }
      guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { break }
      path = path[..<end]
    }
    return JSONPosition(of: offsets[""] ?? 0, in: bytes)
  }

  /// Returns an error about a value of this text with its line and column added.
  package func located(_ error: JSONError) -> JSONError {
    guard error.line == nil else { return error }
    let place = position(of: error.path)
    return JSONError(error.kind, error.message, path: error.path, line: place.line, column: place.column)
  }
}

extension JSON5Document {
  /// Returns the text with a member set; everything else stays, comments included.
  ///
  /// - Parameter names: The names from the outermost object inwards; missing objects are added.
  package func bytes(setting names: [String], to value: JSONValue) -> [UInt8] {
    var path = ""
    var object = self.value.objectValue ?? [:]
    guard var extent = extents[""] else { return bytes }
    for (depth, name) in names.enumerated() {
      let below = Self.path(of: name, in: path)
      guard let inner = extents[below] else {
        let added = names[(depth + 1)...].reversed().reduce(value) { .object([$1: $0]) }
        return bytes(adding: name, added, to: object, at: extent.lowerBound, depth: depth)
      }
      (path, extent, object) = (below, inner, object[name]?.objectValue ?? [:])
    }
    return bytes.replacing(extent, with: value.serializedBytes())
  }

  /// Adds a member at the beginning of an object, which needs no look at what follows.
  private func bytes(
    adding name: String, _ value: JSONValue, to object: JSONObject, at brace: Int, depth: Int
  ) -> [UInt8] {
    let indent = String(repeating: "  ", count: depth + 1)
    let isBeforeLine = [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[brace + 1])
    let end = object.names.isEmpty ? "\n" + indent.dropLast(2) : isBeforeLine ? "," : ",\n" + indent
    let member = "\n\(indent)\(JSONValue.string(name).serialized()): \(value.serialized())\(end)"
    return bytes.replacing(brace + 1..<brace + 1, with: member.utf8)
  }

  /// Returns the path of a member of the object at a path.
  fileprivate static func path(of name: String, in path: String) -> String {
    let component = JSONError.pathComponent(name)
    return path.isEmpty || component.hasPrefix("[") ? path + component : "\(path).\(component)"
  }
}

extension [UInt8] {
  fileprivate func replacing(_ range: Range<Int>, with new: some Collection<UInt8>) -> [UInt8] {
    var bytes = self
    bytes.replaceSubrange(range, with: new)
    return bytes
  }
}

/// A one-pass parser for JSON5; it uses the JSON parser for everything that JSON and JSON5 share.
struct JSON5Parser {
  typealias Fault = JSONParser.Fault

  /// The JSON parser, which holds the position in the text and scans scalars, escapes and digits.
  var scanner: JSONParser
  private var offsets: [String: Int] = [:]
  private var extents: [String: Range<Int>] = [:]

  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits
  ) -> Result<(JSONValue, [String: Int], [String: Range<Int>]), JSONError> {
    var parser = JSON5Parser(scanner: JSONParser(bytes: bytes, limits: limits))
    do {
      return .success((try parser.parseText(), parser.offsets, parser.extents))
    } catch {
      return .failure(parser.scanner.error(error, message: error.kind.messageInJSON5))
    }
  }

  private init(scanner: JSONParser) { self.scanner = scanner }

  private mutating func parseText() throws(Fault) -> JSONValue {
    guard scanner.bytes.count <= scanner.limits.bytes else { throw Fault(kind: .tooLarge, offset: 0) }
    try skipSpace()
    offsets[""] = scanner.position
    let value = try parseValue(depth: 1, path: "")
    extents[""] = (offsets[""] ?? 0)..<scanner.position
    try skipSpace()
    guard scanner.position == scanner.bytes.count else {
      throw Fault(kind: .trailingText, offset: scanner.position)
    }
    return value
  }

  /// Parses a value that starts at the next character; `depth` is the nesting level of an array or object.
  private mutating func parseValue(depth: Int, path: String) throws(Fault) -> JSONValue {
    let start = scanner.position
    try scanner.countValue()
    switch try scanner.peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try parseString())
    case UInt8(ascii: "{"): return .object(try parseObject(depth: depth, path: path))
    case UInt8(ascii: "["): return .array(try parseArray(depth: depth, path: path))
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try parseNumber())
    default:
      switch try parseWord() {
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "null": return .null
      case "Infinity", "NaN": throw Fault(kind: .invalidNumber, offset: start)
      default: throw Fault(kind: .unexpectedCharacter, offset: start)
      }
    }
  }

  private mutating func parseObject(depth: Int, path: String) throws(Fault) -> JSONObject {
    guard depth <= scanner.limits.depth else { throw Fault(kind: .tooDeep, offset: scanner.position) }
    scanner.position += 1
    var members: [JSONObject.Member] = []
    var known: Set<JSONName> = []
    while !(try takes(UInt8(ascii: "}"))) {
      let start = scanner.position
      let name = try parseName()
      guard JSONParser.isNew(name, among: members, &known) else {
        scanner.steps.append(.member(name))
        throw Fault(kind: .duplicateMember, offset: start)
      }
      guard try takes(UInt8(ascii: ":")) else { throw unexpected }
      let below = JSON5Document.path(of: name, in: path)
      offsets[below] = start
      let first = scanner.position
      do {
        members.append((name, try parseValue(depth: depth + 1, path: below)))
        extents[below] = first..<scanner.position
      } catch {
        scanner.steps.append(.member(name))
        throw error
      }
      if try takes(UInt8(ascii: ",")) { continue }
      guard try scanner.peek() == UInt8(ascii: "}") else { throw unexpected }
    }
    return JSONObject(unique: members)
  }

  private mutating func parseArray(depth: Int, path: String) throws(Fault) -> [JSONValue] {
    guard depth <= scanner.limits.depth else { throw Fault(kind: .tooDeep, offset: scanner.position) }
    scanner.position += 1
    var elements: [JSONValue] = []
    while !(try takes(UInt8(ascii: "]"))) {
      let below = "\(path)[\(elements.count)]"
      offsets[below] = scanner.position
      do {
        elements.append(try parseValue(depth: depth + 1, path: below))
      } catch {
        scanner.steps.append(.element(elements.count))
        throw error
      }
      if try takes(UInt8(ascii: ",")) { continue }
      guard try scanner.peek() == UInt8(ascii: "]") else { throw unexpected }
    }
    return elements
  }

  private mutating func parseName() throws(Fault) -> String {
    switch try scanner.peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try parseString()
    default: return try parseWord()
    }
  }

  private var unexpected: Fault { Fault(kind: .unexpectedCharacter, offset: scanner.position) }

  /// Skips one expected character, and the white space around it; false if another character is next.
  private mutating func takes(_ byte: UInt8) throws(Fault) -> Bool {
    try skipSpace()
    guard try scanner.peek() == byte else { return false }
    scanner.position += 1
    try skipSpace()
    return true
  }
}

extension JSONError.Kind {
  /// The message for JSON5 where it differs from the message for JSON; nil otherwise.
  fileprivate var messageInJSON5: String? {
    switch self {
    case .unexpectedCharacter: say("is not JSON5: invalid character")
    case .invalidNumber: say("is not a number that Till can store")
    case .controlCharacter: say("has a line break or control character in a string; end a line with \\ to continue")
    default: nil
    }
  }
}

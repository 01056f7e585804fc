/// A one-pass parser for the bytes of a JSON text (RFC 8259).
///
/// Every signed object passes through it, so it is fast: it makes strings from whole ranges of bytes, and never from
/// single characters. Internally an error is only a kind and an offset. Line, column and path are computed once, when
/// the error is reported.
struct JSONParser {
  /// A syntax error: its kind and its byte offset.
  struct Fault: Error {
    let kind: JSONError.Kind
    let offset: Int
  }

  enum Step {
    case member(String)
    case element(Int)
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  let limits: JSONLimits
  private var valueCount = 0
  /// The path from the error up to the top level, filled in while the error is thrown upwards.
  var steps: [Step] = []

  static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) -> Result<JSONValue, JSONError> {
    var parser = JSONParser(bytes: bytes, limits: limits)
    do {
      return .success(try parser.parseText())
    } catch {
      return .failure(parser.error(error))
    }
  }

  init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  private mutating func parseText() throws(Fault) -> JSONValue {
    guard bytes.count <= limits.bytes else { throw Fault(kind: .tooLarge, offset: 0) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw Fault(kind: .byteOrderMark, offset: 0) }
    let value = try parseValue(depth: 1)
    skipSpace()
    guard position == bytes.count else { throw Fault(kind: .trailingText, offset: position) }
    return value
  }

  /// Parses a value; `depth` is the nesting level of an array or object.
  private mutating func parseValue(depth: Int) throws(Fault) -> JSONValue {
    skipSpace()
    try countValue()
    switch try peek() {
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "{"): return .object(try parseObject(depth: depth))
    case UInt8(ascii: "["): return .array(try parseArray(depth: depth))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try parseNumber())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    default: throw Fault(kind: .unexpectedCharacter, offset: position)
    }
  }

  /// Counts a value that starts here; throws if it is one too many.
  mutating func countValue() throws(Fault) {
    valueCount += 1
    guard valueCount <= limits.values else { throw Fault(kind: .tooLarge, offset: position) }
  }

  private mutating func parseObject(depth: Int) throws(Fault) -> JSONObject {
    guard depth <= limits.depth else { throw Fault(kind: .tooDeep, offset: position) }
    position += 1
    var members: [JSONObject.Member] = []
    if try takes(UInt8(ascii: "}")) { return JSONObject() }
    members.reserveCapacity(16)
    var known: Set<JSONName> = []
    repeat {
      skipSpace()
      let start = position
      guard try peek() == UInt8(ascii: "\"") else { throw Fault(kind: .unexpectedCharacter, offset: position) }
      let name = try parseString()
      guard Self.isNew(name, among: members, &known) else {
        steps.append(.member(name))
        throw Fault(kind: .duplicateMember, offset: start)
      }
      guard try takes(UInt8(ascii: ":")) else { throw Fault(kind: .unexpectedCharacter, offset: position) }
      do {
        members.append((name, try parseValue(depth: depth + 1)))
      } catch {
        steps.append(.member(name))
        throw error
      }
    } while try takes(UInt8(ascii: ","))
    guard try takes(UInt8(ascii: "}")) else { throw Fault(kind: .unexpectedCharacter, offset: position) }
    return JSONObject(unique: members)
  }

  /// Returns whether no member has this name; few members are searched one by one, many with a set of names.
  static func isNew(_ name: String, among members: [JSONObject.Member], _ known: inout Set<JSONName>) -> Bool {
    if members.count < JSONObject.indexThreshold {
      return !members.contains { JSONName.areEqual($0.name, name) }
    }
    if known.isEmpty { known = Set(members.map { JSONName($0.name) }) }
    return known.insert(JSONName(name)).inserted
  }

  private mutating func parseArray(depth: Int) throws(Fault) -> [JSONValue] {
    guard depth <= limits.depth else { throw Fault(kind: .tooDeep, offset: position) }
    position += 1
    var elements: [JSONValue] = []
    if try takes(UInt8(ascii: "]")) { return elements }
    repeat {
      do {
        elements.append(try parseValue(depth: depth + 1))
      } catch {
        steps.append(.element(elements.count))
        throw error
      }
    } while try takes(UInt8(ascii: ","))
    guard try takes(UInt8(ascii: "]")) else { throw Fault(kind: .unexpectedCharacter, offset: position) }
    return elements
  }

  private mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(Fault) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard try peek() == word.utf8Start[index] else { throw Fault(kind: .unexpectedCharacter, offset: position) }
      position += 1
    }
    return value
  }

  func peek() throws(Fault) -> UInt8 {
    guard position < bytes.count else { throw Fault(kind: .unexpectedEnd, offset: position) }
    return bytes[position]
  }

  private mutating func takes(_ byte: UInt8) throws(Fault) -> Bool {
    skipSpace()
    guard try peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }
}

extension JSONParser {
  /// Makes a `JSONError` with line, column and path from a syntax error.
  func error(_ fault: Fault, message: String? = nil) -> JSONError {
    let place = JSONPosition(of: fault.offset, in: bytes)
    return JSONError(
      fault.kind, message ?? self.message(fault.kind), path: path, line: place.line, column: place.column)
  }

  private var path: String {
    var path = ""
    for step in steps.reversed().prefix(12) {
      switch step {
      case .member(let name):
        let component = JSONError.pathComponent(name)
        path += path.isEmpty || component.hasPrefix("[") ? component : "." + component
      case .element(let index): path += "[\(index)]"
      }
    }
    return steps.count > 12 ? path + "…" : path
  }

  private func message(_ kind: JSONError.Kind) -> String {
    switch kind {
    case .tooLarge:
      bytes.count > limits.bytes
        ? say(limits.bytes, "is larger than \(limits.bytes) byte", "is larger than \(limits.bytes) bytes")
        : say(limits.values, "has more than \(limits.values) value", "has more than \(limits.values) values")
    case .tooDeep:
      say(limits.depth, "is nested deeper than \(limits.depth) level", "is nested deeper than \(limits.depth) levels")
    case .byteOrderMark: say("starts with a byte order mark, which JSON does not allow")
    case .invalidUTF8: say("is not UTF-8")
    case .loneSurrogate: say("has an escape with half of a surrogate pair")
    case .unexpectedEnd: bytes.isEmpty ? say("is empty") : say("ends too early: the text is cut off")
    case .trailingText: say("is followed by more text")
    case .controlCharacter: say("has a raw control character in a string")
    case .invalidEscape: say("has an unknown escape in a string")
    case .invalidNumber: say("is not a JSON number")
    case .duplicateMember: say("appears twice")
    default: say("is not JSON")
    }
  }
}

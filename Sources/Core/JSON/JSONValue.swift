/// A JSON value that keeps its written form: the order of members, the text of numbers, unknown members.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Parses a whole JSON text in UTF-8 (RFC 8259).
  ///
  /// Throws an error where JSON parsers disagree: for a byte order mark, invalid UTF-8, a lone surrogate, a duplicate
  /// member, deep nesting, or text after the value.
  package init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
    let result =
      bytes.withContiguousStorageIfAvailable { JSONParser.parse($0, limits) }
      ?? Array(bytes).withUnsafeBufferPointer { JSONParser.parse($0, limits) }
    self = try result.get()
  }

  /// Parses a whole JSON text, like `init(parsing:limits:)` for bytes.
  package init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
    try self.init(parsing: text.utf8, limits: limits)
  }

  /// Returns the value as JSON text without a final line feed.
  ///
  /// Control and bidi characters are escaped, so the text is safe to print.
  package func serialized(_ style: JSONStyle = .compact) -> String {
    String(decoding: serializedBytes(style), as: UTF8.self)
  }

  /// Returns the value as JSON text in UTF-8.
  package func serializedBytes(_ style: JSONStyle = .compact) -> [UInt8] {
    var serializer = JSONSerializer(style)
    serializer.reserve(for: self)
    serializer.append(self)
    return serializer.bytes
  }
}

extension JSONValue {
  /// The string; nil if the value is of another kind.
  package var stringValue: String? { if case .string(let text) = self { text } else { nil } }
  /// The Boolean; nil if the value is of another kind.
  package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number; nil if the value is of another kind.
  package var numberValue: JSONNumber? { if case .number(let number) = self { number } else { nil } }
  /// The elements of the array; nil if the value is of another kind.
  package var arrayValue: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The object; nil if the value is of another kind.
  package var objectValue: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// The kind of value in words, with an article.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: MistakeText.trueOrFalse.text
    case .number: MistakeText.number.text
    case .string: MistakeText.string.text
    case .array: MistakeText.array.text
    case .object: MistakeText.object.text
    }
  }
}

/// A type whose values are written as a JSON object.
package protocol JSONRepresentable: SendableMetatype {
  /// Reads a value; throws a `JSONError` that names a missing member or one of the wrong type.
  init(json: JSONObject) throws(JSONError)

  /// The value as a JSON object.
  var json: JSONObject { get }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes the JSON value null.
  package init(nilLiteral: ()) { self = .null }
  /// Makes a JSON Boolean.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a JSON number from an integer.
  package init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  /// Makes a JSON number from a floating-point value.
  package init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
  /// Makes a JSON string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// Makes a JSON array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes a JSON object; if a name occurs twice, the last value is used.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (name, value) in elements { object.append(name, value) }
    self = .object(object)
  }
}

extension JSONValue {
  /// Makes a JSON number from an `Int64`.
  package static func number(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }
  /// Makes a JSON number from an `Int`.
  package static func number(_ value: Int) -> JSONValue { .number(JSONNumber(Int64(value))) }
  /// Makes a JSON array of strings.
  package static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

extension JSONValue {
  /// Returns whether two values mean the same: members in any order, numbers by value, strings by their bytes.
  package func isEquivalent(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): return true
    case (.bool(let one), .bool(let other)): return one == other
    case (.number(let one), .number(let other)): return one.isEquivalent(to: other)
    case (.string(let one), .string(let other)): return JSONName.areEqual(one, other)
    case (.array(let one), .array(let other)):
      return one.count == other.count && zip(one, other).allSatisfy { $0.isEquivalent(to: $1) }
    case (.object(let one), .object(let other)): return one.isEquivalent(to: other)
    default: return false
    }
  }
}

extension JSONObject {
  /// Returns whether two objects have the same members in any order, with equivalent values.
  package func isEquivalent(to other: JSONObject) -> Bool {
    count == other.count && allSatisfy { other[$0.name]?.isEquivalent(to: $0.value) ?? false }
  }
}

extension JSONNumber {
  fileprivate func isEquivalent(to other: JSONNumber) -> Bool {
    if text == other.text { return true }
    if let one = int64, let other = other.int64 { return one == other }
    if let one = double, let other = other.double { return one == other }
    return false
  }
}

/// A JSON value that keeps its written form: the order of members, the text of numbers, unknown members.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Parses a whole text in UTF-8 (RFC 8259), throwing where readers of JSON disagree: a byte order mark,
  /// invalid UTF-8, a lone surrogate, a member given twice, deep nesting, anything after the value.
  package init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
    let result =
      bytes.withContiguousStorageIfAvailable { JSONParser.parse($0, limits) }
      ?? Array(bytes).withUnsafeBufferPointer { JSONParser.parse($0, limits) }
    self = try result.get()
  }

  /// Parses a whole text as `init(parsing:limits:)` does its bytes.
  package init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
    try self.init(parsing: text.utf8, limits: limits)
  }

  /// The text of this value, without a final newline; control and bidi characters stand as escapes, so that it may
  /// be printed.
  package func serialized(_ style: JSONStyle = .compact) -> String {
    String(decoding: serializedBytes(style), as: UTF8.self)
  }

  /// The text of this value in UTF-8.
  package func serializedBytes(_ style: JSONStyle = .compact) -> [UInt8] {
    var serializer = JSONSerializer(style)
    serializer.reserve(for: self)
    serializer.append(self)
    return serializer.bytes
  }
}

extension JSONValue {
  /// The text, if this is a string.
  package var stringValue: String? { if case .string(let text) = self { text } else { nil } }
  /// The truth value, if this is one.
  package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number, if this is one.
  package var numberValue: JSONNumber? { if case .number(let number) = self { number } else { nil } }
  /// The elements, if this is an array.
  package var arrayValue: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The object, if this is one.
  package var objectValue: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// The kind of value, in words with an article.
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

/// A value with one JSON object as its written form.
package protocol JSONRepresentable: SendableMetatype {
  /// Reads the value, throwing a `JSONError` that names the member which is missing or of another type.
  init(json: JSONObject) throws(JSONError)

  /// The written form.
  var json: JSONObject { get }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Null.
  package init(nilLiteral: ()) { self = .null }
  /// A truth value.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An integer.
  package init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  /// A floating-point number.
  package init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; of equal names the last value counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (name, value) in elements { object.append(name, value) }
    self = .object(object)
  }
}

extension JSONValue {
  /// An integer as a value.
  package static func number(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }
  /// An integer as a value.
  package static func number(_ value: Int) -> JSONValue { .number(JSONNumber(Int64(value))) }
  /// Strings as an array.
  package static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

extension JSONValue {
  /// Whether both mean the same: members in any order, numbers by value, strings by their scalars.
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
  /// Whether both have the same members, in any order, with equivalent values.
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

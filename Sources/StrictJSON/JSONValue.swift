/// A JSON value that keeps what was written: the order of members, the text of numbers, members nobody asked for.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Parses a whole text in UTF-8 (RFC 8259), throwing at what readers of JSON disagree about: a byte order mark,
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

  /// What kind of value this is, in words with an article.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

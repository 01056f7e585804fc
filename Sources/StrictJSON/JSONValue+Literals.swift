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

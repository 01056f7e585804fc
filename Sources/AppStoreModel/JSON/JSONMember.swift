package import Core

/// A type whose values can be a member of a JSON object.
package protocol JSONMember: SendableMetatype {
  /// The expected kind of value in an error message, such as "a string".
  static var expectation: String { get }

  /// Whether the value is written as a string of which only some texts are valid.
  static var isText: Bool { get }

  /// Reads the value; nil if the JSON value is of another kind or out of range.
  init?(memberValue: JSONValue)

  /// The value as JSON.
  var memberValue: JSONValue { get }

  /// Whether the value counts as missing in a required member: an empty string.
  var saysNothing: Bool { get }

  /// The value's name if Apple has added it since, so that Till does not know it; else nil.
  var unknownName: String? { get }
}

extension JSONMember {
  package static var isText: Bool { false }
  package var saysNothing: Bool { false }
  package var unknownName: String? { nil }
}

extension String: JSONMember {
  package static var expectation: String { say("a string") }

  package init?(memberValue: JSONValue) {
    guard case .string(let text) = memberValue else { return nil }
    self = text
  }

  package var memberValue: JSONValue { .string(self) }

  package var saysNothing: Bool { isEmpty }
}

extension Bool: JSONMember {
  package static var expectation: String { say("true or false") }

  package init?(memberValue: JSONValue) {
    guard case .bool(let value) = memberValue else { return nil }
    self = value
  }

  package var memberValue: JSONValue { .bool(self) }
}

/// Integers are read from any JSON number without a fraction, such as `1.76e12`.
extension JSONMember where Self: FixedWidthInteger {
  package static var expectation: String { say("a whole number of \(bitWidth) bits") }

  package init?(memberValue: JSONValue) {
    guard case .number(let number) = memberValue, let value = number.int64 else { return nil }
    self.init(exactly: value)
  }

  package var memberValue: JSONValue { .number(JSONNumber(Int64(self))) }
}

extension Int: JSONMember {}
extension Int32: JSONMember {}
extension Int64: JSONMember {}

/// Dates are numbers of milliseconds within the years 1 to 9999; a fraction, which Xcode writes, is dropped.
extension Timestamp: JSONMember {
  package static var expectation: String { say("a date in milliseconds, of the years 1 to 9999") }

  package init?(memberValue: JSONValue) {
    guard case .number(let number) = memberValue, let milliseconds = number.dateMilliseconds else { return nil }
    self.init(milliseconds: milliseconds)
  }

  package var memberValue: JSONValue { json }

  /// The date in a document: milliseconds since 1970.
  package var json: JSONValue { .number(milliseconds) }
}

extension JSONObject {
  /// Appends a text unless it is nil.
  package mutating func append(_ name: String, text: String?) { append(name, ifPresent: text.map(JSONValue.string)) }

  /// Appends a date in milliseconds unless it is nil.
  package mutating func append(_ name: String, date: Timestamp?) { append(name, ifPresent: date?.json) }
}

extension Array: JSONMember where Element: JSONMember {
  package static var expectation: String { say("an array, each element \(Element.expectation)") }

  package init?(memberValue: JSONValue) {
    guard case .array(let values) = memberValue else { return nil }
    self.init()
    reserveCapacity(values.count)
    for value in values {
      guard let element = Element(memberValue: value) else { return nil }
      append(element)
    }
  }

  package var memberValue: JSONValue { .array(map(\.memberValue)) }
}

/// A JSON value of any kind, kept unchanged.
extension JSONValue: JSONMember {
  package static var expectation: String { say("a value") }

  package init?(memberValue: JSONValue) { self = memberValue }

  package var memberValue: JSONValue { self }
}

/// An enumeration with a fixed set of words.
extension JSONMember where Self: RawRepresentable<String> {
  package static var expectation: String { say("a word that Till knows") }
  package static var isText: Bool { true }

  package init?(memberValue: JSONValue) {
    guard case .string(let text) = memberValue else { return nil }
    self.init(rawValue: text)
  }

  package var memberValue: JSONValue { .string(rawValue) }
}

extension OpenEnum {
  package static var expectation: String { RawValue.expectation }

  package init?(memberValue: JSONValue) {
    guard let rawValue = RawValue(memberValue: memberValue) else { return nil }
    self.init(rawValue: rawValue)
  }

  package var memberValue: JSONValue { rawValue.memberValue }

  package var saysNothing: Bool { rawValue.saysNothing }
}

extension JSONObject {
  /// Returns a required member; throws if it is missing.
  package func required<Value>(_ name: String, _ value: Value?) throws(JSONError) -> Value {
    guard let value else { throw JSONError.missing(name) }
    return value
  }
}

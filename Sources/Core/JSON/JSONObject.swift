/// The members of a JSON object, in order and with unique names.
///
/// Names are compared byte by byte. The canonical equivalence of `String` would treat the Kelvin sign as the letter K.
package struct JSONObject: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
  /// A member: a name and its value.
  package typealias Member = (name: String, value: JSONValue)

  /// The number of members above which an index is used to find them; below it, a linear search is faster.
  static let indexThreshold = 24

  private var members: [Member]
  private var index: [JSONName: Int]?

  /// Makes an object without members.
  package init() { members = [] }

  /// Makes an object with these members; if a name occurs twice, the last value is used.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }

  /// Makes an object of members whose names the caller knows to be unique.
  package init(unique members: [Member]) {
    self.members = members
    rebuildIndex()
  }

  /// The number of members.
  package var count: Int { members.count }
  /// Whether the object has no members.
  package var isEmpty: Bool { members.isEmpty }
  /// The names of the members, in order.
  package var names: [String] { members.map(\.name) }

  /// The value of a member; setting nil removes the member, setting `.null` keeps it with the value null.
  package subscript(name: String) -> JSONValue? {
    get { position(of: name).map { members[$0].value } }
    set {
      guard let newValue else { return remove(name) }
      append(name, newValue)
    }
  }

  /// Adds a member at the end; if the name exists, replaces its value and keeps its place.
  package mutating func append(_ name: String, _ value: JSONValue) {
    if let position = position(of: name) {
      members[position].value = value
      return
    }
    members.append((name, value))
    if index != nil { index?[JSONName(name)] = members.count - 1 } else { rebuildIndex() }
  }

  /// Adds a member unless the value is nil.
  package mutating func append(_ name: String, ifPresent value: JSONValue?) {
    if let value { append(name, value) }
  }

  /// Returns an iterator over the members, in order.
  package func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }

  package static func == (one: Self, other: Self) -> Bool {
    one.members.elementsEqual(other.members) { JSONName.areEqual($0.name, $1.name) && $0.value == $1.value }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    for member in members {
      hasher.combine(member.name)
      hasher.combine(member.value)
    }
  }

  private func position(of name: String) -> Int? {
    if let index { return index[JSONName(name)] }
    return members.firstIndex { JSONName.areEqual($0.name, name) }
  }

  private mutating func remove(_ name: String) {
    guard let position = position(of: name) else { return }
    members.remove(at: position)
    rebuildIndex()
  }

  private mutating func rebuildIndex() {
    index = nil
    guard members.count > Self.indexThreshold else { return }
    index = Dictionary(uniqueKeysWithValues: members.indices.map { (JSONName(members[$0].name), $0) })
  }
}

/// A member name that is compared byte by byte.
struct JSONName: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func areEqual(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one == other && one.utf8.elementsEqual(other.utf8)
  }

  static func == (one: Self, other: Self) -> Bool { areEqual(one.text, other.text) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// Typed readers of members: nil if the member is absent or null, an error with its name if it has another type.
extension JSONObject {
  /// Returns a member that is a string.
  package func string(_ name: String) throws(JSONError) -> String? {
    try member(name, \.stringValue, MistakeText.string)
  }

  /// Returns a member that is a Boolean.
  package func bool(_ name: String) throws(JSONError) -> Bool? {
    try member(name, \.boolValue, MistakeText.trueOrFalse)
  }

  /// Returns a member that is a number, with its text.
  package func number(_ name: String) throws(JSONError) -> JSONNumber? {
    try member(name, \.numberValue, MistakeText.number)
  }

  /// Returns a member that is a 64-bit integer, in any notation.
  package func int64(_ name: String) throws(JSONError) -> Int64? {
    guard let number = try number(name) else { return nil }
    guard let value = number.int64 else {
      throw JSONError(.outOfRange, say("is not a whole number of 64 bits"), path: JSONError.pathComponent(name))
    }
    return value
  }

  /// Returns a member that is an integer within a range, such as a percentage.
  package func int64(_ name: String, in range: ClosedRange<Int64>) throws(JSONError) -> Int64? {
    guard let number = try number(name) else { return nil }
    guard let value = number.int64, range.contains(value) else {
      throw JSONError(.outOfRange, say("is out of range"), path: JSONError.pathComponent(name))
    }
    return value
  }

  /// Returns a member that is a 32-bit integer, Apple's type for some members.
  package func int32(_ name: String) throws(JSONError) -> Int32? {
    guard let number = try number(name) else { return nil }
    guard let value = number.int64.flatMap(Int32.init(exactly:)) else {
      throw JSONError(.outOfRange, say("is not a whole number of 32 bits"), path: JSONError.pathComponent(name))
    }
    return value
  }

  /// Returns a date in milliseconds since 1970, within the years 1 to 9999; a fraction, which Xcode writes, is dropped.
  package func milliseconds(_ name: String) throws(JSONError) -> Int64? {
    guard let number = try number(name) else { return nil }
    guard let value = number.dateMilliseconds else {
      throw JSONError(.outOfRange, say("is not a date of the years 1 to 9999"), path: JSONError.pathComponent(name))
    }
    return value
  }

  /// Returns a member that is an object.
  package func object(_ name: String) throws(JSONError) -> JSONObject? {
    try member(name, \.objectValue, MistakeText.object)
  }

  /// Returns a member that is an array.
  package func array(_ name: String) throws(JSONError) -> [JSONValue]? {
    try member(name, \.arrayValue, MistakeText.array)
  }

  /// Returns a member that is an array of strings.
  package func strings(_ name: String) throws(JSONError) -> [String]? {
    try elements(name, \.stringValue, MistakeText.string)
  }

  /// Returns a member that is an array of objects.
  package func objects(_ name: String) throws(JSONError) -> [JSONObject]? {
    try elements(name, \.objectValue, MistakeText.object)
  }

  /// Reads each object of an array; empty if the member is absent or null.
  ///
  /// - Throws: The error of `read`, with the object's place in the array in its path.
  package func each<Value>(
    _ name: String, read: (JSONObject) throws(JSONError) -> Value
  ) throws(JSONError) -> [Value] {
    var values: [Value] = []
    for (index, object) in (try objects(name) ?? []).enumerated() {
      do throws(JSONError) { values.append(try read(object)) } catch { throw error.below(name, index) }
    }
    return values
  }

  private func member<Value>(
    _ name: String, _ read: (JSONValue) -> Value?, _ expected: @autoclosure () -> Words
  ) throws(JSONError) -> Value? {
    guard let value = self[name] else { return nil }
    if case .null = value { return nil }
    guard let result = read(value) else { throw Self.mismatch(JSONError.pathComponent(name), expected(), value) }
    return result
  }

  private func elements<Element>(
    _ name: String, _ read: (JSONValue) -> Element?, _ expected: @autoclosure () -> Words
  ) throws(JSONError) -> [Element]? {
    guard let values = try array(name) else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      guard let element = read(value) else {
        throw Self.mismatch("\(JSONError.pathComponent(name))[\(index)]", expected(), value)
      }
      elements.append(element)
    }
    return elements
  }

  private static func mismatch(_ path: String, _ expected: Words, _ found: JSONValue) -> JSONError {
    JSONError(.wrongType, MistakeText.mustBe(expected: expected.text, found: found.kindName).text, path: path)
  }
}

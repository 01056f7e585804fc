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
    switch self[name] {
    case nil, .null: return nil
    case .string(let text): return text
    case .some(let other): throw Self.mismatch(name, MistakeText.string.text, other)
    }
  }

  /// Returns a member that is a Boolean.
  package func bool(_ name: String) throws(JSONError) -> Bool? {
    switch self[name] {
    case nil, .null: return nil
    case .bool(let value): return value
    case .some(let other): throw Self.mismatch(name, MistakeText.trueOrFalse.text, other)
    }
  }

  /// Returns a member that is a number, with its text.
  package func number(_ name: String) throws(JSONError) -> JSONNumber? {
    switch self[name] {
    case nil, .null: return nil
    case .number(let number): return number
    case .some(let other): throw Self.mismatch(name, MistakeText.number.text, other)
    }
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
    switch self[name] {
    case nil, .null: return nil
    case .object(let object): return object
    case .some(let other): throw Self.mismatch(name, MistakeText.object.text, other)
    }
  }

  /// Returns a member that is an array.
  package func array(_ name: String) throws(JSONError) -> [JSONValue]? {
    switch self[name] {
    case nil, .null: return nil
    case .array(let elements): return elements
    case .some(let other): throw Self.mismatch(name, MistakeText.array.text, other)
    }
  }

  /// Returns a member that is an array of strings.
  package func strings(_ name: String) throws(JSONError) -> [String]? {
    guard let elements = try array(name) else { return nil }
    var texts: [String] = []
    texts.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      guard case .string(let text) = element else { throw Self.mismatch(name, index, MistakeText.string.text, element) }
      texts.append(text)
    }
    return texts
  }

  /// Returns a member that is an array of objects.
  package func objects(_ name: String) throws(JSONError) -> [JSONObject]? {
    guard let elements = try array(name) else { return nil }
    var objects: [JSONObject] = []
    objects.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      guard case .object(let object) = element else {
        throw Self.mismatch(name, index, MistakeText.object.text, element)
      }
      objects.append(object)
    }
    return objects
  }

  private static func mismatch(_ name: String, _ expected: String, _ found: JSONValue) -> JSONError {
    JSONError(
      .wrongType, MistakeText.mustBe(expected: expected, found: found.kindName).text,
      path: JSONError.pathComponent(name))
  }

  private static func mismatch(_ name: String, _ index: Int, _ expected: String, _ found: JSONValue) -> JSONError {
    let path = "\(JSONError.pathComponent(name))[\(index)]"
    return JSONError(.wrongType, MistakeText.mustBe(expected: expected, found: found.kindName).text, path: path)
  }
}

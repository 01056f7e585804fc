/// The members of a JSON object in their order, each name once.
///
/// Names are equal when their bytes are: `String`'s canonical equivalence would take a Kelvin sign for a K.
package struct JSONObject: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
  /// A name and its value.
  package typealias Member = (name: String, value: JSONValue)

  /// Above this many members they are found through an index; below it a look at each is faster.
  static let indexThreshold = 24

  private var members: [Member]
  private var index: [JSONName: Int]?

  /// An object without members.
  package init() { members = [] }

  /// The object with these members; of equal names the last value counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }

  /// Members whose names are known to differ.
  init(unique members: [Member]) {
    self.members = members
    rebuildIndex()
  }

  /// How many members there are.
  package var count: Int { members.count }
  /// Whether there is no member.
  package var isEmpty: Bool { members.isEmpty }
  /// The names in order.
  package var names: [String] { members.map(\.name) }

  /// The value of a member; setting nil removes it, setting `.null` keeps it with the value null.
  package subscript(name: String) -> JSONValue? {
    get { position(of: name).map { members[$0].value } }
    set {
      guard let newValue else { return remove(name) }
      append(name, newValue)
    }
  }

  /// Adds a member at the end, or gives the one with this name a new value in its place.
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

  /// The members in order.
  package func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }

  package static func == (one: Self, other: Self) -> Bool {
    one.members.elementsEqual(other.members) { $0.name == $1.name && $0.value == $1.value }
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

/// A member name that equals another only when their bytes do.
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

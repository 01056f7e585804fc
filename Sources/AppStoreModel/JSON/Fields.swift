package import Core

/// A type whose JSON object is read and written by one list of its members.
package protocol JSONFields: JSONRepresentable {
  /// The members, in the order of writing.
  static var fields: Fields<Self> { get }
  /// The value of an object without members: reading begins with it.
  static var blank: Self { get }
}

extension JSONFields {
  /// Reads the object in one pass; throws a `JSONError` that names the member which is missing or of another type.
  package init(json: JSONObject) throws(JSONError) {
    self = Self.blank
    try Self.fields.read(json, into: &self)
  }

  /// The object with the members that are there, in the order of the list, unknown ones last.
  package var json: JSONObject { Self.fields.json(of: self) }
}

/// The App Store's signed data: every member is optional, as Apple has it, and unknown members are kept.
package protocol Payload: JSONFields, Hashable, Sendable {
  init()
  /// Members that this model does not know, as they came.
  var otherMembers: JSONObject { get set }
}

extension Payload {
  package static var blank: Self { Self() }

  /// A payload with the members that the closure sets: `Transaction { $0.productId = "com.example.premium" }`.
  package init(_ set: (inout Self) throws -> Void) rethrows {
    self.init()
    try set(&self)
  }
}

/// The members of a type's JSON object, each named once: reading and writing are both made from this list.
///
/// ```swift
/// static let fields = Fields<Self>(
///   Field("transactionId", \.transactionId, .required), Field("intendedUser", \.intendedUser))
/// ```
///
/// Members mostly come in the order of the list, so each is first looked for behind the one before it, else among the
/// names of its length. The values are reached by their places in memory: a key path would cost more than the reading.
package struct Fields<Root>: Sendable {
  private let list: FieldList
  private let unknown: Field<Root>.Place<JSONObject>?

  /// The list in the order of writing; other members are passed over.
  package init(_ members: Field<Root>...) {
    list = FieldList(members.map(\.member))
    unknown = nil
  }

  /// The list in the order of writing.
  ///
  /// - Parameter unknown: Where members are kept that the list does not name; they are written last.
  package init(unknown: any WritableKeyPath<Root, JSONObject> & Sendable, _ members: Field<Root>...) {
    list = FieldList(members.map(\.member))
    self.unknown = Field.Place(unknown)
  }

  /// The names in the order of writing.
  package var names: [String] { list.names }

  /// Reads an object in one pass; a member that is absent, or null, leaves the value unchanged.
  ///
  /// - Throws: a `JSONError` that names a missing member, or one of another type.
  package func read(_ json: JSONObject, into root: inout Root) throws(JSONError) {
    try withUnsafeMutablePointer(to: &root) { root throws(JSONError) in
      let others = try list.read(json, into: UnsafeMutableRawPointer(root))
      if let unknown, !others.isEmpty { unknown.set(JSONObject(unique: others), in: UnsafeMutableRawPointer(root)) }
    }
  }

  /// The object with the members that are there, unknown ones last.
  package func json(of root: Root) -> JSONObject {
    withUnsafePointer(to: root) { root in
      var json = list.json(of: UnsafeRawPointer(root))
      for (name, value) in unknown?.value(in: UnsafeRawPointer(root)) ?? JSONObject() { json.append(name, value) }
      return json
    }
  }
}

/// The work of `Fields`, without the type: a generic loop would not be compiled for each type where another module
/// calls it, and would cost more than the members that it reads.
private struct FieldList: Sendable {
  struct Member: Sendable {
    let name: String
    let isRequired: Bool
    let read: @Sendable (JSONValue, UnsafeMutableRawPointer) throws(JSONError) -> Void
    let write: @Sendable (UnsafeRawPointer) -> JSONValue?
  }

  let names: [String]
  private let members: [Member]
  private let required: [String]
  /// The places of the names by their length, which few of them share.
  private let placesByLength: [[Int]]

  init(_ members: [Member]) {
    self.members = members
    names = members.map(\.name)
    required = members.filter(\.isRequired).map(\.name)
    var places = [[Int]](repeating: [], count: (names.map(\.utf8.count).max() ?? 0) + 1)
    for (place, name) in names.enumerated() { places[name.utf8.count].append(place) }
    placesByLength = places
  }

  /// - Returns: The members that the list does not name.
  func read(_ json: JSONObject, into root: UnsafeMutableRawPointer) throws(JSONError) -> [JSONObject.Member] {
    var next = 0
    var others: [JSONObject.Member] = []
    for (name, value) in json {
      guard let place = place(of: name, from: next) else {
        others.append((name, value))
        continue
      }
      next = place + 1
      if case .null = value { continue }
      try members[place].read(value, root)
    }
    for name in required {
      guard let value = json[name], value != .null else { throw .missing(name) }
    }
    return others
  }

  func json(of root: UnsafeRawPointer) -> JSONObject {
    var present: [JSONObject.Member] = []
    present.reserveCapacity(members.count)
    for place in members.indices {
      if let value = members[place].write(root) { present.append((names[place], value)) }
    }
    return JSONObject(unique: present)
  }

  private func place(of name: String, from next: Int) -> Int? {
    if next < names.count, names[next] == name { return next }
    let length = name.utf8.count
    guard length < placesByLength.count else { return nil }
    for place in placesByLength[length] where names[place] == name { return place }
    return nil
  }
}

/// Whether an object without a member can be read.
package enum FieldPresence: Sendable {
  /// The member has to be there, and a text has to say something.
  case required
  /// The member has to be there.
  case present
  /// Without it the value stays as it is in `blank`.
  case optional
}

/// One member of a type's JSON object: its name, and the stored property that holds it.
package struct Field<Root>: Sendable {
  fileprivate let member: FieldList.Member

  /// A member that may be absent.
  package init<Value: JSONMember>(_ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable) {
    let place = Place(path)
    self.init(
      name, read: { value, root throws(JSONError) in place.set(try value.read(name) as Value, in: root) },
      write: { place.value(in: $0)?.memberValue })
  }

  /// A member that is always written.
  package init<Value: JSONMember>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ presence: FieldPresence = .optional
  ) {
    let place = Place(path)
    self.init(
      name, presence,
      read: { value, root throws(JSONError) in
        let member: Value = try value.read(name)
        if presence == .required, member.saysNothing { throw .missing(name) }
        place.set(member, in: root)
      }, write: { place.value(in: $0).memberValue })
  }

  /// A member that is an object of its own, or absent.
  package init<Model: JSONRepresentable>(_ name: String, _ path: any WritableKeyPath<Root, Model?> & Sendable) {
    let place = Place(path)
    self.init(
      name,
      read: { value, root throws(JSONError) in
        guard case .object(let object) = value else { throw value.mismatch(name, JSONText.object.text) }
        do throws(JSONError) { place.set(try Model(json: object), in: root) } catch { throw error.below(name) }
      }, write: { place.value(in: $0).map { .object($0.json) } })
  }

  /// A member that is an array of objects, and always written.
  package init<Model: JSONRepresentable>(_ name: String, _ path: any WritableKeyPath<Root, [Model]> & Sendable) {
    let place = Place(path)
    self.init(
      name,
      read: { value, root throws(JSONError) in
        guard case .array(let elements) = value else { throw value.mismatch(name, say("an array")) }
        var models: [Model] = []
        for (index, element) in elements.enumerated() {
          guard case .object(let object) = element else {
            throw element.mismatch("\(name)[\(index)]", JSONText.object.text)
          }
          do throws(JSONError) { models.append(try Model(json: object)) } catch { throw error.below(name, index) }
        }
        place.set(models, in: root)
      }, write: { .array(place.value(in: $0).map { .object($0.json) }) })
  }

  /// A member in a form of its own; nil is not written.
  package init(
    _ name: String, read: @escaping @Sendable (JSONValue, inout Root) throws(JSONError) -> Void,
    write: @escaping @Sendable (Root) -> JSONValue?
  ) {
    self.init(
      name,
      read: { value, root throws(JSONError) in
        try read(value, &root.assumingMemoryBound(to: Root.self).pointee)
      }, write: { write($0.assumingMemoryBound(to: Root.self).pointee) })
  }

  private init(
    _ name: String, _ presence: FieldPresence = .optional,
    read: @escaping @Sendable (JSONValue, UnsafeMutableRawPointer) throws(JSONError) -> Void,
    write: @escaping @Sendable (UnsafeRawPointer) -> JSONValue?
  ) {
    member = FieldList.Member(name: name, isRequired: presence != .optional, read: read, write: write)
  }

  /// The offset of a stored property in its value, from `MemoryLayout.offset`.
  fileprivate struct Place<Value>: Sendable {
    private let offset: Int

    init(_ path: any WritableKeyPath<Root, Value> & Sendable) {
      guard let offset = MemoryLayout<Root>.offset(of: path) else {
        preconditionFailure("a field names a stored property, which \(path) is not")
      }
      self.offset = offset
    }

    func value(in root: UnsafeRawPointer) -> Value {
      (root + offset).assumingMemoryBound(to: Value.self).pointee
    }

    func set(_ value: Value, in root: UnsafeMutableRawPointer) {
      (root + offset).assumingMemoryBound(to: Value.self).pointee = value
    }
  }
}

extension JSONValue {
  /// This value, of the member with that name; a `JSONError` that names the member for another kind.
  fileprivate func read<Value: JSONMember>(_ name: String) throws(JSONError) -> Value {
    guard let value = Value(memberValue: self) else {
      throw mismatch(
        name, Value.expectation, isOtherText: Value.isText && stringValue != nil,
        isOtherNumber: Value.self == Timestamp.self)
    }
    return value
  }

  fileprivate func mismatch(
    _ path: String, _ expectation: String, isOtherText: Bool = false, isOtherNumber: Bool = false
  ) -> JSONError {
    let (kind, found): (JSONError.Kind, String) =
      switch self {
      case .number(let number) where isOtherNumber || number.int64 == nil: (.outOfRange, say("this number"))
      case .string where isOtherText: (.invalidValue, say("this text"))
      default: (.wrongType, kindName)
      }
    return JSONError(kind, say("must be \(expectation), not \(found)"), path: path)
  }
}

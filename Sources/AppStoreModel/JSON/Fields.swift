package import Core

/// A type whose JSON object is read and written from one list of its members.
package protocol JSONFields: JSONRepresentable {
  /// The JSON members of the type, in the order in which they are written.
  static var fields: Fields<Self> { get }
  /// The value before any member is read; reading starts with it.
  static var blank: Self { get }
}

extension JSONFields {
  /// Reads the object in one pass; throws a `JSONError` that names a missing member or one of the wrong type.
  package init(json: JSONObject) throws(JSONError) {
    self = Self.blank
    try Self.fields.read(json, into: &self)
  }

  /// The JSON object with all present members, in the order of the list, unknown members last.
  package var json: JSONObject { Self.fields.json(of: self) }
}

/// A payload that the App Store signs: every member is optional, as at Apple, and unknown members are kept.
package protocol Payload: JSONFields, Hashable, Sendable {
  init()
  /// The members that Till does not know, kept unchanged.
  var otherMembers: JSONObject { get set }
}

extension Payload {
  package static var blank: Self { Self() }

  /// Makes a payload and sets its members in a closure: `Transaction { $0.productId = "com.example.premium" }`.
  package init(_ set: (inout Self) throws -> Void) rethrows {
    self.init()
    try set(&self)
  }

  /// The names in this payload that Till does not know; they are shown unchanged and never remove access.
  package var unknownNames: [String] { Self.fields.unknownNames(of: self) }
}

/// The members of a type's JSON object, each named once; reading and writing both use this list.
///
/// ```swift
/// static let fields = Fields<Self>(
///   Field("transactionId", \.transactionId, .required), Field("intendedUser", \.intendedUser))
/// ```
///
/// Members usually arrive in the order of the list. So `Fields` first tries the name after the previous one, and then
/// the names of the same length. It reaches the values through pointers to their stored properties, because access
/// through a key path would cost more than the reading itself.
package struct Fields<Root>: Sendable {
  private let list: FieldList
  private let unknown: (any WritableKeyPath<Root, JSONObject> & Sendable)?

  /// Makes the list, in the order in which members are written; unknown members are ignored.
  package init(_ members: Field<Root>...) {
    list = FieldList(members.map(\.member))
    unknown = nil
  }

  /// Makes the list, in the order in which members are written, and keeps unknown members.
  ///
  /// - Parameter unknown: The property that holds the members which are not in the list; they are written last.
  package init(unknown: any WritableKeyPath<Root, JSONObject> & Sendable, _ members: Field<Root>...) {
    list = FieldList(members.map(\.member))
    self.unknown = unknown
  }

  /// The member names, in the order in which they are written.
  package var names: [String] { list.names }

  /// Reads an object in one pass; an absent or null member leaves its property unchanged.
  ///
  /// - Throws: a `JSONError` that names a missing member, or one of the wrong type.
  package func read(_ json: JSONObject, into root: inout Root) throws(JSONError) {
    try withUnsafeMutablePointer(to: &root) { root throws(JSONError) in
      let others = try list.read(json, into: UnsafeMutableRawPointer(root))
      if let unknown, !others.isEmpty { root.property(unknown).pointee = JSONObject(unique: others) }
    }
  }

  /// Returns the JSON object with all present members, unknown members last.
  package func json(of root: Root) -> JSONObject {
    withUnsafePointer(to: root) { root in
      var json = list.json(of: UnsafeRawPointer(root))
      if let unknown { for (name, value) in root.property(unknown).pointee { json.append(name, value) } }
      return json
    }
  }

  /// Returns the values that Till does not know, then the members, such as `offerType 9` and `member data.ribbon`.
  ///
  /// The member that Till itself adds to what Apple's receipt lists is none of them.
  ///
  /// - Parameter place: The place of the object's members, such as `notification.`.
  func unknownNames(of root: Root, in place: String = "") -> [String] {
    withUnsafePointer(to: root) { root in
      let members = unknown.map { root.property($0).pointee.names } ?? []
      return list.unknownNames(of: UnsafeRawPointer(root))
        + members.filter { $0 != AttestedText.entryMember }.map { "member \(place)\($0)" }
    }
  }
}

/// The part of `Fields` that does not depend on the type.
///
/// A generic loop would not be specialized for a type when another module calls it, and would cost more than the
/// members that it reads.
private struct FieldList: Sendable {
  struct Member: Sendable {
    let name: String
    let isRequired: Bool
    let read: @Sendable (JSONValue, UnsafeMutableRawPointer) throws(JSONError) -> Void
    let write: @Sendable (UnsafeRawPointer) -> JSONValue?
    let unknownNames: @Sendable (UnsafeRawPointer) -> [String]
  }

  let names: [String]
  private let members: [Member]
  private let required: [String]
  /// The positions in `names`, indexed by the length of the name: few names share a length.
  private let placesByLength: [[Int]]

  init(_ members: [Member]) {
    self.members = members
    names = members.map(\.name)
    required = members.filter(\.isRequired).map(\.name)
    var places = [[Int]](repeating: [], count: (names.map(\.utf8.count).max() ?? 0) + 1)
    for (place, name) in names.enumerated() { places[name.utf8.count].append(place) }
    placesByLength = places
  }

  /// Reads the members of an object into a value.
  ///
  /// - Returns: The members of the object that the list of fields does not name.
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

  func unknownNames(of root: UnsafeRawPointer) -> [String] { members.flatMap { $0.unknownNames(root) } }

  private func place(of name: String, from next: Int) -> Int? {
    if next < names.count, names[next] == name { return next }
    let length = name.utf8.count
    guard length < placesByLength.count else { return nil }
    for place in placesByLength[length] where names[place] == name { return place }
    return nil
  }
}

/// Whether a member must be present in a JSON object.
package enum FieldPresence: Sendable {
  /// The member must be present, and a string must not be empty.
  case required
  /// The member must be present.
  case present
  /// The member may be absent; the property then keeps its value from `blank`.
  case optional
}

/// One member of a type's JSON object: its name, and the stored property that holds its value.
package struct Field<Root>: Sendable {
  fileprivate let member: FieldList.Member

  /// Makes a field for a member that may be absent.
  package init<Value: JSONMember>(_ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable) {
    self.init(
      name, read: { value, root throws(JSONError) in root.property(path).pointee = try value.read(name) as Value },
      write: { $0.property(path).pointee?.memberValue },
      unknownNames: { root in root.property(path).pointee?.unknownName.map { ["\(name) \($0)"] } ?? [] })
  }

  /// Makes a field for a member that is always written.
  package init<Value: JSONMember>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ presence: FieldPresence = .optional
  ) {
    self.init(
      name, presence,
      read: { value, root throws(JSONError) in
        let member: Value = try value.read(name)
        if presence == .required, member.saysNothing { throw .missing(name) }
        root.property(path).pointee = member
      }, write: { $0.property(path).pointee.memberValue },
      unknownNames: { root in root.property(path).pointee.unknownName.map { ["\(name) \($0)"] } ?? [] })
  }

  /// Makes a field for a member that is not written if it has its usual value.
  package init<Value: JSONMember & Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, unless usual: Value
  ) {
    self.init(
      name, .optional,
      read: { value, root throws(JSONError) in root.property(path).pointee = try value.read(name) as Value },
      write: { root in
        let value = root.property(path).pointee
        return value == usual ? Optional<JSONValue>.none : value.memberValue
      })
  }

  /// Makes a field for a member that is a JSON object, or absent.
  package init<Model: JSONRepresentable>(_ name: String, _ path: any WritableKeyPath<Root, Model?> & Sendable) {
    self.init(
      name,
      read: { value, root throws(JSONError) in
        guard case .object(let object) = value else { throw value.mismatch(name, say("an object")) }
        do throws(JSONError) {
          root.property(path).pointee = try Model(json: object)
        } catch { throw error.below(name) }
      }, write: { $0.property(path).pointee.map { .object($0.json) } },
      unknownNames: { root in
        ((root.property(path).pointee as Any?) as? any Payload)?.unknownNames.map {
          $0.hasPrefix("member ") ? "member \(name).\($0.dropFirst("member ".count))" : $0
        } ?? []
      })
  }

  /// Makes a field for a member that is an array of objects; it is always written.
  package init<Model: JSONRepresentable>(_ name: String, _ path: any WritableKeyPath<Root, [Model]> & Sendable) {
    self.init(
      name, .optional,
      read: { value, root throws(JSONError) in
        root.property(path).pointee = try ([name: value] as JSONObject).each(name, read: Model.init(json:))
      }, write: { .array($0.property(path).pointee.map { .object($0.json) }) })
  }

  /// Makes a field with its own reader and writer; if the writer returns nil, the member is not written.
  package init(
    _ name: String, read: @escaping @Sendable (JSONValue, inout Root) throws(JSONError) -> Void,
    write: @escaping @Sendable (Root) -> JSONValue?
  ) {
    self.init(
      name, read: { value, root throws(JSONError) in try read(value, &root.pointee) }, write: { write($0.pointee) })
  }

  private init(
    _ name: String, _ presence: FieldPresence = .optional,
    read: @escaping @Sendable (JSONValue, UnsafeMutablePointer<Root>) throws(JSONError) -> Void,
    write: @escaping @Sendable (UnsafePointer<Root>) -> JSONValue?,
    unknownNames: @escaping @Sendable (UnsafePointer<Root>) -> [String] = { _ in [] }
  ) {
    member = FieldList.Member(
      name: name, isRequired: presence != .optional,
      read: { value, root throws(JSONError) in try read(value, root.assumingMemoryBound(to: Root.self)) },
      write: { write($0.assumingMemoryBound(to: Root.self)) },
      unknownNames: { unknownNames($0.assumingMemoryBound(to: Root.self)) })
  }
}

extension UnsafeMutablePointer {
  /// Returns a pointer to a stored property.
  fileprivate func property<Value>(_ path: WritableKeyPath<Pointee, Value>) -> UnsafeMutablePointer<Value> {
    guard let pointer = pointer(to: path) else {
      preconditionFailure("a field names a stored property, which \(path) is not")
    }
    return pointer
  }
}

extension UnsafePointer {
  /// Returns a pointer to a stored property.
  fileprivate func property<Value>(_ path: KeyPath<Pointee, Value>) -> UnsafePointer<Value> {
    guard let pointer = pointer(to: path) else {
      preconditionFailure("a field names a stored property, which \(path) is not")
    }
    return pointer
  }
}

extension JSONValue {
  /// Returns this value as the type of a member; throws a `JSONError` with the member's name if the kind is wrong.
  fileprivate func read<Value: JSONMember>(_ name: String) throws(JSONError) -> Value {
    guard let value = Value(memberValue: self) else {
      throw mismatch(
        name, Value.expectation, isOtherText: Value.isText && stringValue != nil,
        isOtherNumber: Value.self == Timestamp.self)
    }
    return value
  }

  func mismatch(
    _ path: String, _ expectation: String, isOtherText: Bool = false, isOtherNumber: Bool = false
  ) -> JSONError {
    let (kind, found): (JSONError.Kind, String) =
      switch self {
      case .number(let number) where isOtherNumber || number.int64 == nil:
        (.outOfRange, safeText(number.text, limit: 30))
      case .string where isOtherText: (.invalidValue, say("this text"))
      default: (.wrongType, kindName)
      }
    return JSONError(kind, say("must be \(expectation), not \(found)"), path: path)
  }
}

import StrictJSON

/// Reading in one pass: a model goes over the members of its object once and asks each value for its own type.
extension JSONValue {
  /// This value, of the member with that name; nil for null, a `JSONError` that names the member for another kind.
  func read<Value: JSONMember>(_ name: String) throws(JSONError) -> Value? {
    if let value = Value(memberValue: self) { return value }
    if case .null = self { return nil }
    throw mismatch(name, Value.expectation)
  }

  /// This object, of the member with that name, as a model; nil for null.
  func readModel<Model: JSONRepresentable>(_ name: String) throws(JSONError) -> Model? {
    switch self {
    case .null:
      return nil
    case .object(let object):
      do {
        return try Model(json: object)
      } catch {
        throw error.below(name)
      }
    default:
      throw mismatch(name, "an object")
    }
  }

  /// This value of any kind, kept as it is; nil for null.
  var opaque: JSONValue? {
    if case .null = self { nil } else { self }
  }

  private func mismatch(_ name: String, _ expectation: String) -> JSONError {
    let (kind, found): (JSONError.Kind, String) =
      switch self {
      case .number(let number) where number.int64 == nil: (.outOfRange, "this number")
      default: (.wrongType, kindName)
      }
    return JSONError(kind, "must be \(expectation), not \(found)", path: name)
  }
}

extension JSONObject {
  /// Appends a member unless there is no value.
  mutating func write(_ name: String, _ value: (some JSONMember)?) {
    if let value { append(name, value.memberValue) }
  }

  /// Appends a member that is an object of its own unless there is none.
  mutating func writeModel(_ name: String, _ model: (some JSONRepresentable)?) {
    if let model { append(name, .object(model.json)) }
  }

  /// Appends the members of another object, each in its place at the end.
  mutating func append(contentsOf other: JSONObject) {
    for (name, value) in other { append(name, value) }
  }
}

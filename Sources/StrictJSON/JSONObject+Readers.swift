/// Typed readers: nil when the member is absent or null, an error that names it when it is of another type.
extension JSONObject {
  /// The text of a member.
  package func string(_ name: String) throws(JSONError) -> String? {
    switch self[name] {
    case nil, .null: return nil
    case .string(let text): return text
    case .some(let other): throw Self.mismatch(name, "a string", other)
    }
  }

  /// The truth value of a member.
  package func bool(_ name: String) throws(JSONError) -> Bool? {
    switch self[name] {
    case nil, .null: return nil
    case .bool(let value): return value
    case .some(let other): throw Self.mismatch(name, "true or false", other)
    }
  }

  /// The number of a member with its text.
  package func number(_ name: String) throws(JSONError) -> JSONNumber? {
    switch self[name] {
    case nil, .null: return nil
    case .number(let number): return number
    case .some(let other): throw Self.mismatch(name, "a number", other)
    }
  }

  /// The integral number of a member, in whatever form it is written.
  package func int64(_ name: String) throws(JSONError) -> Int64? {
    guard let number = try number(name) else { return nil }
    guard let value = number.int64 else {
      throw JSONError(.outOfRange, "is not a whole number of 64 bits", path: JSONError.pathComponent(name))
    }
    return value
  }

  /// The integral number of a member that Apple gives 32 bits.
  package func int32(_ name: String) throws(JSONError) -> Int32? {
    guard let number = try number(name) else { return nil }
    guard let value = number.int64.flatMap(Int32.init(exactly:)) else {
      throw JSONError(.outOfRange, "is not a whole number of 32 bits", path: JSONError.pathComponent(name))
    }
    return value
  }

  /// The floating-point value of a member.
  package func double(_ name: String) throws(JSONError) -> Double? {
    guard let number = try number(name) else { return nil }
    guard let value = number.double else {
      throw JSONError(.outOfRange, "is out of range", path: JSONError.pathComponent(name))
    }
    return value
  }

  /// A date in milliseconds since 1970; a fraction (Xcode writes one) is cut off.
  package func milliseconds(_ name: String) throws(JSONError) -> Int64? {
    guard let number = try number(name) else { return nil }
    guard let value = number.truncatedInt64 else {
      throw JSONError(.outOfRange, "is not a date: out of range", path: JSONError.pathComponent(name))
    }
    return value
  }

  /// The object that a member is.
  package func object(_ name: String) throws(JSONError) -> JSONObject? {
    switch self[name] {
    case nil, .null: return nil
    case .object(let object): return object
    case .some(let other): throw Self.mismatch(name, "an object", other)
    }
  }

  /// The elements of a member.
  package func array(_ name: String) throws(JSONError) -> [JSONValue]? {
    switch self[name] {
    case nil, .null: return nil
    case .array(let elements): return elements
    case .some(let other): throw Self.mismatch(name, "an array", other)
    }
  }

  /// The elements of a member that is an array of strings.
  package func strings(_ name: String) throws(JSONError) -> [String]? {
    guard let elements = try array(name) else { return nil }
    var texts: [String] = []
    texts.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      guard case .string(let text) = element else { throw Self.mismatch(name, index, "a string", element) }
      texts.append(text)
    }
    return texts
  }

  /// The elements of a member that is an array of objects.
  package func objects(_ name: String) throws(JSONError) -> [JSONObject]? {
    guard let elements = try array(name) else { return nil }
    var objects: [JSONObject] = []
    objects.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      guard case .object(let object) = element else { throw Self.mismatch(name, index, "an object", element) }
      objects.append(object)
    }
    return objects
  }

  private static func mismatch(_ name: String, _ expected: String, _ found: JSONValue) -> JSONError {
    JSONError(.wrongType, "must be \(expected), not \(found.kindName)", path: JSONError.pathComponent(name))
  }

  private static func mismatch(_ name: String, _ index: Int, _ expected: String, _ found: JSONValue) -> JSONError {
    let path = "\(JSONError.pathComponent(name))[\(index)]"
    return JSONError(.wrongType, "must be \(expected), not \(found.kindName)", path: path)
  }
}

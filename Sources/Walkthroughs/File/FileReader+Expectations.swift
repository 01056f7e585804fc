import StoreModel
import StrictJSON

extension FileReader {
  func expectations(_ object: JSONObject) throws(JSONError) -> Expectations {
    let lists = Expectations.List.allCases
    try object.allow(
      ["products", "entitled", "shows", "hides", "status"] + lists.map(\.rawValue), in: "what must be true")
    var expectations = Expectations()
    expectations.products = try products(object)
    expectations.entitled = try object.strings("entitled")
    for list in lists { expectations.lists[list] = try rows(object, list.rawValue) }
    expectations.shows = try texts(object, "shows")
    expectations.hides = try texts(object, "hides")
    if let status = try object.object("status") {
      try Self.below("status") { () throws(JSONError) in try refuseUnknownNames(in: .object(status)) }
      expectations.status = status
    }
    return expectations
  }

  private func products(_ object: JSONObject) throws(JSONError) -> [(id: String, row: JSONValue)] {
    guard let products = try object.object("products") else { return [] }
    var rows: [(id: String, row: JSONValue)] = []
    for (id, value) in products {
      let row = try Self.below("products") { () throws(JSONError) in
        try Self.below(id) { () throws(JSONError) in try product(value) }
      }
      rows.append((id, row))
    }
    return rows
  }

  /// A product's row; a word alone is its state.
  private func product(_ value: JSONValue) throws(JSONError) -> JSONValue {
    switch value {
    case .string(let word):
      try refuseUnknown(state: word)
      return ["state": .string(word)]
    case .object(let row):
      try refuseUnknownNames(in: value)
      if let word = try row.string("state") {
        try Self.below("state") { () throws(JSONError) in try refuseUnknown(state: word) }
      }
      return value
    default: throw JSONError(.wrongType, "must be a state or an object, not \(value.kindName)")
    }
  }

  private func refuseUnknown(state word: String) throws(JSONError) {
    guard EntitlementState(rawValue: word) == nil else { return }
    let words = EntitlementState.allCases.map(\.rawValue).joined(separator: ", ")
    throw JSONError(.invalidValue, "is no state: there are \(words)")
  }

  private func rows(_ object: JSONObject, _ name: String) throws(JSONError) -> Expectations.Rows? {
    switch object[name] {
    case nil: return nil
    case .number?:
      guard let count = try object.int32(name), count >= 0 else {
        throw JSONError.invalid(name, "must be a number of rows, or the rows")
      }
      return .count(Int(count))
    case .array(let elements)?:
      for (index, element) in elements.enumerated() {
        guard case .object = element else {
          throw JSONError(.wrongType, "must be an object, not \(element.kindName)", path: "\(name)[\(index)]")
        }
        try Self.below(name, index) { () throws(JSONError) in try refuseUnknownNames(in: element) }
      }
      return .rows(elements)
    case .some(let other):
      throw JSONError(.wrongType, "must be a number of rows, or the rows, not \(other.kindName)", path: name)
    }
  }

  private func texts(_ object: JSONObject, _ name: String) throws(JSONError) -> [String] {
    if case .string(let text)? = object[name], !text.isEmpty { return [text] }
    let texts = try object.strings(name) ?? []
    guard !texts.contains("") else { throw JSONError.invalid(name, "has an empty text") }
    return texts
  }
}

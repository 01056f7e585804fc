extension JSONValue {
  /// Whether both mean the same: members in any order, numbers by value, strings by their scalars.
  package func isEquivalent(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): return true
    case (.bool(let one), .bool(let other)): return one == other
    case (.number(let one), .number(let other)): return one.isEquivalent(to: other)
    case (.string(let one), .string(let other)): return JSONName.areEqual(one, other)
    case (.array(let one), .array(let other)):
      return one.count == other.count && zip(one, other).allSatisfy { $0.isEquivalent(to: $1) }
    case (.object(let one), .object(let other)): return one.isEquivalent(to: other)
    default: return false
    }
  }
}

extension JSONObject {
  /// Whether both have the same members, in any order, with equivalent values.
  package func isEquivalent(to other: JSONObject) -> Bool {
    count == other.count && allSatisfy { other[$0.name]?.isEquivalent(to: $0.value) ?? false }
  }
}

extension JSONNumber {
  fileprivate func isEquivalent(to other: JSONNumber) -> Bool {
    if text == other.text { return true }
    if let one = int64, let other = other.int64 { return one == other }
    if let one = double, let other = other.double { return one == other }
    return false
  }
}

package import Core

/// Returns each place where a value differs from a JSON Schema, with what stands there; empty when the value fits.
///
/// It knows the keywords that Till's schemas use.
package func mismatches(of value: JSONValue, with schema: JSONObject, at place: String = "") -> [String] {
  if let forms = schema["anyOf"]?.arrayValue {
    let found = forms.compactMap(\.objectValue).map { mismatches(of: value, with: $0, at: place) }
    return found.contains([]) ? [] : found.min { $0.count < $1.count } ?? []
  }
  if let words = schema["enum"]?.arrayValue { return words.contains(value) ? [] : ["\(place) is \(value.kindName)"] }
  switch (schema["type"]?.stringValue, value) {
  case (nil, _), ("string", .string), ("number", .number), ("boolean", .bool), ("null", .null): return []
  case ("integer", .number(let number)) where number.int64 != nil: return []
  case ("array", .array(let elements)):
    let element = schema["items"]?.objectValue ?? [:]
    return elements.enumerated().flatMap { mismatches(of: $1, with: element, at: "\(place)[\($0)]") }
  case ("object", .object(let object)):
    func below(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }
    let required = schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let members = schema["properties"]?.objectValue ?? [:]
    return required.filter { object[$0] == nil }.map { "\(below($0)) is missing" }
      + object.flatMap { name, value in
        let member = (members[name] ?? schema["additionalProperties"])?.objectValue ?? [:]
        return mismatches(of: value, with: member, at: below(name))
      }
  default: return ["\(place) is \(value.kindName)"]
  }
}

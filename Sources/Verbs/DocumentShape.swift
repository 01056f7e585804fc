package import Core

/// The shape of a JSON document of `--json` or of the control API, from which its schema and its tests are made.
///
/// A literal looks like the document; a question mark after a name marks an optional field:
///
/// ```swift
/// ["ok": .flag, "message": .text, "grants": .list(["grantId": .text, "endDate?": .number])]
/// ```
///
/// A document may have further fields, as in Apple's own documents; the named ones stay stable.
package indirect enum DocumentShape: Hashable, Sendable {
  case text, number, flag
  /// A whole number, also for dates.
  case integer
  /// Any JSON value, such as a value of Apple or of a file.
  case any
  /// This shape, or null.
  case orNull(DocumentShape)
  /// One of these words.
  case words([String])
  case list(DocumentShape)
  /// An object with any names, whose values all have this shape.
  case map(DocumentShape)
  case object([Member])
  /// One of several shapes.
  case forms([DocumentShape])

  /// A field of an object.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let shape: DocumentShape
    package let isOptional: Bool
  }
}

extension DocumentShape: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, DocumentShape)...) {
    self = .object(
      elements.map { name, shape in
        Member(
          name: name.hasSuffix("?") ? String(name.dropLast()) : name, shape: shape, isOptional: name.hasSuffix("?"))
      })
  }

  /// Joins two objects: the first one's fields, then the second one's.
  package static func + (one: DocumentShape, other: DocumentShape) -> DocumentShape {
    guard case .object(let first) = one, case .object(let second) = other else { return .forms([one, other]) }
    return .object(first + second)
  }
}

extension DocumentShape {
  /// The shape as JSON Schema 2020-12.
  package var schema: JSONObject {
    switch self {
    case .text: ["type": "string"]
    case .number: ["type": "number"]
    case .integer: ["type": "integer"]
    case .flag: ["type": "boolean"]
    case .any: [:]
    case .orNull(let shape): ["anyOf": [.object(shape.schema), ["type": "null"]]]
    case .words(let words): ["enum": .array(words.map { .string($0) })]
    case .list(let element): ["type": "array", "items": .object(element.schema)]
    case .map(let value): ["type": "object", "additionalProperties": .object(value.schema)]
    case .object(let members):
      [
        "type": "object", "required": .array(members.filter { !$0.isOptional }.map { .string($0.name) }),
        "properties": .object(JSONObject(unique: members.map { ($0.name, .object($0.shape.schema)) })),
      ]
    case .forms(let forms): ["anyOf": .array(forms.map { .object($0.schema) })]
    }
  }

  /// Returns each place where a value differs from the shape, with the expected kind; empty when the value matches.
  package func mismatches(in value: JSONValue, at place: String = "") -> [String] {
    switch (self, value) {
    case (.any, _), (.text, .string), (.number, .number), (.flag, .bool), (.orNull, .null): return []
    case (.integer, .number(let number)) where number.int64 != nil: return []
    case (.orNull(let shape), _): return shape.mismatches(in: value, at: place)
    case (.words(let words), .string(let text)) where words.contains(text): return []
    case (.list(let element), .array(let values)):
      return values.enumerated().flatMap { element.mismatches(in: $1, at: "\(place)[\($0)]") }
    case (.map(let shape), .object(let object)):
      return object.flatMap { shape.mismatches(in: $1, at: place.isEmpty ? $0 : "\(place).\($0)") }
    case (.object(let members), .object(let object)):
      return members.flatMap { member -> [String] in
        let below = place.isEmpty ? member.name : "\(place).\(member.name)"
        guard let value = object[member.name] else { return member.isOptional ? [] : ["\(below) is missing"] }
        return member.shape.mismatches(in: value, at: below)
      }
    case (.forms(let forms), _):
      let found = forms.map { $0.mismatches(in: value, at: place) }
      return found.contains([]) ? [] : found.min { $0.count < $1.count } ?? []
    default: return ["\(place) is \(value.kindName)"]
    }
  }
}

package import Core

/// The shape of a JSON answer of the control API, from which its schema and its tests are made.
///
/// A literal looks like the document; a question mark after a name marks an optional field:
///
/// ```swift
/// ["ok": .flag, "message": .text, "grants": .list(["grantId": .text, "endDate?": .integer])]
/// ```
///
/// A document may have further fields, as in Apple's own documents; the named ones stay stable.
package indirect enum DocumentShape: Hashable, Sendable {
  case text, flag
  /// A whole number, also for dates.
  case integer
  /// This shape, or null.
  case orNull(DocumentShape)
  case list(DocumentShape)
  /// An object with any names, whose values all have this shape.
  case map(DocumentShape)
  case object([Member])

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
    guard case .object(let first) = one, case .object(let second) = other else {
      preconditionFailure("only objects can be joined")
    }
    return .object(first + second)
  }
}

extension DocumentShape {
  /// The shape as JSON Schema 2020-12.
  package var schema: JSONObject {
    switch self {
    case .text: ["type": "string"]
    case .integer: ["type": "integer"]
    case .flag: ["type": "boolean"]
    case .orNull(let shape): ["anyOf": [.object(shape.schema), ["type": "null"]]]
    case .list(let element): ["type": "array", "items": .object(element.schema)]
    case .map(let value): ["type": "object", "additionalProperties": .object(value.schema)]
    case .object(let members):
      [
        "type": "object", "required": .array(members.filter { !$0.isOptional }.map { .string($0.name) }),
        "properties": .object(JSONObject(unique: members.map { ($0.name, .object($0.shape.schema)) })),
      ]
    }
  }
}

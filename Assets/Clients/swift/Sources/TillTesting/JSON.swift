import Foundation

/// A JSON value, as the control API receives and returns it.
public enum JSON: Hashable, Sendable, Codable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Reads any value.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let int = try? value.decode(Int.self) {
      self = .int(int)
    } else if let double = try? value.decode(Double.self) {
      self = .double(double)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .int(let int): try value.encode(int)
    case .double(let double): try value.encode(double)
    case .string(let string): try value.encode(string)
    case .array(let array): try value.encode(array)
    case .object(let object): try value.encode(object)
    }
  }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes an integer.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Makes a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes an object.
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
  /// Makes an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// A member of an object; null where there is none.
  public subscript(_ name: String) -> JSON {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  /// The text of a string; nil for anything else.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number of an integer; nil for anything else.
  public var int: Int? { if case .int(let number) = self { number } else { nil } }

  /// The value of a Boolean; nil for anything else.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The elements of an array; empty for anything else.
  public var array: [JSON] { if case .array(let elements) = self { elements } else { [] } }
}

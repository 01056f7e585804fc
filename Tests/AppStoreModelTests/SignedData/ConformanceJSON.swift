import Core
import TestSupport
import Testing

@testable import AppStoreModel

extension Conformance {
  /// Returns a JSON file of the conformance data.
  static func json(_ path: String) throws -> JSONValue {
    try JSONValue(parsing: Array(data(path)))
  }

  /// Returns a text file of the conformance data without its final newline.
  static func text(_ path: String) throws -> String {
    let text = String(decoding: try data(path), as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Returns a root certificate of the conformance data as the only trusted one.
  static func root(_ path: String) throws -> TrustedRoots {
    try TrustedRoots(files: [Array(data(path))])
  }
}

extension JSONValue {
  /// Returns a member of an object; fails when it is missing.
  func member(_ name: String) throws -> JSONValue {
    try #require(objectValue?[name])
  }

  /// Returns a member as text; fails when it is missing or of another type.
  func text(_ name: String) throws -> String {
    try #require(member(name).stringValue)
  }

  /// Returns a member as a list; fails when it is missing or of another type.
  func list(_ name: String) throws -> [JSONValue] {
    try #require(member(name).arrayValue)
  }
}

/// Returns the bytes of a hexadecimal text of even length.
func bytes(hex: String) throws -> [UInt8] {
  let digits = try hex.map { try #require($0.hexDigitValue) }
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}

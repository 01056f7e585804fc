import AppStoreModel
import Core
import Storage

/// The unsigned payload of a transaction or a renewal info, as of its last change.
///
/// The App Store signs it for each answer, with the date of that answer. The text is the payload in base64url. A text
/// that begins with `=` keeps the `signedDate` it was stored with.
struct Statement: RawRepresentable, Hashable, DatabaseConvertible {
  let rawValue: String

  /// The empty statement of a row whose payload was not made yet.
  static let none = Statement(rawValue: "")
  static let example = none

  init(rawValue: String) { self.rawValue = rawValue }

  init(_ payload: JSONObject, keepsDate: Bool = false) {
    let segment = Base64.url.encode(JSONValue.object(payload).serializedBytes())
    rawValue = (keepsDate ? "=" : "") + String(decoding: segment, as: UTF8.self)
  }

  /// Returns the payload's bytes with a new `signedDate`, unless the statement keeps its own.
  func payload(at milliseconds: Int64) throws -> [UInt8] {
    let payload = try payload()
    guard !keepsDate, let number = Self.signedDate(in: payload) else { return payload }
    return payload[..<number.lowerBound] + Array(String(milliseconds).utf8) + payload[number.upperBound...]
  }

  /// Returns the payload as JSON.
  func json() throws -> JSONObject {
    guard case .object(let json) = try JSONValue(parsing: payload()) else { throw Self.damage }
    return json
  }

  private var keepsDate: Bool { rawValue.utf8.first == UInt8(ascii: "=") }

  /// Decodes the payload; ignores the signature that earlier versions stored after a dot.
  private func payload() throws -> [UInt8] {
    let segment = rawValue.utf8.dropFirst(keepsDate ? 1 : 0).prefix { $0 != UInt8(ascii: ".") }
    guard let payload = Base64.url.decode(Array(segment)[...]) else { throw Self.damage }
    return payload
  }

  private static var damage: StoreError {
    StoreError(.unusable, say("the ledger contains signed data that cannot be read"))
  }

  /// Returns the range of the top-level `signedDate` number in a payload's bytes; nil if there is none.
  ///
  /// It scans bytes instead of parsing JSON: a page of a history has twenty payloads, and only the signature should
  /// cost time.
  private static func signedDate(in payload: [UInt8]) -> Range<Int>? {
    let name = Array("\"signedDate\":".utf8)
    var (depth, place) = (0, 0)
    while place < payload.count {
      switch payload[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\"") where depth == 1 && payload[place...].starts(with: name):
        let start = place + name.count
        return start..<(payload[start...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? start)
      case UInt8(ascii: "\""):
        place += 1
        while place < payload.count, payload[place] != UInt8(ascii: "\"") {
          place += payload[place] == UInt8(ascii: "\\") ? 2 : 1
        }
      default: break
      }
      place += 1
    }
    return nil
  }
}

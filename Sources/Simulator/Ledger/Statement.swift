import AppStoreModel
import Core
import Storage

/// What the App Store states of a transaction or a subscription, as of its last change and without a signature: it is
/// signed, under the date of the answer, whenever it is answered.
///
/// The text is the payload in base64url. One that begins with `=` was stated under a date of its own, which stays.
struct Statement: RawRepresentable, Hashable, DatabaseConvertible {
  let rawValue: String

  /// The statement of a row that was not stated yet.
  static let none = Statement(rawValue: "")

  init(rawValue: String) { self.rawValue = rawValue }

  init(_ payload: JSONObject, keepsDate: Bool = false) {
    let segment = Base64.url.encode(JSONValue.object(payload).serializedBytes())
    rawValue = (keepsDate ? "=" : "") + String(decoding: segment, as: UTF8.self)
  }

  /// The payload's bytes, under another `signedDate` unless its own one stays.
  func payload(at milliseconds: Int64) throws -> [UInt8] {
    let payload = try payload()
    guard !keepsDate, let number = Self.signedDate(in: payload) else { return payload }
    return payload[..<number.lowerBound] + Array(String(milliseconds).utf8) + payload[number.upperBound...]
  }

  /// What it says.
  func json() throws -> JSONObject {
    guard case .object(let json) = try JSONValue(parsing: payload()) else { throw Self.damage }
    return json
  }

  private var keepsDate: Bool { rawValue.utf8.first == UInt8(ascii: "=") }

  /// Reads the payload and ignores the signature that earlier versions stored behind a dot.
  private func payload() throws -> [UInt8] {
    let segment = rawValue.utf8.dropFirst(keepsDate ? 1 : 0).prefix { $0 != UInt8(ascii: ".") }
    guard let payload = Base64.url.decode(Array(segment)[...]) else { throw Self.damage }
    return payload
  }

  private static var damage: StoreError {
    StoreError(.unusable, say("the ledger holds a statement that cannot be read"))
  }

  /// Where the number of `signedDate` stands in a payload: of the member itself, in no text and no object inside.
  ///
  /// Byte by byte, since a page of a history has twenty of them and the signature is to be what takes the time.
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

import SignedData
import StoreModel
import StrictJSON

/// What a signed text says, for showing what the App Store itself signed.
enum CompactPayload {
  /// The payload of a JWS that needs no verification: it comes from the ledger beside.
  static func json(of signed: String) throws -> JSONObject {
    try JSONValue(parsing: CompactJWS(signed.utf8).payload()).objectValue ?? [:]
  }

  /// A value in a table: dates as dates, signed texts by their length.
  static func text(of value: JSONValue, _ output: Output) -> String {
    switch value {
    case .string(let text): text.utf8.count > 100 ? "\(text.utf8.count) characters" : text
    case .number(let number):
      // Dates are the only numbers of this size in what Apple signs.
      if let milliseconds = number.int64, milliseconds > 100_000_000_000 {
        output.date(Timestamp(milliseconds: milliseconds))
      } else {
        value.serialized()
      }
    default: value.serialized()
    }
  }
}

import Database
import SignedData
import StrictJSON

/// A JWS taken apart for storage: the header segment is kept once for many, the rest as bytes.
///
/// Only canonical base64url is ever verified, so that the text can be rebuilt exactly.
struct SignedText {
  let header: String
  let payload: [UInt8]
  let signature: [UInt8]

  init?(_ jws: String) {
    let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64.url.decode(String(parts[1])),
      let signature = Base64.url.decode(String(parts[2]))
    else { return nil }
    header = String(parts[0])
    self.payload = payload
    self.signature = signature
  }

  static func rebuilt(header: String, payload: [UInt8], signature: [UInt8]) -> String {
    let segments = [payload, signature].map { String(decoding: Base64.url.encode($0), as: UTF8.self) }
    return header + "." + segments.joined(separator: ".")
  }
}

extension LocalStore {
  /// The row of a header segment, which is kept once.
  func headerRow(_ segment: String) throws -> Int64 {
    try rowOfUnique(
      insert: "INSERT OR IGNORE INTO headers(segment) VALUES(?)", select: "SELECT id FROM headers WHERE segment = ?",
      value: segment)
  }

  /// The row of a root certificate's fingerprint; nil where nothing was verified.
  func rootRow(_ fingerprint: String?) throws -> Int64? {
    guard let fingerprint else { return nil }
    return try rowOfUnique(
      insert: "INSERT OR IGNORE INTO roots(fingerprint) VALUES(?)",
      select: "SELECT id FROM roots WHERE fingerprint = ?", value: fingerprint)
  }

  private func rowOfUnique(insert: SQL, select: SQL, value: String) throws -> Int64 {
    if let id: Int64 = try database.first(select, value, map: { try $0[0] }) { return id }
    try database.execute(insert, value)
    return database.lastInsertedRowID
  }
}

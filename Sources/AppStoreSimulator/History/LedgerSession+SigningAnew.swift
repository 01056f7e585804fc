import Database
import SignedData
import StoreModel
import StrictJSON

/// A history that comes from another ledger is believed only under this one's root.
extension LedgerSession {
  /// Signs every statement anew, word for word, with this ledger's key; notifications of the other ledger are dropped.
  func signEverythingAnew() throws {
    try run("DELETE FROM notification_attempts")
    try run("DELETE FROM notifications")
    let transactions = try all("SELECT id, signed, corrupted FROM transactions", []) { row in
      (id: try row[0] as Int64, signed: try row[1] as String, isCorrupted: try row[2] as Bool)
    }
    for row in transactions {
      try run(
        "UPDATE transactions SET signed = ? WHERE id = ?",
        [signedAnew(row.signed, isCorrupted: row.isCorrupted).databaseValue, row.id.databaseValue])
    }
    for row in try all("SELECT original_id, signed FROM subscriptions", [], NumberedText.init(row:)) {
      try run(
        "UPDATE subscriptions SET signed = ? WHERE original_id = ?",
        [signedAnew(row.signed).databaseValue, row.number.databaseValue])
    }
    let shares = "SELECT original_id, signed FROM shares WHERE signed IS NOT NULL" as SQL
    for row in try all(shares, [], NumberedText.init(row:)) {
      try run(
        "UPDATE shares SET signed = ? WHERE original_id = ?",
        [signedAnew(row.signed).databaseValue, row.number.databaseValue])
    }
  }

  private func signedAnew(_ signed: String, isCorrupted: Bool = false) throws -> String {
    let segment = Array(signed.utf8.prefix { $0 != UInt8(ascii: ".") })
    guard let bytes = Base64.url.decode(segment[...]), case .object(let payload) = try JSONValue(parsing: bytes) else {
      throw SimulatorError(.usage, "the history holds a signed statement that cannot be read")
    }
    return try body(of: identity.signer.identity().sign(payload, isCorrupted: isCorrupted))
  }
}

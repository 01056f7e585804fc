import Database
import SafeText
import SignedData
package import StoreModel
import StrictJSON
import Texts

/// Checkpoints: the history under a name, to go back to.
extension LedgerSession {
  /// Keeps the present history under a name; one of that name before is replaced.
  ///
  /// - Parameter name: Nil takes the next free number.
  /// - Returns: The name.
  func makeCheckpoint(_ name: String?) throws -> String {
    let taken = try checkpoints().map(\.name)
    let name = name ?? String((1...taken.count + 1).first { !taken.contains(String($0)) } ?? 1)
    guard !name.isEmpty, name.utf8.count <= 128, safeText(name) == name else {
      throw StoreError(.usage, say("\(safeText(name)) cannot be a checkpoint's name: take up to 128 plain characters"))
    }
    let text = JSONValue.object(try document()).serialized()
    try run(
      "REPLACE INTO checkpoints (name, date, document) VALUES (?, ?, ?)",
      [name.databaseValue, now.databaseValue, text.databaseValue])
    return name
  }

  /// Goes back to a checkpoint.
  ///
  /// - Throws: a `StoreError` of kind `usage` when there is none of that name.
  mutating func restoreCheckpoint(_ name: String) throws { try restore(document(of: name), name: name) }

  /// The history that a checkpoint holds.
  ///
  /// - Throws: a `StoreError` of kind `usage` when there is none of that name.
  func document(of name: String) throws -> JSONObject {
    let text: String? = try value("SELECT document FROM checkpoints WHERE name = ?", [name.databaseValue])
    guard let text, case .object(let document) = try JSONValue(parsing: Array(text.utf8)) else {
      let known = try checkpoints().map { safeText($0.name) }
      throw StoreError(.usage, LedgerText.noCheckpoint(safeText(name), known: known).text)
    }
    return document
  }

  /// The checkpoints by the time they hold, oldest first.
  func checkpoints() throws -> [SimulatedCheckpoint] {
    try all("SELECT name, date FROM checkpoints ORDER BY date, name", []) { row in
      SimulatedCheckpoint(name: try row["name"], date: Timestamp(milliseconds: try row["date"]))
    }
  }
}

/// A history to go back to.
package struct SimulatedCheckpoint: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// The App Store's time in it.
  package let date: Timestamp
}

/// A history that comes from another ledger is believed only under this one's root.
extension LedgerSession {
  /// Signs every statement anew, word for word, with this ledger's key; notifications of the other ledger are dropped.
  func signEverythingAnew() throws {
    try run("DELETE FROM notification_attempts")
    try run("DELETE FROM notifications")
    let transactions = try all("SELECT id, signed, corrupted FROM transactions", []) { row in
      (id: try row["id"] as Int64, signed: try row["signed"] as String, isCorrupted: try row["corrupted"] as Bool)
    }
    for row in transactions {
      try run(
        "UPDATE transactions SET signed = ? WHERE id = ?",
        [signedAnew(row.signed, isCorrupted: row.isCorrupted).databaseValue, row.id.databaseValue])
    }
    for row in try all("SELECT original_id AS number, signed FROM subscriptions", [], NumberedText.init(row:)) {
      try run(
        "UPDATE subscriptions SET signed = ? WHERE original_id = ?",
        [signedAnew(row.signed).databaseValue, row.number.databaseValue])
    }
    let shares = "SELECT original_id AS number, signed FROM shares WHERE signed IS NOT NULL" as SQL
    for row in try all(shares, [], NumberedText.init(row:)) {
      try run(
        "UPDATE shares SET signed = ? WHERE original_id = ?",
        [signedAnew(row.signed).databaseValue, row.number.databaseValue])
    }
  }

  private func signedAnew(_ signed: String, isCorrupted: Bool = false) throws -> String {
    let segment = Array(signed.utf8.prefix { $0 != UInt8(ascii: ".") })
    guard let bytes = Base64.url.decode(segment[...]), case .object(let payload) = try JSONValue(parsing: bytes) else {
      throw StoreError(.usage, say("the history holds a signed statement that cannot be read"))
    }
    return try body(of: identity.signer.identity().sign(payload, isCorrupted: isCorrupted))
  }
}

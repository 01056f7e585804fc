package import AppStoreModel
import Core
import Storage

/// Checkpoints: saved histories that the ledger can return to.
extension LedgerSession {
  /// Saves the current history under a name; replaces an earlier checkpoint of that name.
  ///
  /// - Parameter name: The checkpoint's name; nil takes the next free number.
  /// - Returns: The checkpoint's name.
  func makeCheckpoint(_ name: String?) throws -> String {
    let taken = try checkpoints().map(\.name)
    let name = name ?? String((1...taken.count + 1).first { !taken.contains(String($0)) } ?? 1)
    guard !name.isEmpty, name.utf8.count <= 128, safeText(name) == name else {
      throw StoreError(.usage, say("invalid checkpoint name “\(safeText(name))”; use up to 128 plain characters"))
    }
    let text = JSONValue.object(try document()).serialized()
    try connection.execute("REPLACE INTO checkpoints (name, date, document) VALUES (?, ?, ?)", name, now, text)
    return name
  }

  /// Restores the history of a checkpoint.
  ///
  /// - Throws: a `StoreError` of kind `usage` if there is no checkpoint of that name.
  mutating func restoreCheckpoint(_ name: String) throws { try restore(document(of: name), name: name) }

  /// Returns the history that a checkpoint holds.
  ///
  /// - Throws: a `StoreError` of kind `usage` if there is no checkpoint of that name.
  func document(of name: String) throws -> JSONObject {
    let text: String? = try connection.value("SELECT document FROM checkpoints WHERE name = ?", name)
    guard let text, case .object(let document) = try JSONValue(parsing: Array(text.utf8)) else {
      let known = try checkpoints().map { safeText($0.name) }
      throw StoreError(.usage, LedgerText.noCheckpoint(safeText(name), known: known).text)
    }
    return document
  }

  /// Returns the checkpoints, sorted by the App Store time that each one saved, oldest first.
  func checkpoints() throws -> [SimulatedCheckpoint] {
    try connection.rows("SELECT name, date FROM checkpoints ORDER BY date, name") { row in
      SimulatedCheckpoint(name: try row["name"], date: Timestamp(milliseconds: try row["date"]))
    }
  }
}

/// A saved history, by name and date.
package struct SimulatedCheckpoint: Hashable, Sendable {
  /// The checkpoint's name.
  package let name: String
  /// The App Store's time when the checkpoint was made.
  package let date: Timestamp
}

import Database
import SafeText
package import StoreModel
import StrictJSON

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
      throw SimulatorError(.usage, "\(safeText(name)) cannot be a checkpoint's name: take up to 128 plain characters")
    }
    let text = JSONValue.object(try document()).serialized()
    try run(
      "REPLACE INTO checkpoints (name, date, document) VALUES (?, ?, ?)",
      [name.databaseValue, now.databaseValue, text.databaseValue])
    return name
  }

  /// Goes back to a checkpoint.
  ///
  /// - Throws: a `SimulatorError` of kind `usage` when there is none of that name.
  mutating func restoreCheckpoint(_ name: String, machine: Int64) throws {
    let text: String? = try first("SELECT document FROM checkpoints WHERE name = ?", [name.databaseValue]) {
      try $0[0]
    }
    guard let text, case .object(let document) = try JSONValue(parsing: Array(text.utf8)) else {
      let names = try checkpoints().map { safeText($0.name) }.joined(separator: ", ")
      throw SimulatorError(
        .usage, "there is no checkpoint \(safeText(name)): there \(names.isEmpty ? "is none" : "are \(names)")")
    }
    try restore(document, name: name, machine: machine)
  }

  /// The checkpoints by the time they hold, oldest first.
  func checkpoints() throws -> [SimulatedCheckpoint] {
    try all("SELECT name, date FROM checkpoints ORDER BY date, name", []) { row in
      SimulatedCheckpoint(name: try row[0], date: Timestamp(milliseconds: try row[1]))
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

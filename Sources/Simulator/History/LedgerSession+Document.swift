import AppStoreModel
import Core
import Storage

/// A ledger's history as a document: every row except the identity with its keys, and the checkpoints.
extension LedgerSession {
  private static let form = "till-ledger-history"

  /// Returns the current history.
  func document() throws -> JSONObject {
    var tables: JSONObject = [:]
    for table in LedgerTables.all {
      let rows = try connection.rows("SELECT * FROM" + table) { row in
        JSONValue.array(try row.values.map { try $0.json })
      }
      tables.append(table.text, ["columns": .strings(try columns(of: table)), "rows": .array(rows)])
    }
    return [
      "form": .string(Self.form), "ledgerId": .string(identity.ledgerId), "bundleId": .string(identity.bundleId),
      "header": .string(identity.headerSegment), "now": .number(JSONNumber(now)), "tables": .object(tables),
    ]
  }

  /// Replaces the current history with another.
  ///
  /// A new epoch begins: ids continue to rise, and the clock returns to the history's time. Statements from another
  /// ledger are signed with this ledger's key. Notifications that the other ledger sent are deleted.
  ///
  /// - Parameter name: The history's name in the error.
  /// - Throws: a `StoreError` of kind `usage` if the document is not a history, or is of another app.
  mutating func restore(_ document: JSONObject, name: String) throws {
    guard document["form"] == .string(Self.form), case .object(let tables)? = document["tables"],
      let then = document["now"]?.numberValue?.int64
    else { throw StoreError(.usage, LedgerText.noHistory(safeText(name)).text) }
    guard document["bundleId"] == .string(identity.bundleId) else {
      let other = document["bundleId"]?.stringValue ?? ""
      throw StoreError(
        .usage,
        say("\(safeText(name)) is a history of the app \(safeText(other)), not \(identity.bundleId)"))
    }
    let before = state
    for table in LedgerTables.all.reversed() { try connection.execute("DELETE FROM" + table) }
    do {
      for table in LedgerTables.all { try fill(table, from: tables[table.text]?.objectValue ?? [:]) }
      try takeUpState(from: before, then: then)
    } catch let fault as DatabaseFault where fault.cause != .diskFull && fault.cause != .ioError {
      throw StoreError(.usage, say("\(safeText(name)) is damaged: \("\(fault)")"))
    }
    // Another ledger's notifications are already signed with its key; statements are signed on request, with this
    // ledger's.
    guard document["header"] != .string(identity.headerSegment) else { return }
    try connection.execute("DELETE FROM notification_attempts")
    try connection.execute("DELETE FROM notifications")
  }

  /// Loads the state of the restored history and starts a new epoch in it.
  private mutating func takeUpState(from before: LedgerState, then: Int64) throws {
    guard let restored = try connection.first(LedgerState.self) else {
      throw StoreError(.usage, say("the history has no state"))
    }
    state = restored
    state.epoch = before.epoch + 1
    state.lastId = max(before.lastId, restored.lastId)
    state.lastSequence = max(before.lastSequence, restored.lastSequence)
    state.catalogueVersion = max(before.catalogueVersion, restored.catalogueVersion) + 1
    guard (0...Self.lastInstant).contains(then) else { throw StoreError(.usage, say("the history's time is invalid")) }
    now = then
    state.clockFloor = then
    if state.pausedAt == nil { state.clockOffset = then - machine }
    catalogue = try Catalogue(bytes: try catalogueBytes(), name: say("the catalogue of the history"))
  }

  private func fill(_ table: SQL, from content: JSONObject) throws {
    let names = content["columns"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let places = try columns(of: table).map { names.firstIndex(of: $0) }
    var insert: SQL = "INSERT INTO" + table + "VALUES (?"
    for _ in places.dropFirst() { insert += ", ?" }
    insert += ")"
    for row in content["rows"]?.arrayValue ?? [] {
      let values = row.arrayValue ?? []
      try connection.execute(
        insert,
        values: places.map { place in
          place.flatMap { values.indices.contains($0) ? DatabaseValue(json: values[$0]) : nil } ?? .null
        })
    }
  }

  /// Returns the names of a table's columns, in the table's order.
  private func columns(of table: SQL) throws -> [String] {
    try connection.values("SELECT name FROM pragma_table_info(?) ORDER BY cid", table.text)
  }
}

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
  func checkpoints() throws -> [(name: String, date: Timestamp)] {
    try connection.rows("SELECT name, date FROM checkpoints ORDER BY date, name") { row in
      (name: try row["name"], date: Timestamp(milliseconds: try row["date"]))
    }
  }
}

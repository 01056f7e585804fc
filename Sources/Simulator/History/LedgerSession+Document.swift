import AppStoreModel
import Core
import Storage

/// A ledger's history as a document: every row except the identity with its keys, and the checkpoints.
extension LedgerSession {
  private static let form = "till-ledger-history"

  /// Returns the current history.
  func document() throws -> JSONObject {
    var tables: JSONObject = [:]
    for (name, table) in LedgerTables.all {
      let columns = try columns(of: name).map { JSONValue.string($0.name) }
      let rows = try connection.rows("SELECT * FROM" + table) { row in
        JSONValue.array(try row.values.map { try $0.json })
      }
      tables.append(name, ["columns": .array(columns), "rows": .array(rows)])
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
    for (_, table) in LedgerTables.all.reversed() { try connection.execute("DELETE FROM" + table) }
    do {
      for (table, sql) in LedgerTables.all { try fill(table, sql, from: tables[table]?.objectValue ?? [:]) }
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
    guard
      let restored = try connection.first(LedgerState.self)
    else { throw StoreError(.usage, say("the history has no state")) }
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

  private func fill(_ name: String, _ table: SQL, from content: JSONObject) throws {
    let names = content["columns"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let places = try columns(of: name).map { column in
      (index: names.firstIndex(of: column.name), ifAbsent: column.ifAbsent)
    }
    var insert: SQL = "INSERT INTO" + table + "VALUES (?"
    for _ in places.dropFirst() { insert += ", ?" }
    insert += ")"
    for row in content["rows"]?.arrayValue ?? [] {
      let values = row.arrayValue ?? []
      try connection.execute(
        insert,
        values: places.map { place in
          place.index.flatMap { values.indices.contains($0) ? DatabaseValue(json: values[$0]) : nil } ?? place.ifAbsent
        })
    }
  }

  /// Returns a table's columns, each with its default for documents of earlier versions that lack the column.
  private func columns(of table: String) throws -> [(name: String, ifAbsent: DatabaseValue)] {
    try connection.rows("SELECT name, dflt_value FROM pragma_table_info(?) ORDER BY cid", table) { row in
      let text: String? = try row["dflt_value"]
      let ifAbsent = text.map { Int64($0)?.databaseValue ?? $0.filter { $0 != "'" }.databaseValue } ?? .null
      return (name: try row["name"], ifAbsent: ifAbsent)
    }
  }
}

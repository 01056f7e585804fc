internal import CSQLite
import Core

extension DatabaseConnection: SQLDatabase {
  /// Runs one statement with its values bound to the `?` in order.
  ///
  /// - Returns: The number of rows inserted, changed or deleted: 0 for an `INSERT OR IGNORE` of an existing row.
  /// - Throws: `constraint`, `diskFull`, `ioError`, `misuse` (also for a change outside `transaction`), …
  @discardableResult
  package func execute(_ sql: SQL, values: [DatabaseValue]) throws(DatabaseFault) -> Int {
    let before = sqlite3_total_changes64(handle)
    do {
      try step(sql, values) { _ in true }
    } catch let fault as DatabaseFault {
      throw fault
    } catch {
      throw misuse("\(error)")
    }
    return Int(clamping: sqlite3_total_changes64(handle) - before)
  }

  /// Passes the rows of a query to a closure one at a time, until the closure returns false.
  package func forEachRow(
    _ sql: SQL, values: [DatabaseValue], _ body: (borrowing DatabaseRow) throws -> Bool
  ) throws {
    try step(sql, values, untilFalse: body)
  }

  /// The rowid of the last row that this connection inserted.
  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Prepares, binds and steps a statement, and always resets it at the end.
  ///
  /// - Parameter isTrusted: Whether the statement may change data outside a transaction, as this module's pragmas do.
  func step(
    _ sql: SQL, _ values: [DatabaseValue], isTrusted: Bool = false,
    untilFalse body: (borrowing DatabaseRow) throws -> Bool
  ) throws {
    let statement = try statement(sql)
    defer { giveBack(statement, sql) }
    if !isTrusted, sqlite3_stmt_readonly(statement.handle) == 0 { try checkWritable(sql) }
    try bind(values, to: statement.handle)
    var columns: ColumnNames?
    while true {
      let code = sqlite3_step(statement.handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw noted(fault(code)) }
      // The names are read only now, because the first step may have prepared the statement again.
      let names = columns ?? statement.columns()
      columns = names
      guard try body(DatabaseRow(of: StatementRow(statement: statement.handle, columns: names))) else { return }
    }
  }

  /// Runs a script of this module or of a schema: statements in order, without values or results.
  func run(_ script: SQL) throws(DatabaseFault) {
    try checkUsable()
    let code = sqlite3_exec(handle, script.text, nil, nil, nil)
    guard code == SQLITE_OK else { throw noted(fault(code)) }
  }

  /// Returns an idle statement from the cache, or prepares a new one.
  ///
  /// A statement in use is not in the cache, so a row's closure may run the same SQL again: it gets another statement.
  private func statement(_ sql: SQL) throws(DatabaseFault) -> PreparedStatement {
    try checkUsable()
    if let idle = statements.removeValue(forKey: sql) { return idle }
    var statement: OpaquePointer?
    var isSingle = true
    let code = sql.text.withCString { text in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &tail)
      if let tail { isSingle = String(cString: tail).allSatisfy { $0.isWhitespace || $0 == ";" } }
      return code
    }
    guard code == SQLITE_OK else { throw noted(fault(code)) }
    guard isSingle, let statement else {
      sqlite3_finalize(statement)
      throw misuse(say("not a single statement: \(String(sql.text.prefix(80)))"))
    }
    return PreparedStatement(statement)
  }

  private func giveBack(_ statement: PreparedStatement, _ sql: SQL) {
    sqlite3_reset(statement.handle)
    sqlite3_clear_bindings(statement.handle)
    guard handle != nil, statements[sql] == nil, statements.count < 128 else {
      sqlite3_finalize(statement.handle)
      return
    }
    statements[sql] = statement
  }

  private func bind(_ values: [DatabaseValue], to statement: OpaquePointer) throws(DatabaseFault) {
    let expected = Int(sqlite3_bind_parameter_count(statement))
    guard values.count == expected else {
      throw misuse(
        say(
          "\(say(values.count, "\(values.count) value", "\(values.count) values")) for "
            + "\(say(expected, "\(expected) place", "\(expected) places"))"
        ))
    }
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(var value):
          value.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { text in
              text.baseAddress.map { csqlite_bind_text(statement, index, $0, UInt64(text.count)) }
                ?? csqlite_bind_text(statement, index, "", 0)
            }
          }
        case .blob(let value):
          value.withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
        }
      try check(code)
    }
  }

  /// Records what a fault did to the transaction and the connection, and returns it.
  func noted(_ fault: DatabaseFault) -> DatabaseFault {
    if case .write = scope, sqlite3_get_autocommit(handle) != 0, rolledBackBy == nil { rolledBackBy = fault }
    if fault.cause == .syncFailed { broken = fault }
    return fault
  }
}

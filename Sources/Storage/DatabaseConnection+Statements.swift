internal import CSQLite
import Core

extension DatabaseConnection {
  /// Runs one statement with its values bound to the `?` in order.
  ///
  /// - Returns: The number of rows inserted, changed or deleted: 0 for an `INSERT OR IGNORE` of an existing row.
  /// - Throws: `constraint`, `diskFull`, `ioError`, `misuse` (also for a change outside `transaction`), …
  @discardableResult
  package func execute(_ sql: SQL, _ values: (any DatabaseConvertible)?...) throws(DatabaseFault) -> Int {
    try execute(sql, values: values)
  }

  /// Runs one statement with a list of values, for a statement composed of parts.
  @discardableResult
  package func execute(_ sql: SQL, values: [(any DatabaseConvertible)?]) throws(DatabaseFault) -> Int {
    let before = sqlite3_total_changes64(handle)
    do {
      try step(sql, values) { _ in }
    } catch let fault as DatabaseFault {
      throw fault
    } catch {
      throw misuse("\(error)")
    }
    return Int(clamping: sqlite3_total_changes64(handle) - before)
  }

  /// Returns the rows of a query as values: `rows("SELECT name, age FROM users") { User(row: $0) }`.
  package func rows<Value>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., map: (borrowing DatabaseRow) throws -> Value
  ) throws -> [Value] {
    try rows(sql, values: values, map: map)
  }

  /// Returns the rows of a query with a list of values, for a query composed of parts.
  package func rows<Value>(
    _ sql: SQL, values: [(any DatabaseConvertible)?], map: (borrowing DatabaseRow) throws -> Value
  ) throws -> [Value] {
    var result: [Value] = []
    try forEachRow(sql, values: values) { row in
      result.append(try map(row))
      return true
    }
    return result
  }

  /// Returns the first row of a query as a value, or nil if there is none.
  package func first<Value>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., map: (borrowing DatabaseRow) throws -> Value
  ) throws -> Value? {
    var result: Value?
    try forEachRow(sql, values: values) { row in
      result = try map(row)
      return false
    }
    return result
  }

  /// Returns the first column of the first row, or nil if there is no row or the column is NULL.
  package func value<Value: DatabaseConvertible>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., as type: Value.Type = Value.self
  ) throws -> Value? {
    try value(sql, values: values)
  }

  /// Returns the first column of the first row of a query with a list of values.
  package func value<Value: DatabaseConvertible>(
    _ sql: SQL, values: [(any DatabaseConvertible)?], as type: Value.Type = Value.self
  ) throws -> Value? {
    var result: Value?
    try forEachRow(sql, values: values) { row in
      result = try Value?(row: row, at: 0)
      return false
    }
    return result
  }

  /// Returns the first column of every row: `values("SELECT id FROM orders WHERE state = ?", state)`.
  package func values<Value: DatabaseConvertible>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., as type: Value.Type = Value.self
  ) throws -> [Value] {
    try self.values(sql, values: values)
  }

  /// Returns the first column of every row of a query with a list of values.
  package func values<Value: DatabaseConvertible>(
    _ sql: SQL, values: [(any DatabaseConvertible)?], as type: Value.Type = Value.self
  ) throws -> [Value] {
    try rows(sql, values: values) { try Value(row: $0, at: 0) }
  }

  /// Passes the rows of a query to a closure one at a time, until the closure returns false.
  package func forEachRow(
    _ sql: SQL, values: [(any DatabaseConvertible)?] = [], _ body: (borrowing DatabaseRow) throws -> Bool
  ) throws {
    try step(sql, values, untilFalse: body)
  }

  /// The rowid of the last row that this connection inserted.
  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  func step(
    _ sql: SQL, _ values: [(any DatabaseConvertible)?], isTrusted: Bool = false,
    _ body: (borrowing DatabaseRow) throws -> Void
  ) throws {
    try step(
      sql, values, isTrusted: isTrusted,
      untilFalse: { row in
        try body(row)
        return true
      })
  }

  /// Prepares, binds and steps a statement, and always resets it at the end.
  ///
  /// - Parameter isTrusted: Whether the statement may change data outside a transaction, as this module's pragmas do.
  private func step(
    _ sql: SQL, _ values: [(any DatabaseConvertible)?], isTrusted: Bool = false,
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
      guard try body(DatabaseRow(statement: statement.handle, columns: names)) else { return }
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

  private func bind(_ values: [(any DatabaseConvertible)?], to statement: OpaquePointer) throws(DatabaseFault) {
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
        switch value?.databaseValue ?? .null {
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

/// The text of an SQL statement, made of literals only.
///
/// A literal with interpolation does not compile as `SQL`, so foreign text cannot get into a statement. Values are
/// bound to `?`. A statement with optional parts is composed of literals with `+`.
package struct SQL: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The statement's text, with `?` for each value.
  package let text: String

  /// Creates a statement from a literal.
  package init(stringLiteral text: String) {
    self.text = text
  }

  /// Creates a statement from text that Till composed itself, never from anything that came from outside.
  ///
  /// Examples are a pragma with a number, and the column names of one of Till's own tables.
  package init(trusted text: String) {
    self.text = text
  }

  /// Returns the raw values of cases as a list of literals: `('paid', 'closed')`.
  package static func list<Case: RawRepresentable<String>>(_ cases: some Sequence<Case>) -> SQL {
    SQL(trusted: "(" + cases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")")
  }

  /// Joins two texts with a space between them.
  package static func + (left: SQL, right: SQL) -> SQL {
    SQL(trusted: left.text + " " + right.text)
  }

  /// Appends a text, with a space before it.
  package static func += (left: inout SQL, right: SQL) {
    left = left + right
  }
}

internal import CSQLite
import Core

extension DatabaseConnection {
  /// Runs one statement, its values bound in place of `?` in order.
  ///
  /// - Returns: how many rows it inserted, changed or deleted: 0 for an `INSERT OR IGNORE` of something known.
  /// - Throws: `constraint`, `diskFull`, `ioError`, `misuse` (also for a change outside `transaction`), …
  @discardableResult
  package func execute(_ sql: SQL, _ values: (any DatabaseConvertible)?...) throws(DatabaseFault) -> Int {
    try execute(sql, values: values)
  }

  /// Runs one statement with a list of values: for a statement that is put together from parts.
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

  /// The rows of a query, each made into a value: `rows("SELECT name, age FROM users") { User(row: $0) }`.
  package func rows<Value>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., map: (borrowing DatabaseRow) throws -> Value
  ) throws -> [Value] {
    try rows(sql, values: values, map: map)
  }

  /// The rows of a query with a list of values: for a query that is put together from parts.
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

  /// The first row of a query, made into a value; nil when there is none.
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

  /// The first column of a query's first row; nil when there is no row, or NULL in it.
  package func value<Value: DatabaseConvertible>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., as type: Value.Type = Value.self
  ) throws -> Value? {
    try value(sql, values: values)
  }

  /// The same with a list of values.
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

  /// The first column of each of a query's rows: `values("SELECT id FROM orders WHERE state = ?", state)`.
  package func values<Value: DatabaseConvertible>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., as type: Value.Type = Value.self
  ) throws -> [Value] {
    try self.values(sql, values: values)
  }

  /// The same with a list of values.
  package func values<Value: DatabaseConvertible>(
    _ sql: SQL, values: [(any DatabaseConvertible)?], as type: Value.Type = Value.self
  ) throws -> [Value] {
    try rows(sql, values: values) { try Value(row: $0, at: 0) }
  }

  /// Hands over the rows of a query one at a time, without keeping them, until the closure returns false.
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

  /// Prepares, binds and steps a statement; always resets it in the end.
  ///
  /// - Parameter isTrusted: whether a change is allowed outside a transaction, for a pragma of this module.
  private func step(
    _ sql: SQL, _ values: [(any DatabaseConvertible)?], isTrusted: Bool = false,
    untilFalse body: (borrowing DatabaseRow) throws -> Bool
  ) throws {
    let statement = try take(sql)
    defer { giveBack(statement, sql) }
    if !isTrusted, sqlite3_stmt_readonly(statement.handle) == 0 { try checkWritable(sql) }
    try bind(values, to: statement.handle)
    var columns: ColumnNames?
    while true {
      let code = sqlite3_step(statement.handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw noted(fault(code)) }
      // Only now: the first step may have prepared it anew.
      let names = columns ?? statement.columns()
      columns = names
      guard try body(DatabaseRow(statement: statement.handle, columns: names)) else { return }
    }
  }

  /// Runs a script of this module or a schema: statements one after the other, without values or results.
  func run(_ script: SQL) throws(DatabaseFault) {
    try checkUsable()
    let code = sqlite3_exec(handle, script.text, nil, nil, nil)
    guard code == SQLITE_OK else { throw noted(fault(code)) }
  }

  /// Takes a statement out of the cache, or prepares one.
  ///
  /// While it is in use a second use prepares another, so that a
  /// row's closure may run the same statement again.
  private func take(_ sql: SQL) throws(DatabaseFault) -> PreparedStatement {
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

  /// Records the effect of a fault on the transaction and the connection.
  func noted(_ fault: DatabaseFault) -> DatabaseFault {
    if case .write = scope, sqlite3_get_autocommit(handle) != 0, rolledBackBy == nil { rolledBackBy = fault }
    if fault.cause == .syncFailed { broken = fault }
    return fault
  }
}

/// Text of SQL, made of literals only.
///
/// A literal with interpolation does not compile as `SQL`, so foreign text cannot get into a statement: values are
/// bound in place of `?`. A statement with optional parts is put together from literals with `+`.
package struct SQL: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The statement as it is written, with `?` for each value.
  package let text: String

  /// Takes the literal as it stands.
  package init(stringLiteral text: String) {
    self.text = text
  }

  /// Text that the program composed of its own words, such as a pragma with a number or the columns of a table of its
  /// own; never of anything that came from outside.
  package init(trusted text: String) {
    self.text = text
  }

  /// The stored forms of an enumeration's cases as a list of literals: `('paid', 'closed')`.
  package static func list<Case: RawRepresentable<String>>(_ cases: some Sequence<Case>) -> SQL {
    SQL(trusted: "(" + cases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")")
  }

  /// The two texts with a space between them.
  package static func + (left: SQL, right: SQL) -> SQL {
    SQL(trusted: left.text + " " + right.text)
  }

  /// Appends a text, with a space before it.
  package static func += (left: inout SQL, right: SQL) {
    left = left + right
  }
}

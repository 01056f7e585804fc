/// A database that runs SQL: a file of SQLite, a connection to PostgreSQL, or a desk's engine over one of them.
package protocol SQLDatabase {
  /// Runs one statement with its values bound to the `?` in order.
  ///
  /// - Returns: How many rows it inserted, changed or deleted.
  @discardableResult
  func execute(_ sql: SQL, values: [DatabaseValue]) throws -> Int

  /// Passes the rows of a query to a closure one at a time, until the closure returns false.
  func forEachRow(_ sql: SQL, values: [DatabaseValue], _ body: (borrowing DatabaseRow) throws -> Bool) throws
}

extension SQLDatabase {
  /// Runs one statement: `execute("DELETE FROM orders WHERE id = ?", id)`.
  @discardableResult
  package func execute(_ sql: SQL, _ values: (any DatabaseConvertible)?...) throws -> Int {
    try execute(sql, values: values.databaseValues)
  }

  /// Passes the rows of a query to a closure one at a time, until the closure returns false.
  package func forEachRow(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., body: (borrowing DatabaseRow) throws -> Bool
  ) throws {
    try forEachRow(sql, values: values.databaseValues, body)
  }

  /// Returns the rows of a query as values: `rows("SELECT name, age FROM users") { User(row: $0) }`.
  package func rows<Value>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., map: (borrowing DatabaseRow) throws -> Value
  ) throws -> [Value] {
    try rows(sql, values: values.databaseValues, map: map)
  }

  /// Returns the rows of a query with a list of values, for a query composed of parts.
  package func rows<Value>(
    _ sql: SQL, values: [DatabaseValue], map: (borrowing DatabaseRow) throws -> Value
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
    try forEachRow(sql, values: values.databaseValues) { row in
      result = try map(row)
      return false
    }
    return result
  }

  /// Returns the first column of the first row, or nil if there is no row or the column is NULL.
  package func value<Value: DatabaseConvertible>(
    _ sql: SQL, _ values: (any DatabaseConvertible)?..., as type: Value.Type = Value.self
  ) throws -> Value? {
    try value(sql, values: values.databaseValues)
  }

  /// Returns the first column of the first row of a query with a list of values.
  package func value<Value: DatabaseConvertible>(
    _ sql: SQL, values: [DatabaseValue], as type: Value.Type = Value.self
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
    try self.values(sql, values: values.databaseValues)
  }

  /// Returns the first column of every row of a query with a list of values.
  package func values<Value: DatabaseConvertible>(
    _ sql: SQL, values: [DatabaseValue], as type: Value.Type = Value.self
  ) throws -> [Value] {
    try rows(sql, values: values) { try Value(row: $0, at: 0) }
  }
}

extension [(any DatabaseConvertible)?] {
  /// The values as they are stored.
  var databaseValues: [DatabaseValue] { map { $0?.databaseValue ?? .null } }
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

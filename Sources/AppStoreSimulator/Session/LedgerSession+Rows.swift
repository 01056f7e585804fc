import Database
import StoreModel

/// Statements, and the rows that stand for the whole ledger.
extension LedgerSession {
  func all<Row>(
    _ sql: SQL, _ values: [DatabaseValue], _ make: (borrowing DatabaseRow) throws -> Row
  ) throws -> [Row] {
    try connection.rows(sql, values: values, map: make)
  }

  func first<Row>(
    _ sql: SQL, _ values: [DatabaseValue], _ make: (borrowing DatabaseRow) throws -> Row
  ) throws -> Row? {
    try all(sql, values, make).first
  }

  func run(_ sql: SQL, _ values: [DatabaseValue] = []) throws {
    try connection.execute(sql, values: values)
  }

  /// Writes the state back.
  func save() throws {
    try run(
      "REPLACE INTO state (id," + LedgerState.columns + ") VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      state.values)
  }
}

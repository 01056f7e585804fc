internal import CSQLite

/// The row that a statement stands on: valid inside the closure that it is handed to, and not copyable out of it.
///
/// Columns are read by position, counted from 0, as the type that is asked for:
/// `Order(id: try row[0], paid: try row[1], note: try row[2])`.
package struct DatabaseRow: ~Copyable {
  let statement: OpaquePointer

  /// Reads a column.
  ///
  /// - Throws: `unexpectedValue` when the column holds another type, naming the column; `misuse` past the last one.
  package subscript<Value: DatabaseConvertible>(index: Int) -> Value {
    get throws(DatabaseFault) { try Value(row: self, at: index) }
  }

  /// How many columns the row has.
  package var columnCount: Int { Int(sqlite3_data_count(statement)) }

  /// Whether the column holds NULL (as one past the last does).
  package func isNull(at index: Int) -> Bool {
    type(at: index) == SQLITE_NULL
  }

  func integer(at index: Int) throws(DatabaseFault) -> Int64 {
    guard type(at: index) == SQLITE_INTEGER else { throw unexpected("no integer", at: index) }
    return sqlite3_column_int64(statement, Int32(index))
  }

  func real(at index: Int) throws(DatabaseFault) -> Double {
    let type = type(at: index)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { throw unexpected("no number", at: index) }
    return sqlite3_column_double(statement, Int32(index))
  }

  func text(at index: Int) throws(DatabaseFault) -> String {
    guard type(at: index) == SQLITE_TEXT else { throw unexpected("no text", at: index) }
    let start = sqlite3_column_text(statement, Int32(index))
    return String(decoding: bytes(at: index, from: start), as: UTF8.self)
  }

  func blob(at index: Int) throws(DatabaseFault) -> [UInt8] {
    guard type(at: index) == SQLITE_BLOB else { throw unexpected("no bytes", at: index) }
    let start = sqlite3_column_blob(statement, Int32(index))?.assumingMemoryBound(to: UInt8.self)
    return Array(bytes(at: index, from: start))
  }

  func value(at index: Int) throws(DatabaseFault) -> DatabaseValue {
    switch type(at: index) {
    case SQLITE_INTEGER: .integer(try integer(at: index))
    case SQLITE_FLOAT: .real(try real(at: index))
    case SQLITE_TEXT: .text(try text(at: index))
    case SQLITE_BLOB: .blob(try blob(at: index))
    default: .null
    }
  }

  /// The fault of a column that holds something else than was asked for: damage, or a statement that does not fit.
  func unexpected(_ what: String, at index: Int) -> DatabaseFault {
    let database = sqlite3_db_handle(statement)
    guard let column = Int32(exactly: index), column >= 0, column < sqlite3_data_count(statement) else {
      return DatabaseFault(.misuse, file: fileName(of: database), detail: "column \(index) is not in the row")
    }
    let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
    return DatabaseFault(
      .unexpectedValue, file: fileName(of: database), detail: "column \(index) (\(name)) holds \(what)")
  }

  private func type(at index: Int) -> Int32 {
    guard let column = Int32(exactly: index), column >= 0, column < sqlite3_data_count(statement) else {
      return SQLITE_NULL
    }
    return sqlite3_column_type(statement, column)
  }

  private func bytes(at index: Int, from start: UnsafePointer<UInt8>?) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, Int32(index))))
  }
}

internal import CSQLite

/// The row that a statement stands on: valid inside the closure that it is handed to, and not copyable out of it.
///
/// Columns are read by name, as the type that is asked for:
/// `Order(id: try row["id"], paid: try row["paid"], note: try row["note"])`.
package struct DatabaseRow: ~Copyable {
  let statement: OpaquePointer
  let columns: ColumnNames

  /// Reads a column by the name that the query gives it: a column's own, or the one after `AS`.
  ///
  /// - Throws: `unexpectedValue` when the column holds another type, naming the column; `misuse` when the query has no
  ///   column of that name, or more than one.
  package subscript<Value: DatabaseConvertible>(name: StaticString) -> Value {
    get throws(DatabaseFault) {
      guard let index = columns.index(of: name) else { throw unknown(name) }
      return try Value(row: self, at: index)
    }
  }

  /// Every column in the query's order, whatever they are called.
  package var values: [DatabaseValue] {
    get throws(DatabaseFault) {
      var values: [DatabaseValue] = []
      for index in 0..<Int(sqlite3_data_count(statement)) { values.append(try value(at: index)) }
      return values
    }
  }

  /// Whether the column holds NULL (as one past the last does).
  func isNull(at index: Int) -> Bool {
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

  /// The mistake of a reader who asks for what the query does not give.
  private func unknown(_ name: StaticString) -> DatabaseFault {
    let file = fileName(of: sqlite3_db_handle(statement))
    return DatabaseFault(.misuse, file: file, detail: "the row has not one column \(name) but \(columns.list)")
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

/// The names of a prepared statement's columns, read once for as long as it stays prepared.
///
/// Readers mostly ask in the order of the query: looking begins behind the column that was found last, so that a name
/// costs one comparison.
final class ColumnNames {
  private let names: [[UInt8]]
  private var next = 0

  init(of statement: OpaquePointer) {
    var names = (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_name(statement, column).map { Array(String(cString: $0).utf8) } ?? []
    }
    // A name that two columns share names neither.
    let shared = Set(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys)
    for index in names.indices where shared.contains(names[index]) { names[index] += Array(" (twice)".utf8) }
    self.names = names
  }

  /// The place of a column; nil when there is none of the name, or more than one.
  func index(of name: StaticString) -> Int? {
    if next < names.count, Self.matches(names[next], name) {
      next += 1
      return next - 1
    }
    guard let index = names.firstIndex(where: { Self.matches($0, name) }) else { return nil }
    next = index + 1
    return index
  }

  private static func matches(_ bytes: [UInt8], _ name: StaticString) -> Bool {
    name.withUTF8Buffer { $0.count == bytes.count && $0.elementsEqual(bytes) }
  }

  /// The names in the query's order, for a message.
  var list: String { names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ") }
}

/// A statement that is prepared, with the names of its columns.
final class PreparedStatement {
  let handle: OpaquePointer
  private var names: ColumnNames?
  private var preparations: Int32 = 0

  init(_ handle: OpaquePointer) { self.handle = handle }

  /// The names of the columns; SQLite prepares a statement anew when the schema changed, and they are read again.
  func columns() -> ColumnNames {
    let preparations = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
    if let names, preparations == self.preparations { return names }
    let names = ColumnNames(of: handle)
    (self.names, self.preparations) = (names, preparations)
    return names
  }
}

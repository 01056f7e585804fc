internal import CSQLite
import Core

/// The current row of a query, valid only inside the closure that receives it; it cannot be copied.
///
/// Columns are read by name, and the type follows from the use: `Order(id: try row["id"], paid: try row["paid"], note:
/// try row["note"])`.
package struct DatabaseRow: ~Copyable {
  private let source: any DatabaseAnswer

  /// Creates a row from the current row of a result.
  package init(of answer: any DatabaseAnswer) { source = answer }

  /// Reads a column by its name in the query: the column's own name, or the one after `AS`.
  ///
  /// - Throws: `unexpectedValue` with the column's name if it holds another type; `misuse` if the query has no column
  ///   of that name or more than one.
  package subscript<Value: DatabaseConvertible>(name: StaticString) -> Value {
    get throws(DatabaseFault) {
      guard let index = source.columns.index(of: name) else { throw unknown(name) }
      return try Value(row: self, at: index)
    }
  }

  /// Returns the same row again, for a value of several columns that is read while the row is current.
  func copy() -> DatabaseRow { DatabaseRow(of: source) }

  /// The values of all columns, in the order of the query.
  package var values: [DatabaseValue] {
    get throws(DatabaseFault) {
      var values: [DatabaseValue] = []
      for index in 0..<source.count { values.append(try value(at: index)) }
      return values
    }
  }

  /// The row as a value that outlives the query.
  package var held: HeldRow {
    get throws(DatabaseFault) { HeldRow(columns: source.columns, values: try values, origin: source.origin) }
  }

  /// Returns whether the column holds NULL or does not exist.
  func isNull(at index: Int) -> Bool { index < 0 || index >= source.count || source.isNull(at: index) }

  func integer(at index: Int) throws(DatabaseFault) -> Int64 {
    guard case .integer(let value) = try value(at: index) else {
      throw unexpected(DatabaseText.noInteger.text, at: index)
    }
    return value
  }

  func real(at index: Int) throws(DatabaseFault) -> Double {
    switch try value(at: index) {
    case .real(let value): return value
    case .integer(let value): return Double(value)
    default: throw unexpected(say("no number"), at: index)
    }
  }

  func text(at index: Int) throws(DatabaseFault) -> String {
    guard case .text(let value) = try value(at: index) else { throw unexpected(DatabaseText.noText.text, at: index) }
    return value
  }

  func blob(at index: Int) throws(DatabaseFault) -> [UInt8] {
    guard case .blob(let value) = try value(at: index) else { throw unexpected(DatabaseText.noBytes.text, at: index) }
    return value
  }

  func value(at index: Int) throws(DatabaseFault) -> DatabaseValue {
    isNull(at: index) ? .null : try source.value(at: index)
  }

  /// Returns the fault of a column with a value of another type: the file is damaged, or the statement is wrong.
  func unexpected(_ what: String, at index: Int) -> DatabaseFault {
    guard index >= 0, index < source.count else {
      return DatabaseFault(.misuse, file: source.origin, detail: say("column \(index) is not in the row"))
    }
    let detail = say("column \(index) (\(source.columns.name(at: index))) holds \(what)")
    return DatabaseFault(.unexpectedValue, file: source.origin, detail: detail)
  }

  /// Returns the fault of reading a column that the query does not have.
  private func unknown(_ name: StaticString) -> DatabaseFault {
    DatabaseFault(
      .misuse, file: source.origin,
      detail: say("the row must have exactly one column \("\(name)"); its columns are \(source.columns.list)"))
  }
}

/// The result of a query in some engine, positioned at one of its rows.
package protocol DatabaseAnswer {
  /// The names of the columns.
  var columns: ColumnNames { get }
  /// The number of columns of the row.
  var count: Int { get }
  /// The name of the database, for messages.
  var origin: String { get }
  /// Returns whether the column holds NULL.
  func isNull(at index: Int) -> Bool
  /// Returns the value of a column, which must not be NULL.
  func value(at index: Int) throws(DatabaseFault) -> DatabaseValue
}

/// The current row of a prepared SQLite statement.
struct StatementRow: DatabaseAnswer {
  let statement: OpaquePointer
  let columns: ColumnNames

  var count: Int { Int(sqlite3_data_count(statement)) }
  var origin: String { fileName(of: sqlite3_db_handle(statement)) }

  func isNull(at index: Int) -> Bool { sqlite3_column_type(statement, Int32(index)) == SQLITE_NULL }

  func value(at index: Int) -> DatabaseValue {
    let column = Int32(index)
    return switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      .text(String(decoding: bytes(of: column, from: sqlite3_column_text(statement, column)), as: UTF8.self))
    case SQLITE_BLOB:
      .blob(
        Array(bytes(of: column, from: sqlite3_column_blob(statement, column)?.assumingMemoryBound(to: UInt8.self))))
    default: .null
    }
  }

  private func bytes(of column: Int32, from start: UnsafePointer<UInt8>?) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
  }
}

/// A row as a value, such as one that is read after its query.
package struct HeldRow: DatabaseAnswer {
  package let columns: ColumnNames
  package let values: [DatabaseValue]
  package let origin: String

  package var count: Int { values.count }

  package func isNull(at index: Int) -> Bool { values[index] == .null }
  package func value(at index: Int) -> DatabaseValue { values[index] }

  /// Reads a column by its name in the query.
  package subscript<Value: DatabaseConvertible>(name: StaticString) -> Value {
    get throws(DatabaseFault) { try DatabaseRow(of: self)[name] }
  }
}

/// The column names of a prepared statement, read once for each preparation.
///
/// Callers mostly read columns in the order of the query. So a search begins after the column found last, and usually
/// needs one comparison.
package final class ColumnNames {
  private let names: [[UInt8]]
  private var next = 0

  convenience init(of statement: OpaquePointer) {
    self.init(
      (0..<sqlite3_column_count(statement)).map { column in
        sqlite3_column_name(statement, column).map { Array(String(cString: $0).utf8) } ?? []
      })
  }

  /// Creates the names of a query's columns, in UTF-8 and in the order of the query.
  package init(_ names: [[UInt8]]) {
    var names = names
    // A name shared by two columns is ambiguous, so a search for it finds neither.
    let shared = Set(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys)
    for index in names.indices where shared.contains(names[index]) { names[index] += Array(" (twice)".utf8) }
    self.names = names
  }

  /// Returns the index of a column, or nil if no column or more than one has the name.
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

  /// Returns the name of one column, for a message.
  func name(at index: Int) -> String { String(decoding: names[index], as: UTF8.self) }

  /// The names, in the order of the query.
  var texts: [String] { names.map { String(decoding: $0, as: UTF8.self) } }

  /// All names in one text, for a message.
  var list: String { texts.joined(separator: ", ") }
}

/// A prepared statement with the names of its columns.
final class PreparedStatement {
  let handle: OpaquePointer
  private var names: ColumnNames?
  private var preparations: Int32 = 0

  init(_ handle: OpaquePointer) { self.handle = handle }

  /// Returns the column names; reads them again if SQLite prepared the statement again after a change of the schema.
  func columns() -> ColumnNames {
    let preparations = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
    if let names, preparations == self.preparations { return names }
    let names = ColumnNames(of: handle)
    (self.names, self.preparations) = (names, preparations)
    return names
  }
}

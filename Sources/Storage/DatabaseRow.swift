internal import CSQLite
import Core

/// The row that a statement stands on: valid inside the closure that it is handed to, and not copyable out of it.
///
/// Columns are read by name, as the type that is asked for:
/// `Order(id: try row["id"], paid: try row["paid"], note: try row["note"])`.
package struct DatabaseRow: ~Copyable {
  /// The source of the row.
  private enum Source {
    case statement(OpaquePointer, ColumnNames)
    case answer(any DatabaseAnswer)
  }

  private let source: Source

  init(statement: OpaquePointer, columns: ColumnNames) {
    source = .statement(statement, columns)
  }

  /// The row that another engine's answer stands on.
  package init(of answer: any DatabaseAnswer) {
    source = .answer(answer)
  }

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

  /// Every column in the query's order.
  package var values: [DatabaseValue] {
    get throws(DatabaseFault) {
      var values: [DatabaseValue] = []
      for index in 0..<count { values.append(try value(at: index)) }
      return values
    }
  }

  /// The names of the columns in the query's order.
  package var names: [String] { columns.texts }

  /// Whether the column holds NULL (as one past the last does).
  func isNull(at index: Int) -> Bool {
    switch source {
    case .statement: type(at: index) == SQLITE_NULL
    case .answer(let answer): index < 0 || index >= answer.count || answer.isNull(at: index)
    }
  }

  func integer(at index: Int) throws(DatabaseFault) -> Int64 {
    switch source {
    case .statement(let statement, _):
      guard type(at: index) == SQLITE_INTEGER else { throw unexpected(DatabaseText.noInteger.text, at: index) }
      return sqlite3_column_int64(statement, Int32(index))
    case .answer:
      guard case .integer(let value) = try value(at: index) else {
        throw unexpected(DatabaseText.noInteger.text, at: index)
      }
      return value
    }
  }

  func real(at index: Int) throws(DatabaseFault) -> Double {
    switch try value(at: index) {
    case .real(let value): return value
    case .integer(let value): return Double(value)
    default: throw unexpected(say("no number"), at: index)
    }
  }

  func text(at index: Int) throws(DatabaseFault) -> String {
    switch source {
    case .statement(let statement, _):
      guard type(at: index) == SQLITE_TEXT else { throw unexpected(DatabaseText.noText.text, at: index) }
      let start = sqlite3_column_text(statement, Int32(index))
      return String(decoding: bytes(at: index, from: start), as: UTF8.self)
    case .answer:
      guard case .text(let value) = try value(at: index) else { throw unexpected(DatabaseText.noText.text, at: index) }
      return value
    }
  }

  func blob(at index: Int) throws(DatabaseFault) -> [UInt8] {
    switch source {
    case .statement(let statement, _):
      guard type(at: index) == SQLITE_BLOB else { throw unexpected(DatabaseText.noBytes.text, at: index) }
      let start = sqlite3_column_blob(statement, Int32(index))?.assumingMemoryBound(to: UInt8.self)
      return Array(bytes(at: index, from: start))
    case .answer:
      guard case .blob(let value) = try value(at: index) else { throw unexpected(DatabaseText.noBytes.text, at: index) }
      return value
    }
  }

  func value(at index: Int) throws(DatabaseFault) -> DatabaseValue {
    switch source {
    case .answer(let answer): isNull(at: index) ? .null : try answer.value(at: index)
    case .statement(let statement, _):
      switch type(at: index) {
      case SQLITE_INTEGER: .integer(try integer(at: index))
      case SQLITE_FLOAT: .real(sqlite3_column_double(statement, Int32(index)))
      case SQLITE_TEXT: .text(try text(at: index))
      case SQLITE_BLOB: .blob(try blob(at: index))
      default: .null
      }
    }
  }

  /// The fault of a column that holds something else than was asked for: damage, or a statement that does not fit.
  func unexpected(_ what: String, at index: Int) -> DatabaseFault {
    guard index >= 0, index < count else {
      return DatabaseFault(.misuse, file: origin, detail: say("column \(index) is not in the row"))
    }
    let detail = say("column \(index) (\(columns.name(at: index))) holds \(what)")
    return DatabaseFault(.unexpectedValue, file: origin, detail: detail)
  }

  /// The fault of a reader who asks for a column that the query does not give.
  private func unknown(_ name: StaticString) -> DatabaseFault {
    DatabaseFault(
      .misuse, file: origin, detail: say("the row has no single column \("\(name)"); its columns are \(columns.list)"))
  }

  private var columns: ColumnNames {
    switch source {
    case .statement(_, let columns): columns
    case .answer(let answer): answer.columns
    }
  }

  private var count: Int {
    switch source {
    case .statement(let statement, _): Int(sqlite3_data_count(statement))
    case .answer(let answer): answer.count
    }
  }

  private var origin: String {
    switch source {
    case .statement(let statement, _): fileName(of: sqlite3_db_handle(statement))
    case .answer(let answer): answer.origin
    }
  }

  private func type(at index: Int) -> Int32 {
    guard case .statement(let statement, _) = source, let column = Int32(exactly: index), column >= 0,
      column < sqlite3_data_count(statement)
    else { return SQLITE_NULL }
    return sqlite3_column_type(statement, column)
  }

  private func bytes(at index: Int, from start: UnsafePointer<UInt8>?) -> UnsafeBufferPointer<UInt8> {
    guard let start, case .statement(let statement, _) = source else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(index))))
  }
}

/// The answer of an engine that is not SQLite, standing on one of its rows.
package protocol DatabaseAnswer {
  /// The names of the columns.
  var columns: ColumnNames { get }
  /// How many columns the row has.
  var count: Int { get }
  /// The database that answered, for messages.
  var origin: String { get }
  /// Whether the column holds NULL.
  func isNull(at index: Int) -> Bool
  /// The column's value, which is not NULL.
  func value(at index: Int) throws(DatabaseFault) -> DatabaseValue
}

/// The names of a prepared statement's columns, read once for as long as it stays prepared.
///
/// Readers mostly ask in the order of the query: looking begins behind the column that was found last, so that a name
/// costs one comparison.
package final class ColumnNames {
  private let names: [[UInt8]]
  private var next = 0

  convenience init(of statement: OpaquePointer) {
    self.init(
      (0..<sqlite3_column_count(statement)).map { column in
        sqlite3_column_name(statement, column).map { Array(String(cString: $0).utf8) } ?? []
      })
  }

  /// The columns' names in UTF-8, in the query's order.
  package init(_ names: [[UInt8]]) {
    var names = names
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

  /// One name, for a message.
  func name(at index: Int) -> String { String(decoding: names[index], as: UTF8.self) }

  /// The names in the query's order.
  var texts: [String] { names.map { String(decoding: $0, as: UTF8.self) } }

  /// The same, for a message.
  var list: String { texts.joined(separator: ", ") }
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

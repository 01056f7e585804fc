internal import CPostgreSQL
internal import Storage

/// The server's answer to one statement, standing on one of its rows; it frees libpq's memory in the end.
final class PostgreSQLAnswer: DatabaseAnswer {
  let handle: OpaquePointer
  let origin: String
  private(set) lazy var columns = ColumnNames(
    (0..<till_pq_columns(handle)).map { column in
      till_pq_column_name(handle, column).map { Array(String(cString: $0).utf8) } ?? []
    })
  /// The row that it stands on.
  var row: Int32 = 0

  init(_ handle: OpaquePointer, origin: String) {
    self.handle = handle
    self.origin = origin
  }

  deinit { till_pq_clear(handle) }

  var status: ExecStatusType { till_pq_result_status(handle) }
  var rows: Int32 { till_pq_rows(handle) }
  var count: Int { Int(till_pq_columns(handle)) }
  /// How many rows a change touched.
  var touched: Int { till_pq_touched(handle).map { Int(String(cString: $0)) ?? 0 } ?? 0 }

  func isNull(at index: Int) -> Bool { till_pq_is_null(handle, row, Int32(index)) }

  /// The column in SQLite's terms.
  func value(at index: Int) throws(DatabaseFault) -> DatabaseValue {
    let column = Int32(index)
    let length = Int(till_pq_length(handle, row, column))
    let start = till_pq_value(handle, row, column).map { UnsafeRawPointer($0) }
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
    return try PostgreSQLField(type: till_pq_column_type(handle, column), index: index, origin: origin).value(of: bytes)
  }
}

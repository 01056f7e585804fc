internal import CPostgreSQL
internal import Storage

/// The values of a statement in PostgreSQL's binary form, all in one piece of memory.
///
/// Text goes as bytes with a length and not as a C string, which would end at a NUL without a word: the server refuses
/// it.
struct PostgreSQLValues {
  private(set) var types: [UInt32] = []
  private(set) var lengths: [Int32] = []
  private var bytes: [UInt8] = []
  private var starts: [Int?] = []

  init(_ values: [(any DatabaseConvertible)?]) {
    for value in values {
      let start = bytes.count
      let (type, isNull) = Self.append(value?.databaseValue ?? .null, to: &bytes)
      types.append(type)
      lengths.append(Int32(clamping: bytes.count - start))
      starts.append(isNull ? nil : start)
    }
    bytes.append(0)
  }

  /// The columns of rows, an array each: one statement takes any number of rows.
  ///
  /// A column of nothing but NULL is sent as text, which the statement casts to its own type.
  ///
  /// - Returns: Nil where a column holds values of several kinds, or the rows are not all as long.
  init?(columnsOf rows: [[DatabaseValue]]) {
    guard let width = rows.first?.count, rows.allSatisfy({ $0.count == width }) else { return nil }
    for column in 0..<width {
      let start = bytes.count
      let element = rows.lazy.map { Self.type(of: $0[column]) }.first { $0 != 0 } ?? PostgreSQLType.text
      // One dimension, there may be NULLs, the type, how many from the first on.
      for number in [1, 1, Int32(bitPattern: element), Int32(clamping: rows.count), 1] {
        Self.append(number, to: &bytes)
      }
      for row in rows {
        let type = Self.type(of: row[column])
        guard type == 0 || type == element else { return nil }
        Self.append(counted: row[column], to: &bytes)
      }
      types.append(PostgreSQLType.array(of: element))
      lengths.append(Int32(clamping: bytes.count - start))
      starts.append(start)
    }
    bytes.append(0)
  }

  private static func type(of value: DatabaseValue) -> UInt32 {
    switch value {
    case .null: 0
    case .integer: PostgreSQLType.int8
    case .real: PostgreSQLType.float8
    case .text: PostgreSQLType.text
    case .blob: PostgreSQLType.bytea
    }
  }

  /// Appends a value behind its length, as rows of COPY and elements of arrays have it; that of NULL is -1.
  static func append(counted value: DatabaseValue, to bytes: inout [UInt8]) {
    let length = bytes.count
    append(Int32(-1), to: &bytes)
    guard !append(value, to: &bytes).isNull else { return }
    let count = UInt32(truncatingIfNeeded: bytes.count - length - 4)
    for place in 0..<4 { bytes[length + place] = UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32(place))) }
  }

  /// Appends a value's bytes; a NULL has none, and takes the type of its place.
  static func append(_ value: DatabaseValue, to bytes: inout [UInt8]) -> (type: UInt32, isNull: Bool) {
    switch value {
    case .null: return (0, true)
    case .integer(let number):
      append(UInt64(bitPattern: number), to: &bytes)
      return (PostgreSQLType.int8, false)
    case .real(let number):
      append(number.bitPattern, to: &bytes)
      return (PostgreSQLType.float8, false)
    case .text(let text):
      bytes += text.utf8
      return (PostgreSQLType.text, false)
    case .blob(let blob):
      bytes += blob
      return (PostgreSQLType.bytea, false)
    }
  }

  static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  /// Sends the statement with these values; false when it could not even be taken.
  func send(_ sql: String, over connection: OpaquePointer) -> Bool {
    withPlaces { places, formats in
      till_pq_send_parameters(connection, sql, Int32(places.count), types, places, lengths, formats) == 1
    }
  }

  /// Sends these values for the statement that was parsed last.
  func send(over connection: OpaquePointer) -> Bool {
    withPlaces { places, formats in
      till_pq_send_prepared(connection, Int32(places.count), places, lengths, formats) == 1
    }
  }

  private func withPlaces(_ body: ([UnsafePointer<CChar>?], [Int32]) -> Bool) -> Bool {
    bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let places = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
      return body(places, [Int32](repeating: 1, count: places.count))
    }
  }

  /// The types of the places over several lists of values, of which each may leave some empty; nil where they differ.
  static func types(of all: [PostgreSQLValues]) -> [UInt32]? {
    guard var types = all.first?.types else { return nil }
    for values in all {
      guard values.types.count == types.count else { return nil }
      for (place, type) in values.types.enumerated() where type != 0 && type != types[place] {
        guard types[place] == 0 else { return nil }
        types[place] = type
      }
    }
    return types
  }
}

/// The statements of this process as PostgreSQL wants them: a number for each question mark.
///
/// A statement is a literal, so there are as many as the program has.
package struct Placeholders {
  private var known: [SQL: (text: String, count: Int)] = [:]

  /// The statement with numbered places, and how many there are.
  mutating func numbered(_ sql: SQL) -> (text: String, count: Int) {
    if let statement = known[sql] { return statement }
    let statement = Self.number(sql.text)
    known[sql] = statement
    return statement
  }

  /// Numbers the places outside of quotes and comments.
  package static func number(_ text: String) -> (text: String, count: Int) {
    var result: [UInt8] = []
    var count = 0
    var quote: UInt8?
    for byte in text.utf8 {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: "?") {
        count += 1
        result += Array("$\(count)".utf8)
        continue
      }
      result.append(byte)
    }
    return (String(decoding: result, as: UTF8.self), count)
  }
}

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

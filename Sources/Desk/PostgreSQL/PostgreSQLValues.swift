internal import CPostgreSQL
internal import Storage

/// The values of a statement in PostgreSQL's binary format, all in one buffer.
///
/// Text is sent as bytes with a length, not as a C string, which would silently end at a NUL. With a length the server
/// refuses the NUL.
struct PostgreSQLValues {
  private(set) var types: [UInt32] = []
  private(set) var lengths: [Int32] = []
  private var bytes: [UInt8] = []
  private var starts: [Int?] = []

  init(_ values: [DatabaseValue]) {
    append(values)
    bytes.append(0)
  }

  /// Creates an array as the first value, followed by single values.
  ///
  /// - Returns: nil if the array has values of several types.
  init?(_ list: [DatabaseValue], _ values: [DatabaseValue]) {
    guard appendArray(list) else { return nil }
    append(values)
    bytes.append(0)
  }

  private mutating func append(_ values: [DatabaseValue]) {
    for value in values {
      let start = bytes.count
      Self.append(value, to: &bytes)
      types.append(Self.type(of: value))
      lengths.append(Int32(clamping: bytes.count - start))
      starts.append(value == .null ? nil : start)
    }
  }

  /// Creates one array for each column of the rows, so that one statement takes any number of rows.
  ///
  /// A column with only NULLs is sent as text, which the statement casts to the column's type.
  ///
  /// - Returns: nil if a column has values of several types, or the rows differ in length.
  init?(columnsOf rows: [[DatabaseValue]]) {
    guard let width = rows.first?.count, rows.allSatisfy({ $0.count == width }) else { return nil }
    for column in 0..<width {
      guard appendArray(rows.map { $0[column] }) else { return nil }
    }
    bytes.append(0)
  }

  private mutating func appendArray(_ values: [DatabaseValue]) -> Bool {
    let start = bytes.count
    let element = values.lazy.map { Self.type(of: $0) }.first { $0 != 0 } ?? PostgreSQLType.text
    // An array starts with: one dimension, a flag for NULLs, the element type, the count, the first index.
    for number in [1, 1, Int32(bitPattern: element), Int32(clamping: values.count), 1] {
      Self.append(number, to: &bytes)
    }
    for value in values {
      let type = Self.type(of: value)
      guard type == 0 || type == element else { return false }
      Self.append(counted: value, to: &bytes)
    }
    types.append(PostgreSQLType.array(of: element))
    lengths.append(Int32(clamping: bytes.count - start))
    starts.append(start)
    return true
  }

  /// Returns the type of a value; NULL has type 0, so that the server infers it.
  static func type(of value: DatabaseValue) -> UInt32 {
    switch value {
    case .null: 0
    case .integer: PostgreSQLType.int8
    case .real: PostgreSQLType.float8
    case .text: PostgreSQLType.text
    case .blob: PostgreSQLType.bytea
    }
  }

  /// Appends a value after its length, the format of COPY rows and array elements; NULL has the length -1.
  static func append(counted value: DatabaseValue, to bytes: inout [UInt8]) {
    let length = bytes.count
    append(Int32(-1), to: &bytes)
    guard value != .null else { return }
    append(value, to: &bytes)
    let count = UInt32(truncatingIfNeeded: bytes.count - length - 4)
    for place in 0..<4 { bytes[length + place] = UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32(place))) }
  }

  /// Appends a value's bytes; NULL has none.
  static func append(_ value: DatabaseValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: break
    case .integer(let number): append(number, to: &bytes)
    case .real(let number): append(number.bitPattern, to: &bytes)
    case .text(let text): bytes += text.utf8
    case .blob(let blob): bytes += blob
    }
  }

  static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  /// Sends the statement with these values; returns false if libpq did not accept it.
  func send(_ sql: String, over connection: OpaquePointer) -> Bool {
    withPlaces { places, formats in
      till_pq_send_parameters(connection, sql, Int32(places.count), types, places, lengths, formats) == 1
    }
  }

  /// Sends these values for the statement that was prepared last.
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

  /// Returns the types of the parameters over several lists of values, which may contain NULLs; nil if types conflict.
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

/// A cache of statements with PostgreSQL's numbered parameters instead of question marks.
///
/// Statements are literals, so their number is limited by the program's size.
package struct Placeholders {
  /// Completes the names in a statement.
  var naming: ((String) -> String)?
  private var known: [SQL: (text: String, count: Int)] = [:]

  /// Returns the statement with numbered parameters, and their count.
  mutating func numbered(_ sql: SQL) -> (text: String, count: Int) {
    if let statement = known[sql] { return statement }
    var statement = Self.number(sql.text)
    if let naming { statement.text = naming(statement.text) }
    // A long text lists the values of many rows: another number of rows makes another text.
    if sql.text.utf8.count < 2048 { known[sql] = statement }
    return statement
  }

  /// Replaces the question marks outside of quotes by numbered parameters.
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

/// The server's result of one statement, with a current row; it frees libpq's memory in deinit.
final class PostgreSQLAnswer: DatabaseAnswer {
  let handle: OpaquePointer
  let origin: String
  private(set) lazy var columns = ColumnNames(
    (0..<till_pq_columns(handle)).map { column in
      till_pq_column_name(handle, column).map { Array(String(cString: $0).utf8) } ?? []
    })
  /// The index of the current row.
  var row: Int32 = 0

  init(_ handle: OpaquePointer, origin: String) {
    self.handle = handle
    self.origin = origin
  }

  deinit { till_pq_clear(handle) }

  var status: ExecStatusType { till_pq_result_status(handle) }
  var rows: Int32 { till_pq_rows(handle) }
  var count: Int { Int(till_pq_columns(handle)) }
  /// How many rows the statement inserted, changed or deleted.
  var touched: Int { till_pq_touched(handle).map { Int(String(cString: $0)) ?? 0 } ?? 0 }

  /// Returns all rows as values.
  func map<Value>(_ map: (borrowing DatabaseRow) throws -> Value) throws -> [Value] {
    try (0..<rows).map { place in
      row = place
      return try map(DatabaseRow(of: self))
    }
  }

  func isNull(at index: Int) -> Bool { till_pq_is_null(handle, row, Int32(index)) }

  /// Returns a column of the current row in SQLite's types.
  func value(at index: Int) throws(DatabaseFault) -> DatabaseValue {
    let column = Int32(index)
    let length = Int(till_pq_length(handle, row, column))
    let start = till_pq_value(handle, row, column).map { UnsafeRawPointer($0) }
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
    return try PostgreSQLField(type: till_pq_column_type(handle, column), index: index, origin: origin).value(of: bytes)
  }
}

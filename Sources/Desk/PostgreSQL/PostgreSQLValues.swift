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

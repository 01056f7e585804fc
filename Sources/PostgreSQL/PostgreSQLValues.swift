internal import CPostgreSQL
internal import Database

/// The values of a statement in PostgreSQL's binary form, all in one piece of memory.
///
/// Text goes as bytes with a length and not as a C string, which would end at a NUL without a word: the server refuses it.
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

  /// Appends a value's bytes; a NULL has none, and its type is whatever the place wants.
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

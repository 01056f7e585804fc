import Core
internal import Storage

/// The decoder of one field in a row, from the bytes that the server sent and the column's type.
struct PostgreSQLField {
  let type: UInt32
  /// The column's index from 0, and the database; for messages.
  let index: Int
  let origin: String

  /// Returns the value in SQLite's types: every whole number is an integer, and so are true and false.
  func value(of bytes: UnsafeRawBufferPointer) throws(DatabaseFault) -> DatabaseValue {
    switch type {
    case PostgreSQLType.boolean: return .integer(bytes.first == 1 ? 1 : 0)
    case PostgreSQLType.int8, PostgreSQLType.int4, PostgreSQLType.int2: return .integer(bytes.signed)
    case PostgreSQLType.oid: return .integer(Int64(truncatingIfNeeded: bytes.unsigned))
    case PostgreSQLType.float8: return .real(Double(bitPattern: bytes.unsigned))
    case PostgreSQLType.float4: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bytes.unsigned))))
    case PostgreSQLType.numeric: return try numeric(bytes)
    case PostgreSQLType.bytea: return .blob(Array(bytes))
    case PostgreSQLType.text, PostgreSQLType.varchar, PostgreSQLType.name, PostgreSQLType.character,
      PostgreSQLType.json, PostgreSQLType.unknown, PostgreSQLType.void:
      return .text(String(decoding: bytes, as: UTF8.self))
    case let type:
      throw fault(Words("column \(index) has PostgreSQL's type \("\(type)")"))
    }
  }

  /// Decodes a NUMERIC, such as a sum of BIGINT: digits to the base 10,000; a fraction is refused.
  private func numeric(_ bytes: UnsafeRawBufferPointer) throws(DatabaseFault) -> DatabaseValue {
    func word(_ place: Int) -> Int64 {
      Int64(Int16(bitPattern: UInt16(bytes[2 * place]) << 8 | UInt16(bytes[2 * place + 1])))
    }
    guard bytes.count >= 8, bytes.count == 8 + 2 * Int(word(0)), word(1) < 5, word(2) == 0 || word(2) == 0x4000 else {
      throw fault(Words("column \(index) has a number beyond 64 bits"))
    }
    var (result, overflow) = (Int64(0), false)
    for place in 0..<max(0, word(1) + 1) {
      let digit = place < word(0) ? word(4 + Int(place)) : 0
      let (product, wide) = result.multipliedReportingOverflow(by: 10_000)
      let (sum, over) = product.addingReportingOverflow(word(2) == 0 ? digit : -digit)
      (result, overflow) = (sum, overflow || wide || over)
    }
    guard !overflow, word(0) <= word(1) + 1 else {
      throw fault(Words("column \(index) is not a whole number of 64 bits"))
    }
    return .integer(result)
  }

  private func fault(_ text: Words) -> DatabaseFault {
    DatabaseFault(.unexpectedValue, file: origin, detail: text.text)
  }
}

/// The object ids of PostgreSQL's built-in types, which never change.
enum PostgreSQLType {
  static let boolean: UInt32 = 16
  static let bytea: UInt32 = 17
  static let character: UInt32 = 18
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let oid: UInt32 = 26
  static let json: UInt32 = 114
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let unknown: UInt32 = 705
  static let varchar: UInt32 = 1043
  static let numeric: UInt32 = 1700
  static let void: UInt32 = 2278

  /// Returns the type of an array whose elements have this type.
  static func array(of type: UInt32) -> UInt32 {
    switch type {
    case int8: 1016
    case float8: 1022
    case bytea: 1001
    default: 1009
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes as an unsigned big-endian number.
  fileprivate var unsigned: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }

  /// The bytes as a signed big-endian number.
  fileprivate var signed: Int64 {
    guard let first else { return 0 }
    let number = Int64(bitPattern: unsigned)
    return count < 8 && first & 0x80 != 0 ? number - (Int64(1) << (8 * Int64(count))) : number
  }
}

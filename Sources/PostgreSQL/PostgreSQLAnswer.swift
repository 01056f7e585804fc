internal import CPostgreSQL
internal import Database
import Texts

/// What the server answered to one statement, standing on one of its rows; it frees libpq's memory in the end.
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

  /// The column in SQLite's terms: every whole number is an integer, so are true and false.
  func value(at index: Int) throws(DatabaseFault) -> DatabaseValue {
    let column = Int32(index)
    let length = Int(till_pq_length(handle, row, column))
    let start = till_pq_value(handle, row, column).map { UnsafeRawPointer($0) }
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
    switch till_pq_column_type(handle, column) {
    case PostgreSQLType.boolean: return .integer(bytes.first == 1 ? 1 : 0)
    case PostgreSQLType.int8, PostgreSQLType.int4, PostgreSQLType.int2: return .integer(bytes.signed)
    case PostgreSQLType.oid: return .integer(Int64(truncatingIfNeeded: bytes.unsigned))
    case PostgreSQLType.float8: return .real(Double(bitPattern: bytes.unsigned))
    case PostgreSQLType.float4: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bytes.unsigned))))
    case PostgreSQLType.numeric: return try numeric(bytes, at: index)
    case PostgreSQLType.bytea: return .blob(Array(bytes))
    case PostgreSQLType.text, PostgreSQLType.varchar, PostgreSQLType.name, PostgreSQLType.character,
      PostgreSQLType.json, PostgreSQLType.unknown, PostgreSQLType.void:
      return .text(String(decoding: bytes, as: UTF8.self))
    case let type:
      throw DatabaseFault(
        .unexpectedValue, file: origin, detail: PostgreSQLText.unknownType(index: index, type: "\(type)").text)
    }
  }

  /// What a sum of BIGINT is: digits to the base of 10,000, of which Till's have no fraction.
  private func numeric(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(DatabaseFault) -> DatabaseValue {
    func word(_ place: Int) -> Int64 {
      Int64(Int16(bitPattern: UInt16(bytes[2 * place]) << 8 | UInt16(bytes[2 * place + 1])))
    }
    guard bytes.count >= 8, bytes.count == 8 + 2 * Int(word(0)), word(1) < 5, word(2) == 0 || word(2) == 0x4000 else {
      throw DatabaseFault(.unexpectedValue, file: origin, detail: PostgreSQLText.isBeyond64Bits(index).text)
    }
    var (result, overflow) = (Int64(0), false)
    for place in 0..<max(0, word(1) + 1) {
      let digit = place < word(0) ? word(4 + Int(place)) : 0
      let (product, wide) = result.multipliedReportingOverflow(by: 10_000)
      let (sum, over) = product.addingReportingOverflow(word(2) == 0 ? digit : -digit)
      (result, overflow) = (sum, overflow || wide || over)
    }
    guard !overflow, word(0) <= word(1) + 1 else {
      throw DatabaseFault(.unexpectedValue, file: origin, detail: PostgreSQLText.isNoWholeNumber(index).text)
    }
    return .integer(result)
  }
}

/// The numbers of PostgreSQL's own types, which never change.
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
}

extension UnsafeRawBufferPointer {
  /// The bytes as a number, the greatest first.
  fileprivate var unsigned: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }

  /// The same with a sign in its first bit.
  fileprivate var signed: Int64 {
    guard let first else { return 0 }
    let number = Int64(bitPattern: unsigned)
    return count < 8 && first & 0x80 != 0 ? number - (Int64(1) << (8 * Int64(count))) : number
  }
}

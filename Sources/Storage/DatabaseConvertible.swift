import Core

/// A type that can be bound to a statement and read from a column.
///
/// `Int64`, `Int`, `Int32`, `Double`, `Bool`, `String`, `[UInt8]`, `DatabaseValue` and optionals of these conform. A
/// type whose raw value conforms only needs to declare its conformance, if it lists its cases. Any other type converts
/// its stored value:
///
/// ```swift
/// extension Timestamp: DatabaseConvertible {
///   var databaseValue: DatabaseValue { .integer(milliseconds) }
///   init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
///     self.init(milliseconds: try Int64(row: row, at: index))
///   }
///   static let example = Timestamp(milliseconds: 0)
/// }
/// ```
package protocol DatabaseConvertible {
  /// The value as it is stored.
  var databaseValue: DatabaseValue { get }

  /// Reads a column by its index from 0; `row["name"]` calls this.
  ///
  /// - Throws: `unexpectedValue` if the column holds another type: nothing is converted silently.
  init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault)

  /// Any value of the type, from which the type of its column follows.
  static var example: Self { get }

  /// Whether the column can hold NULL.
  static var isOptional: Bool { get }
}

extension DatabaseConvertible {
  /// Only an optional can be NULL.
  package static var isOptional: Bool { false }
}

extension DatabaseConvertible where Self: CaseIterable {
  /// The first case.
  package static var example: Self { allCases[allCases.startIndex] }
}

extension DatabaseConvertible where Self: RawRepresentable, RawValue: DatabaseConvertible {
  /// The raw value as it is stored.
  package var databaseValue: DatabaseValue { rawValue.databaseValue }

  /// Reads the raw value; throws if the type has no such case.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    guard let value = Self(rawValue: try RawValue(row: row, at: index)) else {
      throw row.unexpected("no \(Self.self)", at: index)
    }
    self = value
  }
}

extension Optional: DatabaseConvertible where Wrapped: DatabaseConvertible {
  /// A wrapped value.
  package static var example: Wrapped? { Wrapped.example }

  /// An optional is NULL where it is nil.
  package static var isOptional: Bool { true }

  /// The wrapped value, or NULL.
  package var databaseValue: DatabaseValue { self?.databaseValue ?? .null }

  /// Reads nil from NULL, or else the wrapped value.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self = row.isNull(at: index) ? nil : try Wrapped(row: row, at: index)
  }
}

extension Int64: DatabaseConvertible {
  /// Zero, or nothing.
  package static var example: Int64 { 0 }

  /// An integer.
  package var databaseValue: DatabaseValue { .integer(self) }

  /// Reads an integer.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self = try row.integer(at: index)
  }
}

extension Int: DatabaseConvertible {
  /// Zero, or nothing.
  package static var example: Int { 0 }

  /// An integer.
  package var databaseValue: DatabaseValue { .integer(Int64(self)) }

  /// Reads an integer.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self = Int(try row.integer(at: index))
  }
}

extension Int32: DatabaseConvertible {
  /// Zero, or nothing.
  package static var example: Int32 { 0 }

  /// An integer.
  package var databaseValue: DatabaseValue { .integer(Int64(self)) }

  /// Reads an integer of 32 bits.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    guard let value = Int32(exactly: try row.integer(at: index)) else {
      throw row.unexpected(say("an integer beyond 32 bits"), at: index)
    }
    self = value
  }
}

extension Bool: DatabaseConvertible {
  /// Zero, or nothing.
  package static var example: Bool { false }

  /// 1 for true, 0 for false.
  package var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }

  /// Reads 0 or 1, nothing else.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    let value = try row.integer(at: index)
    guard value == 0 || value == 1 else { throw row.unexpected(say("neither 0 nor 1"), at: index) }
    self = value == 1
  }
}

extension Double: DatabaseConvertible {
  /// Zero, or nothing.
  package static var example: Double { 0 }

  /// A real number.
  package var databaseValue: DatabaseValue { .real(self) }

  /// Reads a real number, or an integer as a real number.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self = try row.real(at: index)
  }
}

extension String: DatabaseConvertible {
  /// Zero, or nothing.
  package static var example: String { "" }

  /// UTF-8 text.
  package var databaseValue: DatabaseValue { .text(self) }

  /// Reads text, including any NUL in it; bytes that are not valid UTF-8 become U+FFFD.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self = try row.text(at: index)
  }
}

extension [UInt8]: DatabaseConvertible {
  /// Zero, or nothing.
  package static var example: [UInt8] { [] }

  /// A blob.
  package var databaseValue: DatabaseValue { .blob(self) }

  /// Reads a blob.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self = try row.blob(at: index)
  }
}

extension DatabaseValue: DatabaseConvertible {
  /// Nothing.
  package static var example: DatabaseValue { .null }

  /// The value itself.
  package var databaseValue: DatabaseValue { self }

  /// Reads a value of any type.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self = try row.value(at: index)
  }
}

/// A value in one of SQLite's five storage classes.
package enum DatabaseValue: Hashable, Sendable {
  /// No value.
  case null
  /// A signed 64-bit integer; Till's times (milliseconds) and prices (milliunits) are integers.
  case integer(Int64)
  /// A double; SQLite stores NaN as NULL.
  case real(Double)
  /// UTF-8 text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

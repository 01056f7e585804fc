/// A value as SQLite stores it: one of its five storage classes.
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

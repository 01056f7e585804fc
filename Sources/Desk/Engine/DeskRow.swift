package import AppStoreModel
import Core
package import Storage

/// A row of a query, its columns read by name as the type that is asked for: `let state: String = try row["state"]`.
package struct DeskRow: Hashable, Sendable {
  /// The names of the columns, shared by the rows of one query.
  package let names: DeskColumns
  /// The values in the query's order.
  package let values: [DatabaseValue]

  package init(names: DeskColumns, values: [DatabaseValue]) {
    self.names = names
    self.values = values
  }

  /// Reads a column by the name that the query gives it.
  ///
  /// - Throws: A `DeskRowError` when there is no such column, or when it holds another type.
  package subscript<Value: DeskReadable>(name: String) -> Value {
    get throws(DeskRowError) {
      guard let index = names.index(of: name) else {
        throw DeskRowError(column: name, holds: say("nothing, as the query does not select it"))
      }
      return try Value(deskValue: values[index], column: name)
    }
  }
}

/// The names of a query's columns.
package final class DeskColumns: Hashable, Sendable {
  /// The names in the query's order.
  package let names: [String]

  package init(_ names: [String]) { self.names = names }

  /// The place of a column; a desk's queries have few of them.
  func index(of name: String) -> Int? { names.firstIndex(of: name) }

  package static func == (one: DeskColumns, other: DeskColumns) -> Bool { one.names == other.names }

  package func hash(into hasher: inout Hasher) { hasher.combine(names) }
}

/// A column with an invalid value: damage, or a statement that does not fit.
package struct DeskRowError: Error, Hashable, Sendable, CustomStringConvertible {
  package let column: String
  package let holds: String

  /// One line.
  package var description: String {
    say("the desk's column \("\(column)") holds \("\(holds)"); check it with till desk doctor")
  }
}

/// A type that a column of the desk can be read as.
package protocol DeskReadable {
  /// Reads a value.
  ///
  /// - Throws: A `DeskRowError` when it is of another type: nothing is converted silently.
  init(deskValue: DatabaseValue, column: String) throws(DeskRowError)
}

extension Int64: DeskReadable {
  package init(deskValue: DatabaseValue, column: String) throws(DeskRowError) {
    guard case .integer(let value) = deskValue else {
      throw DeskRowError(column: column, holds: say("no integer"))
    }
    self = value
  }
}

extension Int: DeskReadable {
  package init(deskValue: DatabaseValue, column: String) throws(DeskRowError) {
    self = Int(try Int64(deskValue: deskValue, column: column))
  }
}

extension Bool: DeskReadable {
  package init(deskValue: DatabaseValue, column: String) throws(DeskRowError) {
    self = try Int64(deskValue: deskValue, column: column) != 0
  }
}

extension String: DeskReadable {
  package init(deskValue: DatabaseValue, column: String) throws(DeskRowError) {
    guard case .text(let value) = deskValue else {
      throw DeskRowError(column: column, holds: say("no text"))
    }
    self = value
  }
}

extension [UInt8]: DeskReadable {
  package init(deskValue: DatabaseValue, column: String) throws(DeskRowError) {
    guard case .blob(let value) = deskValue else {
      throw DeskRowError(column: column, holds: EvidenceFaultText.noBytes.text)
    }
    self = value
  }
}

extension Timestamp: DeskReadable {
  package init(deskValue: DatabaseValue, column: String) throws(DeskRowError) {
    self.init(milliseconds: try Int64(deskValue: deskValue, column: column))
  }
}

extension Optional: DeskReadable where Wrapped: DeskReadable {
  /// Nil for NULL.
  package init(deskValue: DatabaseValue, column: String) throws(DeskRowError) {
    self = deskValue == .null ? nil : try Wrapped(deskValue: deskValue, column: column)
  }
}

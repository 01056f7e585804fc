import Core
package import Storage

/// A query's row as a value; columns are read by name as the requested type.
///
/// Example: `let state: String = try row["state"]`.
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
  /// - Throws: A `DeskRowError` if there is no such column, or if it has another type.
  package subscript<Value: DatabaseConvertible>(name: String) -> Value {
    get throws(DeskRowError) {
      guard let index = names.index(of: name) else {
        throw DeskRowError(column: name, holds: say("nothing, as the query does not select it"))
      }
      return try value(at: index)
    }
  }

  func value<Value: DatabaseConvertible>(at index: Int) throws(DeskRowError) -> Value {
    do {
      return try Value(row: DatabaseRow(of: Answer(row: self)), at: index)
    } catch {
      throw DeskRowError(column: names.names[index], holds: error.detail)
    }
  }

  /// The row in the form from which `DatabaseConvertible` types read their values.
  private struct Answer: DatabaseAnswer {
    let row: DeskRow

    var columns: ColumnNames { ColumnNames(row.names.names.map { Array($0.utf8) }) }
    var count: Int { row.values.count }
    var origin: String { "" }

    func isNull(at index: Int) -> Bool { row.values[index] == .null }
    func value(at index: Int) -> DatabaseValue { row.values[index] }
  }
}

/// The names of a query's columns.
package final class DeskColumns: Hashable, Sendable {
  /// The names in the query's order.
  package let names: [String]

  package init(_ names: [String]) { self.names = names }

  /// Returns the index of a column by linear search; a desk's queries have few columns.
  func index(of name: String) -> Int? { names.firstIndex(of: name) }

  package static func == (one: DeskColumns, other: DeskColumns) -> Bool { one.names == other.names }

  package func hash(into hasher: inout Hasher) { hasher.combine(names) }
}

/// An error for a column with an invalid value: the data is damaged, or the statement does not match the code.
package struct DeskRowError: Error, Hashable, Sendable, CustomStringConvertible {
  package let column: String
  package let holds: String

  /// One line, with the remedy.
  package var description: String {
    say("the desk's column \("\(column)") holds \("\(holds)"); check it with till desk doctor")
  }
}

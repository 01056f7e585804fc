package import Storage

/// A table of the desk as a value: each engine writes its own words for it.
package struct DeskTable: Hashable, Sendable {
  /// The type of a column.
  package enum Kind: Hashable, Sendable {
    /// A signed integer of 64 bits; dates are milliseconds.
    case integer
    /// Text, in the order of its bytes.
    case text
    /// Bytes.
    case bytes
  }

  /// One column.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let kind: Kind
    /// Whether there may be none.
    package let isOptional: Bool

    package static func integer(_ name: String, optional: Bool = false) -> Column {
      Column(name: name, kind: .integer, isOptional: optional)
    }

    package static func text(_ name: String, optional: Bool = false) -> Column {
      Column(name: name, kind: .text, isOptional: optional)
    }

    package static func bytes(_ name: String, optional: Bool = false) -> Column {
      Column(name: name, kind: .bytes, isOptional: optional)
    }
  }

  /// Where the rows lie when the database is spread over several machines.
  package enum Place: Hashable, Sendable {
    /// Cut by a column of the primary key: rows with the same value lie together.
    case by(String)
    /// Small and read everywhere: a copy on each machine.
    case everywhere
  }

  /// An index besides the primary key.
  package struct Index: Hashable, Sendable {
    package let name: String
    package let columns: [String]
    /// The columns that only come along.
    package let including: [String]

    package init(_ name: String, _ columns: [String], including: [String] = []) {
      self.name = name
      self.columns = columns
      self.including = including
    }
  }

  package let name: String
  package let columns: [Column]
  /// The columns that tell one row from another; the one that the table is cut by is among them.
  package let key: [String]
  package let place: Place
  package let indexes: [Index]
  /// The date by which rows are too old some day, in the key where the table may be cut by it; nil where they stay.
  package let ages: String?
  /// Whether the rows are narrow and found by their key: SQLite keeps them in the key's own order.
  package let isNarrow: Bool

  package init(
    _ name: String, _ columns: [Column], key: [String], place: Place, indexes: [Index] = [], ages: String? = nil,
    isNarrow: Bool = true
  ) {
    self.name = name
    self.columns = columns
    self.key = key
    self.place = place
    self.indexes = indexes
    self.ages = ages
    self.isNarrow = isNarrow
  }
}

/// The schema of the desk's database: the steps that lead to its present form.
///
/// The version counts the steps behind those that are refused. Steps are only ever appended.
package struct DeskSchema: Sendable {
  /// One change of the tables.
  package enum Change: Sendable {
    case create(DeskTable)
    /// A column more, which may hold nothing in the rows that are there.
    case add(DeskTable.Column, to: String)
    case index(DeskTable.Index, of: String)
    /// A statement that both databases know.
    case run(SQL)
  }

  /// The newest version that is refused; the first step leads to the one behind it.
  let refused: Int
  /// The steps, oldest first; each of them is one transaction.
  package let steps: [[Change]]

  package init(refused: Int = 0, steps: [[Change]]) { (self.refused, self.steps) = (refused, steps) }

  /// The version that the steps lead to.
  package var version: Int { refused + steps.count }
}

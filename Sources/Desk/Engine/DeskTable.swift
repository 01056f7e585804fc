package import Storage

/// The definition of a desk's table; each engine makes its own SQL from it.
package struct DeskTable: Hashable, Sendable {
  /// The type of a column.
  package enum Kind: Hashable, Sendable {
    /// A signed 64-bit integer; dates are milliseconds.
    case integer
    /// Text, sorted by its bytes.
    case text
    /// Bytes.
    case bytes
  }

  /// One column.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let kind: Kind
    /// Whether the column may be NULL.
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

  /// Where the rows are stored if the database is distributed over several machines.
  package enum Place: Hashable, Sendable {
    /// Distributed by a column of the primary key: rows with the same value are on one machine.
    case by(String)
    /// Copied to each machine, because the table is small and read everywhere.
    case everywhere
  }

  /// An index other than the primary key.
  package struct Index: Hashable, Sendable {
    package let name: String
    package let columns: [String]
    /// The columns that the index contains without being sorted by them.
    package let including: [String]

    package init(_ name: String, _ columns: [String], including: [String] = []) {
      self.name = name
      self.columns = columns
      self.including = including
    }
  }

  package let name: String
  package let columns: [Column]
  /// The columns of the primary key; the column that distributes the table is one of them.
  package let key: [String]
  package let place: Place
  package let indexes: [Index]
  /// The date column by which rows expire; in the key if the table is partitioned by month; nil if rows do not expire.
  package let ages: String?
  /// Whether rows are small and found by their key: SQLite then stores them in the order of the key.
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

/// The schema of the desk's database, as steps from each version to the next.
///
/// The version is the number of steps plus that of the versions no longer supported. Steps are only ever appended.
package struct DeskSchema: Sendable {
  /// One change of the schema.
  package enum Change: Sendable {
    case create(DeskTable)
    /// A new column; it may be NULL in existing rows.
    case add(DeskTable.Column, to: String)
    case index(DeskTable.Index, of: String)
    /// A statement that both databases understand.
    case run(SQL)
  }

  /// The newest version that is no longer supported; the first step leads to the next one.
  let refused: Int
  /// The steps, oldest first; each runs in one transaction.
  package let steps: [[Change]]

  package init(refused: Int = 0, steps: [[Change]]) { (self.refused, self.steps) = (refused, steps) }

  /// The version after all steps.
  package var version: Int { refused + steps.count }
}

import Core
package import Storage

/// The definition of a desk's table; each engine makes its own SQL from it.
///
/// It also makes the comments in the database and the list of personal data.
package struct DeskTable: Hashable, Sendable {
  /// The type of a column.
  package enum Kind: Hashable, Sendable {
    /// A signed 64-bit integer.
    case integer
    /// A small number, such as one of an enumeration.
    case small
    /// A date in milliseconds since 1970; a view shows it to people as a date.
    case date
    /// True or false.
    case boolean
    /// Text, sorted by its bytes.
    case text
    /// Bytes.
    case bytes
  }

  /// One column.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let kind: Kind
    /// What the column contains, for the comment in the database.
    package let about: String
    /// Whether the column may be NULL.
    package private(set) var isOptional = false
    /// Whether the column may hold a person's ids, or data about a person.
    package private(set) var isPersonal = false
    /// The condition that every value meets, as SQL for both databases.
    package private(set) var check: String?

    private init(_ name: String, _ kind: Kind, _ about: String) {
      (self.name, self.kind, self.about) = (name, kind, about)
    }

    package static func integer(_ name: String, _ about: String) -> Column { Column(name, .integer, about) }
    package static func small(_ name: String, _ about: String) -> Column { Column(name, .small, about) }
    package static func date(_ name: String, _ about: String) -> Column { Column(name, .date, about) }
    package static func boolean(_ name: String, _ about: String) -> Column { Column(name, .boolean, about) }
    package static func text(_ name: String, _ about: String) -> Column { Column(name, .text, about) }
    package static func bytes(_ name: String, _ about: String) -> Column { Column(name, .bytes, about) }

    /// The same column, but it may be NULL.
    package var optional: Column { changed { $0.isOptional = true } }
    /// The same column, but it may hold personal data.
    package var personal: Column { changed { $0.isPersonal = true } }

    /// Returns the same column with a condition, in which `?` stands for the value.
    package func checked(_ condition: String) -> Column {
      changed { $0.check = condition.replacing("?", with: name) }
    }

    /// Returns the same column, of which every value is one of these.
    package func oneOf(_ values: [String]) -> Column {
      checked("? IN (\(values.map { "'\($0)'" }.joined(separator: ", ")))")
    }

    /// Returns the same column, of which every value lies in a range.
    package func within(_ range: ClosedRange<Int>) -> Column {
      checked("? BETWEEN \(range.lowerBound) AND \(range.upperBound)")
    }

    private func changed(_ change: (inout Column) -> Void) -> Column {
      var column = self
      change(&column)
      return column
    }
  }

  /// Where the rows are stored if the database is distributed over several machines.
  package enum Place: Hashable, Sendable {
    /// Distributed by a column of the primary key: rows with the same value are on one machine.
    case by(String)
    /// Copied to each machine, because the table is small or rarely written, and read everywhere.
    case everywhere
  }

  /// How forgetting finds and removes a person's rows.
  package enum Removal: Hashable, Sendable {
    /// The rows of the customer are deleted.
    case customer
    /// The rows that map a former number to the customer are deleted too.
    case joined
    /// The look-up rows of the customer's ids are deleted.
    case lead
    /// The rows about one of the customer's ids or tokens are deleted.
    case subject
    /// The rows of the team's users who have one of the customer's tokens are deleted.
    case person
    /// The rows that contain one of the ids, also inside encoded data, are deleted.
    case mention
    /// The rows stay; the customer's number in them is replaced by a hash.
    case hash
    /// The table has no personal data.
    case nothing
  }

  /// How rows are written, which decides how much room PostgreSQL leaves in a page and how often it cleans up.
  package enum Traffic: Hashable, Sendable {
    /// Few rows, rarely written.
    case rare
    /// Rows are added and stay.
    case grows
    /// Rows are changed in place.
    case changes
    /// Rows come and go.
    case churns
  }

  /// An index other than the primary key.
  package struct Index: Hashable, Sendable {
    package let name: String
    package let columns: [String]
    /// The columns that the index contains without being sorted by them.
    package let including: [String]
    /// The condition of the rows that the index contains, as SQL; nil for all.
    package let condition: String?

    package init(_ name: String, _ columns: [String], including: [String] = [], where condition: String? = nil) {
      self.name = name
      self.columns = columns
      self.including = including
      self.condition = condition
    }
  }

  package let name: String
  /// What a row is, for the comment in the database.
  package let about: String
  package let columns: [Column]
  /// The columns of the primary key; the column that distributes the table is one of them.
  package let key: [String]
  package let place: Place
  package let removal: Removal
  package let traffic: Traffic
  package let indexes: [Index]
  /// The date column by which rows expire; in the key if the table is partitioned by month; nil if rows do not expire.
  package let ages: String?
  /// Whether rows are small and found by their key: SQLite then stores them in the order of the key.
  package let isNarrow: Bool

  package init(
    _ name: String, _ about: String, _ columns: [Column], key: [String], place: Place, removal: Removal,
    traffic: Traffic = .rare, indexes: [Index] = [], ages: String? = nil, isNarrow: Bool = true
  ) {
    self.name = name
    self.about = about
    self.columns = columns
    self.key = key
    self.place = place
    self.removal = removal
    self.traffic = traffic
    self.indexes = indexes
    self.ages = ages
    self.isNarrow = isNarrow
  }

  /// Whether PostgreSQL has a view of the table for people, which shows its dates as dates.
  var hasView: Bool { columns.contains { $0.kind == .date } }

  /// The columns that may hold personal data.
  package var personal: [String] { columns.filter(\.isPersonal).map(\.name) }
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
    /// A statement that changes at most `?` rows; it runs again, each time in a commit of its own, until it changes
    /// none.
    case fill(SQL)
    /// A statement that both databases understand.
    case run(SQL)
  }

  /// The way from one version to the next, in two phases between which both versions can use the database.
  package struct Step: Sendable {
    /// What the new version needs and the previous one does not notice: tables, columns, indexes, their content.
    package let expand: [Change]
    /// What the previous version does not survive, such as dropping its columns; it runs when all programs are new.
    package let contract: [Change]

    package init(_ expand: [Change], contract: [Change] = []) {
      self.expand = expand
      self.contract = contract
    }
  }

  /// The newest version that is no longer supported; the first step leads to the next one.
  let refused: Int
  /// The steps, oldest first.
  package let steps: [Step]

  package init(refused: Int = 0, steps: [Step]) { (self.refused, self.steps) = (refused, steps) }

  /// The version after all steps.
  package var version: Int { refused + steps.count }
  /// The version from which a new database starts, with all tables at once.
  var first: Int { refused + 1 }
}

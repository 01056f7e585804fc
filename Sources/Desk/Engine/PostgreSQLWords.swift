import AppStoreModel
import Storage

/// The SQL with which PostgreSQL creates the desk's tables.
struct PostgreSQLWords {
  let spread: PostgreSQLEngine.Spread
  let hasCitus: Bool

  /// The statements before the first table: the table of versions, and the sequences.
  static let foundation: [SQL] = [
    "CREATE TABLE desk_schema (version BIGINT PRIMARY KEY, date TIMESTAMPTZ NOT NULL DEFAULT now())",
    "CREATE SEQUENCE desk_numbers", "CREATE SEQUENCE desk_changes",
  ]

  /// Returns the statements of one schema change.
  func statements(_ change: DeskSchema.Change) -> [SQL] {
    switch change {
    case .create(let table): creation(of: table)
    case .add(let column, let table):
      [SQL(trusted: "ALTER TABLE \(table) ADD COLUMN \(column.name) \(column.kind.postgreSQL)")]
    case .index(let index, let table): [creation(of: index, of: table)]
    case .run(let sql): [sql]
    }
  }

  private func creation(of table: DeskTable) -> [SQL] {
    let lines = table.columns.map { "\($0.name) \($0.kind.postgreSQL)\($0.isOptional ? "" : " NOT NULL")" }
    let head =
      "CREATE TABLE \(table.name) (\(lines.joined(separator: ", ")), PRIMARY KEY (\(table.key.joined(separator: ", "))))"
    let indexes = table.indexes.map { creation(of: $0, of: table.name) }
    guard case .distributed(let count) = spread else { return [SQL(trusted: head)] + indexes }
    guard case .by(let column) = table.place else {
      return [SQL(trusted: head)] + indexes
        + (hasCitus ? [SQL(trusted: "SELECT create_reference_table('\(table.name)')::TEXT")] : [])
    }
    if table.hasMonths {
      var month = DeskMonth(of: .machine)
      var parts: [SQL] = [SQL(trusted: "CREATE TABLE \(table.name)_rest PARTITION OF \(table.name) DEFAULT")]
      for _ in 0...PostgreSQLEngine.monthsAhead {
        parts.append(table.creation(of: month))
        month = month.adding(1)
      }
      let spread = hasCitus ? [SQL(trusted: "SELECT create_distributed_table('\(table.name)', '\(column)')::TEXT")] : []
      return [SQL(trusted: head + " PARTITION BY RANGE (\(table.ages ?? ""))")] + parts + indexes + spread
    }
    guard !hasCitus else {
      return [SQL(trusted: head)] + indexes
        + [SQL(trusted: "SELECT create_distributed_table('\(table.name)', '\(column)')::TEXT")]
    }
    let parts = (0..<count).map { part in
      SQL(
        trusted: "CREATE TABLE \(table.name)_\(part) PARTITION OF \(table.name) "
          + "FOR VALUES WITH (MODULUS \(count), REMAINDER \(part))")
    }
    return [SQL(trusted: head + " PARTITION BY HASH (\(column))")] + parts + indexes
  }

  private func creation(of index: DeskTable.Index, of table: String) -> SQL {
    let including = index.including.isEmpty ? "" : " INCLUDE (\(index.including.joined(separator: ", ")))"
    return SQL(trusted: "CREATE INDEX \(index.name) ON \(table) (\(index.columns.joined(separator: ", ")))\(including)")
  }
}

extension DeskTable.Kind {
  /// The type of a column; text is sorted by its bytes, as in SQLite.
  var postgreSQL: String {
    self == .text ? "TEXT COLLATE \"C\"" : postgreSQLType
  }

  /// The type without its collation.
  var postgreSQLType: String {
    switch self {
    case .integer: "BIGINT"
    case .text: "TEXT"
    case .bytes: "BYTEA"
    }
  }
}

import AppStoreModel
import Core
import Storage

/// The SQL with which PostgreSQL creates the desk's tables, with comments, and views for people.
struct PostgreSQLSchema {
  /// The schema's name, quoted for statements.
  let name: String
  /// Whether Citus distributes the tables.
  let isDistributed: Bool

  /// The statements before the first table: the schema, the history of versions, and the sequences.
  var foundation: [SQL] {
    [
      "CREATE SCHEMA IF NOT EXISTS \(name)",
      """
      CREATE TABLE \(name).schema_history (
        version BIGINT, phase TEXT CHECK (phase IN ('expand', 'contract')), part BIGINT, rows BIGINT NOT NULL,
        finished TIMESTAMPTZ NOT NULL DEFAULT now(), PRIMARY KEY (version, phase, part))
      """,
      "COMMENT ON TABLE \(name).schema_history IS 'The parts of schema versions that are done; part 0 is a whole phase.'",
      "CREATE SEQUENCE \(name).numbers",
      "COMMENT ON SEQUENCE \(name).numbers IS 'Numbers of customers and other rows.'",
      "CREATE SEQUENCE \(name).changes",
      "COMMENT ON SEQUENCE \(name).changes IS 'Grows with every commit, by which readers notice new data.'",
    ].map(SQL.init(trusted:)) + (isDistributed ? [fewShards] : [])
  }

  /// Chooses two shards for each worker, unless the server's settings or the address say how many.
  ///
  /// The rows of a commit go to each shard in a statement of its own, so that many shards make commits slow. With two
  /// the workers can become twice as many before a shard has to be split.
  private var fewShards: SQL {
    """
    SELECT set_config('citus.shard_count', (2 * greatest(1, count(*)))::TEXT, true)
    FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards
    HAVING (SELECT source FROM pg_settings WHERE name = 'citus.shard_count') = 'default'
    """
  }

  /// Returns the statements of one change; an index of an existing table is built without stopping writers.
  func statements(_ change: DeskSchema.Change, isNew: Bool) -> [SQL] {
    switch change {
    case .create(let table): creation(of: table)
    case .add(let column, let table):
      [
        SQL(trusted: "ALTER TABLE \(name).\(table) ADD COLUMN IF NOT EXISTS \(definition(of: column))"),
        comment(on: column, of: table),
      ]
    case .index(let index, let table):
      isNew
        ? [creation(of: index, of: table)]
        : [
          SQL(trusted: "DROP INDEX CONCURRENTLY IF EXISTS \(name).\(index.name)"),
          creation(of: index, of: table, "CONCURRENTLY"),
        ]
    case .fill(let sql), .run(let sql): [sql]
    }
  }

  private func definition(of column: DeskTable.Column) -> String {
    "\(column.name) \(column.kind.postgreSQL)" + (column.isOptional ? "" : " NOT NULL")
      + (column.check.map { " CHECK (\($0))" } ?? "")
  }

  private func creation(of table: DeskTable) -> [SQL] {
    let lines = table.columns.map(definition) + ["PRIMARY KEY (\(table.key.joined(separator: ", ")))"]
    var statements = ["CREATE TABLE \(name).\(table.name) (\(lines.joined(separator: ", ")))"]
    if table.hasMonths {
      statements[0] += " PARTITION BY RANGE (\(table.ages ?? ""))"
      statements.append("CREATE TABLE \(name).\(table.name)_rest PARTITION OF \(name).\(table.name) DEFAULT")
      var month = DeskMonth(of: .machine)
      for _ in 0...PostgreSQLEngine.monthsAhead {
        statements.append(table.creation(of: month, in: name).text)
        month = month.adding(1)
      }
    } else if let storage = table.traffic.storage {
      statements[0] += " WITH (\(storage))"
    }
    statements.append("COMMENT ON TABLE \(name).\(table.name) IS \(literal(table.about))")
    var all = statements.map(SQL.init(trusted:))
    all += table.columns.map { comment(on: $0, of: table.name) }
    all += table.indexes.map { creation(of: $0, of: table.name) }
    if isDistributed {
      let relation = literal("\(name).\(table.name)")
      switch table.place {
      case .by(let column):
        all.append(SQL(trusted: "SELECT create_distributed_table(\(relation), '\(column)')::TEXT"))
      case .everywhere: all.append(SQL(trusted: "SELECT create_reference_table(\(relation))::TEXT"))
      }
    }
    return all + [view(of: table)].compactMap { $0 }
  }

  private func comment(on column: DeskTable.Column, of table: String) -> SQL {
    let about = column.about + (column.isPersonal ? " (personal)" : "")
    return SQL(trusted: "COMMENT ON COLUMN \(name).\(table).\(column.name) IS \(literal(about))")
  }

  private func creation(of index: DeskTable.Index, of table: String, _ way: String = "") -> SQL {
    let including = index.including.isEmpty ? "" : " INCLUDE (\(index.including.joined(separator: ", ")))"
    let condition = index.condition.map { " WHERE \($0)" } ?? ""
    return SQL(
      trusted: "CREATE INDEX \(way) \(index.name) ON \(name).\(table) (\(index.columns.joined(separator: ", ")))"
        + including + condition)
  }

  /// Returns the statement that creates the view of a table for people: dates as dates, environments as words.
  ///
  /// A date outside the years 1 to 9999 is shown as NULL.
  private func view(of table: DeskTable) -> SQL? {
    guard table.hasView else { return nil }
    let columns = table.columns.map { column in
      if column.kind == .date {
        return """
          CASE WHEN \(column.name) BETWEEN -62135596800000 AND 253402300799999
          THEN to_timestamp(\(column.name) / 1000.0) END AS \(column.name)
          """
      }
      guard column.name == "environment" else { return column.name }
      return "(ARRAY['Production', 'Sandbox', 'Xcode', 'other'])[environment + 1] AS environment"
    }
    return SQL(
      trusted: "CREATE VIEW \(name).\(table.name)_view WITH (security_invoker = true) AS "
        + "SELECT \(columns.joined(separator: ", ")) FROM \(name).\(table.name)")
  }
}

extension DeskTable.Traffic {
  /// The storage parameters of a table; nil for the server's own.
  fileprivate var storage: String? {
    switch self {
    case .rare: nil
    case .grows: "autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02"
    case .changes:
      "fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02"
    case .churns:
      "fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, "
        + "autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000"
    }
  }
}

extension DeskTable.Kind {
  /// The type of a column; text is sorted by its bytes, as in SQLite.
  var postgreSQL: String {
    switch self {
    case .integer, .date: "BIGINT"
    case .small: "SMALLINT"
    case .boolean: "BOOLEAN"
    case .text: "TEXT COLLATE \"C\""
    case .bytes: "BYTEA"
    }
  }

  /// The type in which values are sent: every number, and true or false, as a 64-bit integer.
  var sent: String {
    switch self {
    case .integer, .date, .small, .boolean: "BIGINT"
    case .text: "TEXT"
    case .bytes: "BYTEA"
    }
  }

  /// Returns the expression of the column's type for a value as it is sent.
  func received(_ value: String) -> String {
    switch self {
    case .boolean: "\(value) <> 0"
    case .small: "CAST(\(value) AS SMALLINT)"
    default: value
    }
  }
}

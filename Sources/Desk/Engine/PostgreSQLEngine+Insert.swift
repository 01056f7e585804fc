package import Storage

extension PostgreSQLEngine {
  /// The smallest insert, in rows, that passes arrays to one statement, which is parsed, planned and run once.
  ///
  /// On Citus it is the same as `bulk`. Citus sends the rows of one statement to its shards in its own order, so that
  /// two writers of the same rows would block each other until Citus ends the deadlock after two seconds.
  private var several: Int { isCitus ? bulk : 4 }
  /// The smallest insert, in rows, that uses COPY into a temporary table, which is faster still.
  private var bulk: Int { isCitus ? 128 : 1024 }

  package func insert(
    _ rows: [[DatabaseValue]], into table: DeskTable, whenThere conflict: DeskConflict
  ) throws -> [Bool] {
    guard rows.count >= several else {
      let sql = table.insertion(conflict)
      return try connection.execute(rows.map { (sql, $0) }).map { $0 > 0 }
    }
    let columns = table.columns.map(\.name).joined(separator: ", ")
    let key = table.key.joined(separator: ", ")
    let head = "INSERT INTO \(table.name) (\(columns)) SELECT \(columns) FROM"
    // Rows are sorted by the key, so that two writers of the same rows cannot deadlock.
    let ending =
      SQL(trusted: "ORDER BY \(key)")
      + (conflict == .replace ? table.replacement : SQL(trusted: "ON CONFLICT DO NOTHING RETURNING \(key)"))
    let added: [[DatabaseValue]]
    if rows.count < bulk {
      let places = table.columns.map { "?::\($0.kind.postgreSQLType)[]" }.joined(separator: ", ")
      let source = SQL(trusted: "\(head) unnest(\(places)) AS given (\(columns))")
      added = try connection.execute(source + ending, columnsOf: rows).rows
    } else {
      let staged = "staged_" + table.name
      let staging = table.columns.map { "\($0.name) \($0.kind.postgreSQL)" }.joined(separator: ", ")
      try connection.execute(SQL(trusted: "CREATE TEMPORARY TABLE \(staged) (\(staging)) ON COMMIT DROP"))
      try connection.copy(SQL(trusted: "COPY \(staged) (\(columns))"), rows)
      added = try connection.rows(SQL(trusted: "\(head) \(staged)") + ending, values: []) { try $0.values }
      try connection.execute(SQL(trusted: "DROP TABLE \(staged)"))
    }
    if conflict == .replace { return rows.map { _ in true } }
    if added.count == rows.count { return rows.map { _ in true } }
    let places = table.key.compactMap { name in table.columns.firstIndex { $0.name == name } }
    let new = Set(added)
    return rows.map { row in new.contains(places.map { row[$0] }) }
  }
}

extension DeskTable {
  /// The end of an INSERT that replaces existing rows.
  fileprivate var replacement: SQL {
    let others = columns.map(\.name).filter { !key.contains($0) }
    guard !others.isEmpty else { return "ON CONFLICT DO NOTHING" }
    let settings = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return SQL(trusted: "ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(settings)")
  }
}

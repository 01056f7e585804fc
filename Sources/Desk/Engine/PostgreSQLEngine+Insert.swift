package import Database
internal import PostgreSQL

extension PostgreSQLEngine {
  /// From so many rows on a table of its own, filled by COPY, is quicker than statements.
  private static let bulk = 128

  package func insert(
    _ rows: [[DatabaseValue]], into table: DeskTable, whenThere conflict: DeskConflict
  ) throws -> [Bool] {
    guard rows.count >= Self.bulk else {
      let sql = asked(table.insertion(conflict))
      return try connection.execute(rows.map { (sql, $0) }).map { $0 > 0 }
    }
    let columns = table.columns.map(\.name).joined(separator: ", ")
    let staged = "staged_" + table.name
    try connection.execute(
      SQL(
        trusted:
          "CREATE TEMPORARY TABLE \(staged) (\(table.columns.map(\.staged).joined(separator: ", "))) ON COMMIT DROP"))
    try connection.copy(SQL(trusted: "COPY \(staged) (\(columns))"), rows)
    let key = table.key.joined(separator: ", ")
    // In the order of the key, so that two who bring the same rows wait for each other instead of both.
    let source = SQL(trusted: "INSERT INTO \(table.name) (\(columns)) SELECT \(columns) FROM \(staged) ORDER BY \(key)")
    var isIn: [Bool]
    switch conflict {
    case .replace:
      try connection.execute(source + table.replacement)
      isIn = rows.map { _ in true }
    case .keep:
      let added = try connection.rows(source + SQL(trusted: "ON CONFLICT DO NOTHING RETURNING \(key)")) {
        try $0.values
      }
      let places = table.key.compactMap { name in table.columns.firstIndex { $0.name == name } }
      let new = Set(added)
      isIn = rows.map { row in new.contains(places.map { row[$0] }) }
    }
    try connection.execute(SQL(trusted: "DROP TABLE \(staged)"))
    return isIn
  }
}

extension DeskTable {
  /// What happens to a row that is there when it is replaced.
  fileprivate var replacement: SQL {
    let others = columns.map(\.name).filter { !key.contains($0) }
    guard !others.isEmpty else { return "ON CONFLICT DO NOTHING" }
    let settings = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return SQL(trusted: "ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(settings)")
  }
}

extension DeskTable.Column {
  fileprivate var staged: String { "\(name) \(kind.postgreSQL)" }
}

package import Storage

extension PostgreSQLEngine {
  /// The smallest insert, in rows, that passes arrays to one statement, which is parsed, planned and run once.
  private static let several = 4
  /// The most rows in one such statement.
  private static let bulk = 4096

  package func insert(
    _ rows: [[DatabaseValue]], into table: DeskTable, whenThere conflict: DeskConflict
  ) throws -> [Bool] {
    guard rows.count >= Self.several else {
      let sql = table.insertion(conflict)
      return try connection.execute(rows.map { (sql, $0) }).map { $0 > 0 }
    }
    let columns = table.columns.map(\.name).joined(separator: ", ")
    let key = table.key.joined(separator: ", ")
    let arrays = table.columns.map { "?::\($0.kind.sent)[]" }.joined(separator: ", ")
    let given = table.columns.map { $0.kind.received($0.name) }.joined(separator: ", ")
    // Rows are sorted by the key, so that two writers of the same rows cannot deadlock.
    let head = "INSERT INTO \(table.name) (\(columns)) SELECT \(given) FROM unnest(\(arrays)) AS given (\(columns))"
    let sql =
      SQL(trusted: "\(head) ORDER BY \(key)")
      + (conflict == .replace ? table.replacement : SQL(trusted: "ON CONFLICT DO NOTHING RETURNING \(key)"))
    var added: [[DatabaseValue]] = []
    for start in stride(from: 0, to: rows.count, by: Self.bulk) {
      let some = Array(rows[start..<min(start + Self.bulk, rows.count)])
      added += try connection.execute(sql, columnsOf: some).rows
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
  var replacement: SQL {
    let others = columns.map(\.name).filter { !key.contains($0) }
    guard !others.isEmpty else { return "ON CONFLICT DO NOTHING" }
    let settings = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return SQL(trusted: "ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(settings)")
  }
}

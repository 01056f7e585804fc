package import Storage

extension PostgreSQLEngine {
  /// The smallest insert, in rows, that passes arrays to one statement, which is parsed, planned and run once.
  private static let several = 4
  /// The most rows in one such statement.
  private static let bulk = 4096
  /// The most rows in one statement that lists them.
  private static let list = 512

  package func insert(
    _ rows: [[DatabaseValue]], into table: DeskTable, whenThere conflict: DeskConflict
  ) throws -> [Bool] {
    if isCitus { return try insertAsList(rows, into: table, whenThere: conflict) }
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
      SQL(trusted: "\(head) ORDER BY \(key)") + table.ending(conflict)
      + (conflict == .keep ? SQL(trusted: "RETURNING \(key)") : "")
    var added: [[DatabaseValue]] = []
    for start in stride(from: 0, to: rows.count, by: Self.bulk) {
      let some = Array(rows[start..<min(start + Self.bulk, rows.count)])
      added += try connection.execute(sql, columnsOf: some)
    }
    return conflict == .keep ? table.areNew(rows, among: added) : rows.map { _ in true }
  }

  /// Inserts rows with one statement of several rows, which is one task for each shard.
  ///
  /// Citus sends the rows of such a statement straight to their shards. Rows from an array would first be copied to
  /// every shard, which takes thirty times as long for a few rows.
  private func insertAsList(
    _ rows: [[DatabaseValue]], into table: DeskTable, whenThere conflict: DeskConflict
  ) throws -> [Bool] {
    let key = table.key.joined(separator: ", ")
    let columns = table.columns.map(\.name).joined(separator: ", ")
    let one = "(" + table.columns.map { $0.kind.received("?") }.joined(separator: ", ") + ")"
    let ending = "\(table.ending(conflict).text) RETURNING \(key)"
    let places = table.keyPlaces
    // Rows are sorted by the key, so that two writers of the same rows rarely block each other.
    let sorted = rows.sorted { one, other in
      places.lazy.map { (one[$0], other[$0]) }.first { $0 != $1 }.map { $0.precedes($1) } ?? false
    }
    var added: [[DatabaseValue]] = []
    for start in stride(from: 0, to: sorted.count, by: Self.list) {
      let some = sorted[start..<min(start + Self.list, sorted.count)]
      let values = Array(repeating: one, count: some.count).joined(separator: ", ")
      let sql = SQL(trusted: "INSERT INTO \(table.name) (\(columns)) VALUES \(values) \(ending)")
      added += try connection.rows(sql, each: [Array(some.joined())]) { try $0.values }.joined()
    }
    return conflict == .keep ? table.areNew(rows, among: added) : rows.map { _ in true }
  }
}

extension DatabaseValue {
  /// Returns whether a value of a key comes before another of the same column.
  fileprivate func precedes(_ other: DatabaseValue) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    case (.blob(let one), .blob(let other)): one.lexicographicallyPrecedes(other)
    default: false
    }
  }
}

extension DeskTable {
  /// The places of the key's columns in a row.
  fileprivate var keyPlaces: [Int] { key.compactMap { name in columns.firstIndex { $0.name == name } } }

  /// Returns for each row whether its key is among those that were added.
  fileprivate func areNew(_ rows: [[DatabaseValue]], among added: [[DatabaseValue]]) -> [Bool] {
    if added.count == rows.count { return rows.map { _ in true } }
    let (places, new) = (keyPlaces, Set(added))
    return rows.map { row in new.contains(places.map { row[$0] }) }
  }
}

package import Storage

extension PostgreSQLEngine {
  /// The smallest insert, in rows, that passes arrays to one statement, which is parsed, planned and run once.
  private static let several = 4
  /// The most rows in one such statement.
  private static let bulk = 4096

  package func insert(
    _ rows: [[DatabaseValue]], into table: DeskTable, whenThere conflict: DeskConflict
  ) throws -> [Bool] {
    if isCitus { return try insertInGroups(rows, into: table, whenThere: conflict) }
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
      added += try connection.execute(sql, columnsOf: some).rows
    }
    return conflict == .keep ? table.areNew(rows, among: added) : rows.map { _ in true }
  }

  /// The numbers of rows of one statement on Citus; few, because each makes another statement.
  ///
  /// Each statement is one task for each shard, however many rows it has. So most rows should be in one statement.
  private static let groups = [256, 192, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1]

  /// Inserts rows with statements of several rows.
  ///
  /// Citus sends the rows of such a statement straight to their shards. Rows from an array would first be copied to
  /// every shard, which takes thirty times as long for a few rows.
  private func insertInGroups(
    _ rows: [[DatabaseValue]], into table: DeskTable, whenThere conflict: DeskConflict
  ) throws -> [Bool] {
    let key = table.key.joined(separator: ", ")
    let columns = table.columns.map(\.name).joined(separator: ", ")
    let one = "(" + table.columns.map { $0.kind.received("?") }.joined(separator: ", ") + ")"
    let ending = "\(table.ending(conflict).text) RETURNING \(key)"
    let places = table.keyPlaces
    // Rows are sorted by the key, so that two writers of the same rows rarely block each other.
    var rest = rows.sorted { one, other in
      places.lazy.map { (one[$0], other[$0]) }.first { $0 != $1 }.map { $0.precedes($1) } ?? false
    }[...]
    var added: [[DatabaseValue]] = []
    for size in Self.groups {
      var lists: [[DatabaseValue]] = []
      while rest.count >= size {
        lists.append(Array(rest.prefix(size).joined()))
        rest = rest.dropFirst(size)
      }
      guard !lists.isEmpty else { continue }
      let values = Array(repeating: one, count: size).joined(separator: ", ")
      let sql = SQL(trusted: "INSERT INTO \(table.name) (\(columns)) VALUES \(values) \(ending)")
      added += try connection.rows(sql, each: lists) { try $0.values }.joined()
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

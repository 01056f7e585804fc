package import AppStoreModel
import Storage

/// A month in UTC: one partition of a table whose rows expire.
struct DeskMonth: Hashable {
  let first: Timestamp
  /// The start of the next month.
  let end: Timestamp

  /// Creates the month that contains a date.
  init(of date: Timestamp) {
    let day = Int64(date.formatted(.day).suffix(2)) ?? 1
    let midnight = date.day * Timestamp.millisecondsPerDay
    first = Timestamp(milliseconds: midnight - (day - 1) * Timestamp.millisecondsPerDay)
    end = first.adding(Self.period)
  }

  /// Returns the month `count` months later.
  func adding(_ count: Int) -> DeskMonth { DeskMonth(of: first.adding(Self.period, count: count)) }

  private static let period = SubscriptionPeriod.month

  /// Returns the name of a table's partition, such as `letters_2026_11`.
  func piece(of table: String) -> String {
    table + "_" + first.formatted(.day).prefix(7).map { $0 == "-" ? "_" : String($0) }.joined()
  }
}

extension DeskTable {
  /// Whether the table can be partitioned by month: the date must be in the key.
  var hasMonths: Bool { ages.map(key.contains) ?? false }

  /// Returns the statement that creates a month's partition in PostgreSQL's schema of this name.
  func creation(of month: DeskMonth, in schema: String) -> SQL {
    SQL(
      trusted: "CREATE TABLE IF NOT EXISTS \(schema).\(month.piece(of: name)) PARTITION OF \(schema).\(name) "
        + "FOR VALUES FROM (\(month.first.milliseconds)) TO (\(month.end.milliseconds))")
  }
}

extension PostgreSQLEngine {
  /// For how many months ahead a table has partitions.
  static let monthsAhead = 3

  package func turnMonths(of table: DeskTable, at now: Timestamp, dropping end: Timestamp?) throws -> Int {
    let pieces: [String] = try connection.values(
      """
      SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid
      WHERE inhparent = to_regclass(?) AND (SELECT partstrat = 'r' FROM pg_partitioned_table WHERE partrelid = inhparent)
      ORDER BY relname
      """, schema + "." + table.name)
    guard !pieces.isEmpty else { return 0 }
    return try transaction {
      var month = DeskMonth(of: now)
      for _ in 0...Self.monthsAhead {
        // Rows that arrived before their month had a partition are in the rest partition. While it has some of a month,
        // PostgreSQL refuses to create that month's partition.
        let early: Int64? = try connection.value(
          SQL(
            trusted:
              "SELECT 1 FROM \(schema).\(table.name)_rest WHERE \(table.ages ?? "") >= ? AND \(table.ages ?? "") < ? LIMIT 1"
          ),
          month.first.milliseconds, month.end.milliseconds)
        if early == nil { try connection.execute(table.creation(of: month, in: schema)) }
        month = month.adding(1)
      }
      guard let last = end.map(DeskMonth.init(of:)) else { return 0 }
      let old = pieces.filter { $0 != table.name + "_rest" && $0 < last.piece(of: table.name) }
      for piece in old { try connection.execute(SQL(trusted: "DROP TABLE \(schema).\(piece)")) }
      return old.count
    }
  }
}

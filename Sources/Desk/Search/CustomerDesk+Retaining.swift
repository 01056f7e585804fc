package import AppStoreModel
import Storage

/// The result of deleting expired data.
package struct DeskRetention: Hashable, Sendable {
  /// How many months of data are kept; nil for all.
  package let months: Int?
  /// The date before which data was deleted.
  package var before: Timestamp?
  /// How many rows of each table were deleted.
  package var rows: [String: Int] = [:]
  /// How many monthly partitions of each table were dropped.
  package var pieces: [String: Int] = [:]
}

/// The retention of data that expires.
///
/// The signed text of notifications, the audit, the quarantine, and data without a customer expire. The sources of
/// derived rows never expire: statements about purchases, and the facts of each notification.
extension CustomerDesk {
  private static let retention = "retention"
  /// How many rows are deleted in one commit, so that a listener does not wait long.
  private static let retiringLimit = 1000

  /// Returns how many whole months are kept in addition to the current one; nil for all.
  package func retention() throws -> Int? { try setting(Self.retention).flatMap { Int($0) } }

  /// Sets how many months are kept; nil keeps all.
  package func setRetention(months: Int?, by agent: String) throws {
    try engine.transaction {
      try engine.insert(
        [[.text(Self.retention), .text(months.map(String.init) ?? "")]], into: DeskTables.settings, whenThere: .replace)
      try note("retention", by: agent, subject: "", detail: months.map { "\($0) months" } ?? "all")
    }
  }

  /// Deletes data older than the desk's limit, by month or in batches; after an interruption the next call continues.
  package func retire(by agent: String) throws -> DeskRetention {
    var report = DeskRetention(months: try retention())
    try purgeWhatIsLeft()
    let month = DeskMonth(of: now())
    let before = report.months.map { month.adding(-$0).first }
    report.before = before
    for table in DeskTables.aging {
      let pieces = try engine.turnMonths(of: table, at: now(), dropping: before)
      if pieces > 0 { report.pieces[table.name] = pieces }
      guard let before else { continue }
      let rows = try retire(table, before)
      if rows > 0 { report.rows[table.name] = rows }
    }
    if before != nil, !report.rows.isEmpty || !report.pieces.isEmpty {
      try note("retire", by: agent, subject: "", detail: before.map { $0.formatted(.day) } ?? "")
    }
    return report
  }

  private func retire(_ table: DeskTable, _ before: Timestamp) throws -> Int {
    guard let date = table.ages else { return 0 }
    let key = table.key.joined(separator: ", ")
    var count = 0
    while true {
      let old = try engine.rows(
        SQL(trusted: "SELECT \(key) FROM \(table.name) WHERE \(date) < ? LIMIT ?"), before.milliseconds,
        Self.retiringLimit
      ) { try $0.values }
      guard !old.isEmpty else { return count }
      try engine.transaction { try engine.execute(table.deletionByKey, each: old) }
      count += old.count
    }
  }
}

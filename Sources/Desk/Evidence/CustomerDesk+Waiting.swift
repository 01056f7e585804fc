import AppStoreModel
import Storage

/// Renewal infos of unknown lineages, which wait aside.
///
/// A renewal info names no app, so that the file of another app would make a customer of each. One that arrives alone,
/// without a transaction of its lineage, is kept until that transaction comes.
extension CustomerDesk {
  /// Stores lone renewal infos of unknown lineages aside, and returns the other items.
  func withoutUnknownLineages(
    _ importItems: [DeskImportItem], batch: Int64?, _ report: inout TakingReport
  ) throws -> [DeskImportItem] {
    func isLone(_ it: DeskImportItem) -> Bool {
      it.notification == nil && !it.statements.isEmpty && it.statements.allSatisfy { !$0.isTransaction }
    }
    let lone = Set(importItems.lazy.filter(isLone).flatMap(\.statements).map(\.lineage))
    guard !lone.isEmpty else { return importItems }
    let told = Set(importItems.lazy.filter { !isLone($0) }.flatMap(\.statements).map(\.lineage))
    let asked = lone.subtracting(told).sorted()
    let known = try Set(
      engine.rows(
        "SELECT id FROM lookups WHERE id = ANY(?) AND kind = ? AND app = ? AND environment = ?",
        among: asked.map { .integer($0) },
        values: [.integer(DeskID.Kind.lineage.rawValue), .integer(app), .integer(environment)]
      ).map { try $0["id"] as Int64 })
    let unknown = Set(asked).subtracting(known)
    guard !unknown.isEmpty else { return importItems }
    var rows: [[Int64]: SignedStatement] = [:]
    let others = importItems.map { item in
      guard isLone(item) else { return item }
      var other = item
      other.statements = item.statements.filter { statement in
        guard unknown.contains(statement.lineage) else { return true }
        let key = [statement.lineage, statement.digest]
        if rows[key].map({ $0.signed < statement.signed }) ?? true { rows[key] = statement }
        return false
      }
      return other
    }
    let date = now().databaseValue
    let ordered = rows.sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }.map(\.value)
    try keepHeaders(of: ordered)
    let isNew = try engine.insert(
      ordered.map { it in
        let columns = it.columns(arrived: date, batch: batch)
        return [.integer(it.lineage), .integer(app), .integer(environment), columns[1], columns[0]] + columns[2...]
      }, into: DeskTables.waiting, whenThere: .keep)
    report.waiting += isNew.count { $0 }
    return others
  }

  /// Moves renewal infos that waited for one of the batch's new lineages to the lineage's customer.
  func wake(_ assignment: Assignment) throws {
    let lineages = assignment.newLineages.sorted()
    guard !lineages.isEmpty else { return }
    try wake(lineages.map { ($0, assignment.customers[.lineage($0)]) })
  }

  /// Moves renewal infos whose lineage another process claimed at the moment when they were set aside.
  ///
  /// - Returns: How many lineages had some.
  func wakeLate() throws -> Int {
    let known = try engine.rows(
      """
      SELECT w.lineage AS lineage, l.customer AS customer FROM waiting w
      JOIN lookups l ON l.id = w.lineage AND l.kind = 1 AND l.app = w.app AND l.environment = w.environment
      WHERE w.app = ? AND w.environment = ? LIMIT 100
      """, app, environment
    ) { (try $0["lineage"] as Int64, try current($0["customer"]) as Int64?) }
    guard !known.isEmpty else { return 0 }
    let customers = Dictionary(known) { first, _ in first }
    try engine.transaction {
      try mark(Set(customers.values.compactMap { $0 }))
      try wake(customers.map { ($0.key, $0.value) })
    }
    return customers.count
  }

  private func wake(_ lineages: [(lineage: Int64, customer: Int64?)]) throws {
    let customers = Dictionary(uniqueKeysWithValues: lineages.map { ($0.lineage, $0.customer) })
    let rows = try engine.rows(
      """
      SELECT lineage, digest, signed, header, payload, signature, verdict, root, arrived, batch FROM waiting
      WHERE lineage = ANY(?) AND app = ? AND environment = ?
      """, among: customers.keys.sorted().map { .integer($0) }, values: scope)
    guard !rows.isEmpty else { return }
    let moved = try rows.compactMap { row -> [DatabaseValue]? in
      guard let customer = customers[try row["lineage"]] ?? nil else { return nil }
      return owner(customer) + [.integer(1), row.values[0], row.values[2], row.values[1]] + row.values[3...]
    }
    try engine.insert(moved, into: DeskTables.evidence, whenThere: .keep)
    let batches = Dictionary(grouping: moved.filter { $0.last != .null }) { Array($0.prefix(3)) + [$0[$0.count - 1]] }
    try engine.insert(batches.keys.map { $0 }, into: DeskTables.importedCustomers, whenThere: .keep)
    try engine.execute(
      "DELETE FROM waiting WHERE lineage = ? AND app = ? AND environment = ? AND digest = ?",
      each: rows.map { [$0.values[0], .integer(app), .integer(environment), $0.values[1]] })
  }
}

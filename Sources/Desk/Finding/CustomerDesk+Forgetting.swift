import Database
import SignedData

/// A person asked to be forgotten.
extension CustomerDesk {
  /// Removes everything that is held of a customer, and leaves hashes by which what comes later is turned away.
  ///
  /// The hashes are kept first; then goes what people wrote, and at last, in one commit, what was signed with all that
  /// is derived from it and leads to it. Killed in between, the customer is still found, and the same call ends it.
  package func forget(_ customer: Int64, by agent: String) throws {
    try finishJoins()
    let subject = hex(hash("customer \(customer)"))
    let leads = try engine.transaction { () -> Leads in
      try hold([customer])
      let leads = try self.leads(to: customer)
      let hashes = Set(
        leads.numbers.filter { [DeskID.Kind.lineage, .transaction, .appTransaction].contains($0.kind) }.map {
          "\($0.id)"
        })
      let date = now().databaseValue
      try engine.insert(
        hashes.sorted().map { [.blob(hash($0)), .integer(app), .integer(environment), date] },
        into: DeskTables.forgotten, whenThere: .keep)
      try note("forget", by: agent, subject: subject, detail: "\(leads.numbers.count) ids")
      return leads
    }
    try engine.transaction {
      for table in DeskTables.ofCustomers where !Self.leading.contains(table) { try delete(from: table, customer) }
    }
    try engine.transaction {
      try forgetWhatLeads(to: customer, leads)
      try uncountActive(customer)
      for table in Self.leading { try delete(from: table, customer) }
      try engine.execute(
        "DELETE FROM aliases WHERE into_customer = ? AND app = ? AND environment = ?", customer, app, environment)
      try add([Figure("customers", amount: -1)])
    }
  }

  /// The tables whose rows tell what leads to a customer; somebody may have marked or derived them meanwhile.
  private static let leading =
    DerivedRows.tables + [
      DeskTables.evidence, DeskTables.notifications, DeskTables.orders, DeskTables.queue, DeskTables.customers,
    ]

  private func forgetWhatLeads(to customer: Int64, _ leads: Leads) throws {
    let scope: [DatabaseValue] = [.integer(app), .integer(environment)]
    try engine.execute(
      "DELETE FROM lookups WHERE id = ? AND kind = ? AND app = ? AND environment = ?",
      each: leads.numbers.map { [.integer($0.id), .integer($0.kind.rawValue)] + scope })
    try engine.execute(
      "DELETE FROM names WHERE id = ? AND kind = ? AND app = ? AND environment = ?",
      each: leads.names.map { [.text($0.id), .integer($0.kind.rawValue)] + scope })
    try engine.execute(
      "DELETE FROM persons WHERE token = ? AND app = ? AND environment = ? AND customer = ?",
      each: leads.tokens.map { [.text($0)] + scope + [.integer(customer)] })
    try engine.execute(
      "DELETE FROM quarantine WHERE transaction_id = ? AND app = ? AND environment = ?",
      each: leads.numbers.map { [.integer($0.id)] + scope })
    let subjects = leads.tokens + leads.numbers.filter { $0.id >= 0 }.map { "\($0.id)" }
    try engine.execute(
      "DELETE FROM claims WHERE subject = ? AND app = ? AND environment = ?", each: subjects.map { [.text($0)] + scope }
    )
    try engine.execute(
      "DELETE FROM usages WHERE subject = ? AND app = ? AND environment = ?", each: subjects.map { [.text($0)] + scope }
    )
  }

  /// The parcels without what is about somebody who asked to be forgotten.
  func withoutForgotten(_ parcels: [Parcel], _ report: inout TakingReport) throws -> [Parcel] {
    let isAny: Int64? = try engine.value("SELECT date FROM forgotten LIMIT 1")
    guard isAny != nil else { return parcels }
    let ids = Set(
      parcels.flatMap(\.statements).flatMap { [$0.id, $0.lineage] + [$0.appTransaction].compactMap { $0 } }
    )
    .sorted()
    let rows = try engine.rows(
      "SELECT date FROM forgotten WHERE hash = ? AND app = ? AND environment = ?",
      each: ids.map { [.blob(hash("\($0)")), .integer(app), .integer(environment)] })
    let forgotten = Set(zip(ids, rows).filter { !$1.isEmpty }.map(\.0))
    guard !forgotten.isEmpty else { return parcels }
    return parcels.compactMap { parcel in
      let isAbout = parcel.statements.contains { statement in
        forgotten.contains(statement.id) || forgotten.contains(statement.lineage)
          || statement.appTransaction.map(forgotten.contains) ?? false
      }
      if isAbout { report.forgotten += 1 }
      return isAbout ? nil : parcel
    }
  }

  /// The keyed hash of an id (HMAC-SHA256): without the desk's key nobody can try ids against it.
  private func hash(_ id: String) -> [UInt8] {
    let key = hashKey + [UInt8](repeating: 0, count: max(0, 64 - hashKey.count))
    let inner = Digest.sha256((key.map { $0 ^ 0x36 } + Array(id.utf8))[...]) ?? []
    return Digest.sha256((key.map { $0 ^ 0x5C } + inner)[...]) ?? []
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}

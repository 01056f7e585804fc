import AppStoreModel
import Core
import Storage

/// Taking a whole import back.
///
/// It goes customer by customer, so that an interrupted call continues with the same command. What Apple sent as well
/// stays, and so does a merge of two customers that the import's data proved.
extension CustomerDesk {
  private static let undoingLimit = 200

  /// Deletes everything that an import brought, and derives its customers again.
  ///
  /// - Parameter progress: Called with the number of customers done so far; it may throw to stop.
  /// - Returns: How many customers had data of the import.
  @discardableResult
  package func undoImport(
    _ batch: Int64, by agent: String, progress: (Int) throws -> Void = { _ in }
  ) throws -> Int {
    let state: String? = try engine.value(
      "SELECT state FROM imports WHERE batch = ? AND app = ? AND environment = ?", batch, app, environment)
    guard let state else { throw DeskError(.unusable(say("no import has the number \("\(batch)")"))) }
    guard state != "undone" else { throw DeskError(.unusable(say("import \("\(batch)") was already taken back"))) }
    // A merge moves rows between customers, and the counters keep what the import added.
    try finishJoins()
    try foldFigures()
    var count = 0
    while true {
      let customers: [Int64] = try engine.values(
        """
        SELECT customer FROM imported_customers WHERE batch = ? AND app = ? AND environment = ?
        ORDER BY customer LIMIT ?
        """, batch, app, environment, Self.undoingLimit)
      guard !customers.isEmpty else { break }
      try engine.transaction {
        try hold(customers)
        for customer in customers { try undo(batch, of: customer) }
      }
      count += customers.count
      try progress(count)
    }
    try engine.transaction {
      try undoRecords(batch)
      try set("undone", of: batch)
      try note("undo-import", by: agent, subject: "", detail: "\(batch)")
    }
    return count
  }

  private func undo(_ batch: Int64, of number: Int64) throws {
    let customer = try current(number)
    let before = try leads(to: customer)
    // What a user pays for with several accounts is derived again without what is taken back.
    let companions = try customers(withTokens: before.tokens).subtracting([customer])
    let (old, mine) = try (trendFigures(of: customer), owner(customer) + [.integer(batch)])
    try engine.execute(
      """
      DELETE FROM letters WHERE customer = ? AND app = ? AND environment = ? AND uuid IN (
        SELECT uuid FROM notifications WHERE customer = ? AND app = ? AND environment = ? AND batch = ?)
      """, values: owner(customer) + mine)
    let refunds: [(signed: Timestamp, arrived: Timestamp)] = try engine.rows(
      "SELECT signed, arrived FROM notifications WHERE customer = ? AND app = ? AND environment = ? AND batch = ? AND type = ?",
      values: mine + [.text(NotificationType.refund.rawValue)]
    ) { (try $0["signed"], try $0["arrived"]) }
    let held = try held(by: customer)
    try engine.execute(
      "DELETE FROM notifications WHERE customer = ? AND app = ? AND environment = ? AND batch = ?", values: mine)
    try engine.execute(
      "DELETE FROM evidence WHERE customer = ? AND app = ? AND environment = ? AND batch = ?", values: mine)
    try delete(leads: before.without(try leads(to: customer)), to: customer)
    let new = try trendFigures(of: customer)
    var figures = Set(old.keys).union(new.keys).sorted().map { Figure($0, amount: (new[$0] ?? 0) - (old[$0] ?? 0)) }
    let left = try self.held(by: customer)
    figures += [
      Figure("notifications", amount: left.notifications - held.notifications),
      Figure("transactions", amount: left.transactions - held.transactions),
    ]
    figures += refunds.filter { Self.isNews(signed: $0.signed, arrived: $0.arrived) }
      .map { Figure(Self.refundsHeard, day: $0.arrived.milliseconds / 3_600_000, amount: -1) }
    if try isEmpty(customer) {
      try uncountActive(customer)
      // The counters and the list of what is still to do are no data of the customer's.
      let others = [DeskTables.importedCustomers, DeskTables.deltas]
      for table in PersonalData.tables(.customer) where !others.contains(table) { try delete(from: table, customer) }
      figures.append(Figure("customers", amount: -1))
    } else {
      try mark([customer])
    }
    try mark(companions)
    try add(figures.filter { $0.amount != 0 })
    try engine.execute(
      "DELETE FROM imported_customers WHERE customer = ? AND app = ? AND environment = ? AND batch = ?",
      values: owner(number) + [.integer(batch)])
  }

  private func isEmpty(_ customer: Int64) throws -> Bool {
    for sql: SQL in [
      "SELECT 1 FROM evidence WHERE customer = ? AND app = ? AND environment = ? LIMIT 1",
      "SELECT 1 FROM notifications WHERE customer = ? AND app = ? AND environment = ? LIMIT 1",
    ] {
      if let _: Int64 = try engine.value(sql, customer, app, environment) { return false }
    }
    return true
  }

  /// Deletes the import's rows that belong to no customer, and the team server's records of it.
  private func undoRecords(_ batch: Int64) throws {
    var customers: Set<Int64> = []
    for table in [DeskTables.claims, DeskTables.usages] {
      let subjects: [String] = try engine.values(
        SQL(trusted: "SELECT DISTINCT subject FROM \(table.name) WHERE batch = ? AND app = ? AND environment = ?"),
        batch, app, environment)
      for subject in subjects { customers.formUnion(try customersNamed(exactly: subject)) }
    }
    func delete(_ table: DeskTable) throws -> Int {
      try engine.execute(
        SQL(trusted: "DELETE FROM \(table.name) WHERE batch = ? AND app = ? AND environment = ?"), batch, app,
        environment)
    }
    for table in [DeskTables.claims, DeskTables.usages, DeskTables.waiting] { _ = try delete(table) }
    let (events, refused) = (try delete(DeskTables.events), try delete(DeskTables.quarantine))
    try add(
      [Figure("notifications", amount: -events), Figure("refused", amount: -refused)].filter { $0.amount != 0 })
    try mark(customers)
  }
}

extension CustomerDesk.Leads {
  /// Returns the ids that another list does not have.
  fileprivate func without(_ others: CustomerDesk.Leads) -> CustomerDesk.Leads {
    var left = self
    left.numbers.removeAll { mine in others.numbers.contains { $0 == mine } }
    left.names.removeAll { mine in others.names.contains { $0 == mine } }
    left.tokens.removeAll { others.tokens.contains($0) }
    return left
  }
}

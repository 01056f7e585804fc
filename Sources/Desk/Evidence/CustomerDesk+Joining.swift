import AppStoreModel
import Core
import Storage

/// Merging two customers that turned out to be one, because of a receipt, a history or a later statement.
///
/// The commit that finds it only records the merge. Each table's rows are then moved in a commit of their own. A merge
/// that was interrupted continues where it stopped, with the same result. The other customer's number stays as an
/// alias.
extension CustomerDesk {
  func beginJoin(of customer: Int64, into target: Int64) throws {
    try engine.insert(
      [owner(customer) + [.integer(target), now().databaseValue]], into: DeskTables.joins, whenThere: .keep)
  }

  /// Completes the merges that any process has begun.
  ///
  /// - Returns: The number of completed merges.
  @discardableResult
  package func finishJoins() throws -> Int {
    var count = 0
    while let join = try nextJoin() {
      try finishJoin(of: join.customer, into: try current(join.target))
      count += 1
    }
    return count
  }

  private func nextJoin() throws -> (customer: Int64, target: Int64)? {
    try engine.first(
      "SELECT customer, into_customer FROM joins WHERE app = ? AND environment = ? ORDER BY customer LIMIT 1", app,
      environment
    ) { (try $0["customer"], try $0["into_customer"]) }
  }

  /// Returns the current number of a customer, after any merges.
  ///
  /// - Throws: `unusable` where aliases lead back to a number, as only damaged data has them.
  package func current(_ customer: Int64) throws -> Int64 {
    var passed = [customer]
    while let next: Int64 = try engine.value(DeskQueries.alias.one, passed[passed.count - 1], app, environment) {
      guard !passed.contains(next) else {
        throw DeskError(
          .unusable(say("customer #\(customer) is merged into itself; check the desk with till desk doctor")))
      }
      passed.append(next)
    }
    return passed[passed.count - 1]
  }

  /// Returns the current number of each customer, with one query for all.
  func current(_ customers: Set<Int64>) throws -> [Int64: Int64] {
    let isAny: Int64? = try engine.value(DeskQueries.anyAlias)
    guard isAny != nil else { return Dictionary(uniqueKeysWithValues: customers.map { ($0, $0) }) }
    let asked = customers.sorted()
    let rows = try engine.rows(DeskQueries.alias, of: asked, scope)
    var current: [Int64: Int64] = [:]
    for (customer, row) in zip(asked, rows) {
      current[customer] = row.isEmpty ? customer : try self.current(try row[0]["into_customer"])
    }
    return current
  }

  private static let left = [
    DeskTables.derived, DeskTables.findings, DeskTables.money, DeskTables.tokens, DeskTables.queue,
    DeskTables.refreshes, DeskTables.customers,
  ]

  private func finishJoin(of customer: Int64, into target: Int64) throws {
    guard customer != target else {
      try engine.transaction { try delete(from: DeskTables.joins, customer) }
      return
    }
    let both = [customer, target].sorted()
    try engine.transaction {
      try hold(both)
      try engine.insert(
        [owner(customer) + [.integer(target), now().databaseValue]], into: DeskTables.aliases, whenThere: .keep)
      // The look-up rows are changed before the evidence is moved, because their ids are read from the evidence.
      try leadLookups(of: customer, to: target)
      try mark([target])
    }
    for table in Guarded.moving {
      try engine.transaction {
        try hold(both)
        try engine.move(table, of: owner(customer), to: target)
      }
    }
    try engine.transaction {
      try hold(both)
      let app: Int64? = try engine.value(
        "SELECT app_transaction FROM customers WHERE customer = ? AND app = ? AND environment = ?", customer,
        self.app, environment)
      if let app {
        try engine.execute(
          """
          UPDATE customers SET app_transaction = ?
          WHERE customer = ? AND app = ? AND environment = ? AND app_transaction IS NULL
          """, app, target, self.app, environment)
      }
      try uncountActive(customer)
      for table in Self.left { try delete(from: table, customer) }
      try mark([target])
      // Another process may have completed the merge meanwhile and changed the counter.
      if try delete(from: DeskTables.joins, customer) > 0 { try add([Figure("customers", amount: -1)]) }
    }
  }

  @discardableResult
  func delete(from table: DeskTable, _ customer: Int64) throws -> Int {
    try engine.execute(table.deletion, values: owner(customer))
  }

  /// Changes all look-up rows of one customer to another customer.
  private func leadLookups(of customer: Int64, to target: Int64) throws {
    let leads = try leads(to: customer)
    let scope: [DatabaseValue] = [.integer(app), .integer(environment), .integer(customer)]
    try engine.execute(
      Guarded.leadNumber,
      each: leads.numbers.map { [.integer(target), .integer($0.id), .integer($0.kind.rawValue)] + scope })
    try engine.execute(
      Guarded.leadName, each: leads.names.map { [.integer(target), .text($0.id), .integer($0.kind.rawValue)] + scope })
    try engine.insert(
      leads.tokens.map { [.text($0), .integer(app), .integer(environment), .integer(target)] },
      into: DeskTables.persons, whenThere: .keep)
    try engine.execute(Guarded.leavePerson, each: leads.tokens.map { [.text($0)] + scope })
  }

  /// The ids in the look-up rows of a customer.
  struct Leads {
    var numbers: [(id: Int64, kind: DeskID.Kind)] = []
    var names: [(id: String, kind: DeskID.Kind)] = []
    var tokens: [String] = []
    /// The signed ids that are not numbers, in lower case.
    var texts: [String] = []
  }

  /// Returns all ids in the look-up rows of a customer, collected from the customer's evidence.
  func leads(to customer: Int64) throws -> Leads {
    var numbers: Set<[Int64]> = []
    var leads = Leads()
    var (tokens, texts): (Set<String>, Set<String>) = ([], [])
    func add(_ id: String?, _ kind: DeskID.Kind) {
      guard let id else { return }
      let number = DeskID.number(id)
      numbers.insert([number, kind.rawValue])
      if number < 0 { texts.insert(id.lowercased()) }
    }
    for statement in try evidence(of: [customer]).first?.statements ?? [] {
      switch statement.content {
      case .transaction(let it):
        let lineage = it.originalTransactionId ?? it.transactionId
        add(lineage, .lineage)
        if it.transactionId != lineage { add(it.transactionId, .transaction) }
        add(it.webOrderLineItemId, .webOrderLineItem)
        add(it.appTransactionId, .appTransaction)
        if let token = it.appAccountToken?.lowercased() { tokens.insert(token) }
      case .renewal(let it):
        add(it.originalTransactionId, .lineage)
        add(it.appTransactionId, .appTransaction)
      }
    }
    leads.numbers = numbers.sorted { $0[0] < $1[0] }.compactMap { row in
      DeskID.Kind(rawValue: row[1]).map { (row[0], $0) }
    }
    leads.names = try engine.rows(
      "SELECT uuid FROM notifications WHERE customer = ? AND app = ? AND environment = ?", customer, app, environment
    ) { (try $0["uuid"], .notification) }
    leads.names += try engine.rows(
      "SELECT order_id FROM orders WHERE customer = ? AND app = ? AND environment = ?", customer, app, environment
    ) { (try $0["order_id"], .order) }
    (leads.tokens, leads.texts) = (tokens.sorted(), texts.sorted())
    return leads
  }
}

package import AppStoreModel
import Core
import Storage

extension CustomerDesk {
  /// The most customers that are derived in one commit.
  static let derivingLimit = 500

  /// Derives the customers that have new data, those whose state is due to change, and those derived by older rules.
  ///
  /// - Parameters:
  ///   - limit: The most customers to derive; nil for all.
  ///   - progress: Called with the number of customers derived so far.
  /// - Returns: The number of customers derived.
  @discardableResult
  package func settle(limit: Int? = nil, progress: (Int) throws -> Void = { _ in }) throws -> Int {
    guard !engine.isReadOnly else { return 0 }
    try finishJoins()
    while try wakeLate() > 0 {}
    var count = 0
    while true {
      let next = min(Self.derivingLimit, limit.map { $0 - count } ?? Self.derivingLimit)
      guard next > 0 else { return count }
      let waiting = try waitingCustomers(next)
      let due = waiting.isEmpty ? try dueCustomers(next) : waiting
      let customers = due.isEmpty ? try outdatedCustomers(next) : due
      guard !customers.isEmpty else { return count }
      try engine.transaction { try derive(customers) }
      count += customers.count
      try progress(count)
    }
  }

  /// Returns how many customers wait to be derived.
  package func waitingCount() throws -> Int {
    try engine.value(DeskQueries.waitingCount, app, environment) ?? 0
  }

  /// Returns the customers whose evidence could not be read, with the reason.
  package func poisoned() throws -> [(customer: Int64, reason: String)] {
    try engine.rows(
      "SELECT customer, failure FROM queue WHERE app = ? AND environment = ? AND tries > 0 ORDER BY customer LIMIT 100",
      app, environment
    ) { (try $0["customer"], try $0["failure"] as String? ?? "") }
  }

  /// Returns customers with new data, without those that failed: one bad payload delays no other customer.
  private func waitingCustomers(_ count: Int) throws -> [Int64] {
    try engine.values(
      "SELECT customer FROM queue WHERE app = ? AND environment = ? AND tries = 0 ORDER BY since, customer LIMIT ?",
      app, environment, count)
  }

  /// Returns the customers that must be derived again, because of new data or a due change.
  func awaited() throws -> Set<Int64> {
    let queue: [Int64] = try engine.values(
      "SELECT customer FROM queue WHERE app = ? AND environment = ?", app, environment)
    return Set(try queue + dueCustomers(.max))
  }

  private func dueCustomers(_ count: Int) throws -> [Int64] {
    let due: [Int64] = try engine.values(
      """
      SELECT customer FROM derived WHERE app = ? AND environment = ? AND next_moment <= ?
      ORDER BY next_moment LIMIT ?
      """, app, environment, now().milliseconds, count)
    return Set(due).sorted()
  }

  /// Returns customers whose rows were derived by older rules.
  private func outdatedCustomers(_ count: Int) throws -> [Int64] {
    try engine.values(
      "SELECT customer FROM customers WHERE rules < ? AND app = ? AND environment = ? ORDER BY rules LIMIT ?",
      DerivedRows.rules, app, environment, count)
  }

  /// Returns how many customers have rows derived by older rules.
  package func outdatedCount() throws -> Int {
    try engine.value(
      "SELECT count(*) FROM customers WHERE rules < ? AND app = ? AND environment = ?", DerivedRows.rules, app,
      environment) ?? 0
  }

  /// Derives customers in the current transaction and removes them from the queue.
  ///
  /// - Parameter staysOnShard: Whether the commit may read one shard only. Customers of a user who may have several
  ///   accounts then stay in the queue, and `settle` derives what depends on the other accounts.
  func derive(_ customers: [Int64], staysOnShard: Bool = false) throws {
    for start in stride(from: 0, to: customers.count, by: Self.derivingLimit) {
      let some = customers[start..<min(start + Self.derivingLimit, customers.count)]
      try deriveAtOnce(Array(some), staysOnShard)
    }
  }

  private func deriveAtOnce(_ some: [Int64], _ staysOnShard: Bool) throws {
    let customers = some.sorted()
    try hold(customers)
    let derived = derived(from: try stored(customers), at: now())
    var good: [(number: Int64, derived: DerivedCustomer)] = []
    var poison: [[DatabaseValue]] = []
    for (customer, result) in zip(customers, derived) {
      switch result {
      case .success(let derived): good.append((customer, derived))
      case .failure(let error):
        poison.append(owner(customer) + [now().databaseValue, .integer(1), .deskText("\(error)")])
      }
    }
    try DerivedRows.write(good, of: self)
    if !staysOnShard {
      let tokens = good.reduce(into: Set()) { $0.formUnion($1.derived.tokens.keys) }
      try deriveUsers(with: tokens, after: good.map(\.number))
    }
    let done = staysOnShard ? good.filter(\.derived.tokens.isEmpty) : good
    _ = try engine.rows(
      "DELETE FROM queue WHERE customer = ANY(?) AND app = ? AND environment = ? RETURNING customer",
      among: done.map { .integer($0.number) }, values: scope)
    try engine.insert(poison, into: DeskTables.queue, whenThere: .replace)
    try engine.execute(
      "UPDATE customers SET rules = ? WHERE customer = ? AND app = ? AND environment = ?",
      each: poison.map { [.integer(DerivedRows.rules)] + $0.prefix(3) })
    // A due date of a failed customer is removed, because deriving again would fail again.
    try engine.execute(
      "UPDATE derived SET next_moment = NULL WHERE customer = ? AND app = ? AND environment = ?",
      each: poison.map { Array($0.prefix(3)) })
  }

  /// Stores products that no customer had before.
  func keepProducts(_ products: Set<String>) throws {
    guard !products.isSubset(of: knownProducts) else { return }
    knownProducts = try Set(soldProducts())
    let date = now().databaseValue
    try engine.insert(
      products.subtracting(knownProducts).sorted().map {
        [.integer(app), .integer(environment), .deskText($0), date]
      }, into: DeskTables.products, whenThere: .keep)
  }

  /// Locks the queue rows of customers until the transaction ends, in the order of their numbers.
  ///
  /// A writer of evidence adds a customer's queue row first. It either has committed, and its evidence is read here, or
  /// it waits for this transaction and then queues the customer again.
  func hold(_ customers: [Int64]) throws {
    if engine.hasOtherWriters { try mark(customers) }
  }

  /// Derives what a desk stores about each customer, on all cores.
  func derived(from stored: [StoredCustomer], at date: Timestamp) -> [Result<DerivedCustomer, any Error>] {
    let identity = identity
    @Sendable func derived(_ customer: StoredCustomer) -> Result<DerivedCustomer, any Error> {
      Result { DerivedCustomer(try customer.evidence(), in: identity, at: date) }
    }
    return mapOnAllCores(stored, part: 32, derived)
  }

  /// Returns the answer for a customer at this moment, computed from the evidence.
  package func customerAnswer(for customer: Int64, at date: Timestamp? = nil) throws -> CustomerAnswer {
    try engine.agent?.look(at: customer)
    let evidence = try evidence(of: [customer])[0]
    return CustomerAnswer(date.map(evidence.known) ?? evidence, in: identity, at: date ?? now())
  }
}

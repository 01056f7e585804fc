import AppStoreModel
import Device
import Entitlements
import Storage

/// The result of storing a batch.
package struct TakingReport: Sendable {
  /// How many statements about transactions were new.
  package var imported = 0
  /// How many transactions the desk did not have before.
  var transactions = 0
  /// How many statements were already stored, or repeat a stored one.
  package var known = 0
  package var renewals = 0
  package var notifications = 0
  /// How many notifications were about a refund of the last hour.
  package var refunds = 0
  package var newCustomers = 0
  /// The items that were refused, with their source and the reason.
  package var refused: [(place: String, reason: String)] = []
  /// How many statements were dropped because they are about people who were forgotten.
  package var forgotten = 0
  /// How many renewal infos wait for a transaction of their lineage.
  package var waiting = 0
  /// The customers that the statements are about.
  package var customers: Set<Int64> = []
}

/// The time at which customers are derived.
package enum Deriving: Hashable, Sendable {
  /// Customers are derived in the same commit.
  case now
  /// Customers stay in the queue, and another call derives them soon.
  case later
}

extension CustomerDesk {
  /// Stores a batch in one commit; items that failed verification go into quarantine.
  ///
  /// Storing the same data again changes nothing, and the order of batches makes no difference.
  ///
  /// - Parameter progress: The position in the source, stored in the same commit.
  package func store(
    _ importItems: [DeskImportItem], deriving: Deriving = .later, progress: ImportProgress? = nil
  ) throws -> TakingReport {
    for _ in 0..<8 {
      do {
        return try engine.transaction {
          var report = TakingReport()
          try store(importItems, batch: progress?.batch, &report)
          if let progress { try keep(progress) }
          if deriving == .now { try derive(report.customers.sorted(), staysOnShard: engine.isSpread) }
          return report
        }
      } catch is TakenMeanwhile {
        continue
      }
    }
    throw DeskError(.busy)
  }

  private func store(_ arrived: [DeskImportItem], batch: Int64?, _ report: inout TakingReport) throws {
    let importItems = try withoutUnknownLineages(withoutForgotten(arrived, &report), batch: batch, &report)
    let assignment = try assign(importItems, &report)
    report.customers = Set(importItems.lazy.flatMap(\.statements).compactMap { assignment.customer(of: $0) })
    try mark(report.customers)
    try checkUnmoved(report.customers, importItems)
    try keepHeaders(of: importItems)
    try wake(assignment)
    try keepEvidence(of: importItems, assignment, batch: batch, &report)
    try keepNotifications(of: importItems, assignment, batch: batch, &report)
    try quarantine(importItems, batch: batch, &report)
    try addFigures(report)
  }

  /// Checks that no customer was merged or forgotten before the queue rows were locked; after that no process can.
  private func checkUnmoved(_ customers: Set<Int64>, _ importItems: [DeskImportItem]) throws {
    guard engine.hasOtherWriters else { return }
    guard try current(customers).allSatisfy({ $0 == $1 }) else { throw TakenMeanwhile() }
    var report = TakingReport()
    guard try withoutForgotten(importItems, &report).count == importItems.count else { throw TakenMeanwhile() }
  }

  private func keepHeaders(of importItems: [DeskImportItem]) throws {
    try keepHeaders(
      of: importItems.lazy.flatMap(\.statements), importItems.compactMap { $0.notification?.header })
  }

  /// Stores the header segments and root certificates of statements that this process has not stored before.
  func keepHeaders(of statements: some Sequence<SignedStatement>, _ others: [HeaderSegment] = []) throws {
    var headers: [Int64: HeaderSegment] = [:]
    var roots: [Int64: String] = [:]
    for header in others where !knownHeaders.contains(header.id) { headers[header.id] = header }
    for statement in statements {
      if !knownHeaders.contains(statement.header.id) { headers[statement.header.id] = statement.header }
      guard let root = statement.rootFingerprint, !knownRoots.contains(root) else { continue }
      roots[DeskID.hash(Array(root.utf8))] = root
    }
    guard !headers.isEmpty || !roots.isEmpty else { return }
    // Of those that another process stored, nothing is written.
    let held = try engine.rows(
      "SELECT id FROM headers WHERE id = ANY(?)", among: headers.keys.sorted().map { .integer($0) }, values: []
    ).map { try $0["id"] as Int64 }
    knownHeaders.formUnion(held)
    headers = headers.filter { !knownHeaders.contains($0.key) }
    if !roots.isEmpty {
      knownRoots.formUnion(try engine.rows("SELECT fingerprint FROM roots") { try $0["fingerprint"] as String })
      roots = roots.filter { !knownRoots.contains($0.value) }
    }
    try engine.insert(
      headers.sorted { $0.key < $1.key }.map { [.integer($0.key), .blob($0.value.bytes)] }, into: DeskTables.headers,
      whenThere: .keep)
    try engine.insert(
      roots.sorted { $0.key < $1.key }.map { [.integer($0.key), .text($0.value)] }, into: DeskTables.roots,
      whenThere: .keep)
  }

  /// The key of a row of evidence.
  private struct EvidenceKey: Hashable {
    let customer: Int64
    let kind: Int64
    let id: Int64
    let digest: Int64

    var order: (Int64, Int64, Int64, Int64) { (customer, kind, id, digest) }
  }

  private func keepEvidence(
    of importItems: [DeskImportItem], _ assignment: Assignment, batch: Int64?, _ report: inout TakingReport
  ) throws {
    // Of statements that differ only in `signedDate` the latest is kept, so that no row is in a batch twice.
    var newest: [EvidenceKey: SignedStatement] = [:]
    var arrived = 0
    for statement in importItems.lazy.flatMap(\.statements) {
      guard let customer = assignment.customer(of: statement) else { continue }
      if statement.isTransaction { arrived += 1 }
      let key = EvidenceKey(customer: customer, kind: statement.kind, id: statement.id, digest: statement.digest)
      guard let held = newest[key] else {
        newest[key] = statement
        continue
      }
      let isStronger = statement.verdict.outweighs(held.verdict) ?? false
      if held.signed < statement.signed || held.signed == statement.signed && isStronger { newest[key] = statement }
    }
    let rows = newest.sorted { $0.key.order < $1.key.order }.map { ($0.key, $0.value) }
    let date = now().databaseValue
    let isNew = try engine.insert(
      rows.map { key, statement in
        owner(key.customer) + [.integer(statement.kind), .integer(statement.id)]
          + statement.columns(arrived: date, batch: batch)
      }, into: DeskTables.evidence, whenThere: .keep)
    try advance(zip(rows, isNew).filter { !$1 }.map { ($0.0.0.customer, $0.0.1) }, confirms: batch == nil)
    let added = zip(rows, isNew).filter { $1 }.map { (customer: $0.0.0.customer, statement: $0.0.1) }
    report.transactions += try countTrends(added, new: keepLookups(of: added).union(assignment.newLineages))
    if let batch { try noteImported(Set(added.map(\.customer)), batch) }
    let news = added.count { $0.statement.isTransaction }
    report.imported += news
    report.known += arrived - news
    report.renewals += added.count - news
  }

  /// Replaces a stored statement with a later one that differs only in its `signedDate`.
  ///
  /// The later date makes it win over older statements that arrive late.
  ///
  /// - Parameter confirms: Whether Apple sent the statements; taking back an earlier import then leaves them.
  private func advance(_ known: [(customer: Int64, statement: SignedStatement)], confirms: Bool) throws {
    func key(_ customer: Int64, _ it: SignedStatement) -> [DatabaseValue] {
      owner(customer) + [.integer(it.kind), .integer(it.id), .integer(it.digest)]
    }
    guard !known.isEmpty else { return }
    if confirms, try engine.value("SELECT batch FROM imports LIMIT 1", as: Int64.self) != nil {
      try engine.execute(Guarded.confirm, each: known.map(key))
    }
    try engine.execute(
      Guarded.advance,
      each: known.map { customer, it in
        [
          .integer(it.signed), .integer(it.header.id), .blob(it.payload), .blob(it.signature),
          it.verdict.databaseValue, .integer(it.rootFingerprint.map { DeskID.hash(Array($0.utf8)) }),
        ] + key(customer, it) + [.integer(it.signed)]
      })
  }

  /// Inserts the look-up rows from ids in signed data to their customers.
  ///
  /// The rows that assign a lineage or app transaction to a customer are inserted by `assign`.
  ///
  /// - Returns: The transactions, other than the first of a lineage, that the desk had never heard of.
  private func keepLookups(of added: [(customer: Int64, statement: SignedStatement)]) throws -> Set<Int64> {
    var rows: [[Int64]: Int64] = [:]
    var tokens: [String: Set<Int64>] = [:]
    for (customer, statement) in added {
      guard let transaction = statement.transaction else { continue }
      if statement.id != statement.lineage { rows[[statement.id, DeskID.Kind.transaction.rawValue]] = customer }
      if let item = transaction.webOrderLineItemId {
        rows[[DeskID.number(item), DeskID.Kind.webOrderLineItem.rawValue]] = customer
      }
      if let token = transaction.appAccountToken?.lowercased() { tokens[token, default: []].insert(customer) }
    }
    let ordered = rows.sorted { $0.key[0] < $1.key[0] }
    let isNew = try engine.insert(
      ordered.map { key, customer in [.integer(key[0]), .integer(key[1])] + scope + [.integer(customer)] },
      into: DeskTables.lookups, whenThere: .keep)
    try engine.insert(
      tokens.sorted { $0.key < $1.key }.flatMap { token, customers -> [[DatabaseValue]] in
        customers.sorted().map { [.deskText(token), .integer(app), .integer(environment), .integer($0)] }
      }, into: DeskTables.persons, whenThere: .keep)
    let new = zip(ordered, isNew).filter { $1 && $0.key[1] == DeskID.Kind.transaction.rawValue }
    return Set(new.map { $0.0.key[0] })
  }

  private func keepNotifications(
    of importItems: [DeskImportItem], _ assignment: Assignment, batch: Int64?, _ report: inout TakingReport
  ) throws {
    let date = now().databaseValue
    var seen: Set<String> = []
    var ofCustomers: [(customer: Int64, it: NotificationStatement, product: String)] = []
    var events: [NotificationStatement] = []
    for importItem in importItems {
      guard let it = importItem.notification, seen.insert(it.uuid).inserted else { continue }
      if let customer = importItem.statements.first.flatMap({ assignment.customer(of: $0) }) {
        let product = importItem.statements.lazy.compactMap { $0.transaction?.productId }.first
        ofCustomers.append((customer, it, product ?? ""))
      } else {
        events.append(it)
      }
    }
    ofCustomers.sort { $0.it.uuid < $1.it.uuid }
    let isNew = try engine.insert(
      ofCustomers.map { customer, it, _ in
        [
          .deskText(it.uuid), .integer(DeskID.Kind.notification.rawValue), .integer(app), .integer(environment),
          .integer(customer),
        ]
      }, into: DeskTables.names, whenThere: .keep)
    let added = zip(ofCustomers, isNew).filter { $1 }.map(\.0)
    report.refunds += added.count { _, it, _ in
      it.notification.notificationType == .refund
        && Self.isNews(signed: it.notification.signedDate ?? .distantPast, arrived: now())
    }
    try countRenewalTrouble(added.map { ($0.customer, $0.it.notification, $0.product) })
    try engine.insert(
      added.map { customer, it, _ in
        owner(customer) + [.deskText(it.uuid)] + it.told(date) + [.integer(it.transaction), .integer(batch)]
      }, into: DeskTables.notifications, whenThere: .keep)
    if let batch { try noteImported(Set(added.map(\.customer)), batch) }
    try engine.insert(
      added.map { customer, it, _ in owner(customer) + [.deskText(it.uuid), date] + it.signed },
      into: DeskTables.letters, whenThere: .keep)
    let isNewEvent = try engine.insert(
      events.map { it in
        [.deskText(it.uuid), .integer(app), .integer(environment)] + it.told(date) + it.signed + [.integer(batch)]
      }, into: DeskTables.events, whenThere: .keep)
    report.notifications += added.count + isNewEvent.count { $0 }
  }

  private func quarantine(_ importItems: [DeskImportItem], batch: Int64?, _ report: inout TakingReport) throws {
    var rows: [Int64: [DatabaseValue]] = [:]
    let date = now().databaseValue
    for importItem in importItems {
      for refusal in importItem.refusals {
        report.refused.append((importItem.place, refusal.failure.message))
        let digest = DeskID.digest(refusal.body)
        rows[DeskID.hash(refusal.body)] = [
          .blob(digest), .integer(app), .integer(environment), .deskText(importItem.place),
          .text(refusal.failure.kind.rawValue), .deskText(refusal.failure.message),
          .integer(refusal.transactionId.map(DeskID.number)), .blob(refusal.body), date, .integer(batch),
        ]
      }
    }
    let ordered = rows.sorted { $0.key < $1.key }.map(\.value)
    try engine.insert(ordered, into: DeskTables.quarantine, whenThere: .keep)
  }

  /// Notes that an import brought new rows about customers, so that it can be taken back.
  private func noteImported(_ customers: Set<Int64>, _ batch: Int64) throws {
    try engine.insert(
      customers.sorted().map { owner($0) + [.integer(batch)] }, into: DeskTables.importedCustomers, whenThere: .keep)
  }

  /// Puts customers into the queue of those that must be derived again.
  func mark(_ customers: some Sequence<Int64>) throws {
    let date = now().databaseValue
    try engine.insert(
      customers.sorted().map { owner($0) + [date, .integer(0), .null] }, into: DeskTables.queue, whenThere: .replace)
  }
}

extension NotificationStatement {
  /// Returns the columns of the notification's facts.
  fileprivate func told(_ arrived: DatabaseValue) -> [DatabaseValue] {
    [
      .deskText(notification.notificationType?.rawValue ?? ""), .deskText(notification.subtype?.rawValue),
      .integer(notification.signedDate?.milliseconds ?? 0), arrived,
    ]
  }

  /// The columns of the signed text.
  fileprivate var signed: [DatabaseValue] { [.integer(header.id), .blob(payload), .blob(signature)] }
}

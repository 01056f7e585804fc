import AppStoreModel
import Storage

/// The rows derived from a customer's data.
///
/// Only differences are written, because most new data changes a single row.
struct DerivedRows: Hashable {
  /// The rows of each table, by table name and key, without the three columns that name the customer.
  private(set) var rows: [String: [[DatabaseValue]: [DatabaseValue]]]

  /// The version of the rules and views from which the rows are derived.
  ///
  /// Raise it with every change of a rule or a view, so that a desk derives each customer again.
  static let rules: Int64 = 5

  static let tables = [DeskTables.derived, DeskTables.findings, DeskTables.money, DeskTables.tokens]

  init(_ derived: DerivedCustomer) {
    var rows: [String: [[DatabaseValue]: [DatabaseValue]]] = [:]
    func add(_ table: DeskTable, _ key: [DatabaseValue], _ rest: [DatabaseValue]) {
      rows[table.name, default: [:]][key] = rest
    }
    for status in derived.answer.statuses {
      add(
        DeskTables.derived, [.deskText(status.product.id)],
        [
          .deskText(status.product.type.rawValue), .text(status.state.rawValue), status.entitled.databaseValue,
          status.confirmed.databaseValue, status.expiresDate.databaseValue,
          (status.startedDate ?? status.since).databaseValue,
          .integer(status.balance.map { Int64($0) }), .deskText(status.decidingTransactionId),
          derived.nextMoments[status.product.id].databaseValue,
        ])
    }
    for line in derived.lines {
      add(DeskTables.findings, [line.view.databaseValue, .deskText(line.subject)], [.integer(line.place)])
    }
    for (currency, amount) in derived.money {
      add(DeskTables.money, [.deskText(currency)], [.integer(amount.spent), .integer(amount.refunded)])
    }
    for (token, seen) in derived.tokens {
      add(DeskTables.tokens, [.deskText(token)], [.integer(seen.lowerBound), .integer(seen.upperBound)])
    }
    self.rows = rows
  }

  private init(rows: [String: [[DatabaseValue]: [DatabaseValue]]]) { self.rows = rows }

  /// Returns the stored rows of several customers.
  static func stored(_ customers: [Int64], of desk: CustomerDesk) throws -> [DerivedRows] {
    var all = customers.map { _ in DerivedRows(rows: [:]) }
    for table in tables {
      let names = table.columns.map(\.name).dropFirst(3).joined(separator: ", ")
      let found = try desk.engine.rows(CustomerQuery(names, from: table.name), of: customers, desk.scope)
      let keyCount = table.key.count - 3
      for (index, rows) in found.enumerated() {
        for row in rows {
          // The lines about a user of several accounts are derived by themselves.
          if table.name == DeskTables.findings.name, row.values.first == SavedView.chargedAcross.databaseValue {
            continue
          }
          all[index].rows[table.name, default: [:]][Array(row.values.prefix(keyCount))] = Array(
            row.values.dropFirst(keyCount).dropLast())
        }
      }
    }
    return all
  }

  /// Replaces the stored rows of several customers.
  static func write(_ customers: [(number: Int64, derived: DerivedCustomer)], of desk: CustomerDesk) throws {
    guard !customers.isEmpty else { return }
    let held = try stored(customers.map(\.number), of: desk)
    let wanted = customers.map { DerivedRows($0.derived) }
    try desk.keepProducts(Set(customers.flatMap { $0.derived.answer.statuses.map(\.product.id) }))
    let name = DeskTables.derived.name
    try desk.add(
      zip(held, wanted).flatMap { desk.countActive(from: $0.rows[name] ?? [:], to: $1.rows[name] ?? [:]) },
      with: customers[0].number)
    for table in tables {
      var changed: [[DatabaseValue]] = []
      var gone: [[DatabaseValue]] = []
      for (index, item) in customers.enumerated() {
        let (new, old) = (wanted[index].rows[table.name] ?? [:], held[index].rows[table.name] ?? [:])
        for (key, rest) in new where old[key] != rest { changed.append(desk.owner(item.number) + key + rest) }
        for key in old.keys where new[key] == nil { gone.append(desk.owner(item.number) + key) }
      }
      if !changed.isEmpty { try desk.engine.insert(changed, into: table, whenThere: .replace) }
      if !gone.isEmpty { try desk.engine.execute(table.deletionByKey, each: gone) }
    }
    try note(customers, in: desk)
  }

  /// Writes the columns of `customers` that are derived.
  private static func note(_ customers: [(number: Int64, derived: DerivedCustomer)], in desk: CustomerDesk) throws {
    func columns(_ derived: DerivedCustomer) -> [DatabaseValue] {
      [.integer(Int64(derived.transactions.count)), derived.lastEvent.databaseValue, .integer(rules)]
    }
    // A customer with evidence has a row. So this changes rows, many with one statement, and inserts none.
    try desk.engine.insert(
      customers.filter(\.derived.hasEvidence).map { number, derived in
        desk.owner(number) + [desk.now().databaseValue, .null] + columns(derived)
      }, into: DeskTables.customers, whenThere: .change(["transactions", "last_event", "rules"]))
    try desk.engine.execute(
      """
      UPDATE customers SET transactions = ?, last_event = ?, rules = ?
      WHERE customer = ? AND app = ? AND environment = ?
      """, each: customers.filter { !$0.derived.hasEvidence }.map { columns($0.derived) + desk.owner($0.number) })
  }
}

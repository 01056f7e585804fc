import AppStoreModel
import Storage

/// The rows derived from a customer's answer.
///
/// Only differences are written, because most new data changes a single row.
struct DerivedRows: Hashable {
  /// The rows of each table, by table name and key, without the three columns that name the customer.
  private(set) var rows: [String: [[DatabaseValue]: [DatabaseValue]]]

  /// The version of the rules and views from which the rows are derived.
  ///
  /// Raise it with every change of a rule or a view, so that a desk derives each customer again.
  static let rules: Int64 = 4

  static let tables = [DeskTables.derived, DeskTables.findings, DeskTables.money, DeskTables.tokens]

  init(_ answer: CustomerAnswer) {
    var rows: [String: [[DatabaseValue]: [DatabaseValue]]] = [:]
    func add(_ table: DeskTable, _ key: [DatabaseValue], _ rest: [DatabaseValue]) {
      rows[table.name, default: [:]][key] = rest
    }
    for status in answer.statuses {
      add(
        DeskTables.derived, [.deskText(status.product.id)],
        [
          .deskText(status.product.type.rawValue), .text(status.state.rawValue), status.entitled.databaseValue,
          status.confirmed.databaseValue, status.expiresDate.databaseValue,
          (status.startedDate ?? status.since).databaseValue,
          .integer(status.balance.map { Int64($0) }), .deskText(status.decidingTransactionId),
          answer.nextMoments[status.product.id].databaseValue,
        ])
    }
    for line in answer.lines {
      add(DeskTables.findings, [line.view.databaseValue, .deskText(line.subject)], [.integer(line.place)])
    }
    for (currency, amount) in answer.money {
      add(DeskTables.money, [.deskText(currency)], [.integer(amount.spent), .integer(amount.refunded)])
    }
    for (token, seen) in answer.tokens {
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

  /// Replaces the stored rows of several customers with those of their answers.
  static func write(_ answers: [(customer: Int64, answer: CustomerAnswer)], of desk: CustomerDesk) throws {
    guard !answers.isEmpty else { return }
    let held = try stored(answers.map(\.customer), of: desk)
    let wanted = answers.map { DerivedRows($0.answer) }
    try desk.keepProducts(Set(answers.flatMap { $0.answer.statuses.map(\.product.id) }))
    let name = DeskTables.derived.name
    try desk.add(
      zip(held, wanted).flatMap { desk.countActive(from: $0.rows[name] ?? [:], to: $1.rows[name] ?? [:]) },
      with: answers[0].customer)
    for table in tables {
      var changed: [[DatabaseValue]] = []
      var gone: [[DatabaseValue]] = []
      for (index, item) in answers.enumerated() {
        let (new, old) = (wanted[index].rows[table.name] ?? [:], held[index].rows[table.name] ?? [:])
        for (key, rest) in new where old[key] != rest { changed.append(desk.owner(item.customer) + key + rest) }
        for key in old.keys where new[key] == nil { gone.append(desk.owner(item.customer) + key) }
      }
      if !changed.isEmpty { try desk.engine.insert(changed, into: table, whenThere: .replace) }
      guard !gone.isEmpty else { continue }
      let condition = table.key.map { "\($0) = ?" }.joined(separator: " AND ")
      try desk.engine.execute(SQL(trusted: "DELETE FROM \(table.name) WHERE \(condition)"), each: gone)
    }
    try note(answers, in: desk)
  }

  /// Writes the columns of `customers` that are derived.
  private static func note(_ answers: [(customer: Int64, answer: CustomerAnswer)], in desk: CustomerDesk) throws {
    func columns(_ answer: CustomerAnswer) -> [DatabaseValue] {
      [.integer(Int64(answer.transactionCount)), answer.lastEvent.databaseValue, .integer(rules)]
    }
    // A customer with evidence has a row. So this changes rows, many with one statement, and inserts none.
    try desk.engine.insert(
      answers.filter(\.answer.hasEvidence).map { customer, answer in
        desk.owner(customer) + [desk.now().databaseValue, .null] + columns(answer)
      }, into: DeskTables.customers, whenThere: .change(["transactions", "last_event", "rules"]))
    try desk.engine.execute(
      """
      UPDATE customers SET transactions = ?, last_event = ?, rules = ?
      WHERE customer = ? AND app = ? AND environment = ?
      """, each: answers.filter { !$0.answer.hasEvidence }.map { columns($0.answer) + desk.owner($0.customer) })
  }
}

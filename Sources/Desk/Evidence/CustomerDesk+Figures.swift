package import AppStoreModel
import Storage

/// An amount to add to a counter of the desk.
struct Figure {
  let name: String
  let day: Int64
  let product: String
  let amount: Int

  init(_ name: String, day: Int64 = 0, product: String = "", amount: Int) {
    self.name = name
    self.day = day
    self.product = product
    self.amount = amount
  }
}

extension CustomerDesk {
  /// Appends a batch's amounts to the counters; no row is shared, so that writers do not wait for each other.
  func addFigures(_ report: TakingReport) throws {
    try add(
      [
        Figure("customers", amount: report.newCustomers), Figure("transactions", amount: report.imported),
        Figure("notifications", amount: report.notifications), Figure("refused", amount: report.refused.count),
        Figure(Self.refundsHeard, day: now().milliseconds / 3_600_000, amount: report.refunds),
      ].filter { $0.amount != 0 })
  }

  func add(_ figures: [Figure]) throws {
    guard !figures.isEmpty else { return }
    let batch = try engine.numbers(1)[0]
    try engine.insert(
      figures.enumerated().map { number, figure in
        [
          .integer(batch), .integer(Int64(number)), .text(figure.name), .integer(figure.day), .deskText(figure.product),
          .integer(Int64(figure.amount)),
        ]
      }, into: DeskTables.deltas, whenThere: .keep)
  }

  /// Folds the appended amounts into the totals.
  package func foldFigures() throws {
    guard !engine.isReadOnly else { return }
    // Does nothing if there are none: a commit without a change would still make every reader look for new data.
    while try engine.value("SELECT batch FROM deltas LIMIT 1", as: Int64.self) != nil, try foldSomeFigures() {}
  }

  /// The most amounts folded in one commit.
  private static let foldingLimit = 10_000

  /// Folds a part of the appended amounts into the totals.
  ///
  /// - Returns: Whether there may be more.
  private func foldSomeFigures() throws -> Bool {
    try engine.transaction {
      // Only one process folds at a time; other processes append new amounts meanwhile.
      try engine.lock(0x0074_696c_6c01)
      let deltas: [(key: [Int64], name: String, day: Int64, product: String, amount: Int64)] = try engine.rows(
        "SELECT batch, number, name, day, product, amount FROM deltas ORDER BY batch, number LIMIT ?",
        Self.foldingLimit
      ) {
        ([try $0["batch"], try $0["number"]], try $0["name"], try $0["day"], try $0["product"], try $0["amount"])
      }
      guard !deltas.isEmpty else { return false }
      let sums = Dictionary(grouping: deltas) { [$0.name, "\($0.day)", $0.product] }
      try engine.execute(
        """
        INSERT INTO totals(name, day, product, amount) VALUES(?, ?, ?, ?)
        ON CONFLICT (name, day, product) DO UPDATE SET amount = totals.amount + excluded.amount
        """,
        each: sums.values.map { same in
          [
            .text(same[0].name), .integer(same[0].day), .deskText(same[0].product),
            .integer(same.reduce(0) { $0 + $1.amount }),
          ]
        })
      try engine.execute(
        "DELETE FROM deltas WHERE batch = ? AND number = ?", each: deltas.map { $0.key.map { .integer($0) } })
      return deltas.count == Self.foldingLimit
    }
  }

  /// Returns the current value of a counter: its total and the amounts appended since.
  func figure(_ name: String) throws -> Int {
    try engine.read {
      let folded: Int64? = try engine.value(
        DeskQueries.total, name)
      let fresh: [Int64] = try engine.rows(DeskQueries.delta, name) {
        try $0["amount"]
      }
      return Int((folded ?? 0) + fresh.reduce(0, +))
    }
  }

  /// Returns the numbers that `till desk status` shows.
  package func summary() throws -> DeskSummary {
    let newest: Int64? = try engine.value(
      DeskQueries.newestArrival, app,
      environment)
    let quarantined: Int? = try engine.value(
      DeskQueries.quarantineCount, app, environment)
    return DeskSummary(
      engine: engine.name, identity: identity, customers: try figure("customers"),
      transactions: try figure("transactions"), notifications: try figure("notifications"),
      quarantined: quarantined ?? 0, waiting: try waitingCount(),
      newest: newest.map(Timestamp.init(milliseconds:)), schema: try engine.version())
  }
}

/// A summary of a desk in numbers.
package struct DeskSummary: Hashable, Sendable {
  package let engine: String
  package let identity: DeskIdentity
  package let customers: Int
  package let transactions: Int
  package let notifications: Int
  package let quarantined: Int
  /// How many customers wait to be derived.
  package let waiting: Int
  /// The date when the newest notification arrived.
  package let newest: Timestamp?
  package let schema: Int
}

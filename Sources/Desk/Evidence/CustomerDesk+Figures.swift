package import AppStoreModel
import Core
import Storage

/// An amount to add to a counter of the desk.
struct Figure {
  let name: String
  /// The day or hour that is counted; 0 for a counter of the whole desk.
  let day: Int64
  let product: String
  let amount: Int

  init(_ name: String, day: Int64 = 0, product: String = "", amount: Int) {
    self.name = name
    self.day = day
    self.product = product
    self.amount = amount
  }

  fileprivate var json: JSONValue { [.string(name), .number(day), .string(product), .number(amount)] }

  /// Parses the amounts of one commit.
  fileprivate static func list(_ text: String) throws -> [Figure] {
    try (JSONValue(parsing: Array(text.utf8)).arrayValue ?? []).map { item in
      guard let parts = item.arrayValue, parts.count == 4, let name = parts[0].stringValue,
        let day = parts[1].numberValue?.int64, let product = parts[2].stringValue,
        let amount = parts[3].numberValue?.int64
      else { throw DeskRowError(column: "amounts", holds: say("no list of amounts")) }
      return Figure(name, day: day, product: product, amount: Int(amount))
    }
  }
}

extension CustomerDesk {
  /// Appends a batch's amounts to the counters; no row is shared, so that writers do not wait for each other.
  func addFigures(_ report: TakingReport) throws {
    try add(
      [
        Figure("customers", amount: report.newCustomers), Figure("transactions", amount: report.transactions),
        Figure("notifications", amount: report.notifications), Figure("refused", amount: report.refused.count),
        Figure(Self.refundsHeard, day: now().milliseconds / 3_600_000, amount: report.refunds),
      ].filter { $0.amount != 0 }, with: report.customers.min())
  }

  /// Returns how many transactions and notifications of a customer the desk has.
  func held(by customer: Int64) throws -> (transactions: Int, notifications: Int) {
    let queries: [SQL] = [
      "SELECT count(DISTINCT id) FROM evidence WHERE customer = ? AND app = ? AND environment = ? AND kind = 0",
      "SELECT count(*) FROM notifications WHERE customer = ? AND app = ? AND environment = ?",
    ]
    let counts: [Int] = try queries.map { try engine.value($0, customer, app, environment) ?? 0 }
    return (counts[0], counts[1])
  }

  /// Appends amounts to the counters.
  ///
  /// - Parameter customer: A customer of the same commit, with whose rows the amounts are stored.
  func add(_ figures: [Figure], with customer: Int64? = nil) throws {
    guard !figures.isEmpty else { return }
    let amounts = JSONValue.array(figures.map(\.json)).serialized()
    // A random number needs no sequence; the same one twice for a customer is as good as impossible.
    try engine.insert(
      [owner(customer ?? 0) + [.integer(.random(in: 1...(.max))), .deskText(amounts)]], into: DeskTables.deltas,
      whenThere: .keep)
  }

  /// Folds the appended amounts into the totals.
  package func foldFigures() throws {
    guard !engine.isReadOnly else { return }
    // Does nothing if there are none: a commit without a change would still make every reader look for new data.
    while try engine.value("SELECT number FROM deltas LIMIT 1", as: Int64.self) != nil, try foldSomeFigures() {}
  }

  /// The most commits whose amounts are folded at once.
  private static let foldingLimit = 1000

  /// Folds a part of the appended amounts into the totals.
  ///
  /// - Returns: Whether there may be more.
  private func foldSomeFigures() throws -> Bool {
    try engine.transaction {
      // Only one process folds at a time; other processes append new amounts meanwhile.
      try engine.lock(0x0074_696c_6c01)
      let customers: [Int64] = try engine.values("SELECT customer FROM deltas LIMIT ?", Self.foldingLimit)
      let commits = try engine.rows(
        "DELETE FROM deltas WHERE customer = ANY(?) RETURNING app, environment, amounts",
        among: Set(customers).sorted().map { .integer($0) }, values: [])
      guard !commits.isEmpty else { return false }
      struct Key: Hashable {
        let name: String
        let app, environment, day: Int64
        let product: String
      }
      var sums: [Key: Int64] = [:]
      for commit in commits {
        for it in try Figure.list(try commit["amounts"]) {
          let key = Key(
            name: it.name, app: try commit["app"], environment: try commit["environment"], day: it.day,
            product: it.product)
          sums[key, default: 0] += Int64(it.amount)
        }
      }
      try engine.insert(
        sums.map { key, amount in
          [
            .text(key.name), .integer(key.app), .integer(key.environment), .integer(key.day), .deskText(key.product),
            .integer(amount),
          ]
        }, into: DeskTables.totals, whenThere: .add("amount"))
      return customers.count == Self.foldingLimit
    }
  }

  /// Returns the amounts of counters from a day on: their totals, and the amounts appended since.
  func figures(_ names: [String], from day: Int64) throws -> [Figure] {
    try engine.read {
      let folded = try engine.rows(
        DeskQueries.totals, among: names.map { .text($0) },
        values: [.integer(app), .integer(environment), .integer(day)]
      ).map {
        Figure(try $0["name"], day: try $0["day"], product: try $0["product"], amount: try $0["amount"])
      }
      let fresh = try engine.rows(DeskQueries.deltas, app, environment) { try Figure.list(try $0["amounts"]) }
      return folded + fresh.joined().filter { names.contains($0.name) && $0.day >= day }
    }
  }

  /// Returns the current values of counters of the whole desk.
  func counts(_ names: String...) throws -> [String: Int] {
    var counts: [String: Int] = Dictionary(uniqueKeysWithValues: names.map { ($0, 0) })
    for figure in try figures(names, from: 0) where figure.day == 0 && figure.product.isEmpty {
      counts[figure.name, default: 0] += figure.amount
    }
    return counts
  }

  /// Returns the current value of a counter of the whole desk.
  func figure(_ name: String) throws -> Int { try counts(name)[name] ?? 0 }

  /// Returns the numbers that `till desk status` shows.
  package func summary() throws -> DeskSummary {
    let newest: Timestamp? = try engine.value(DeskQueries.newestArrival, app, environment)
    let quarantined: Int? = try engine.value(DeskQueries.quarantineCount, app, environment)
    let counts = try counts("customers", "transactions", "notifications")
    return DeskSummary(
      engine: engine.name, identity: identity, customers: counts["customers"] ?? 0,
      transactions: counts["transactions"] ?? 0, notifications: counts["notifications"] ?? 0,
      quarantined: quarantined ?? 0, waiting: try waitingCount(),
      newest: newest, schema: try engine.version())
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

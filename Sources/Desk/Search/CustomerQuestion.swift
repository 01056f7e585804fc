import AppStoreModel
import Core
import Storage

/// A query for the customers of a list: statements of `DeskQueries` with their values, and a limit.
struct CustomerQuestion {
  /// The statements, each with a list of values for every time that it is run.
  let parts: [(sql: SQL, values: [[DatabaseValue]])]
  /// Whether the results are merged into a set sorted by number; otherwise they keep the order of the single statement.
  let isSet: Bool
  /// The customer number after which a set continues.
  var after: Int64 = 0
  var limit = Int.max

  /// Creates a query that merges the results of its statements.
  ///
  /// - Returns: nil if there is nothing to run.
  init?(_ parts: [(sql: SQL, values: [[DatabaseValue]])]) {
    self.parts = parts.filter { !$0.values.isEmpty }
    isSet = true
    guard !self.parts.isEmpty else { return nil }
  }

  /// Creates a query with one statement, whose order is the list's.
  init(asTheyCome sql: SQL, _ values: [DatabaseValue]) {
    parts = [(sql, [values])]
    isSet = false
  }
}

/// The result of a query for customers.
struct FoundCustomers {
  struct Line {
    let row: DeskCustomer
    /// The product or transaction because of which the customer is listed in a saved view.
    let subject: String
    let place: Int64
  }

  var lines: [Line] = []
  /// How many customers match in all, before `after` and `limit` are applied.
  var count = 0
}

extension CustomerDesk {
  /// Returns the customers that a query finds, with their rows in lists.
  func found(_ question: CustomerQuestion) throws -> FoundCustomers {
    if let agent = engine.agent { return try agent.found(question) }
    let lines = try self.lines(of: question)
    let taken =
      question.isSet ? lines.lazy.filter { $0.customer > question.after }.prefix(question.limit).map { $0 } : lines
    let rows = try rows(of: taken.map(\.customer))
    return FoundCustomers(
      lines: zip(taken, rows).map { FoundCustomers.Line(row: $1, subject: $0.subject, place: $0.place) },
      count: lines.count)
  }

  /// Returns the numbers of the customers that a query finds.
  func customers(of question: CustomerQuestion) throws -> [Int64] {
    if let agent = engine.agent { return try agent.found(question).lines.map(\.row.number) }
    return try lines(of: question).map(\.customer)
  }

  private func lines(
    of question: CustomerQuestion
  ) throws -> [(customer: Int64, subject: String, place: Int64)] {
    let rows = try question.parts.flatMap { try engine.rows($0.sql, each: $0.values).joined() }
    guard question.isSet else {
      return try rows.map { row in
        row.values.count < 3
          ? (try row["customer"], "", 0) : (try row["customer"], try row["subject"], try row["place"])
      }
    }
    let current = try current(Set(rows.map { try $0["customer"] as Int64 }))
    return Set(current.values).sorted().map { ($0, "", 0) }
  }

  /// Returns the rows of a list of something other than customers.
  func listing<Value>(
    _ sql: SQL, _ values: [DatabaseValue], map: (borrowing DatabaseRow) throws -> Value
  ) throws -> [Value] {
    let values = [.integer(app), .integer(environment)] + values
    guard let agent = engine.agent else { return try engine.rows(sql, values: values, map: map) }
    return try agent.listing(sql, values).map { try map(DatabaseRow(of: $0)) }
  }
}

/// Customers' rows in lists, from what `DeskQueries.columns` or an agent's function answers.
struct CustomerColumns {
  private var rows: [Int64: DeskCustomer] = [:]
  private var tokens: [Int64: [(token: String, lastSeen: Timestamp)]] = [:]

  /// Adds a row of the answer.
  mutating func add(_ row: HeldRow) throws {
    let (kind, customer, name): (String, Int64, String) = (try row["kind"], try row["customer"], try row["name"])
    var shown = rows[customer] ?? DeskCustomer(number: customer)
    switch kind {
    case "product":
      shown.holdings.append(
        DeskCustomer.Holding(
          productId: name, state: try row["word"], entitled: try row["one"], expiresDate: try row["two"]))
    case "money": (shown.spent[name], shown.refunded[name]) = (try row["one"] as Int64, try row["two"] as Int64)
    case "token": tokens[customer, default: []].append((name, try row["one"]))
    case "event": shown.lastEventDate = try row["one"]
    case "tag": shown.tags.append(name)
    case "assignee": shown.assignee = name
    case "account": shown.accounts.append(try row["one"])
    default: throw DeskRowError(column: "kind", holds: kind)
    }
    rows[customer] = shown
  }

  /// Returns a customer's row: the newest token first, the rest sorted by name.
  func row(of customer: Int64) -> DeskCustomer {
    var row = rows[customer] ?? DeskCustomer(number: customer)
    row.holdings.sort { $0.productId < $1.productId }
    row.tokens = (tokens[customer] ?? []).sorted { ($1.lastSeen, $0.token) < ($0.lastSeen, $1.token) }.map(\.token)
    row.tags.sort()
    row.accounts = row.accounts.count > 1 ? row.accounts.sorted() : []
    return row
  }
}

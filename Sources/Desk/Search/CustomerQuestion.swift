import AppStoreModel
import Storage

/// The customers of a list: statements of `DeskQueries` that answer customers, and how many of them are taken.
struct CustomerQuestion {
  /// The statements, each with a list of values for each time that it is asked.
  let parts: [(sql: SQL, values: [[DatabaseValue]])]
  /// Whether the answers count as a set, by number; else they come as the one statement gives them.
  let isSet: Bool
  /// The customer behind whom a set goes on.
  var after: Int64 = 0
  var limit = Int.max

  /// - Returns: Nil where there is nothing to ask.
  init?(_ parts: [(sql: SQL, values: [[DatabaseValue]])]) {
    self.parts = parts.filter { !$0.values.isEmpty }
    isSet = true
    guard !self.parts.isEmpty else { return nil }
  }

  /// One statement whose order is the list's.
  init(asTheyCome sql: SQL, _ values: [DatabaseValue]) {
    parts = [(sql, [values])]
    isSet = false
  }
}

/// The answer to a question.
struct FoundCustomers {
  struct Line {
    let row: CustomerRow
    /// The subject for which a saved view lists the customer.
    let subject: String
    let place: Int64
  }

  var lines: [Line] = []
  /// How many customers there were before the ones behind `after` were taken.
  var count = 0
}

extension CustomerDesk {
  /// The customers that a question finds, with their columns in lists.
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

  /// The customers alone.
  func customers(of question: CustomerQuestion) throws -> [Int64] {
    if let agent = engine.agent { return try agent.found(question).lines.map(\.row.customer) }
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

  /// The rows of a list that is not one of customers.
  func listing<Value>(
    _ sql: SQL, _ values: [DatabaseValue], map: (DeskRow) throws -> Value
  ) throws -> [Value] {
    let values = [.integer(app), .integer(environment)] + values
    guard let agent = engine.agent else { return try engine.rows(sql, values: values, map: map) }
    return try agent.listing(sql, values).map(map)
  }
}

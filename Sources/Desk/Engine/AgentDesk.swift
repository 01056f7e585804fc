import AppStoreModel
import Core
import Storage

/// The reader of a PostgreSQL desk for an agent's login.
///
/// It reads in two statements that commit separately. `agent_look` writes an audit entry and returns its number, the
/// ticket. The other functions answer a ticket only after its entry was committed, for its login and its customer, for
/// five minutes. If the read is rolled back, its audit entry remains.
package final class AgentDesk {
  private let connection: PostgreSQLConnection
  /// The tickets that are still valid, by customer or query.
  private var tickets: [String: (number: Int64, end: ContinuousClock.Instant)] = [:]
  /// The customer that was opened last; claims and usage records are found by that customer's ids.
  private var customer: Int64?

  init(_ connection: PostgreSQLConnection) { self.connection = connection }

  /// How long a ticket is used: 4 minutes, less than the 5 minutes for which the database accepts it.
  private static let validity = Duration.seconds(240)

  // MARK: One customer

  /// Writes an audit entry that the agent opens a customer, unless an earlier entry is still valid.
  ///
  /// - Throws: A `DatabaseFault`; `misuse` inside a transaction, because the entry must be committed first.
  package func look(at customer: Int64) throws {
    try keepTicket("#\(customer)") { try connection.value("SELECT agent_look(NULL::TEXT, ?)", customer) }
    self.customer = customer
  }

  /// Returns the function call for a statement about a customer, with the ticket in place of the customer.
  func call(_ record: AgentFunctions.Record, _ values: [DatabaseValue]) throws -> (sql: SQL, values: [DatabaseValue]) {
    var customer = customer
    if !record.isBySubject, case .integer(let number)? = values.first { customer = number }
    guard let customer, let ticket = held("#\(customer)") else {
      throw noLook(.forbidden)
    }
    return (record.call, [.integer(ticket)] + (record.isBySubject ? values[...] : values.dropFirst()))
  }

  /// Returns a customer's row as lists show it.
  func row(of customer: Int64) throws -> DeskCustomer {
    let found = try reading("#\(customer)", look: { try look(at: customer) }, read: page)
    return found.lines.first?.row ?? DeskCustomer(number: customer)
  }

  // MARK: Lists

  /// Returns the customers that a query finds, with one audit entry and one read for all of them.
  func found(_ question: CustomerQuestion) throws -> FoundCustomers {
    let asked = question.parts.flatMap { part in part.values.map { (part.sql, $0) } }
    var document = try Self.document(asked)
    document.append("isSet", .bool(question.isSet))
    document.append("after", .number(question.after))
    document.append("limit", .number(question.limit == .max ? 10_000 : question.limit))
    let text = JSONValue.object(document).serialized()
    return try reading(text, look: { try look(for: text) }, read: page)
  }

  /// Returns the rows of another list.
  func listing(_ sql: SQL, _ values: [DatabaseValue]) throws -> [HeldRow] {
    guard let name = AgentFunctions.names[sql] else { return [] }
    let text = try JSONValue.object(Self.document([(sql, values)])).serialized()
    return try reading(text, look: { try look(for: text) }) { ticket in
      try rows(SQL(trusted: "SELECT * FROM agent_\(name)(?)"), ticket)
    }
  }

  private static func document(_ asked: [(SQL, [DatabaseValue])]) throws -> JSONObject {
    let calls = asked.map { sql, values -> JSONValue in
      .array(
        [.string(AgentFunctions.names[sql] ?? "")]
          + values.map { value in
            switch value {
            case .integer(let number): .number(number)
            case .text(let text): .string(text)
            default: .null
            }
          })
    }
    return ["ask": .array(calls)]
  }

  private func look(for question: String) throws {
    try keepTicket(question) { try connection.value("SELECT agent_look(?, NULL::BIGINT)", question) }
  }

  // MARK: Tickets

  private func held(_ name: String) -> Int64? {
    guard let ticket = tickets[name], ticket.end > .now else { return nil }
    return ticket.number
  }

  private func keepTicket(_ name: String, _ write: () throws -> Int64?) throws {
    if held(name) != nil { return }
    guard connection.isBetweenTransactions else { throw noLook(.misuse) }
    guard let number = try write() else { throw noLook(.forbidden) }
    if tickets.count > 1000 { tickets = tickets.filter { $0.value.end > .now } }
    tickets[name] = (number, .now + Self.validity)
  }

  private func noLook(_ cause: DatabaseFault.Cause) -> DatabaseFault {
    DatabaseFault(
      cause, file: connection.address.description,
      detail: say(
        "an agent's login can only read what its audit entry names; record the look first, outside a transaction"))
  }

  // MARK: Reading

  /// Writes the audit entry and reads with its ticket.
  ///
  /// If a stored ticket is no longer valid, because forgetting a person changed its audit entry, both steps are
  /// repeated once.
  private func reading<Answer>(
    _ name: String, look: () throws -> Void, read: (Int64) throws -> Answer
  ) throws -> Answer {
    let wasHeld = held(name) != nil
    try look()
    do {
      return try read(held(name) ?? 0)
    } catch let fault as DatabaseFault where fault.cause == .forbidden && wasHeld && connection.isBetweenTransactions {
      tickets[name] = nil
      try look()
      return try read(held(name) ?? 0)
    }
  }

  private func rows(_ sql: SQL, _ ticket: Int64) throws -> [HeldRow] {
    try connection.rows(sql, ticket) { try $0.held }
  }

  private func page(_ ticket: Int64) throws -> FoundCustomers {
    var found = FoundCustomers()
    var lines: [(customer: Int64, subject: String, place: Int64)] = []
    var columns = CustomerColumns()
    for row in try rows("SELECT * FROM agent_page(?)", ticket) {
      switch try row["kind"] as String {
      case "count": found.count = try row["one"]
      case "line": lines.append((try row["customer"], try row["name"], try row["one"]))
      default: try columns.add(row)
      }
    }
    found.lines = lines.map { customer, subject, place in
      FoundCustomers.Line(row: columns.row(of: customer), subject: subject, place: place)
    }
    return found
  }
}

/// The PostgreSQL functions through which an agent's login reads.
enum AgentFunctions {
  /// The function for a statement about one customer; it is called with a ticket.
  struct Record {
    let call: SQL
    /// Whether the statement finds rows by the customer's tokens and transaction ids instead of the number.
    let isBySubject: Bool
  }

  /// The name of each statement's function, without the prefix `agent_`.
  static let names = Dictionary(
    DeskQueries.Telling.allCases.flatMap(\.statements).map { ($0.sql, $0.name) }
  ) { first, _ in first }

  /// The function calls that replace the statements without personal data.
  static let figures = Dictionary(
    DeskQueries.Telling.figures.statements.map { name, sql in
      (sql, SQL(trusted: "SELECT * FROM agent_\(name)(\(places(count(of: sql))))"))
    }
  ) { first, _ in first }

  /// The function calls that replace the statements about one customer.
  static let records = Dictionary(
    DeskQueries.Telling.record.statements.map { name, sql in
      let isBySubject = isBySubject(sql)
      let count = count(of: sql) + (isBySubject ? 1 : 0)
      return (
        sql, Record(call: SQL(trusted: "SELECT * FROM agent_\(name)(\(places(count)))"), isBySubject: isBySubject)
      )
    }
  ) { first, _ in first }

  /// The deletions that agents may run, by the table's name.
  static let removals: [(name: String, sql: SQL)] = [
    ("tags", CustomerDesk.untagging), ("assignments", CustomerDesk.unassigning),
  ]

  /// The function calls that replace the deletions.
  static let removalCalls = Dictionary(
    removals.map { name, sql in (sql, SQL(trusted: "SELECT agent_remove_\(name)(\(places(count(of: sql))))")) }
  ) { first, _ in first }

  /// The columns of an agent's rows that the database fills, and with what.
  static let filled = [
    "number": "added", "author": "session_user", "agent": "session_user", "date": PostgreSQLEngine.clock,
    "asked": PostgreSQLEngine.clock, "changed": PostgreSQLEngine.clock, "state": "'waiting'", "outcome": "NULL",
  ]

  /// Returns the columns of a table whose values an agent gives.
  static func given(_ table: DeskTable) -> [DeskTable.Column] { table.columns.filter { filled[$0.name] == nil } }

  static func isBySubject(_ sql: SQL) -> Bool { sql == DeskQueries.claims || sql == DeskQueries.usages }

  static func count(of sql: SQL) -> Int { sql.text.utf8.count { $0 == UInt8(ascii: "?") } }

  static func places(_ count: Int) -> String { (0..<count).map { _ in "?" }.joined(separator: ", ") }
}

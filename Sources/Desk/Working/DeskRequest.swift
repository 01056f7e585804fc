package import AppStoreModel
package import Core
import Storage

/// A request to the worker for a call to Apple, because only the worker has the credentials.
package struct DeskRequest: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Read the customer's new data from Apple.
    case refresh
    /// Extend a subscription's renewal date.
    case extend
    /// Answer a consumption request.
    case consumption
    /// Leave a consumption request to a person.
    case hold
  }

  package enum State: String, Sendable, CaseIterable {
    case waiting
    /// Begun; after a crash the next worker sends it again, and Apple counts it once.
    case begun
    case done
    case failed
  }

  package let number: Int64
  package let customer: Int64
  package let kind: Kind
  /// The transaction or lineage that the request is about; empty if the request is about the customer.
  package let subject: String
  package let body: JSONObject
  package let agent: String
  package let asked: Timestamp
  package internal(set) var state: State
  package internal(set) var outcome: String?
}

extension CustomerDesk {
  /// Stores a request to the worker.
  ///
  /// - Throws: A `DeskError` if Apple could not carry it out.
  @discardableResult
  package func request(
    _ kind: DeskRequest.Kind, about subject: String = "", of customer: Int64, body: JSONObject = [:], by agent: String,
    state: DeskRequest.State = .waiting
  ) throws -> DeskRequest {
    try check(kind, about: subject, of: customer)
    return try engine.transaction {
      let date = now()
      let number = try engine.append(
        owner(customer) + [
          .null, .text(kind.rawValue), .deskText(subject), .deskText(JSONValue.object(body).serialized()),
          .deskText(agent),
          date.databaseValue, .text(state.rawValue), date.databaseValue, .null,
        ], to: DeskTables.requests)
      try note("request " + kind.rawValue, by: agent, subject: "#\(customer)", detail: subject)
      return DeskRequest(
        number: number, customer: customer, kind: kind, subject: subject, body: body, agent: agent, asked: date,
        state: state, outcome: nil)
    }
  }

  /// Returns the requests, the last changed first.
  package func requests(limit: Int = 50) throws -> [DeskRequest] {
    try listing(DeskQueries.requests, [.integer(Int64(limit))], map: DeskRequest.init(row:))
  }

  /// Returns the requests that the worker has to carry out, begun ones first, then the oldest.
  func openRequests() throws -> [DeskRequest] {
    try [DeskRequest.State.begun, .waiting].flatMap { state in
      try engine.rows(
        """
        SELECT customer, number, kind, subject, body, agent, asked, state, outcome FROM requests
        WHERE app = ? AND environment = ? AND state = ? ORDER BY number LIMIT 100
        """, values: [.integer(app), .integer(environment), .text(state.rawValue)], map: DeskRequest.init(row:))
    }
  }

  /// Returns the requests about a customer's transaction.
  func requests(about subject: String, of customer: Int64) throws -> [DeskRequest] {
    try engine.agent?.look(at: customer)
    return try engine.rows(
      DeskQueries.requestsAbout, values: owner(customer) + [.deskText(subject)], map: DeskRequest.init(row:))
  }

  func set(_ state: DeskRequest.State, _ outcome: String? = nil, of request: DeskRequest) throws {
    try engine.transaction {
      try engine.execute(
        """
        UPDATE requests SET state = ?, outcome = ?, changed = ?
        WHERE customer = ? AND app = ? AND environment = ? AND number = ?
        """,
        values: [.text(state.rawValue), .deskText(outcome), now().databaseValue] + owner(request.customer)
          + [.integer(request.number)])
    }
  }
}

extension DeskRequest {
  init(row: borrowing DatabaseRow) throws {
    number = try row["number"]
    customer = try row["customer"]
    kind = Kind(rawValue: try row["kind"]) ?? .hold
    subject = try row["subject"]
    body = (try? JSONValue(parsing: Array((try row["body"] as String).utf8)).objectValue) ?? [:]
    agent = try row["agent"]
    asked = try row["asked"]
    state = State(rawValue: try row["state"]) ?? .failed
    outcome = try row["outcome"]
  }
}

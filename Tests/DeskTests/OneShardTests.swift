import AppStoreModel
import Core
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests that every statement about one customer names the customer, and runs only on that customer's shard.
@Suite(.enabled(if: EngineKind.citus.isHere, "TILL_CITUS names no server with Citus")) struct OneShardTests {
  @Test func oneCustomerIsOneShard() throws {
    let kind = EngineKind.citus
    let world = try DeskWorld(on: kind, customers: 2, transactions: 24)
    _ = try world.desk()
    let engine = EngineBetween(try kind.engine("desk", in: world.place))
    var statements: [String: (sql: SQL, values: [DatabaseValue])] = [:]
    engine.hears = { statements[$0.text] = ($0, $1) }
    let desk = try CustomerDesk(engine, now: { [clock = world.clock] in clock.withLock { $0 } })
    try desk.store(lines: try world.lines(), deriving: .now)
    let customer = try desk.customer(try #require(world.population.life(of: 0)[0].transaction.originalTransactionId))
    try desk.add(note: "called", about: customer, by: "anna")
    _ = try (
      desk.notes(about: customer), desk.customerAnswer(for: customer), desk.rows(of: [customer]), desk.export(customer)
    )
    try desk.forget(customer, by: "anna")
    engine.hears = nil
    let ofOne = statements.values.filter { statement in
      // Forgetting is allowed to search all months.
      !statement.sql.text.hasPrefix("DELETE FROM letters")
        && DeskTables.ofCustomers.contains { statement.sql.text.firstMatch(of: $0.mention) != nil }
        && (statement.sql.text.contains(" customer = ?") || statement.sql.text.hasPrefix("INSERT INTO"))
    }
    #expect(ofOne.count >= 30)
    for statement in ofOne {
      let plan = try engine.plan(of: statement.sql, values: statement.values)
      let text = plan.joined(separator: "\n")
      #expect(text.contains("Task Count: 1") || !text.contains("Task Count"), "\(statement.sql.text)\n\(text)")
    }
  }

  // MARK: The table of statements

  /// Compares the table in the guide: the statements of each action by the shards that they reach, and how many round
  /// trips they take on PostgreSQL.
  @Test(PostgreSQLCluster.isHere) func theStatementsOfEachActionAreCounted() throws {
    let counted = try CountedActions(on: .citus, EngineKind.citus.engine)
    let cluster = try #require(PostgreSQLCluster.shared)
    let proxy = try #require(SocketProxy(to: cluster.socket))
    defer { proxy.end() }
    let proxied = try CountedActions(on: .postgreSQL) { name, place in
      let address = place.addresses.withLock { $0[name]?.text ?? "" }
      return try PostgreSQLEngine(PostgreSQLAddress(address.replacing(cluster.socket, with: proxy.folder)))
    }
    var text = """

      | action | statements | on the coordinator | one shard | several shards | round trips on PostgreSQL |
      |---|---|---|---|---|---|

      """
    for (action, other) in zip(counted.actions, proxied.actions) {
      var heard: [(SQL, [DatabaseValue])] = []
      counted.engine.hears = { heard.append(($0, $1)) }
      try action.work()
      counted.engine.hears = nil
      var counts = (local: 0, one: 0, several: 0)
      for (sql, values) in heard {
        let places = AgentFunctions.count(of: sql)
        // A list of values takes the place of one parameter.
        let list = sql.text.contains("ANY(?)") ? values.prefix(max(0, values.count - places + 1)) : []
        let isOne = list.count <= 1
        let asked = SQL(trusted: sql.text.replacing("ANY(?)", with: "?"))
        let plan = try counted.engine.plan(of: asked, values: isOne ? values : [list[0]] + values.dropFirst(list.count))
        guard let tasks = plan.lazy.compactMap({ $0.firstMatch(of: #/Task Count: ([0-9]+)/#) }).first else {
          counts.local += 1
          continue
        }
        if isOne && tasks.output.1 == "1" { counts.one += 1 } else { counts.several += 1 }
      }
      let before = proxy.roundTrips
      try other.work()
      let trips = proxy.roundTrips - before
      text += "| \(action.name) | \(heard.count) | \(counts.local) | \(counts.one) | \(counts.several) | \(trips) |\n"
    }
    try DeskGuide.check(text, between: "<!-- shards -->", and: "<!-- shards end -->", suite: "OneShardTests")
  }

  /// Tests that a search uses one connection to each worker.
  @Test func aSearchUsesOneConnectionToEachWorker() throws {
    let kind = EngineKind.citus
    let world = try DeskWorld(on: kind, customers: 8, transactions: 40)
    let desk = try world.desk()
    try desk.store(lines: try world.lines(), deriving: .now)
    let engine = try #require(try kind.engine("desk", in: world.place) as? PostgreSQLEngine)
    let reader = try CustomerDesk(engine, now: { [clock = world.clock] in clock.withLock { $0 } })
    let id = try #require(world.population.life(of: 0)[0].transaction.originalTransactionId)
    // A transaction keeps its connections to the workers until its end.
    let counts: [Int64] = try engine.read {
      _ = try (reader.find(id), reader.list(DeskListRequest(text: "", limit: 50)))
      return try engine.connection.values(
        """
        SELECT result::BIGINT FROM run_command_on_workers(format(
          'SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE %L', 'citus_internal gpid='
          || citus_backend_gpid() || '%'))
        """)
    }
    // The command itself may have one more.
    #expect(!counts.isEmpty && counts.allSatisfy { $0 <= 2 }, "\(counts)")
  }
}

/// What listeners and people do at a desk, for counting the statements of each.
private struct CountedActions {
  let world: DeskWorld
  let engine: EngineBetween
  let actions: [(name: String, work: () throws -> Void)]

  /// - Parameter open: Opens the connection whose statements are counted.
  init(on kind: EngineKind, _ open: (String, ThrowAwayDesk) throws -> any DeskEngine) throws {
    let world = try DeskWorld(on: kind, customers: 60, transactions: 240)
    let first = try world.desk()
    let engine = EngineBetween(try open("desk", world.place))
    let lives = try (0..<60).map { customer in
      try world.population.life(of: customer).map { try $0.signedNotification(by: world.signer) }
    }
    try first.store(lines: lives.dropLast().flatMap { $0.dropLast().map { #"{"signedPayload":"\#($0)"}"# } })
    try first.settle()
    try first.foldFigures()
    let desk = try CustomerDesk(engine, now: { [clock = world.clock] in clock.withLock { $0 } })
    let reader = DeskItemReader(try desk.verifier())
    func take(_ payload: String) throws {
      let line = #"{"signedPayload":"\#(payload)"}"#
      _ = try desk.store([reader.importItem(Array(line.utf8)[...], place: "here")])
    }
    // What a process reads once is not counted.
    try take(lives[1][0])
    let known = try #require(lives[0].last)
    let id = try #require(world.population.life(of: 0)[0].transaction.originalTransactionId)
    let customer = try desk.customer(id)
    (self.world, self.engine) = (world, engine)
    actions = [
      ("a notification about a known customer", { try take(known) }),
      ("a notification about a new customer", { try take(lives[59][0]) }),
      ("the same notification again", { try take(known) }),
      ("deriving them", { try desk.settle() }), ("nothing waits", { try desk.settle() }),
      ("folding the counters", { try desk.foldFigures() }),
      ("`find` with an id", { _ = try desk.find(id) }),
      ("a page of 50 customers", { _ = try desk.list(DeskListRequest(text: "", limit: 50)) }),
      ("opening a customer", { _ = try desk.open(customer) }),
    ]
  }
}

/// A part of `Assets/Docs/desk.md` that a test makes.
enum DeskGuide {
  /// Compares the part of the document with the result; `TILL_RECORD=1 swift test` rewrites it.
  static func check(_ text: String, between opening: String, and closing: String, suite: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Assets/Docs/desk.md")
    var document = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(document.range(of: opening)).upperBound
    let end = try #require(document.range(of: closing)).lowerBound
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      document.replaceSubrange(start..<end, with: text)
      return try document.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(document[start..<end] == text, "TILL_RECORD=1 swift test --filter \(suite)")
  }
}

extension DeskTable {
  /// A pattern that finds the table's name as a word of a statement.
  fileprivate var mention: Regex<Substring> {
    (try? Regex("\\b\(name)\\b", as: Substring.self)) ?? #/./#
  }
}

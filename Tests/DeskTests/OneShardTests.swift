import AppStoreModel
import Core
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
    try desk.take(lines: try world.lines(), deriving: .now)
    let customer = try desk.customer(try #require(world.population.life(of: 0)[0].transaction.originalTransactionId))
    try desk.add(note: "called", about: customer, by: "anna")
    _ = try (desk.notes(about: customer), desk.answer(for: customer), desk.rows(of: [customer]), desk.export(customer))
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
}

extension DeskTable {
  /// A pattern that finds the table's name as a word of a statement.
  fileprivate var mention: Regex<Substring> {
    (try? Regex("\\b\(name)\\b", as: Substring.self)) ?? #/./#
  }
}

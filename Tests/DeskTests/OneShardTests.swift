import AppStoreSimulator
import Database
import Locks
import SignedData
import StoreModel
import TestSupport
import Testing

@testable import Desk

/// Every statement about one customer names the customer, and goes where that customer lies.
@Suite(PostgreSQLCluster.isHere) struct OneShardTests {
  /// An engine that notes the statements that go through it.
  private final class NotingEngine: DeskEngine {
    let engine: any DeskEngine
    private(set) var statements: [String: (sql: SQL, values: [DatabaseValue])] = [:]
    var isNoting = true

    init(_ engine: any DeskEngine) { self.engine = engine }

    private func note(_ sql: SQL, _ values: [DatabaseValue]) {
      if isNoting { statements[sql.text] = (sql, values) }
    }

    var name: String { engine.name }
    var isReadOnly: Bool { engine.isReadOnly }
    var hasOtherWriters: Bool { engine.hasOtherWriters }
    func migrate(_ schema: DeskSchema) throws { try engine.migrate(schema) }
    func version() throws -> Int { try engine.version() }
    func transaction<Result>(_ work: () throws -> Result) throws -> Result { try engine.transaction(work) }
    func read<Result>(_ work: () throws -> Result) throws -> Result { try engine.read(work) }

    func execute(_ sql: SQL, values: [DatabaseValue]) throws -> Int {
      note(sql, values)
      return try engine.execute(sql, values: values)
    }

    func execute(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [Int] {
      if let first = values.first { note(sql, first) }
      return try engine.execute(sql, each: values)
    }

    func forEachRow(_ sql: SQL, values: [DatabaseValue], _ body: (DeskRow) throws -> Bool) throws {
      note(sql, values)
      try engine.forEachRow(sql, values: values, body)
    }

    func rows(_ sql: SQL, each values: [[DatabaseValue]]) throws -> [[DeskRow]] {
      if let first = values.first { note(sql, first) }
      return try engine.rows(sql, each: values)
    }

    func insert(_ rows: [[DatabaseValue]], into table: DeskTable, whenThere: DeskConflict) throws -> [Bool] {
      if let first = rows.first { note(table.insertion(whenThere), first) }
      return try engine.insert(rows, into: table, whenThere: whenThere)
    }

    func lock(_ number: Int64) throws { try engine.lock(number) }
    func numbers(_ count: Int) throws -> [Int64] { try engine.numbers(count) }
    func changeCounter() throws -> Int64 { try engine.changeCounter() }
    func plan(of sql: SQL, values: [DatabaseValue]) throws -> [String] { try engine.plan(of: sql, values: values) }
    func integrityFindings() throws -> [String] { try engine.integrityFindings() }
  }

  @Test(arguments: [EngineKind.partitions, .citus].filter(\.isHere)) func oneCustomerIsOneShard(
    on kind: EngineKind
  ) throws {
    let world = try DeskWorld(on: kind, customers: 2, transactions: 24)
    _ = try world.desk()
    let engine = NotingEngine(try kind.engine("desk", in: world.place))
    let desk = try CustomerDesk(engine, now: { [clock = world.clock] in clock.withLock { $0 } })
    try desk.take(lines: try world.lines(), deriving: .now)
    let customer = try desk.customer(try #require(world.population.life(of: 0)[0].transaction.originalTransactionId))
    try desk.add(note: "called", about: customer, by: "anna")
    _ = try (desk.notes(about: customer), desk.answer(for: customer), desk.rows(of: [customer]), desk.export(customer))
    try desk.forget(customer, by: "anna")
    engine.isNoting = false
    let ofOne = engine.statements.values.filter { statement in
      DeskTables.ofCustomers.contains { statement.sql.text.firstMatch(of: $0.mention) != nil }
        && (statement.sql.text.contains(" customer = ?") || statement.sql.text.hasPrefix("INSERT INTO"))
    }
    #expect(ofOne.count >= 30)
    for statement in ofOne {
      let plan = try engine.plan(of: statement.sql, values: statement.values)
      let text = plan.joined(separator: "\n")
      if kind == .citus {
        #expect(text.contains("Task Count: 1") || !text.contains("Task Count"), "\(statement.sql.text)\n\(text)")
        continue
      }
      // An INSERT is led to its partition when it runs, by the customer that is in its row.
      let partitions = Set(text.matches(of: #/ on [a-z_]+_([0-9])\b/#).map { "\($0.output.1)" })
      #expect(statement.sql.text.hasPrefix("INSERT") || partitions.count == 1, "\(statement.sql.text)\n\(text)")
      #expect(!text.contains("Append"), "\(statement.sql.text)\n\(text)")
    }
  }
}

extension DeskTable {
  /// The table's name as a word of a statement.
  fileprivate var mention: Regex<Substring> {
    (try? Regex("\\b\(name)\\b", as: Substring.self)) ?? #/./#
  }
}

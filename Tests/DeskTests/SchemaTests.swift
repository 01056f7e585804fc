import AppStoreModel
import Core
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests of the schema as an administrator of PostgreSQL finds it, and of its way to later versions.
@Suite(PostgreSQLCluster.isHere) struct SchemaTests {
  private let world: DeskWorld
  private let desk: CustomerDesk
  private let engine: PostgreSQLEngine

  init() throws {
    world = try DeskWorld(on: .postgreSQL, customers: 3, transactions: 30)
    let cluster = try #require(PostgreSQLCluster.shared)
    let address = try PostgreSQLAddress(cluster.address(cluster.database()))
    world.place.addresses.withLock { $0["desk"] = address }
    desk = try world.desk()
    engine = try #require(desk.engine as? PostgreSQLEngine)
  }

  private func texts(_ sql: SQL) throws -> [String] { try engine.connection.values(sql) }

  @Test func everythingHasACommentAndIsInOneSchema() throws {
    #expect(
      try texts(
        """
        SELECT c.relname::TEXT FROM pg_class c WHERE c.relnamespace = 'till_desk'::regnamespace AND c.relkind IN ('r', 'p', 'S')
        AND NOT c.relispartition AND obj_description(c.oid) IS NULL
        """) == [])
    #expect(
      try texts(
        """
        SELECT c.relname || '.' || a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = 'till_desk'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attnum > 0 AND c.relname <> 'schema_history' AND col_description(c.oid, a.attnum) IS NULL
        """) == [])
    #expect(
      try texts("SELECT relname::TEXT FROM pg_class WHERE relnamespace = 'public'::regnamespace") == [])
    #expect(try texts("SELECT 'open' WHERE has_schema_privilege('public', 'till_desk', 'USAGE')") == [])
  }

  @Test func valuesHaveTheirTypesAndLimits() throws {
    #expect(
      try texts(
        """
        SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'till_desk'
        AND column_name IN ('entitled', 'confirmed', 'consented', 'sample', 'is_hashed') AND data_type <> 'boolean'
        """) == [])
    for statement: SQL in [
      "INSERT INTO apps VALUES (1, 7, 'x', NULL, '', 1)", "INSERT INTO apps VALUES (2, 0, '', NULL, '', 1)",
      "UPDATE customers SET transactions = -1", "UPDATE evidence SET verdict = 9",
    ] {
      #expect(throws: DatabaseFault.self, "\(statement.text)") {
        try desk.store(lines: try world.lines())
        _ = try engine.transaction { try engine.execute(statement, values: []) }
      }
    }
  }

  @Test func aViewShowsDatesAsDates() throws {
    try desk.store(lines: try world.lines())
    let shown = try texts("SELECT arrived::TEXT || ' ' || environment FROM till_desk.evidence_view")
    #expect(!shown.isEmpty && shown.allSatisfy { $0.hasPrefix("20") && $0.hasSuffix("Sandbox") }, "\(shown.prefix(3))")
    let expected = try #require(
      try engine.connection.value(
        "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'till_desk' AND table_type = 'VIEW'",
        as: Int.self))
    #expect(expected == DeskTables.all.count { $0.hasView })
  }

  @Test func aDeskOfAnEarlierVersionIsRefused() throws {
    let cluster = try #require(PostgreSQLCluster.shared)
    let database = cluster.database()
    cluster.psql("CREATE TABLE desk_schema (version BIGINT)", database: database)
    let other = try PostgreSQLEngine(PostgreSQLAddress(cluster.address(database)))
    let fault = #expect(throws: DatabaseFault.self) { try other.migrate(.desk) }
    #expect(fault?.detail.contains("old format") == true, "\(String(describing: fault))")
  }

  // MARK: Later versions

  /// Two invented versions: one adds a column, fills it and indexes it; the other drops what the first replaced.
  private static let next = DeskSchema.Step(
    [
      .add(.integer("weight", "an invented column").optional, to: "customers"),
      .fill(
        """
        UPDATE customers SET weight = transactions WHERE (customer, app, environment) IN (
          SELECT customer, app, environment FROM customers WHERE weight IS NULL LIMIT ?)
        """),
      .index(.init("customers_weight", ["weight"]), of: "customers"),
    ])
  private static let last = DeskSchema.Step(
    [.index(.init("customers_created", ["created"]), of: "customers")],
    contract: [.run("ALTER TABLE customers DROP COLUMN weight")])

  private var later: DeskSchema {
    DeskSchema(refused: DeskSchema.desk.refused, steps: DeskSchema.desk.steps + [Self.next, Self.last])
  }

  @Test func twoVersionsRunSideBySide() throws {
    try desk.store(lines: try world.lines(), deriving: .now)
    var parts: [Int] = []
    try engine.migrate(later, contracts: false) { part, count, _ in
      #expect(count == 6)
      if parts.last != part { parts.append(part) }
    }
    #expect(parts == [1, 2, 3, 4, 5, 6])
    #expect(try engine.version() == DeskSchema.desk.version + 2)
    #expect(try texts("SELECT 'empty' FROM customers WHERE weight IS NULL") == [])
    // This version knows nothing of the new column, and goes on.
    let old = try world.desk()
    try old.store(lines: try world.lines())
    #expect(try old.compareWithRebuild().different == [])
    // Once the tables were contracted, it is refused, and the new version has nothing left to do.
    try engine.migrate(later, contracts: true) { _, _, _ in }
    #expect(throws: DatabaseFault.self) { try engine.check(.desk) }
    #expect(throws: Never.self) { try engine.check(later) }
    try engine.migrate(later, contracts: true) { _, _, _ in Issue.record("there is a part left") }
  }

  @Test func anInterruptedMigrationContinues() throws {
    struct Stopped: Error {}
    try desk.store(lines: try world.lines(), deriving: .now)
    #expect(throws: Stopped.self) {
      try engine.migrate(later, contracts: false) { part, _, rows in if part == 2, rows > 0 { throw Stopped() } }
    }
    #expect(try engine.version() == DeskSchema.desk.version)
    // An index that was half built is built again.
    _ = try engine.transaction {
      try engine.execute("CREATE INDEX customers_weight ON till_desk.customers (weight)", values: [])
    }
    var counts: Set<Int> = []
    try engine.migrate(later, contracts: false) { _, count, _ in counts.insert(count) }
    #expect(counts == [5])
    #expect(try engine.version() == DeskSchema.desk.version + 2)
    #expect(try engine.integrityFindings() == [])
  }

  @Test func oneMigrationRunsAtATime() throws {
    struct Stopped: Error {}
    let other = try PostgreSQLEngine(engine.connection.address)
    var fault: DatabaseFault?
    func migrateMeanwhile(_ part: Int, _ count: Int, _ rows: Int) throws {
      do { try other.migrate(later) } catch let error as DatabaseFault { fault = error }
      throw Stopped()
    }
    #expect(throws: Stopped.self) { try engine.migrate(later, contracts: false, progress: migrateMeanwhile) }
    #expect(fault?.detail.contains("another till desk init") == true, "\(String(describing: fault))")
  }

  /// Tests that one process at a time does the work for all.
  @Test func onlyOneProcessIsElected() throws {
    let other = try PostgreSQLEngine(engine.connection.address)
    #expect(engine.isElected() && engine.isElected())
    #expect(!other.isElected())
  }
}

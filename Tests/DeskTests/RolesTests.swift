import AppStoreSimulator
import Database
import Locks
import SignedData
import StoreModel
import TestSupport
import Testing

@testable import Desk
@testable import PostgreSQL

/// Each role can do its work and nothing else.
@Suite(PostgreSQLCluster.isHere) struct RolesTests {
  private final class World {
    let world: DeskWorld
    let address: PostgreSQLAddress
    let lines: [String]

    init(on kind: EngineKind = .postgreSQL) throws {
      let made = try DeskWorld(on: kind, customers: 3, transactions: 30)
      _ = try made.desk()
      let place = try #require(made.place.addresses.withLock { $0["desk"] })
      try PostgreSQLEngine(place).grantRoles()
      (world, address, lines) = (made, place, try made.lines())
    }

    func desk(as role: DeskRole) throws -> CustomerDesk {
      let clock = world.clock
      return try CustomerDesk(engine(as: role), now: { clock.withLock { $0 } })
    }

    func engine(as role: DeskRole) throws -> PostgreSQLEngine {
      try PostgreSQLEngine(PostgreSQLAddress(address.text + "%20-crole%3D\(role.rawValue)"))
    }
  }

  private func isForbidden(_ work: () throws -> Void) -> Bool {
    do {
      try work()
      return false
    } catch {
      return (error as? DatabaseFault)?.cause == .forbidden
    }
  }

  @Test func eachDoesItsWork() throws {
    let world = try World()
    let listener = try world.desk(as: .listen)
    try listener.take(lines: world.lines)
    try listener.take(lines: ["e.y.x"])
    try listener.settle()
    try listener.foldFigures()
    let id = try #require(world.world.population.life(of: 0)[0].transaction.originalTransactionId)

    let agent = try world.desk(as: .agent)
    let customer = try agent.customer(id)

    let exporter = try world.desk(as: .export)
    #expect(try !exporter.export(exporter.customer(id)).isEmpty)
    try exporter.note("export", by: "otto", subject: "#\(customer)")

    let worker = try world.desk(as: .worker)
    let work = DeskWorker(worker, at: nil, rules: ConsumptionRules(), name: "w")
    #expect(try work.claim())
    _ = try work.round()
    try work.release()

    try world.desk(as: .owner).forget(customer, by: "olga")
    #expect(throws: DeskError.self) { try agent.customer(id) }
  }

  private static let databases = [EngineKind.postgreSQL, .partitions, .citus].filter(\.isHere)

  /// An agent sees all that there is to see, with no right on a table, and each look is in the audit.
  @Test(arguments: databases) func anAgentsLooksAreNoted(on kind: EngineKind) throws {
    let world = try World(on: kind)
    let whole = try world.world.desk()
    try whole.take(lines: world.lines + ["e.y.x"])
    try whole.settle()
    let agent = try world.desk(as: .agent)
    let life = world.world.population.life(of: 0)
    let id = try #require(life[0].transaction.originalTransactionId)
    let customer = try agent.customer(id)
    func lines() throws -> Set<[String]> {
      Set(try whole.engine.rows("SELECT act, subject FROM audit") { [try $0["act"], try $0["subject"]] })
    }
    #expect(try lines() == [["list", ""]])
    #expect(try agent.find(id) == whole.find(id))
    #expect(try agent.find(String(id.prefix(6))) == whole.find(String(id.prefix(6))))
    #expect(try lines().contains(["list", "#\(customer)"]))
    #expect(try !lines().contains(["look", "#\(customer)"]))
    let opened = try agent.open(customer)
    #expect(try opened.isSame(as: whole.open(customer)))
    #expect(try lines().contains(["look", "#\(customer)"]))
    #expect(try agent.answer(for: customer).statuses == whole.answer(for: customer).statuses)
    for view in SavedView.allCases { #expect(try agent.view(view) == whole.view(view)) }
    for text in ["", "gold", "refunded", "#\(customer)", id] {
      let request = DeskListRequest(text: text, limit: 20)
      #expect(try agent.list(request) == whole.list(request))
    }
    #expect(try agent.summary() == whole.summary())
    // Of what arrived in the same millisecond any may be the newest where several shards answer.
    #expect(try agent.health().delay == whole.health().delay && agent.health().customers == whole.health().customers)
    #expect(try agent.trends() == whole.trends())
    #expect(try agent.viewRows() == whole.viewRows())
    _ = try (agent.quarantined(), agent.requests(), agent.alerts())

    // One line a minute for the same look, or two where a minute ended between.
    let count: Int? = try whole.engine.value("SELECT count(*) FROM audit WHERE subject = ?", "#\(customer)")
    #expect((count ?? 0) <= 4)
    try agent.note("open", by: "somebody else", subject: "#\(customer)")
    try agent.add(note: "called", about: customer, by: "somebody else")
    try agent.request(.refresh, of: customer, by: "somebody else")
    #expect(try whole.notes(about: customer).map(\.author) == ["postgres"])
    #expect(try whole.requests().map(\.agent) == ["postgres"])
    #expect(try lines().isSuperset(of: [["open", "#\(customer)"], ["add", "#\(customer)"]]))
    let agents: Set<String> = Set(try whole.engine.rows("SELECT agent FROM audit") { try $0["agent"] })
    #expect(agents == ["postgres"])
  }

  /// Each statement of the list is a function that an agent may call, and none of them gives the key away.
  @Test(arguments: databases) func anAgentAsksByFunctions(on kind: EngineKind) throws {
    let world = try World(on: kind)
    let engine = try world.engine(as: .agent)
    for sql in Asked.Telling.allCases.flatMap(\.statements) {
      let parts = sql.text.split(separator: "?", omittingEmptySubsequences: false)
      var values = [DatabaseValue](repeating: .null, count: parts.count - 1)
      if parts[0].hasSuffix(" customer = ") { values[0] = .integer(1) }
      #expect(throws: Never.self, "\(sql.text)") { try engine.forEachRow(sql, values: values) { _ in false } }
    }
    let settings: [String] = try engine.rows(Asked.settings) { try $0["name"] }
    #expect(settings.contains("bundle_id") && !settings.contains("hash_key"))
    let key: String? = try engine.value(Asked.setting, "hash_key")
    #expect(key == nil)
    // What writes the line cannot be called by itself.
    #expect(isForbidden { try engine.forEachRow("SELECT note_look('', '')", values: []) { _ in true } })
  }

  /// What each role may do with each table is what its rights say, and nothing more.
  @Test func eachTableIsTried() throws {
    let world = try World()
    for role in DeskRole.allCases where role != .owner {
      let engine = try world.engine(as: role)
      var rights: [String: Set<Substring>] = [:]
      for right in role.rights {
        for table in right.tables { rights[table.name, default: []].formUnion(right.words.split(separator: ", ")) }
      }
      for table in DeskTables.all {
        let name = table.columns[0].name
        let tries: [(word: Substring, sql: String)] = [
          ("SELECT", "SELECT count(*) FROM \(table.name)"),
          ("INSERT", "INSERT INTO \(table.name)(\(name)) SELECT NULL WHERE false"),
          ("UPDATE", "UPDATE \(table.name) SET \(name) = NULL"),
          ("DELETE", "DELETE FROM \(table.name)"),
        ]
        for (word, sql) in tries {
          let isRefused = isForbidden {
            _ = try engine.transaction { () throws -> Void in
              _ = try engine.execute(SQL(trusted: "EXPLAIN \(sql)"), values: [])
            }
          }
          #expect(isRefused == !rights[table.name, default: []].contains(word), "\(role): \(sql)")
        }
      }
    }
  }

  /// What each role must not do, a statement each.
  @Test func nobodyDoesMore() throws {
    let world = try World()
    let anything: [SQL] = [
      "DROP TABLE notes", "CREATE TABLE mine (a BIGINT)", "DELETE FROM audit", "DELETE FROM forgotten",
    ]
    let forbidden: [(role: DeskRole, statements: [SQL])] = [
      (
        .listen,
        anything + [
          "UPDATE settings SET value = ''", "SELECT * FROM audit", "DELETE FROM claims", "DELETE FROM headers",
          "INSERT INTO forgotten VALUES ('a', 1, 1, 1)", "UPDATE audit SET agent = ''",
        ]
      ),
      (
        .agent,
        anything + [
          "DELETE FROM evidence", "UPDATE evidence SET verdict = 3", "UPDATE derived SET entitled = 1",
          "DELETE FROM notes", "UPDATE requests SET state = 'done'", "SELECT * FROM audit", "DELETE FROM queue",
          "UPDATE settings SET value = ''", "SELECT * FROM forgotten", "INSERT INTO claims SELECT * FROM claims",
          "SELECT * FROM evidence", "SELECT value FROM settings", "INSERT INTO audit SELECT * FROM audit",
          "CREATE OR REPLACE FUNCTION note_look(act TEXT, subject TEXT) RETURNS VOID LANGUAGE sql AS ''",
        ]
      ),
      (
        .export,
        anything + [
          "SELECT * FROM notes", "SELECT * FROM audit", "SELECT * FROM claims", "SELECT * FROM derived",
          "INSERT INTO notes SELECT * FROM notes", "DELETE FROM evidence",
        ]
      ),
      (
        .worker,
        anything + ["SELECT * FROM audit", "DELETE FROM settings", "INSERT INTO forgotten VALUES ('a', 1, 1, 1)"]
      ),
    ]
    for (role, statements) in forbidden {
      let engine = try world.engine(as: role)
      for statement in statements {
        #expect(
          isForbidden { _ = try engine.transaction { try engine.execute(statement, values: []) } },
          "\(role): \(statement.text)")
      }
    }
  }
}

import AppStoreModel
import Core
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests that each role can do its work and nothing else.
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

    /// Two purchases, then later versions of both with one appTransactionId.
    var resigned: [String] {
      get throws {
        try [(nil, 0), ("7040001", 10)].flatMap { app, later in
          try [901, 902].map { id in
            let it = Transaction {
              $0.transactionId = "2000000000000\(id)"
              $0.originalTransactionId = $0.transactionId
              $0.bundleId = DeskWorld.bundleId
              $0.productId = "com.example.piglet.premium"
              $0.purchaseDate = Timestamp(milliseconds: 1_704_067_200_000)
              $0.signedDate = Timestamp(milliseconds: 1_704_067_200_000 + Int64(later))
              $0.type = .nonConsumable
              $0.inAppOwnershipType = .purchased
              $0.environment = .sandbox
              $0.appTransactionId = app
            }
            return try world.signer.sign(it.json)
          }
        } + lines.prefix(4)
      }
    }

    /// Tries to replace the payload of a stored transaction.
    func forge(as desk: CustomerDesk) throws {
      let row = try #require(
        try desk.engine.first("SELECT customer, kind, id, digest, signed FROM evidence LIMIT 1") { try $0.values })
      guard case .integer(let signed) = row[4] else { return }
      let later = DatabaseValue.integer(signed + 1)
      _ = try desk.engine.transaction {
        try desk.engine.execute(
          Guarded.advance,
          values: [later, .integer(1), .blob(Array(#"{"forged":1}"#.utf8)), .blob([]), .integer(3), .null]
            + [row[0], .integer(1), .integer(1), row[1], row[2], row[3], later])
      }
    }

    func desk(as role: DeskRole) throws -> CustomerDesk {
      let clock = world.clock
      return try CustomerDesk(engine(as: role), now: { clock.withLock { $0 } })
    }

    func engine(as role: DeskRole) throws -> PostgreSQLEngine {
      let whole = try PostgreSQLEngine(address)
      let name = whole.name(of: role)
      // Citus opens its connections to the workers as the role.
      if whole.isCitus {
        _ = try whole.transaction {
          try whole.execute(SQL(trusted: "ALTER ROLE \(PostgreSQLEngine.quoted(name)) LOGIN"), values: [])
        }
      }
      return try PostgreSQLEngine(PostgreSQLAddress(address.text + "%20-crole%3D\(name)"))
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
    try listener.store(lines: world.lines)
    try listener.store(lines: ["e.y.x"])
    // New versions, and two customers who are joined: both change stored rows, by functions.
    try listener.store(lines: world.resigned)
    try listener.settle()
    #expect(try listener.compareWithRebuild().different == [])
    #expect(try listener.customer("2000000000000901") == listener.customer("2000000000000902"))
    #expect(isForbidden { try world.forge(as: listener) })
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

  private static let databases = [EngineKind.postgreSQL, .citus].filter(\.isHere)

  /// Tests that an agent, with no right on any table, reads everything, and that each look is audited.
  @Test(arguments: databases) func anAgentsLooksAreNoted(on kind: EngineKind) throws {
    let world = try World(on: kind)
    let whole = try world.world.desk()
    try whole.store(lines: world.lines + ["e.y.x"])
    try whole.settle()
    let agent = try world.desk(as: .agent)
    let life = world.world.population.life(of: 0)
    let id = try #require(life[0].transaction.originalTransactionId)
    let customer = try agent.customer(id)
    func lines() throws -> Set<[String]> {
      Set(try whole.engine.rows("SELECT act, subject FROM audit") { [try $0["act"], try $0["subject"]] })
    }
    #expect(try lines() == [["list", ""]])
    let count = try whole.engine.value("SELECT count(*) FROM audit", as: Int.self)
    #expect(count == 1)
    #expect(try agent.find(id) == whole.find(id))
    #expect(try agent.find(String(id.prefix(6))) == whole.find(String(id.prefix(6))))
    // The audit line of a list holds its query, not the customers in it.
    let questions: [String] = try whole.engine.rows("SELECT detail FROM audit WHERE act = 'list'") { try $0["detail"] }
    #expect(questions.contains { $0.contains("\"by_name\"") && $0.contains(id) }, "\(questions)")
    #expect(try !lines().contains(["look", "#\(customer)"]))
    let before = try whole.engine.value("SELECT count(*) FROM audit", as: Int.self) ?? 0
    #expect(try agent.list(DeskListRequest(text: "", limit: 20)).rows.count == 3)
    #expect(try whole.engine.value("SELECT count(*) FROM audit", as: Int.self) == before + 1)
    let opened = try agent.open(customer)
    #expect(try opened.isSame(as: whole.open(customer)))
    #expect(try lines().contains(["look", "#\(customer)"]))
    #expect(try agent.customerAnswer(for: customer).statuses == whole.customerAnswer(for: customer).statuses)
    // A hashed attribute is found in full, although the agent cannot read the key.
    let token = try #require(
      (0..<3).lazy.compactMap { world.world.population.life(of: $0)[0].transaction.appAccountToken }.first)
    let bob = try PersonRecord(
      json: ["user": "user-17", "tokens": [.string(token)], "attributes": ["email": "bob@example.com"]])
    try whole.store(people: [bob], isHashed: true)
    #expect(try agent.find("Bob@Example.com") == whole.find("bob@example.com"))
    #expect(try !agent.find("bob@example.com").isEmpty && agent.find("bob@example").isEmpty)
    for view in SavedView.allCases { #expect(try agent.view(view) == whole.view(view)) }
    for text in ["", "gold", "refunded", "#\(customer)", id] {
      let request = DeskListRequest(text: text, limit: 20)
      #expect(try agent.list(request) == whole.list(request))
    }
    #expect(try agent.summary() == whole.summary())
    // The counts agree. With several shards, any statement of the same millisecond may be listed as the newest.
    #expect(try agent.health().delay == whole.health().delay && agent.health().customers == whole.health().customers)
    #expect(try agent.trends() == whole.trends())
    #expect(try agent.viewRows() == whole.viewRows())
    _ = try (agent.quarantined(), agent.requests(), agent.alerts())

    // One audit line for all that was read of the customer.
    let looks = try whole.engine.value("SELECT count(*) FROM audit WHERE subject = ?", "#\(customer)", as: Int.self)
    #expect(looks == 1)
    try agent.note("open", by: "somebody else", subject: "#\(customer)")
    try agent.add(note: "called", about: customer, by: "somebody else")
    try agent.request(.refresh, of: customer, by: "somebody else")
    #expect(try whole.notes(about: customer).map(\.author) == ["postgres"])
    #expect(try whole.requests().map(\.agent) == ["postgres"])
    #expect(try lines().isSuperset(of: [["open", "#\(customer)"], ["add", "#\(customer)"]]))
    let agents: Set<String> = Set(try whole.engine.rows("SELECT agent FROM audit") { try $0["agent"] })
    #expect(agents == ["postgres"])
  }

  /// Tests that an agent tags, assigns and finds users by functions, in the login's own name.
  @Test(arguments: databases) func anAgentTagsAndFindsUsers(on kind: EngineKind) throws {
    let world = try World(on: kind)
    let whole = try world.world.desk()
    try whole.store(lines: world.lines)
    try whole.settle()
    let token = try #require(
      (0..<3).lazy.compactMap { world.world.population.life(of: $0)[0].transaction.appAccountToken }.first)
    let listener = try world.desk(as: .listen)
    try listener.store(people: [
      PersonRecord(json: ["user": "user-17", "tokens": [.string(token)], "attributes": ["email": "bob@example.com"]])
    ])
    let agent = try world.desk(as: .agent)
    let customer = try #require(agent.find("bob@").first?.number)
    try agent.tag(customer, add: ["vip", "beta"], remove: [], by: "somebody else")
    try agent.tag(customer, add: ["vip"], remove: ["beta"], by: "somebody else")
    try agent.assign(customer, to: "anna", by: "somebody else")
    #expect(try agent.find("tag:vip agent:anna").map(\.tags) == [["vip"]])
    #expect(try whole.engine.value("SELECT author FROM tags", as: String.self) == "postgres")
    try agent.assign(customer, to: nil, by: "somebody else")
    #expect(try agent.find("agent:anna").isEmpty)
    let person = try agent.person(of: [token.lowercased()]).person
    #expect(person.user == "user-17" && person.tags == ["vip"] && person.attributes.map(\.value) == ["bob@example.com"])
  }

  /// Tests that an app with named logins answers no other agent.
  @Test(arguments: databases) func anAppMayBeSeenByItsLoginsOnly(on kind: EngineKind) throws {
    let world = try World(on: kind)
    let whole = try world.world.desk()
    try whole.store(lines: world.lines)
    try whole.settle()
    let customer = try #require(whole.list(DeskListRequest()).rows.first?.number)
    func allow(_ login: String) throws {
      try whole.engine.transaction {
        try whole.engine.execute("DELETE FROM app_access", values: [])
        try whole.engine.insert(
          [[.integer(whole.app), .integer(whole.environment), .text(login)]], into: DeskTables.appAccess,
          whenThere: .keep)
      }
    }
    try allow("anna")
    let agent = try world.desk(as: .agent)
    #expect(isForbidden { _ = try agent.list(DeskListRequest()) })
    #expect(isForbidden { _ = try agent.open(customer) })
    #expect(isForbidden { _ = try agent.viewRows() })
    // The lists over all apps leave the app out, for an agent who may see another one.
    let identity = DeskIdentity(bundleId: "com.example.other", environment: .sandbox)
    let second = try CustomerDesk.add(identity, to: whole.engine, now: whole.now)
    let agentOfSecond = try CustomerDesk(agent.engine, expecting: identity, now: whole.now)
    #expect(try agentOfSecond.apps().map(\.name) == [identity.name] && agentOfSecond.others().isEmpty)
    #expect(try agentOfSecond.viewRowsOfOtherApps().isEmpty)
    #expect(try second.apps().count == 2 && !second.viewRowsOfOtherApps().isEmpty)
    try allow("postgres")
    #expect(try !world.desk(as: .agent).list(DeskListRequest()).rows.isEmpty)
  }

  /// Tests that an agent may call a function for each statement of the list, and that none returns the hash key.
  @Test(arguments: databases) func anAgentAsksByFunctions(on kind: EngineKind) throws {
    let world = try World(on: kind)
    let engine = try world.engine(as: .agent)
    func ask(_ sql: SQL) throws {
      var values = [DatabaseValue](repeating: .null, count: AgentFunctions.count(of: sql))
      if sql.text.contains(" customer = ?"), !AgentFunctions.isBySubject(sql) { values[0] = .integer(1) }
      try engine.forEachRow(sql, values: values) { _ in false }
    }
    for sql in DeskQueries.Telling.figures.statements.map(\.sql) {
      #expect(throws: Never.self, "\(sql.text)") { try ask(sql) }
    }
    for sql in DeskQueries.Telling.record.statements.map(\.sql) {
      #expect(isForbidden { try ask(sql) }, "nobody looked: \(sql.text)")
    }
    let agent = try #require(engine.agent)
    try agent.look(at: 1)
    for sql in DeskQueries.Telling.record.statements.map(\.sql) {
      #expect(throws: Never.self, "\(sql.text)") { try ask(sql) }
    }
    for sql in DeskQueries.Telling.listing.statements.map(\.sql) {
      #expect(throws: Never.self, "\(sql.text)") {
        _ = try agent.listing(sql, [.integer(1), .integer(1), .integer(5)])
      }
    }
    let apps: [String] = try engine.rows(DeskQueries.apps) { try $0["bundle_id"] }
    #expect(apps == [DeskWorld.bundleId])
    let key: String? = try engine.value(DeskQueries.setting, "hash_key")
    #expect(key == nil)
    #expect(isForbidden { try engine.forEachRow("SELECT value FROM secrets", values: []) { _ in true } })
    #expect(isForbidden { try engine.forEachRow("SELECT desk_part('[]')", values: []) { _ in true } })
    #expect(isForbidden { try engine.forEachRow("SELECT desk_hash('bob')", values: []) { _ in true } })
    #expect(isForbidden { try engine.forEachRow("SELECT nextval('numbers')", values: []) { _ in true } })
  }

  /// Tests one statement for each action that a role must not do.
  @Test func noRoleDoesMore() throws {
    let world = try World()
    let anything: [SQL] = [
      "DROP TABLE notes", "CREATE TABLE mine (a BIGINT)", "DELETE FROM audit", "DELETE FROM forgotten",
    ]
    let forbidden: [(role: DeskRole, statements: [SQL])] = [
      (
        .listen,
        anything + [
          "UPDATE settings SET value = ''", "SELECT * FROM audit", "DELETE FROM claims", "DELETE FROM headers",
          "DELETE FROM evidence", "UPDATE evidence SET verdict = 3", "DELETE FROM quarantine", "DELETE FROM lookups",
          "UPDATE persons SET customer = 1", "DELETE FROM notifications", "DELETE FROM customers",
          "UPDATE secrets SET value = ''", "SELECT * FROM notes", "INSERT INTO audit SELECT * FROM audit",
          "INSERT INTO forgotten VALUES ('a', 1, 1, 1)", "UPDATE audit SET agent = ''",
        ]
      ),
      (
        .agent,
        anything + [
          "DELETE FROM evidence", "UPDATE evidence SET verdict = 3", "UPDATE derived SET entitled = true",
          "DELETE FROM notes", "UPDATE requests SET state = 'done'", "SELECT * FROM audit", "DELETE FROM queue",
          "UPDATE settings SET value = ''", "SELECT * FROM forgotten", "INSERT INTO claims SELECT * FROM claims",
          "SELECT * FROM evidence", "SELECT value FROM settings", "INSERT INTO audit SELECT * FROM audit",
          "CREATE OR REPLACE FUNCTION agent_look(question TEXT, customer BIGINT) RETURNS BIGINT LANGUAGE sql AS ''",
        ]
      ),
      (
        .export,
        anything + [
          "SELECT * FROM notes", "SELECT * FROM audit", "SELECT * FROM claims", "SELECT * FROM derived",
          "INSERT INTO notes SELECT * FROM notes", "DELETE FROM evidence", "SELECT * FROM secrets",
          "INSERT INTO audit SELECT * FROM audit",
        ]
      ),
      (
        .worker,
        anything + [
          "SELECT * FROM audit", "DELETE FROM settings", "INSERT INTO forgotten VALUES ('a', 1, 1, 1)",
          "UPDATE settings SET value = '' WHERE name = 'roots'", "INSERT INTO settings VALUES ('roots', '')",
          "UPDATE secrets SET value = ''", "DELETE FROM evidence", "INSERT INTO audit SELECT * FROM audit",
        ]
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

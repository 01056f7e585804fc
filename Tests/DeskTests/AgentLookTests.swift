import AppStoreModel
import Core
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests of what agents can do with psql and their own login.
@Suite(PostgreSQLCluster.isHere, .startsPrograms) struct AgentLookTests {
  /// A desk in a database of its own, and two agents' logins for it.
  fileprivate final class World {
    let cluster: PostgreSQLCluster
    let database: String
    let world: DeskWorld
    let desk: CustomerDesk
    let anna: String
    let bert: String

    init(_ cluster: PostgreSQLCluster) throws {
      self.cluster = cluster
      let database = cluster.database()
      self.database = database
      world = try DeskWorld(on: .postgreSQL, customers: 3, transactions: 30)
      world.place.addresses.withLock { $0["desk"] = try? PostgreSQLAddress(cluster.address(database)) }
      desk = try world.desk()
      try desk.store(lines: try world.lines())
      try desk.settle()
      try #require(desk.engine as? PostgreSQLEngine).grantRoles()
      (anna, bert) = ("anna_\(database)", "bert_\(database)")
      for login in [anna, bert] {
        cluster.psql("CREATE ROLE \(login) LOGIN; GRANT desk_agent_\(database) TO \(login)", database: database)
      }
    }

    /// Returns what psql prints for a script whose statements are run one by one.
    func psql(_ script: String, as login: String, in other: String? = nil) throws -> String {
      let file = world.place.folder.appending(path: "script.sql")
      try Data(script.utf8).write(to: file)
      return Spawn.run(
        [
          cluster.programs + "/psql", "-X", "-q", "-A", "-t", "-d",
          cluster.address(other ?? database, user: login) + "&options=-csearch_path%3Dtill_desk", "-f", file.path,
        ], in: "/"
      ).output
    }

    func lines() throws -> Int { try desk.engine.value("SELECT count(*) FROM audit") ?? 0 }
  }

  /// Tests that the database numbers an id as the program does, up to the greatest number of 64 bits.
  @Test(arguments: ["0", "007", "T-1", "2000000845425339", "9223372036854775807", "9223372036854775808", "-5", ""])
  func anIdHasTheSameNumberInTheDatabase(id: String) throws {
    let cluster = try #require(PostgreSQLCluster.shared)
    let output = cluster.psql("SELECT \(PostgreSQLEngine.number(ofId: "'\(id)'::text"))")
    #expect(output.output.trimmingCharacters(in: .whitespacesAndNewlines) == "\(DeskID.number(id))")
  }

  /// Tests that an agent cannot read anything without an audit line that stays.
  ///
  /// The statements try a transaction that is rolled back, savepoints and caught exceptions.
  @Test func noReadGoesWithoutALineThatStays() throws {
    let world = try World(#require(PostgreSQLCluster.shared))
    let page = #"'{"ask":[["newest",99,1,1,50]],"isSet":false,"after":0,"limit":50}', NULL"#
    let reading = "SELECT 'READ', count(*) FROM agent_evidence(:t, 1, 1);"
    let ways = [
      "BEGIN; SELECT agent_look(NULL, 1) AS t \\gset\n\(reading) ROLLBACK;",
      "BEGIN; SELECT agent_look(NULL, 1) AS t \\gset\n\(reading) COMMIT;",
      "BEGIN; SELECT agent_look(NULL, 1) AS t \\gset\nROLLBACK; \(reading)",
      "BEGIN; SAVEPOINT a; SELECT agent_look(NULL, 1) AS t \\gset\nRELEASE a; \(reading) ROLLBACK;",
      "BEGIN; SAVEPOINT a; SELECT agent_look(NULL, 1) AS t \\gset\nROLLBACK TO a; COMMIT; \(reading)",
      "BEGIN; SELECT agent_look(\(page)) AS t \\gset\nSELECT 'READ', * FROM agent_page(:t); ROLLBACK;",
      """
      DO $$ DECLARE t BIGINT; n BIGINT; BEGIN
        t := agent_look(NULL, 1); SELECT count(*) INTO n FROM agent_evidence(t, 1, 1); RAISE EXCEPTION 'READ %', n;
      EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;
      """,
      "WITH l AS (SELECT agent_look(NULL, 1) AS t) SELECT 'READ', e.* FROM l, agent_evidence(l.t, 1, 1) e;",
    ]
    for way in ways {
      let output = try world.psql(way, as: world.anna)
      #expect(!output.contains("READ"), "\(way)\n\(output)")
    }
    // The two steps, look and read, succeed. The rollback after them leaves the audit line.
    let before = try world.lines()
    let output = try world.psql(
      "SELECT agent_look(NULL, 1) AS t \\gset\nBEGIN; \(reading) ROLLBACK;", as: world.anna)
    #expect(output.contains("READ|") && !output.contains("READ|0"), "\(output)")
    #expect(try world.lines() == before + 1)
  }

  /// Tests that a ticket is valid only for the login that looked, for what its audit line names, and for five minutes.
  @Test func aTicketAnswersForItsLineAlone() throws {
    let world = try World(#require(PostgreSQLCluster.shared))
    let ticket = try world.psql("SELECT agent_look(NULL, 1)", as: world.anna)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let reading = "SELECT 'READ', count(*) FROM agent_evidence(\(ticket), 1, 1)"
    #expect(try world.psql(reading, as: world.anna).contains("READ|"))
    #expect(try !world.psql(reading, as: world.bert).contains("READ|"))
    #expect(try !world.psql("SELECT 'READ', * FROM agent_requests(\(ticket))", as: world.anna).contains("READ|"))
    // A ticket for one customer does not return claims about another customer.
    let other = try #require(
      try world.desk.engine.first(
        "SELECT token FROM persons WHERE customer <> 1 LIMIT 1"
      ) { try $0["token"] as String })
    _ = try world.desk.store(claims: [
      Claim(json: ["user": .string(other), "productId": "p", "entitled": true, "at": 1])
    ])
    let claims = try world.psql("SELECT 'READ', * FROM agent_claims(\(ticket), '\(other)', 1, 1)", as: world.anna)
    #expect(!claims.contains("READ|"), "\(claims)")
    // An agent cannot write under another agent's name, nor choose the number of a note.
    let added = try world.psql("SELECT agent_add_notes(1, 1, 1, 'called', 'note', NULL)", as: world.bert)
    #expect(Int64(added.trimmingCharacters(in: .whitespacesAndNewlines)) != nil, "\(added)")
    #expect(try world.desk.notes(about: 1).map(\.author) == [world.bert])
    #expect(
      try world.psql("SELECT agent_add_notes(1, 1, 1, 99, 5, 'x', 'y')", as: world.bert).contains("does not exist"))
    try world.desk.engine.transaction { try world.desk.engine.execute("UPDATE audit SET date = date - 301000") }
    #expect(try !world.psql(reading, as: world.anna).contains("READ|"))
  }

  /// Tests that an agent of one desk has no rights at another desk of the same server.
  @Test func anotherDeskIsAnotherDesk() throws {
    let cluster = try #require(PostgreSQLCluster.shared)
    let (one, other) = (try World(cluster), try World(cluster))
    for statement in [
      "SELECT 'READ', * FROM till_desk.evidence", "SELECT 'READ', * FROM till_desk.agent_apps()",
      "SELECT 'READ', till_desk.agent_look(NULL, 1)", "SELECT 'READ', till_desk.desk_note('a', 'b', 'c')",
    ] {
      #expect(try one.psql(statement, as: one.anna, in: other.database).contains("permission denied"), "\(statement)")
    }
    #expect(try one.psql("SELECT 'READ', count(*) FROM agent_apps()", as: one.anna).contains("READ|"))
  }

  /// Tests that a copy on the same server is another desk.
  ///
  /// The doctor finds the first desk's roles in the copy, and `init` revokes their rights.
  @Test func aCopyIsADeskOfItsOwn() throws {
    let cluster = try #require(PostgreSQLCluster.shared)
    let world = try World(cluster)
    let (copy, dump) = (cluster.database(), world.world.place.folder.path + "/desk.dump")
    let address = cluster.address(world.database)
    _ = Spawn.run([cluster.programs + "/pg_dump", "--format", "custom", "--file", dump, address], in: "/")
    let back = Spawn.run([cluster.programs + "/pg_restore", "--dbname", cluster.address(copy), dump], in: "/")
    try #require(back.status == 0, "\(back.output)")
    let engine = try PostgreSQLEngine(PostgreSQLAddress(cluster.address(copy)))
    #expect(try engine.rightsFindings().contains { $0.contains("roles of another desk") })
    try engine.grantRoles()
    #expect(try engine.rightsFindings() == [])
    let asked = try world.psql("SELECT 'READ', count(*) FROM till_desk.agent_apps()", as: world.anna, in: copy)
    #expect(asked.contains("permission denied"), "\(asked)")
    #expect(try world.psql("SELECT 'READ', count(*) FROM agent_apps()", as: world.anna).contains("READ|"))
  }

  /// Tests that a backup which is restored on a server without the roles is open to no login.
  ///
  /// The doctor reports the missing roles, and `init` revokes the public rights.
  @Test func aRestoreWithoutRolesStaysShut() throws {
    let world = try World(#require(PostgreSQLCluster.shared))
    let cluster = try #require(PostgreSQLCluster())
    let (database, dump) = (cluster.database(), world.world.place.folder.path + "/desk.dump")
    let taken = Spawn.run(
      [cluster.programs + "/pg_dump", "--format", "custom", "--file", dump, world.cluster.address(world.database)],
      in: "/")
    try #require(taken.status == 0, "\(taken.output)")
    _ = Spawn.run([cluster.programs + "/pg_restore", "--dbname", cluster.address(database), dump], in: "/")
    cluster.psql("CREATE ROLE eve LOGIN", database: database)
    let engine = try PostgreSQLEngine(PostgreSQLAddress(cluster.address(database)))
    let calls: [String] = try engine.connection.rows(
      """
      SELECT proname || '(' || coalesce((SELECT string_agg('NULL::' || format_type(t, NULL), ', ')
      FROM unnest(proargtypes) t), '') || ')' AS call FROM pg_proc WHERE pronamespace = 'till_desk'::regnamespace AND prosecdef
      """
    ) { try $0["call"] }
    #expect(calls.count > 50)
    func answers() throws -> [String] {
      try calls.filter { call in
        try world.psqlAt(cluster, "SELECT 'READ', count(*) FROM \(call)", database).contains("READ|")
      }
    }
    #expect(try answers() == [])
    let desk = try CustomerDesk(engine)
    let findings = try desk.examine(rebuilds: false).checks.filter { $0.name == "rights" }
    #expect(findings.contains { !$0.ok && $0.detail.contains("open to every login") }, "\(findings)")
    #expect(findings.contains { !$0.ok && $0.detail.contains("has no role desk_listen_") }, "\(findings)")
    try engine.grantRoles()
    #expect(try engine.rightsFindings() == [])
    let open: Int? = try engine.connection.value(
      """
      SELECT count(*) FROM pg_proc WHERE pronamespace = 'till_desk'::regnamespace
      AND has_function_privilege('eve', oid, 'EXECUTE')
      """)
    #expect(open == 0)
    #expect(try answers() == [])
    // A function that a database administrator adds later cannot be called by other logins either.
    cluster.psql("CREATE FUNCTION till_desk.later() RETURNS BIGINT LANGUAGE sql AS 'SELECT 1'", database: database)
    #expect(try world.psqlAt(cluster, "SELECT till_desk.later()", database).contains("permission denied"))
    // The check reports a login that was granted the role but has no `statement_timeout`.
    cluster.psql("GRANT desk_agent_\(database) TO eve", database: database)
    #expect(try engine.rightsFindings().contains { $0.contains("statement_timeout") })
    cluster.psql("ALTER ROLE eve SET statement_timeout = '30s'", database: database)
    #expect(try engine.rightsFindings() == [])
  }
}

extension AgentLookTests.World {
  fileprivate func psqlAt(_ cluster: PostgreSQLCluster, _ sql: String, _ database: String) throws -> String {
    Spawn.run(
      [
        cluster.programs + "/psql", "-X", "-q", "-A", "-t", "-d",
        cluster.address(database, user: "eve") + "&options=-csearch_path%3Dtill_desk", "-c", sql,
      ],
      in: "/"
    ).output
  }
}

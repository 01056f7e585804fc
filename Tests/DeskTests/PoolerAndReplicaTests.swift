import AppStoreModel
import Core
import Dispatch
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// The path of pgbouncer, where it is installed.
private let pgbouncer = ["/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// Tests of a connection pooler between a desk and its database, and of a replica.
@Suite(PostgreSQLCluster.isHere, .startsPrograms) struct PoolerAndReplicaTests {
  /// A folder that belongs to the database's user, and runs programs as that user.
  private final class Folder {
    let path = "/tmp/till-beside-\(UInt64.random(in: 0...UInt64.max))"

    init() throws {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      if getuid() == 0, let user = getpwnam("postgres") { chown(path, user.pointee.pw_uid, user.pointee.pw_gid) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func run(_ words: [String]) -> (status: Int32, output: String) {
      Spawn.run(PostgreSQLCluster.unprivileged + words, in: path)
    }

    /// Runs a program that leaves a server behind.
    ///
    /// The output goes to a file, because the server would keep a pipe to the test open.
    func start(_ words: [String]) -> Int32 {
      run(["sh", "-c", "exec \"$@\" > \(path)/out 2>&1", "sh"] + words).status
    }
  }

  /// Starts pgbouncer in transaction mode with these database lines; it listens in the folder.
  private func startPooler(_ databases: String, in folder: Folder) throws {
    let settings = """
      [databases]
      \(databases)
      [pgbouncer]
      listen_addr =
      unix_socket_dir = \(folder.path)
      listen_port = 5432
      auth_type = any
      pool_mode = transaction
      default_pool_size = 2
      pidfile = \(folder.path)/pid
      logfile = \(folder.path)/log
      """
    try Data(settings.utf8).write(to: URL(filePath: folder.path + "/pgbouncer.ini"))
    let bouncer = try #require(pgbouncer)
    #expect(folder.start([bouncer, "-d", folder.path + "/pgbouncer.ini"]) == 0)
  }

  /// Tests that an agent's login works through the pooler: each look is audited by name, and no table is open to it.
  @Test(.enabled(if: pgbouncer != nil, "pgbouncer is not installed here; `Assets/setup` does it"))
  func anAgentLooksThroughAPooler() throws {
    let cluster = try #require(PostgreSQLCluster())
    let (folder, database) = (try Folder(), cluster.database())
    let world = try DeskWorld(on: .postgreSQL, customers: 2, transactions: 20)
    world.place.addresses.withLock { $0["desk"] = try? PostgreSQLAddress(cluster.address(database)) }
    let (lines, desk) = (try world.lines(), try world.desk())
    try desk.store(lines: lines)
    try desk.settle()
    try #require(desk.engine as? PostgreSQLEngine).grantRoles()
    cluster.psql("CREATE ROLE anna LOGIN", database: database)
    cluster.psql("GRANT desk_agent_\(database) TO anna", database: database)
    try startPooler("desk = host=\(cluster.socket) dbname=\(database) user=anna", in: folder)
    defer { folder.run(["sh", "-c", "kill $(cat \(folder.path)/pid)"]) }

    let address = try PostgreSQLAddress("postgres:///desk?host=\(folder.path)&user=anna")
    let agents = try (0..<3).map { _ in
      try CustomerDesk(PostgreSQLEngine(address), now: { [clock = world.clock] in clock.withLock { $0 } })
    }
    let id = try #require(world.population.life(of: 0)[0].transaction.originalTransactionId)
    let customer = try desk.customer(id)
    for agent in agents {
      #expect(try agent.open(agent.customer(id)).isSame(as: desk.open(customer)))
      #expect(try agent.find(id) == desk.find(id))
    }
    try agents[1].add(note: "called", about: customer, by: "somebody else")
    #expect(try desk.notes(about: customer).map(\.author) == ["anna"])
    let looks: [String] = try desk.engine.rows(
      "SELECT agent FROM audit WHERE act = 'look' AND subject = ?", "#\(customer)"
    ) { try $0["agent"] }
    // Three agents, each with one audit line for all that they read of the customer.
    #expect(looks.count == 3 && Set(looks) == ["anna"])
    // Looking and reading in one transaction is refused here too.
    let connection = try PostgreSQLConnection(address)
    #expect(throws: DatabaseFault.self) {
      try connection.transaction {
        let ticket: Int64? = try connection.value("SELECT agent_look(NULL::TEXT, ?)", customer)
        try connection.forEachRow("SELECT * FROM agent_evidence(?, 1, 1)", ticket) { _ in true }
      }
    }
    #expect(throws: DatabaseFault.self) {
      try agents[0].engine.forEachRow("SELECT * FROM evidence", values: []) { _ in true }
    }
  }

  /// Tests six writers through pgbouncer's two connections in transaction mode: a desk needs no session.
  @Test(.enabled(if: pgbouncer != nil, "pgbouncer is not installed here; `Assets/setup` does it"))
  func aPoolerStandsBetween() async throws {
    let cluster = try #require(PostgreSQLCluster.shared)
    let (folder, database) = (try Folder(), cluster.database())
    try startPooler("* = host=\(cluster.socket) user=postgres", in: folder)
    defer { folder.run(["sh", "-c", "kill $(cat \(folder.path)/pid)"]) }

    let world = try DeskWorld(on: .postgreSQL, customers: 6, transactions: 60)
    let address = try PostgreSQLAddress("postgres:///\(database)?host=\(folder.path)&user=postgres")
    world.place.addresses.withLock { $0["desk"] = address }
    let (lines, desk) = (try world.lines(), try world.desk())
    nonisolated(unsafe) let shared = world
    let faults = await onThreads(6) { number in
      var generator = SeededGenerator(seed: UInt64(number))
      // One batch is large enough for COPY.
      try shared.desk().store(lines: lines.shuffled(using: &generator), batch: number == 0 ? 400 : 11)
    }
    #expect(faults == [])
    try desk.settle()
    let alone = try DeskWorld(customers: 6, transactions: 60)
    let one = try alone.desk()
    try one.store(lines: lines)
    try one.settle()
    #expect(try desk.derivedRows() == one.derivedRows())
  }

  /// Tests that a reader can use a replica, and sees changes as soon as the replica has received them.
  @Test func aReplicaAnswersReaders() throws {
    // A cluster of its own, because the test copies all of it.
    let cluster = try #require(PostgreSQLCluster())
    let (folder, database) = (try Folder(), cluster.database())
    let world = try DeskWorld(on: .postgreSQL, customers: 2, transactions: 20)
    world.place.addresses.withLock { $0["desk"] = try? PostgreSQLAddress(cluster.address(database)) }
    let (lines, desk) = (try world.lines(), try world.desk())
    try desk.store(lines: lines)
    try desk.settle()

    let data = folder.path + "/data"
    let copied = folder.run([
      cluster.programs + "/pg_basebackup", "-D", data, "-R", "-h", cluster.socket, "-U", "postgres", "-c", "fast",
    ])
    try #require(copied.status == 0, "\(copied.output)")
    let control = [cluster.programs + "/pg_ctl", "-D", data, "-s", "-w"]
    try #require(folder.start(control + ["-l", folder.path + "/log", "-o", "-k \(folder.path)", "start"]) == 0)
    defer { folder.run(control + ["-m", "immediate", "stop"]) }

    let address = try PostgreSQLAddress("postgres:///\(database)?host=\(folder.path)&user=postgres")
    let reader = try CustomerDesk(
      PostgreSQLEngine(address, isReadOnly: true), now: { [clock = world.clock] in clock.withLock { $0 } })
    let before = try reader.engine.changeCounter()
    let customer = try reader.customer(try #require(world.population.life(of: 0)[0].transaction.originalTransactionId))
    #expect(try reader.rows(of: [customer]) == desk.rows(of: [customer]))
    #expect(try reader.export(customer) == desk.export(customer))
    #expect(throws: DatabaseFault.self) { try reader.add(note: "no", about: customer, by: "anna") }
    try desk.add(note: "news", about: customer, by: "anna")
    let end = ContinuousClock.now + .seconds(60)
    while try reader.notes(about: customer).isEmpty, ContinuousClock.now < end { usleep(2000) }
    #expect(try reader.notes(about: customer).map(\.text) == ["news"])
    #expect(try reader.engine.changeCounter() != before)
  }

  /// Tests that a listening desk hears of an announced change at once.
  ///
  /// Without `announces` there is no message.
  @Test func whoAnnouncesIsHeard() throws {
    let world = try DeskWorld(on: .postgreSQL, customers: 1, transactions: 2)
    let (lines, desk) = (try world.lines(), try world.desk())
    let place = try #require(world.place.addresses.withLock { $0["desk"] })
    let news = try PostgreSQLListener(toDesk: place.text)
    try desk.store(lines: lines)
    #expect(try !news.wait(milliseconds: 20))
    try #require(desk.engine as? PostgreSQLEngine).announces = true
    try desk.settle()
    #expect(try news.wait(milliseconds: 60_000))
  }
}

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

    init() throws {
      let made = try DeskWorld(on: .postgreSQL, customers: 3, transactions: 30)
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
    _ = try (agent.find(id), agent.rows(of: [customer]), agent.view(.refunded), agent.answer(for: customer))
    _ = try (agent.quarantined(), agent.summary(), agent.requests(), agent.alerts())
    try agent.note("look", by: "anna", subject: "#\(customer)")
    try agent.add(note: "called", about: customer, by: "anna")
    try agent.request(.refresh, of: customer, by: "anna")

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

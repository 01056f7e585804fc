import AppStoreModel
import Core
import Dispatch
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests that a sender and a health check get an answer in time when the database gives none.
@Suite struct PulseTests {
  /// A database that accepts connections and never answers.
  private final class SilentServer {
    let port: UInt16
    private let descriptor: Int32

    init() throws { (descriptor, port) = try LocalPort.listening() }

    deinit { close(descriptor) }
  }

  @Test(PostgreSQLCluster.isHere) func anAnswerComesWithinTwoSeconds() throws {
    let server = try SilentServer()
    let port = server.port
    @Sendable func open() throws -> CustomerDesk {
      try CustomerDesk(PostgreSQLEngine(PostgreSQLAddress("postgres://127.0.0.1:\(port)/desk")))
    }
    let (pulse, intake) = (DeskPulse(open), DeskIntake(open))
    struct Answers {
      var beat: (DeskPulse.Beat, Duration)?
      var outcome: (DeskIntake.Outcome, Duration)?
    }
    let (answers, both, start) = (Mutex(Answers()), DispatchSemaphore(value: 0), ContinuousClock.now)
    pulse.beat { beat in
      answers.withLock { $0.beat = (beat, start.duration(to: .now)) }
      both.signal()
    }
    intake.store(DeskImportItem(place: "here")) { outcome in
      answers.withLock { $0.outcome = (outcome, start.duration(to: .now)) }
      both.signal()
    }
    #expect(both.wait(timeout: .now() + 60) == .success && both.wait(timeout: .now() + 60) == .success)
    let told = answers.withLock { $0 }
    let (beat, outcome) = (try #require(told.beat), try #require(told.outcome))
    #expect(beat.0.failure != nil && beat.0.engine == nil && beat.1 < .seconds(3), "\(beat)")
    guard case .failed = outcome.0 else {
      Issue.record("\(outcome)")
      return
    }
    // A busy machine is allowed another second.
    #expect(outcome.1 < .seconds(3), "\(outcome)")
    pulse.stop()
    withExtendedLifetime(server) {}
  }

  /// Tests a database that needs longer for all senders' data than they wait: smaller commits are in time.
  @Test func aSlowDatabaseGetsSmallerCommits() throws {
    let world = try DeskWorld(customers: 64, transactions: 64)
    _ = try world.desk()
    let path = world.place.folder.appending(path: "desk.db").path
    let sizes = Mutex<[Int]>([])
    let intake = DeskIntake {
      let engine = EngineBetween(try SQLiteEngine(path, schema: .desk))
      engine.inserts = { rows, table in
        guard table == DeskTables.names else { return }
        sizes.withLock { $0.append(rows) }
        usleep(UInt32(rows) * 60_000)
      }
      return try CustomerDesk(engine)
    }
    let reader = DeskItemReader(try world.desk().verifier())
    let items = try (0..<64).flatMap { world.population.life(of: $0) }.prefix(48).map { event in
      let line = #"{"signedPayload":"\#(try event.signedNotification(by: world.signer))"}"#
      return reader.importItem(Array(line.utf8)[...], place: "here")
    }
    let (kept, all) = (Mutex(0), DispatchSemaphore(value: 0))
    // Apple sends again what was not stored.
    @Sendable func send(_ item: DeskImportItem, attempts: Int) {
      intake.store(item) { outcome in
        if outcome == .kept { kept.withLock { $0 += 1 } }
        if outcome == .kept || attempts == 0 { all.signal() } else { send(item, attempts: attempts - 1) }
      }
    }
    for item in items { send(item, attempts: 6) }
    for _ in items { #expect(all.wait(timeout: .now() + 60) == .success) }
    intake.stop()
    #expect(kept.withLock { $0 } == items.count, "commits of \(sizes.withLock { $0 })")
  }

  @Test(arguments: EngineKind.here) func aDatabaseThatAnswersIsWell(on kind: EngineKind) async throws {
    let world = try DeskWorld(on: kind)
    _ = try world.desk()
    nonisolated(unsafe) let opened = EngineBetween(try kind.engine("desk", in: world.place))
    let asked = Mutex<[String]>([])
    let pulse = DeskPulse {
      let desk = try CustomerDesk(opened)
      opened.hears = { sql, _ in asked.withLock { $0.append(sql.text) } }
      return desk
    }
    let beat = await pulse.beat()
    #expect(beat.failure == nil && beat.engine == opened.name)
    // Every worker of Citus must answer: it is asked about rows that are distributed, not about a copy on each node.
    let tables = asked.withLock { $0 }.compactMap { $0.firstMatch(of: #/FROM (\w+)/#)?.output.1 }
    let places = tables.compactMap { name in DeskTables.all.first { $0.name == name }?.place }
    #expect(places.count == 1 && places != [.everywhere], "\(tables)")
    pulse.stop()
    withExtendedLifetime(world) {}
  }

  @Test(
    PostgreSQLCluster.isHere,
    arguments: [
      ("postgres:///desk", false), ("postgres://localhost/desk", false), ("postgres://127.0.0.1/desk", false),
      ("postgres:///desk?host=/run/postgresql", false), ("postgres://db.example/desk", true),
      ("postgres://localhost,db.example/desk", true), ("postgres://db.example/desk?sslmode=require", false),
      ("postgres://db.example/desk?sslmode=disable", false),
    ])
  func aServerElsewhereMustProveItsName(address: String, isChecked: Bool) throws {
    #expect(try PostgreSQLAddress(address).isCertificateChecked == isChecked)
  }
}

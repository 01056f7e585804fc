import AppStoreModel
import Core
import Dispatch
import Foundation
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests of several writers at the same time.
@Suite(PostgreSQLCluster.isHere) struct ManyWritersTests {
  /// Tests evidence that another listener commits while a customer is being derived.
  ///
  /// It is derived too, at once or later, because the customer stays marked for it.
  @Test(arguments: [EngineKind.postgreSQL]) func aMarkSetMeanwhileStays(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 12)
    let lines = try world.lines()
    let (listener, deriver) = (try world.desk(), try world.desk())
    try listener.store(lines: Array(lines.prefix(4)))
    // From here on only the other thread uses the deriver, until it is done.
    nonisolated(unsafe) let other = deriver
    let derived = DispatchSemaphore(value: 0)
    try listener.engine.transaction {
      try listener.store(lines: Array(lines.dropFirst(4)))
      startThread {
        do { try other.settle() } catch { Issue.record(error) }
        derived.signal()
      }
      try world.waitForABlockedWriter()
    }
    derived.wait()
    try listener.settle()
    #expect(try listener.waitingCount() == 0)
    #expect(try listener.compareWithRebuild().different == [])
  }

  /// Tests that eight listeners and eight importers at once have the same result as one importer.
  ///
  /// They share much of their input.
  @Test(arguments: EngineKind.here.filter { $0 != .sqlite }) func eightAndEightAreAsOne(
    on kind: EngineKind
  ) async throws {
    let world = try DeskWorld(on: kind)
    let lines = try world.lines()
    let alone = try DeskWorld()
    let one = try alone.desk()
    try one.store(lines: lines)
    try one.settle()
    let desk = try world.desk()
    // Its folder and addresses are guarded by a lock, and the rest does not change.
    nonisolated(unsafe) let shared = world
    let faults = await onThreads(16) { number in
      var generator = SeededGenerator(seed: UInt64(number))
      let own = lines.filter { _ in generator.chance(40) || number % 8 == 0 }.shuffled(using: &generator)
      if number < 8 { try Self.listen(own, shared) } else { try shared.desk().store(lines: own, batch: 9) }
    }
    #expect(faults == [])
    try desk.settle()
    try desk.foldFigures()
    #expect(try desk.derivedRows() == one.derivedRows())
    #expect(try desk.compareWithRebuild().different == [])
    #expect(try desk.waitingCount() == 0)
    #expect(try desk.engine.integrityFindings() == [])
    for figure in ["customers", "transactions", "notifications"] {
      #expect(try desk.figure(figure) == one.figure(figure), "\(figure)")
    }
  }

  /// Receives lines as one listener does, which stores concurrent notifications in one commit.
  private static func listen(_ lines: [String], _ world: DeskWorld) throws {
    nonisolated(unsafe) let shared = world
    let intake = DeskIntake { try shared.desk() }
    let reader = DeskItemReader(try world.desk().verifier())
    let (done, failures) = (DispatchSemaphore(value: 0), Mutex<[String]>([]))
    // As Apple does, what the desk did not store in time is sent again.
    @Sendable func send(_ item: DeskImportItem, attempts: Int) {
      intake.store(item) { outcome in
        if case .failed(let words) = outcome {
          guard attempts == 0 else { return send(item, attempts: attempts - 1) }
          failures.withLock { $0.append(words) }
        }
        done.signal()
      }
    }
    for (index, line) in lines.enumerated() {
      send(reader.importItem(Array(line.utf8)[...], place: "\(index)"), attempts: 60)
    }
    for _ in lines { done.wait() }
    intake.stop()
    if let words = failures.withLock({ $0.first }) { throw DeskError(.unusable(words)) }
  }
}

extension DeskWorld {
  /// Waits until the server reports a transaction that waits for another one's lock.
  func waitForABlockedWriter() throws {
    let address = try #require(place.addresses.withLock { $0.values.first })
    let watcher = try PostgreSQLConnection(address)
    let folder = address.text.split(separator: "search_path%3D").last.map(String.init) ?? ""
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      let waiting: Int64? = try watcher.value(
        """
        SELECT count(*) FROM pg_locks AS lock JOIN pg_locks AS held ON held.pid = lock.pid
        JOIN pg_class ON pg_class.oid = held.relation JOIN pg_namespace ON pg_namespace.oid = pg_class.relnamespace
        WHERE NOT lock.granted AND pg_namespace.nspname = ?
        """, folder)
      if waiting ?? 0 > 0 { return }
    }
    Issue.record("nobody waited")
  }
}

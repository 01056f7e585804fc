import AppStoreModel
import Core
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests that old data is deleted, except what other rows are derived from.
@Suite struct RetentionTests {
  /// Returns a desk whose data arrived in one month, with an audit line, a year later.
  private func agedDesk(on kind: EngineKind) throws -> (world: DeskWorld, desk: CustomerDesk) {
    let world = try DeskWorld(on: kind, customers: 4, transactions: 60)
    let desk = try world.desk()
    try desk.store(lines: try world.lines() + ["e.y.x"])
    try desk.settle()
    try desk.note("look", by: "anna", subject: "#1")
    world.clock.withLock { $0 = $0.adding(.month, count: 12) }
    try desk.note("look", by: "anna", subject: "#2")
    return (world, desk)
  }

  private func count(_ table: DeskTable, of desk: CustomerDesk) throws -> Int {
    try desk.engine.value(SQL(trusted: "SELECT count(*) FROM \(table.name)")) ?? 0
  }

  @Test(arguments: EngineKind.here) func evidenceNeverGoes(on kind: EngineKind) throws {
    let (world, desk) = try agedDesk(on: kind)
    let customer = try desk.customer(try #require(world.population.life(of: 0)[0].transaction.originalTransactionId))
    let (rows, told, signed) = (
      try desk.derivedRows(), try count(DeskTables.notifications, of: desk), try desk.export(customer)
    )
    #expect(try count(DeskTables.letters, of: desk) == told && told > 10)
    // Without a retention setting nothing is deleted.
    #expect(try desk.retire(by: "olga").rows.isEmpty)
    try desk.setRetention(months: 13, by: "olga")
    #expect(try desk.retire(by: "olga").rows.isEmpty)
    #expect(try count(DeskTables.letters, of: desk) == told)

    try desk.setRetention(months: 6, by: "olga")
    let report = try desk.retire(by: "olga")
    #expect(report.rows["letters"] == told, "\(report)")
    #expect(report.rows["quarantine"] == 1 && report.rows["audit"] == 1, "\(report)")
    #expect(try count(DeskTables.letters, of: desk) == 0)
    #expect(try count(DeskTables.notifications, of: desk) == told)
    #expect(try desk.retire(by: "olga").rows.isEmpty)

    // A rebuild and a second import change nothing.
    let rebuilt = try desk.examine(rebuilds: true)
    #expect(rebuilt.ok, "\(rebuilt)")
    #expect(try desk.export(customer) == signed)
    let again = try desk.store(lines: try world.lines())
    #expect(again.notifications == 0 && again.imported == 0)
    // A double charge is reported while one of the two purchases runs. A year later there is nothing left to cancel.
    func lasting(_ rows: Set<[DatabaseValue]>) -> Int {
      rows.filter { $0[0] != .text("findings") || $0[4] != .integer(SavedView.chargedTwice.rawValue) }.count
    }
    if kind == .sqlite { #expect(try lasting(desk.derivedRows()) == lasting(rows)) }
    try desk.forget(customer, by: "olga")
    for id in world.population.life(of: 0).map(\.uuid) { #expect(try desk.holds(id) == []) }
  }

  /// Tests that a month is deleted as a whole partition, and that partitions for the next months exist in advance.
  @Test(PostgreSQLCluster.isHere, arguments: [EngineKind.postgreSQL, .citus].filter(\.isHere))
  func monthsAreDropped(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 2, transactions: 30)
    // The partitions of a new desk are made for the machine's date.
    world.clock.withLock { $0 = .machine }
    let desk = try world.desk()
    try desk.store(lines: try world.lines())
    let told = try count(DeskTables.letters, of: desk)
    let piece = DeskMonth(of: desk.now()).piece(of: "letters")
    let inPiece: Int? = try desk.engine.value(SQL(trusted: "SELECT count(*) FROM \(schema(of: desk)).\(piece)"))
    #expect(inPiece == told && told > 4)
    try desk.setRetention(months: 2, by: "olga")
    #expect(try desk.retire(by: "olga").pieces.isEmpty)
    world.clock.withLock { $0 = $0.adding(.month, count: 3) }
    let report = try desk.retire(by: "olga")
    #expect(report.pieces["letters"] == 1 && report.rows["letters"] == nil, "\(report)")
    #expect(try count(DeskTables.letters, of: desk) == 0)
    let ahead = DeskMonth(of: desk.now()).adding(3).piece(of: "letters")
    let isAhead: Int64? = try desk.engine.value(
      "SELECT (to_regclass(?) IS NOT NULL)::INTEGER", "\(schema(of: desk)).\(ahead)")
    #expect(isAhead == 1)
  }

  private func schema(of desk: CustomerDesk) -> String { (desk.engine as? PostgreSQLEngine)?.schema ?? "" }

  /// Tests that the months of partitions are in UTC.
  @Test func aMonthIsOneInUTC() throws {
    let date = try #require(Timestamp(utc: "2024-02-29T23:59:59Z"))
    let month = DeskMonth(of: date)
    #expect(month.first == Timestamp(utc: "2024-02-01") && month.end == Timestamp(utc: "2024-03-01"))
    #expect(month.piece(of: "audit") == "audit_2024_02")
    #expect(month.adding(11).piece(of: "audit") == "audit_2025_01")
    #expect(month.adding(-2).first == Timestamp(utc: "2023-12-01"))
  }

  /// Tests that a desk with a schema which was never released is refused and stays unchanged.
  @Test(arguments: EngineKind.here) func anEarlierFormIsRefused(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 2)
    let old = DeskSchema(steps: [.init([.create(DeskTables.customers)]), .init([])])
    do {
      let engine: any DeskEngine =
        kind == .sqlite
        ? try SQLiteEngine(world.place.folder.appending(path: "desk.db").path, schema: old)
        : try kind.engine("desk", in: world.place)
      try engine.migrate(old)
    }
    do {
      _ = try world.desk()
      Issue.record("it was opened")
    } catch let fault as DatabaseFault {
      if kind == .sqlite {
        #expect(fault.cause == .olderSchema(found: 2, supported: DeskSchema.desk.version), "\(fault)")
      } else {
        #expect(fault.detail.contains("old format (2)"), "\(fault)")
      }
    }
  }
}

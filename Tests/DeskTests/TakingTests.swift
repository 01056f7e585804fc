import AppStoreModel
import Core
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

@Suite struct TakingTests {
  /// Tests that order, repetition, delay and batches of the input don't change the rows, nor does a rebuild.
  @Test(arguments: EngineKind.here) func theOrderOfArrivalDoesNotMatter(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind)
    let lines = try world.lines()
    let first = try world.desk()
    try first.store(lines: lines)
    try first.settle()
    let expected = try first.derivedRows()
    #expect(expected.count > 50)
    for seed in 1...4 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let some = lines.filter { _ in generator.chance(30) }
      let shuffled = (lines + some).shuffled(using: &generator)
      let desk = try world.desk("shuffled-\(seed)")
      let batch = [1, 7, 64, 10_000][seed - 1]
      try desk.store(lines: shuffled, batch: batch, deriving: seed.isMultiple(of: 2) ? .now : .later)
      try desk.settle()
      let difference = try desk.derivedRows().symmetricDifference(expected)
      #expect(difference.isEmpty, "seed \(seed): \(Array(difference).prefix(4))")
      #expect(try desk.compareWithRebuild().different == [])
      #expect(try desk.waitingCount() == 0)
    }
  }

  @Test(arguments: EngineKind.here) func takenTwiceIsKnown(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 4, transactions: 30)
    let lines = try world.lines()
    let desk = try world.desk()
    let first = try desk.store(lines: lines)
    let again = try desk.store(lines: lines)
    #expect(first.imported >= 30)
    #expect(again.imported == 0)
    #expect(again.notifications == 0)
    #expect(again.newCustomers == 0)
    #expect(first.newCustomers == 4 || first.newCustomers > 4)
  }

  /// Tests rows that change because time passes, at the date stored with them.
  @Test(arguments: EngineKind.here) func timeAloneIsFollowed(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind)
    let desk = try world.desk()
    try desk.store(lines: try world.lines())
    for days in [30, 200, 900] {
      world.clock.withLock { $0 = $0.adding(milliseconds: Int64(days) * Timestamp.millisecondsPerDay) }
      try desk.settle()
      #expect(try desk.compareWithRebuild().different == [], "after \(days) days")
    }
  }

  @Test(arguments: EngineKind.here) func unverifiedDataIsInQuarantineAndTheRestIsTakenIn(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 2, transactions: 6)
    let desk = try world.desk()
    let good = try world.lines()
    let bad = try world.signer.sign(world.population.life(of: 0)[0].transaction.json, isCorrupted: true)
    let path = try world.write([good[0], bad, "not signed", #"{"foo": 1}"#, "", good[1]])
    var result = ImportResult()
    try DeskImport(desk).run(path, into: &result) { _ in true }
    #expect(result.failed == 3)
    #expect(result.failures.map { $0.place.split(separator: " ").last } == ["2", "3", "4"])
    #expect(result.failures[0].reason.contains("signature"))
    #expect(try desk.quarantined().count == 3)
    #expect(result.imported + result.known + result.renewals >= 2)
  }

  /// Tests that one unreadable payload delays no other customer's rows.
  @Test(arguments: EngineKind.here) func aPoisonedPayloadDelaysNoOtherCustomer(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 3, transactions: 9)
    let desk = try world.desk()
    try desk.store(lines: try world.lines())
    let victim = try #require(try desk.engine.value("SELECT min(customer) FROM evidence", as: Int64.self))
    try desk.engine.transaction {
      try desk.engine.execute("UPDATE evidence SET payload = ? WHERE customer = ?", Array("{".utf8), victim)
    }
    try desk.settle()
    #expect(try desk.poisoned().map(\.customer) == [victim])
    #expect(try desk.waitingCount() == 1)
    #expect(try desk.engine.value("SELECT count(DISTINCT customer) FROM derived", as: Int.self) ?? 0 >= 2)
    #expect(try !desk.examine(rebuilds: false).ok)
  }

  /// Tests that an import which is stopped in the middle continues there and has the same result.
  @Test(arguments: EngineKind.here) func anImportGoesOnWhereItWasStopped(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 40, transactions: 3000)
    let lines = try (0..<40).flatMap {
      try world.population.life(of: $0).map { try $0.signedTransaction(by: world.signer) }
    }
    let path = try world.write(lines)
    let desk = try world.desk()
    var (stopped, rest) = (ImportResult(), ImportResult())
    var commits = 0
    try DeskImport(desk, batchSize: 500).run(path, into: &stopped) { _ in
      commits += 1
      return commits < 3
    }
    #expect(stopped.isCancelled)
    #expect(stopped.lines == 1100)
    try DeskImport(desk).run(path, into: &rest) { _ in true }
    #expect(stopped.lines + rest.lines == lines.count)
    let whole = try world.desk("whole")
    try whole.store(lines: lines)
    try desk.settle()
    try whole.settle()
    #expect(try desk.derivedRows() == whole.derivedRows())
  }
}

@Suite struct DeskIDTests {
  @Test func numbersAreThemselvesAndAnythingElseAHash() {
    #expect(DeskID.number("2000000845425339") == 2_000_000_845_425_339)
    #expect(DeskID.number("0") == 0)
    #expect(DeskID.number("007") < 0)
    #expect(DeskID.number("T-1") < 0)
    #expect(DeskID.number("99999999999999999999") < 0)
  }

  @Test func aBeginningIsRangesOfNumbers() {
    let ranges = DeskID.ranges(beginning: "2000")
    for id in ["2000", "20001", "2000000845425339", "200099"] {
      #expect(ranges.contains { $0.contains(DeskID.number(id)) }, "\(id)")
    }
    for id in ["200", "2001", "12000", "20010"] {
      #expect(!ranges.contains { $0.contains(DeskID.number(id)) }, "\(id)")
    }
    #expect(DeskID.ranges(beginning: "abc").isEmpty)
  }
}

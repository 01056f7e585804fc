import AppStoreModel
import Core
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests that an import cannot ruin a desk: foreign files, renewals alone, taking back, and the quarantine's limits.
@Suite struct ImportSafetyTests {
  @Test(arguments: EngineKind.here) func aFileOfAnotherAppIsRefused(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 6, transactions: 300)
    let lines = try (0..<6).flatMap {
      try world.population.life(of: $0).map { try $0.signedTransaction(by: world.signer) }
    }
    let identity = DeskIdentity(
      bundleId: "com.example.other", environment: .sandbox, rootFiles: [Array(world.signer.rootCertificatePEM.utf8)])
    let desk = try CustomerDesk.make(identity, in: kind.engine("other", in: world.place))
    var result = ImportResult()
    let error = #expect(throws: DeskError.self) {
      try DeskImport(desk).run(try world.write(lines), into: &result) { _ in true }
    }
    #expect(error?.description.contains(DeskWorld.bundleId) == true, "\(String(describing: error))")
    #expect(try desk.summary().customers == 0 && desk.summary().quarantined == 0)
    #expect(result.batches == [])
  }

  @Test(arguments: EngineKind.here) func aRenewalInfoAloneWaitsForItsTransaction(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind)
    let events = (0..<12).flatMap { world.population.life(of: $0) }
    let renewals = try events.compactMap { try $0.signedRenewal(by: world.signer) }
    let transactions = try events.map { try $0.signedTransaction(by: world.signer) }
    let desk = try world.desk()
    let path = try world.write(renewals, to: "renewals.jws")
    var result = ImportResult()
    try DeskImport(desk).run(path, into: &result) { _ in true }
    #expect(result.waiting > 0 && result.newCustomers == 0)
    #expect(try desk.summary().customers == 0)
    try desk.store(lines: transactions)
    try desk.settle()
    #expect(try desk.engine.value("SELECT count(*) FROM waiting", as: Int.self) == 0)
    let whole = try world.desk("whole")
    try whole.store(lines: transactions + renewals)
    try whole.settle()
    #expect(try desk.derivedRows() == whole.derivedRows())
  }

  @Test(arguments: EngineKind.here) func anImportIsTakenBack(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind)
    let lives = try (0..<12).map { customer in
      try world.population.life(of: customer).enumerated().map { index, event in
        index.isMultiple(of: 2)
          ? #"{"signedPayload":"\#(try event.signedNotification(by: world.signer))"}"#
          : try event.signedTransaction(by: world.signer)
      }
    }
    // Half of each life, and whole lives of some customers, come with the import.
    let first = lives.prefix(8).flatMap { $0.prefix($0.count / 2) }
    let rest = lives.prefix(8).flatMap { $0.dropFirst($0.count / 2) } + lives.suffix(4).joined()
    let desk = try world.desk()
    try desk.store(lines: first, deriving: .now)
    try desk.foldFigures()
    func state() throws -> [Set<[DatabaseValue]>] {
      [
        // A copy that Apple signed later stays, because it says the same.
        Set(try desk.derivedRows().map { $0[0] == .text("customers") ? Array($0.prefix(6)) : $0 }),
        Set(try desk.engine.rows("SELECT id, kind, customer FROM lookups") { try $0.values }),
        Set(try desk.engine.rows("SELECT id, kind, customer FROM names") { try $0.values }),
        Set(try desk.engine.rows("SELECT name, day, product, amount FROM totals WHERE amount <> 0") { try $0.values }),
      ]
    }
    let before = try state()
    var result = ImportResult()
    try DeskImport(desk).run(try world.write(rest + ["e.y.x"]), into: &result) { _ in true }
    let batch = try #require(result.batches.first)
    _ = try desk.store(claims: [Claim(json: ["user": "u", "productId": "p", "entitled": true, "at": 1])], batch: batch)
    try desk.settle()
    try desk.foldFigures()
    #expect(try state() != before)
    #expect(try desk.undoImport(batch, by: "olga") > 0)
    try desk.settle()
    try desk.foldFigures()
    let after = try state()
    for (one, other) in zip(before, after) {
      #expect(one == other, "lost \(one.subtracting(other)), left \(other.subtracting(one))")
    }
    for table in ["quarantine", "claims", "imported_customers"] {
      #expect(try desk.engine.value(SQL(trusted: "SELECT count(*) FROM \(table)"), as: Int.self) == 0, "\(table)")
    }
    #expect(throws: DeskError.self) { try desk.undoImport(batch, by: "olga") }
  }

  /// Tests that what Apple sent as well stays when an import is taken back.
  @Test(arguments: EngineKind.here) func whatAppleSentStays(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind)
    let lines = try world.population.life(of: 0).map { try $0.signedTransaction(by: world.signer) }
    let desk = try world.desk()
    var result = ImportResult()
    try DeskImport(desk).run(try world.write(lines), into: &result) { _ in true }
    try desk.store(lines: [lines[0]])
    try desk.undoImport(try #require(result.batches.first), by: "olga")
    #expect(try desk.engine.value("SELECT count(*) FROM evidence", as: Int.self) == 1)
  }

  /// Tests that undoing an import derives the other Apple Accounts of its users again, not only the import's customers.
  @Test(arguments: EngineKind.here) func undoingDerivesTheUsersOtherAccountsAgain(on kind: EngineKind) throws {
    let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    func line(_ id: Int, _ app: String) throws -> String {
      try world.signer.sign(purchase(id, app: app, token: token).json)
    }
    try desk.store(lines: [line(1, "704")], deriving: .now)
    var result = ImportResult()
    try DeskImport(desk).run(try world.write([line(2, "705")]), into: &result) { _ in true }
    try desk.settle()
    #expect(try desk.view(.chargedAcross).map(\.row.number) == [desk.customer("705")])
    let companion = try desk.customer("704")
    #expect(try desk.undoImport(try #require(result.batches.first), by: "olga") == 1)
    #expect(try desk.engine.rows("SELECT customer FROM queue") { try $0["customer"] as Int64 } == [companion])
    try desk.settle()
    #expect(try desk.view(.chargedAcross).isEmpty)
    #expect(try desk.compareWithRebuild().different.isEmpty)
  }

  @Test(arguments: EngineKind.here) func theQuarantineIsCappedInBytes(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind)
    let desk = try world.desk()
    for number in 0..<10 {
      world.clock.withLock { $0 = $0.adding(milliseconds: 1000) }
      try desk.store(lines: ["e.\(String(repeating: "\(number)", count: 1000)).x"])
    }
    #expect(try desk.capQuarantine(at: .init(items: 100, bytes: 5500)) == 5)
    #expect(try desk.capQuarantine(at: .init(items: 3, bytes: 5500)) == 2)
    #expect(try desk.quarantined().count == 3)
  }

  @Test(arguments: EngineKind.here) func aPageIsFourStatementsWhateverItsLength(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 40, transactions: 200)
    let desk = try world.desk()
    try desk.store(lines: try world.lines(), deriving: .now)
    let engine = EngineBetween(try kind.engine("desk", in: world.place))
    let heard = try CustomerDesk(engine)
    let customers: [Int64] = try engine.rows("SELECT customer FROM customers") { try $0["customer"] }
    for count in [1, 5, customers.count] {
      var statements = 0
      engine.hears = { _, _ in statements += 1 }
      let rows = try heard.rows(of: Array(customers.prefix(count)))
      engine.hears = nil
      #expect(statements == 1, "\(count) customers")
      #expect(try rows == customers.prefix(count).map { try desk.rows(of: [$0])[0] })
      statements = 0
      engine.hears = { _, _ in statements += 1 }
      _ = try heard.list(DeskListRequest(limit: count))
      engine.hears = nil
      // Users with several Apple Accounts cost one more for all of them, and another one if some are not on the page.
      #expect(statements <= (count == customers.count ? 5 : 4), "a list of \(count)")
    }
  }
}

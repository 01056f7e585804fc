import AppStoreModel
import Core
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests of the counters: what counts as new, and how amounts are added to existing rows.
@Suite struct CountingTests {
  /// The first transaction of a subscription, and its renewals, which are named by what they change.
  private static func period(_ id: Int, of first: Int = 1, change: (inout Transaction) -> Void = { _ in })
    -> Transaction
  {
    var it = purchase(id, product: "monthly", type: .autoRenewableSubscription)
    it.originalTransactionId = "\(2_000_000_000_000_000 + first)"
    it.transactionReason = id == first ? .purchase : .renewal
    change(&it)
    return it
  }

  /// The counts of purchases, renewals and refunds.
  private func counts(_ desk: CustomerDesk) throws -> [Int] {
    let day = Timestamp(milliseconds: 1_704_067_200_000).day
    let trends = try desk.trends(from: day - 1, through: day + 9)
    return [DeskTrends.Kind.purchases, .renewals, .refunds].map { kind in
      trends.series.filter { $0.kind == kind }.reduce(0) { $0 + $1.counts.reduce(0, +) }
    }
  }

  /// Tests a transaction whose lineage is known from a renewal: it counts when it arrives, and only then.
  @Test(arguments: EngineKind.here) func theFirstTransactionOfAKnownLineageCounts(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind)
    let desk = try world.desk()
    let renewal = try world.signer.sign(Self.period(2).json)
    let first = try world.signer.sign(Self.period(1).json)
    try desk.store(lines: [renewal])
    #expect(try counts(desk) == [0, 1, 0])
    try desk.store(lines: [first])
    #expect(try counts(desk) == [1, 1, 0])
    try desk.store(lines: [first, renewal])
    #expect(try counts(desk) == [1, 1, 0])
  }

  /// Tests versions of a transaction: none is a second purchase or renewal, and its refund counts once.
  @Test(arguments: EngineKind.here, [1, 2, 64]) func aLaterVersionIsNoSecondPurchase(
    on kind: EngineKind, batch: Int
  ) throws {
    let world = try DeskWorld(on: kind)
    let desk = try world.desk()
    func refunded(_ id: Int, percentage: Int32) throws -> String {
      try world.signer.sign(
        Self.period(id) {
          $0.revocationDate = $0.purchaseDate?.adding(milliseconds: 5000)
          $0.revocationPercentage = percentage
          $0.signedDate = $0.purchaseDate?.adding(milliseconds: 6000 + Int64(percentage))
        }.json)
    }
    let versions = try (1...2).flatMap { id in
      [
        try world.signer.sign(Self.period(id).json),
        try world.signer.sign(Self.period(id) { $0.price = 9000 }.json),
        try refunded(id, percentage: 50_000), try refunded(id, percentage: 100_000),
      ]
    }
    try desk.store(lines: versions, batch: batch)
    #expect(try counts(desk) == [1, 1, 2])
    try desk.store(lines: versions.reversed(), batch: batch)
    #expect(try counts(desk) == [1, 1, 2])
    try desk.foldFigures()
    #expect(try counts(desk) == [1, 1, 2])
  }

  /// Tests that a reversed refund is not counted, and that versions and a forgotten customer are no transactions.
  @Test(arguments: EngineKind.here, [1, 64]) func whatIsNoLongerSoIsNotCounted(on kind: EngineKind, batch: Int) throws {
    let world = try DeskWorld(on: kind)
    let desk = try world.desk()
    func version(_ signed: Int64, revoked: Bool) throws -> String {
      try world.signer.sign(
        Self.period(1) {
          $0.revocationDate = revoked ? $0.purchaseDate?.adding(milliseconds: 5000) : nil
          $0.revocationPercentage = revoked ? 100_000 : nil
          $0.signedDate = $0.purchaseDate?.adding(milliseconds: signed)
          $0.price = 9000 + signed
        }.json)
    }
    let versions = try [version(0, revoked: false), version(6000, revoked: true), version(7000, revoked: false)]
    try desk.store(lines: Array(versions[..<2]), batch: batch)
    #expect(try counts(desk) == [1, 0, 1])
    try desk.store(lines: versions, batch: batch)
    #expect(try counts(desk) == [1, 0, 0])
    let other = try world.signer.sign(purchase(7).json)
    try desk.store(lines: [other])
    #expect(try desk.summary().transactions == 2)
    try desk.settle()
    try desk.forget(desk.customer("2000000000000007"), by: "bob")
    #expect(try desk.summary().transactions == 1 && desk.summary().customers == 1)
  }

  /// Tests that a customer's purchase that a family member shares is counted for neither.
  @Test(arguments: EngineKind.here) func aSharedPurchaseIsNotCounted(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind)
    let desk = try world.desk()
    try desk.store(lines: [try world.signer.sign(Self.period(1) { $0.inAppOwnershipType = .familyShared }.json)])
    #expect(try counts(desk) == [0, 0, 0])
  }

  /// Tests an insert that adds to a column of existing rows: few rows, and so many that they are sent otherwise.
  @Test(arguments: EngineKind.here, [1, 3, 700]) func amountsAreAddedToExistingRows(
    on kind: EngineKind, rows: Int
  ) throws {
    let world = try DeskWorld(on: kind)
    let engine = try world.desk().engine
    func row(_ day: Int, _ amount: Int) -> [DatabaseValue] {
      [
        .text("tests"), .integer(1), .integer(0), .integer(Int64(day)), .text("gold"), .integer(Int64(amount)),
      ]
    }
    func insert(_ some: [[DatabaseValue]]) throws {
      try engine.transaction { _ = try engine.insert(some, into: DeskTables.totals, whenThere: .add("amount")) }
    }
    // The first row exists before, the others are new.
    try insert([row(1, 40)])
    try insert((1...rows).map { row($0, $0 + 1) })
    try insert([row(1, -50)])
    let held = try engine.rows("SELECT day, amount FROM totals WHERE name = ? ORDER BY day", "tests") {
      [try $0["day"] as Int, try $0["amount"] as Int]
    }
    #expect(held == (1...rows).map { [$0, $0 == 1 ? -8 : $0 + 1] })
  }
}

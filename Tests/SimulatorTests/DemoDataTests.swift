import AppStoreModel
import Core
import TestSupport
import Testing
import Verbs

@testable import Simulator

/// Tests of the data of a first start.
struct DemoDataTests {
  @Test func threeAccountsTheFirstWithoutHistory() throws {
    let shop = try Shop(demo: true)
    #expect(try shop.store.accounts().map(\.name) == ["new@", "again@", "grace@"])
    #expect(try shop.store.accounts().allSatisfy { $0.storefront == "CHN" && !$0.note.isEmpty })
    #expect(try shop.history("new@").isEmpty)
    #expect(try shop.store.situation().rate == .realTime)
    #expect(try shop.store.clock().now == shop.clock.now)
    for account in ["new@", "again@", "grace@"] {
      #expect(try shop.store.unfinished(of: account).isEmpty)
    }
  }

  @Test func boughtRefundedBoughtAgain() throws {
    let shop = try Shop(demo: true)
    let history = try shop.history("again@").sorted {
      ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast)
    }
    #expect(history.map(\.productId) == [Shop.premium, Shop.premium])
    #expect(history[0].revocationDate != nil && history[1].revocationDate == nil)
    #expect(try shop.store.situation().cases.map(\.kind) == [.refunded])
    #expect(try shop.store.refundHistory(of: "again@").signedTransactions.count == 1)
  }

  @Test(arguments: [
    HandClock.start, 1_743_379_200_000, 1_709_251_200_000, 1_704_067_200_000, 1_790_000_000_000,
  ]) func inGraceNowAndForAWeekToCome(start: Int64) throws {
    let shop = try Shop(demo: true, startingAt: start)
    #expect(try shop.subscription(account: "grace@").state == .grace)
    shop.clock.move(by: 8 * day)
    #expect(try shop.subscription(account: "grace@").state == .grace)
    try shop.store.resolveBilling(of: Shop.monthly, account: "grace@")
    #expect(try shop.subscription(account: "grace@").state == .active)
  }

  @Test func twoLedgersMadeAtTheSameInstantHoldTheSame() throws {
    let (one, other) = (try Shop(demo: true), try Shop(demo: true))
    for account in ["again@", "grace@"] {
      #expect(try one.history(account) == other.history(account))
      #expect(try one.renewalInfoTexts(account) == other.renewalInfoTexts(account))
    }
    #expect(one.store.rootFingerprint != other.store.rootFingerprint)
  }

  @Test func startingOverBringsItBackAsOfNow() throws {
    let shop = try Shop(demo: true)
    try shop.store.setNetwork(false)
    try shop.store.setPayments(false)
    try shop.store.addAccount("late@", storefront: "USA")
    try shop.store.advance(by: 365 * day)
    try shop.store.setPaused(true)
    shop.clock.move(by: day)
    try shop.store.reset()
    let situation = try shop.store.situation()
    #expect(situation.network && situation.payments && !situation.isPaused && situation.now == shop.clock.now)
    #expect(situation.accounts.map(\.name) == ["new@", "again@", "grace@"])
    #expect(try shop.subscription(account: "grace@").state == .grace)
    let dates = try shop.history("again@").compactMap(\.purchaseDate)
    #expect(dates.allSatisfy { $0 < shop.clock.now })
  }

  /// Tests that a reset by a program keeps the date it had set, and the seed of the ids.
  @Test(arguments: [Verb.reset, .resetDemo]) func aProgramsFreshStartKeepsClockAndSeed(verb: Verb) throws {
    let shop = try Shop(demo: true)
    let date = try #require(Timestamp(utc: "2031-05-01"))
    try shop.store.setClock(to: date)
    try shop.store.setPaused(true)
    let seed = shop.store.seed
    shop.clock.move(by: day)
    guard case .done = try shop.store.perform(VerbCall(verb, body: [:]), isForTheOnlyOne: true) else {
      return try #require(Bool(false), "a program is asked")
    }
    let situation = try shop.store.situation()
    #expect(situation.isPaused && situation.now == date && shop.store.seed == seed)
    #expect(situation.accounts.map(\.name) == ["new@", "again@", "grace@"])
    let dates = try shop.history("again@").compactMap(\.purchaseDate)
    #expect(!dates.isEmpty && dates.allSatisfy { $0 < date })
  }
}

extension Shop {
  fileprivate func renewalInfoTexts(_ account: String) throws -> [String] {
    try store.renewalInfos(of: account).map { String(describing: try json($0)) }
  }
}

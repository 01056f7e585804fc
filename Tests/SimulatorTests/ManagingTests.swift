import AppStoreModel
import Core
import Storage
import TestSupport
import Testing

@testable import Simulator

/// Tests of deletion, reset, checkpoints, and exported histories.
struct ManagingTests {
  @Test func aDeletedPurchaseIsAsIfItHadNeverBeen() throws {
    let shop = try Shop()
    let premium = try shop.buy(Shop.premium)
    let coins = try shop.buy(Shop.coins)
    try shop.store.requestRefund(of: coins, reason: nil, account: Shop.customer)
    #expect(try shop.news { try shop.store.deleteTransaction(coins) } == [])
    #expect(try shop.history().map(\.transactionId) == [premium])
    #expect(try shop.store.pending().isEmpty && shop.store.read { try $0.consumptionRequests() }.isEmpty)
    #expect(try shop.store.deleteTransaction(premium) == [premium])
    #expect(try shop.buy(Shop.premium) != premium)
    #expect(throws: StoreError.self) { try shop.store.deleteTransaction(premium) }
  }

  @Test func deletingTheFirstPeriodDeletesTheSubscriptionWithItsRenewals() throws {
    let shop = try Shop()
    let first = try shop.buy(Shop.monthly)
    try shop.store.advance(by: 70 * day)
    #expect(try shop.store.deleteTransaction(first).count == 3)
    #expect(try shop.history().isEmpty && shop.store.subscriptions(of: Shop.customer).isEmpty)
    #expect(try shop.news { try shop.buy(Shop.monthly) } == ["SUBSCRIBED INITIAL_BUY"])
  }

  @Test func deletingARenewalGoesBackToThePeriodBefore() throws {
    let shop = try Shop()
    let first = try shop.buy(Shop.monthly)
    let renewed = try shop.store.renew(Shop.monthly, account: Shop.customer)
    #expect(try shop.store.deleteTransaction(renewed.transactionId) == [renewed.transactionId])
    #expect(try shop.subscription().transactionId == first && shop.subscription().state == .active)
    try shop.store.advance(by: 40 * day)
    #expect(try shop.history().count == 2)
    let last = try shop.subscription().transactionId
    try shop.store.advance(by: 20 * day)
    try shop.store.deleteTransaction(last)
    #expect(try shop.subscription().state == .expired)
  }

  @Test func aClearedAccountsFamilyLosesItsSharesAndKeepsOthers() throws {
    let shop = try Shop()
    try shop.store.addAccount("other@", storefront: "USA")
    try shop.buy(Shop.premium)
    try shop.buy(Shop.monthly)
    try shop.buy(Shop.coins, account: "other@")
    try shop.buy(Shop.premium, outcome: .pending)
    try shop.store.joinFamily("other@", of: Shop.customer)
    try shop.store.resetAccount(Shop.customer)
    #expect(try shop.history().isEmpty && shop.store.renewalInfos(of: Shop.customer).isEmpty)
    #expect(try shop.store.pending().isEmpty)
    #expect(try shop.history("other@").map(\.productId) == [Shop.coins])
    try shop.store.advance(by: 90 * day)
    #expect(try shop.news { try shop.buy(Shop.monthly) } == ["SUBSCRIBED INITIAL_BUY"])
  }

  @Test func backAtACheckpointTheSameHistoryTheClockOfThenANewEpochNoIdTwice() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    let before = try shop.history()
    let revision = try shop.store.history(of: Shop.customer).revision
    #expect(try shop.store.makeCheckpoint() == "1")
    #expect(try shop.store.makeCheckpoint("before it fails") == "before it fails")
    let then = try shop.store.clock()
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: 40 * day)
    let later = try shop.buy(Shop.coins)
    try shop.store.restoreCheckpoint("before it fails")
    let now = try shop.store.clock()
    #expect(now.now == then.now && now.epoch == then.epoch.map { $0 + 1 })
    #expect(try shop.history() == before && shop.subscription().state == .active)
    #expect(try shop.store.read { try $0.checkpoints() }.map(\.name) == ["1", "before it fails"])
    #expect(throws: StoreError.self) { try shop.store.history(of: Shop.customer, after: revision) }
    #expect(try Int64(shop.buy(Shop.coins)) ?? 0 > Int64(later) ?? 0)
    shop.clock.move(by: 32 * day)
    #expect(try shop.history().count == 3)
    for bad in ["none", "", "\u{1B}[31m"] {
      #expect(throws: StoreError.self) { try shop.store.restoreCheckpoint(bad) }
    }
    #expect(throws: StoreError.self) { try shop.store.makeCheckpoint("\u{7}") }
  }

  @Test func aClockThatStoodStillStandsStillAgain() throws {
    let shop = try Shop()
    try shop.store.setPaused(true)
    let then = try shop.store.clock().now
    let name = try shop.store.makeCheckpoint()
    try shop.store.setPaused(false)
    shop.clock.move(by: 5 * day)
    try shop.store.restoreCheckpoint(name)
    shop.clock.move(by: day)
    #expect(try shop.store.clock().now == then)
  }

  /// Tests also a history without the settings, as the first versions wrote it: it is refused, not taken without them.
  @Test func aHistoryKeepsTheSettings() throws {
    let shop = try Shop()
    try shop.store.setAskToBuy(true)
    try shop.store.setGrace(true)
    let history = try shop.store.exportHistory()
    let other = try Shop(seed: 8)
    try other.store.importHistory(Array(history.utf8), name: "history.json")
    let settings = try other.store.situation().settings
    #expect(settings.asksToBuy && settings.grace && settings.network && !settings.failsRenewals)
    let first = history.replacing("\"settings\"", with: "\"later\"")
    #expect(throws: StoreError.self) { try other.store.importHistory(Array(first.utf8), name: "history.json") }
  }

  @Test func aHistoryTakenToAnotherLedgerIsBelievedUnderThatOnesRoot() throws {
    let shop = try Shop(demo: true)
    try shop.buy(Shop.coins, account: "new@", outcome: .unverified)
    let other = try Shop(seed: 8)
    try other.buy(Shop.premium)
    let text = Array(try shop.store.exportHistory().utf8)
    #expect(!String(decoding: text, as: UTF8.self).contains("PRIVATE"))
    try other.store.importHistory(text, name: "history.json")
    #expect(try other.store.accounts() == shop.store.accounts())
    for account in try shop.store.accounts().map(\.name) {
      #expect(try other.history(account) == shop.history(account))
    }
    let verifier = Verifier(
      roots: try other.store.identity.signer.identity().trustedRoots, expecting: ExpectedClaims(),
      now: { HandClock().now })
    for text in try other.store.history(of: "again@").signedTransactions {
      #expect(verifier.verify(text, as: .transaction).verdict == .verified)
    }
    for text in try other.store.renewalInfos(of: "grace@") {
      #expect(verifier.verify(text, as: .renewalInfo).verdict == .verified)
    }
    // A client that reads the history gets a new and valid signature.
    let healed = try #require(try other.store.unfinished(of: "new@").first)
    #expect(verifier.verify(healed, as: .transaction).verdict == .verified)
    #expect(try other.store.notifications(PageRequest(limit: 9)).rows.isEmpty)
    #expect(try other.store.resolveBilling(of: DemoCatalogue.monthly, account: "grace@").state == .active)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"form":"till-ledger-history","now":1,"bundleId":"com.example.other","tables":{}}"#,
    #"{"form":"till-ledger-history","now":1,"bundleId":"com.example.piglet","tables":{}}"#,
    #"{"form":"till-ledger-history","now":1,"bundleId":"com.example.piglet","tables":{"state":{"columns":["id"],"rows":[[1],[2]]}}}"#,
  ])
  func anInvalidHistoryChangesNothing(text: String) throws {
    let shop = try Shop()
    try shop.buy(Shop.premium)
    let before = try shop.history()
    #expect(throws: StoreError.self) { try shop.store.importHistory(Array(text.utf8), name: "history.json") }
    #expect(try shop.history() == before && shop.store.clock().epoch == 1)
  }

  @Test func aHistoryHoldsEveryTableButTheIdentityAndTheCheckpoints() throws {
    let shop = try Shop()
    let ledger = try DatabaseConnection(shop.store.path, schema: LedgerSchema.schema, access: .readOnly)
    let tables: [String] = try ledger.values(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", values: []
    )
    // These tables belong to this file alone: its identity, checkpoints and undo log.
    let own: Set = ["identity", "checkpoints", "change_log", "undo_under_way"]
    #expect(tables.filter { !own.contains($0) } == LedgerTables.all.map(\.text).sorted())
  }
}

import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of the change notifier, which fires when another connection changes the ledger or an event is due.
@Suite(.timeLimit(.minutes(1))) struct ChangeNotifierTests {
  @Test func itRingsOnAnotherConnectionsCommit() async throws {
    let shop = try Shop()
    let other = try shop.reopened()
    var rings = shop.store.updates().makeAsyncIterator()
    try other.setGrace(false)
    await rings.next()
    #expect(try other.purchase(PurchaseRequest(account: Shop.customer, productId: Shop.premium)) != .cancelled)
    await rings.next()
    #expect(try shop.history().count == 1)
  }

  @Test func aListenerThatAnswersEachNoticeSeesEverything() async throws {
    let shop = try Shop()
    let other = try shop.reopened()
    var rings = shop.store.updates().makeAsyncIterator()
    let buying = Task {
      for _ in 0..<40 { _ = try other.purchase(PurchaseRequest(account: Shop.customer, productId: Shop.coins)) }
    }
    var revision: String?
    var seen = 0
    while seen < 40 {
      await rings.next()
      var page = try shop.store.history(of: Shop.customer, after: revision)
      seen += page.signedTransactions.count
      while page.hasMore {
        page = try shop.store.history(of: Shop.customer, after: page.revision)
        seen += page.signedTransactions.count
      }
      revision = page.revision
    }
    try await buying.value
    #expect(seen == 40)
  }

  @Test func itRingsWhenARenewalFallsDueWhichHasHappenedByThen() async throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    let end = try shop.subscription().expiresDate
    shop.clock.move(by: end.milliseconds(since: shop.clock.now) - 30)
    let revision = try shop.store.history(of: Shop.customer).revision
    var rings = shop.store.updates().makeAsyncIterator()
    shop.clock.move(by: 30)
    await rings.next()
    #expect(try shop.store.history(of: Shop.customer, after: revision).signedTransactions.count == 1)
  }

  @Test func itEndsWithItsListener() async throws {
    let shop = try Shop()
    let updates = shop.store.updates()
    let listener = Task { for await _ in updates {} }
    listener.cancel()
    await listener.value
  }
}

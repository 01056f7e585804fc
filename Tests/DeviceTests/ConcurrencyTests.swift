import AppStoreModel
import Core
import Simulator
import TestSupport
import Testing

@testable import Device

/// Tests of several actions at the same time in one process, and of unusual answers from the App Store.
struct ConcurrencyTests {
  let shop: Shop
  let backend: GatedBackend

  init() throws {
    shop = try Shop()
    backend = GatedBackend(shop.backend)
  }

  private func device() async throws -> Phone {
    let phone = try Phone(shop, name: "one", backend: backend)
    try await phone.purchasing.firstOpening(account: Shop.account, user: "one", verification: VerificationWay.none)
    return phone
  }

  @Test func aCheckWhileAPurchaseIsUnderWayNeitherClosesNorDoublesIt() async throws {
    let phone = try await device()
    await backend.purchaseGate.close()
    async let buying = phone.purchasing.buy(Shop.premium)
    await backend.purchaseGate.arrival()
    // The App Store has charged, but its answer has not arrived. The check finds the transaction as unfinished.
    let check = try await phone.purchasing.refundCheck()
    #expect(check.entitled == [Shop.premium])
    await backend.purchaseGate.open()
    let report = try await buying
    #expect(report.result == .success && report.orderId != nil)
    #expect(try phone.orders().map(\.state) == [.closed] && phone.orders().map(\.id) == [report.orderId])
    #expect(try phone.memory.openIntents().isEmpty)
    #expect(try phone.journal().filter { $0 == "order.delivered" }.count == 1)
    #expect(try phone.journal().filter { $0 == "order.finished" }.count == 1)
  }

  @Test(arguments: [SimulatedOutcome.cancel, .pending])
  func aCheckWhileAPurchaseWaitsLeavesItsIntentToIt(outcome: SimulatedOutcome) async throws {
    let phone = try await device()
    await backend.purchaseGate.close()
    async let buying = phone.purchasing.buy(Shop.premium, outcome: outcome)
    await backend.purchaseGate.arrival()
    _ = try await phone.purchasing.refundCheck()
    #expect(try phone.memory.openIntents().map(\.state) == [.open])
    await backend.purchaseGate.open()
    _ = try await buying
    #expect(try phone.memory.openIntents().map(\.state) == (outcome == .pending ? [.pending] : []))
  }

  /// Tests that setting the machine's clock during a payment changes nothing: an hour back, an hour on, a day back.
  @Test(arguments: [-1, 1, -24]) func aClockThatIsSetInMidPurchaseChangesNothing(hours: Int64) async throws {
    let phone = try await device()
    await backend.purchaseGate.close()
    async let buying = phone.purchasing.buy(Shop.monthly)
    await backend.purchaseGate.arrival()
    shop.clock.move(by: hours * 3_600_000)
    await backend.purchaseGate.open()
    #expect(try await buying.result == .success)
    #expect(try phone.orders().map(\.state) == [.closed])
    #expect(try await phone.status(Shop.monthly).state == .subscribed)
    // The clock is set back again, and the check finds nothing to repair.
    shop.clock.move(by: -hours * 3_600_000)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.monthly).entitled)
    #expect(try phone.memory.openIntents().isEmpty)
    #expect(try phone.journal().filter { $0 == "order.delivered" }.count == 1)
    #expect(try shop.appStore.history(of: Shop.account).signedTransactions.count == 1)
  }

  @Test func aPurchaseWhileProductsLoad() async throws {
    let phone = try await device()
    await backend.productsGate.close()
    async let loading = phone.purchasing.loadProducts()
    await backend.productsGate.arrival()
    #expect(try await phone.purchasing.buy(Shop.premium).result == .success)
    await backend.productsGate.open()
    let listing = try await loading
    #expect(listing.products.count == 7 && listing.unknownIds == ["com.example.gone"])
    #expect(try phone.memory.products().count == 7)
    let texts = try phone.memory.journal(PageRequest(limit: 99)).rows.map(\.text)
    #expect(texts.contains { $0.contains("unknown to the App Store: com.example.gone") })
  }

  @Test func twoPurchasesOfOneConsumableAtOnceAreTwoOrders() async throws {
    let phone = try await device()
    await backend.purchaseGate.close()
    async let one = phone.purchasing.buy(Shop.coins)
    await backend.purchaseGate.arrival()
    // The first one is charged, and its answer is on its way: the second one is not told that there was none.
    async let two = phone.purchasing.buy(Shop.coins)
    await backend.purchaseGate.open()
    let ids = try await [one.transactionId, two.transactionId]
    #expect(Set(ids).count == 2)
    let orders = try phone.orders()
    #expect(orders.map(\.state) == [.closed, .closed] && Set(orders.map(\.intentId)).count == 2)
    #expect(try await phone.status(Shop.coins).balance == 2)
  }

  @Test func aRevisionThatIsRefusedForEverEndsTheCheck() async throws {
    let phone = try await device()
    let endless = StoreError(.invalidRevision, "unknown revision")
    backend.pages.withLock {
      $0 = [.success(HistoryPage(signedTransactions: [], revision: "r", hasMore: true)), .failure(endless)]
    }
    let report = try await phone.purchasing.refundCheck()
    #expect(report.result == .failed && !report.complete)
    #expect(backend.historyCalls.withLock { $0 } == 2)
    backend.pages.withLock { $0 = [.success(HistoryPage(signedTransactions: [], revision: "r", hasMore: true))] }
    #expect(try await phone.purchasing.refundCheck().result == .failed)
  }

  @Test func aHistoryOfWhichEveryItemFailsRemovesNothing() async throws {
    let phone = try await device()
    try await phone.buy(Shop.premium)
    backend.pages.withLock {
      $0 = [.success(HistoryPage(signedTransactions: ["a.b.c", "nonsense"], revision: "r", hasMore: false))]
    }
    let report = try await phone.purchasing.restore()
    #expect(
      report.result == .failed && report.failed.count == 2
        && report.message?.contains("no purchases were removed") == true)
    #expect(try await phone.status(Shop.premium).entitled)
    #expect(try phone.memory.revision(account: Shop.account) == nil)
    // The history is complete and does not list the purchase, so the purchase is absent and does not entitle.
    backend.pages.withLock { $0 = [.success(HistoryPage(signedTransactions: [], revision: "r", hasMore: false))] }
    let check = try await phone.purchasing.refundCheck()
    #expect(check.complete && check.removed == [Shop.premium])
  }
}

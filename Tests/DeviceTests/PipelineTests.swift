import AppStoreModel
import Backends
import Core
import Simulator
import TestSupport
import Testing

@testable import Device

/// Tests of an order's steps from paid to closed with an app server; each step is stored before the next one.
struct PipelineTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  private func count(_ call: String) -> Int { server.calls.withLock { $0.filter { $0.hasPrefix(call) }.count } }

  @Test func d13E1UploadedConfirmedDeliveredAndOnlyThenFinished() async throws {
    let phone = try await shop.device(server: server)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .success)
    #expect(
      try phone.journal().suffix(7) == [
        "intent.opened", "order.paid", "order.uploaded", "order.confirmed", "order.delivered", "order.finished",
        "order.closed",
      ])
    let order = try phone.order()
    #expect(order.state == .closed && order.verification == .embedded && order.attempts == 0)
    #expect(order.credit == Credit(users: ["one"], quantity: 1, attribution: .intent))
    #expect(server.calls.withLock { Array($0) } == ["register", "upload", "status"])
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func d3ChargedButNotConfirmedIsTriedAgainLaterAndLaterAcrossRestartsUntilItIsHealed()
    async throws
  {
    let phone = try await shop.device(server: server)
    server.isDown.withLock { $0 = true }
    let report = try await phone.purchasing.buy(Shop.premium)
    #expect(report.result == .halfSuccess && report.message?.contains("down") == true)
    var order = try phone.order()
    #expect(order.state == .halfSuccess && order.attempts == 1 && order.lastError == "down" && order.owner == nil)
    #expect(order.nextRetryDate == shop.clock.now.adding(milliseconds: 5000))
    #expect(try phone.memory.delivery(of: order.transactionId) == nil && phone.memory.outbox().isEmpty)
    #expect(try shop.appStore.unfinished(of: Shop.account).count == 1)
    // Another process leaves an order alone that is not due.
    let restarted = try Phone(shop, name: "one", backend: shop.backend, owner: "next", server: server)
    let before = count("upload")
    try await restarted.purchasing.retryWhatIsDue()
    #expect(count("upload") == before)
    #expect(try await restarted.purchasing.timeToNextRetry() == 5000)
    for (attempts, wait) in [(2, 10_000), (3, 20_000), (4, 40_000)] as [(Int, Int64)] {
      shop.clock.move(by: try #require(try await restarted.purchasing.timeToNextRetry()))
      try await restarted.purchasing.retryWhatIsDue()
      order = try phone.order()
      #expect(order.attempts == attempts)
      #expect(order.nextRetryDate == shop.clock.now.adding(milliseconds: wait))
    }
    server.isDown.withLock { $0 = false }
    shop.clock.move(by: 40_000)
    try await restarted.purchasing.retryWhatIsDue()
    order = try phone.order()
    #expect(order.state == .closed && order.attempts == 0 && order.lastError == nil && order.nextRetryDate == nil)
    #expect(try phone.memory.delivery(of: order.transactionId)?.quantity == 1)
    #expect(try shop.appStore.unfinished(of: Shop.account).isEmpty)
    #expect(try await restarted.purchasing.timeToNextRetry() == nil)
  }

  @Test func atOnceOnRequestAndAsLateAsTheServerAsks() async throws {
    let phone = try await shop.device(server: server)
    server.uploadErrors.withLock { $0 = [VerificationError(.temporary, "busy", retryAfter: 90_000)] }
    #expect(try await phone.purchasing.buy(Shop.premium).result == .halfSuccess)
    #expect(try phone.order().nextRetryDate == shop.clock.now.adding(milliseconds: 90_000))
    let report = try await phone.purchasing.retry(phone.order().id)
    #expect(report.orders.map(\.state) == [.closed] && report.message == nil)
  }

  @Test func b4C6ANewPurchasePicksUpTheOlderOne() async throws {
    let phone = try await shop.device(server: server)
    server.uploadErrors.withLock { $0 = [VerificationError(.temporary, "503")] }
    #expect(try await phone.purchasing.buy(Shop.premium).result == .halfSuccess)
    #expect(try phone.memory.unfinished(PageRequest(limit: 9)).rows.map(\.state) == ["halfSuccess"])
    #expect(try await phone.purchasing.buy(Shop.icons).result == .success)
    #expect(try phone.orders().map(\.state) == [.closed, .closed])
  }

  @Test func stillDecidingAskedAgainNotUploadedAgain() async throws {
    let phone = try await shop.device(server: server)
    server.answers.withLock { $0 = [.success(.processing())] }
    #expect(try await phone.purchasing.buy(Shop.premium).result == .halfSuccess)
    #expect(try phone.order().state == .uploaded && phone.order().attempts == 1)
    shop.clock.move(by: 5000)
    try await phone.purchasing.retryWhatIsDue()
    #expect(try phone.order().state == .closed)
    #expect(count("upload") == 1 && count("status") == 2)
  }

  @Test func anOrderThatTheServerLostIsUploadedAgain() async throws {
    let phone = try await shop.device(server: server)
    server.answers.withLock { $0 = [.failure(VerificationError(.unknownOrder, "which order?"))] }
    #expect(try await phone.purchasing.buy(Shop.premium).result == .success)
    #expect(count("upload") == 2)
  }

  @Test func aRejectedPurchaseStaysUnfinishedUntilItIsRetried() async throws {
    let phone = try await shop.device(server: server)
    server.refuseNext()
    let report = try await phone.purchasing.buy(Shop.premium)
    #expect(report.result == .refused && report.message?.contains("simulated fault") == true)
    let order = try phone.order()
    #expect(order.state == .refused && order.isRefusedByServer && order.lastError == "simulated fault")
    _ = try await phone.purchasing.refundCheck()
    #expect(try phone.order().state == .refused && count("upload") == 1)
    #expect(try phone.memory.unfinished(PageRequest(limit: 9)).rows.map(\.lastError) == ["simulated fault"])
    #expect(try shop.appStore.unfinished(of: Shop.account).count == 1)
    #expect(try phone.memory.delivery(of: order.transactionId) == nil)
    let retried = try await phone.purchasing.retry(order.id)
    #expect(retried.orders.map(\.state) == [.closed])
    #expect(try phone.memory.delivery(of: order.transactionId)?.quantity == 1)
  }

  /// Tests that the app server's credit, after Apple told it of the purchase, ends its own refusal.
  @Test func aRejectedPurchaseThatTheServerCreditsAllTheSameIsDelivered() async throws {
    let phone = try await shop.device(server: server)
    server.answers.withLock { $0 = [.success(.refused(reason: "not this one"))] }
    #expect(try await phone.purchasing.buy(Shop.premium).result == .success)
    #expect(try phone.order().state == .closed && count("upload") == 2)
    #expect(try shop.appStore.unfinished(of: Shop.account).isEmpty)
    // A server that goes on refusing is asked again whenever somebody acts, and the lists say what it has credited.
    server.answers.withLock { $0 = .init(repeating: .success(.refused(reason: "not this one")), count: 2) }
    #expect(try await phone.purchasing.buy(Shop.icons).result == .refused)
    let advice = try phone.memory.orders(PageRequest(limit: 1)).rows.map(\.advice)
    #expect(try advice == phone.memory.unfinished(PageRequest(limit: 9)).rows.map(\.advice))
    #expect(advice.first?.contains("has credited it") == true)
    _ = try await phone.purchasing.refundCheck()
    #expect(try phone.order().state == .closed && count("upload") == 5)
  }

  @Test func d9RefusedIsClosedByHandWithAReasonAndTheEvidenceStays() async throws {
    let phone = try await shop.device(server: server)
    server.refuseNext()
    _ = try await phone.purchasing.buy(Shop.coins)
    let order = try phone.order()
    let report = try await phone.purchasing.closeOrder(order.id, because: "paid back by hand")
    #expect(report.orders.map(\.state) == [.closed])
    #expect(try phone.order().closedReason == "closed by hand: paid back by hand")
    #expect(try shop.appStore.unfinished(of: Shop.account).isEmpty)
    #expect(try phone.memory.delivery(of: order.transactionId) == nil)
    #expect(try phone.memory.signedTransaction(order.transactionId) != nil)
    #expect(count("close paid back by hand") == 1)
    let again = try await phone.purchasing.closeOrder(order.id, because: "again")
    #expect(again.orders.isEmpty && again.message?.contains("given up") == true)
    #expect(try await phone.purchasing.closeOrder("nothing", because: "x").message?.contains("unknown order") == true)
    #expect(try await phone.purchasing.retry("nothing").message?.contains("unknown order") == true)
  }

  @Test func d9OverdueIsFinishedAndClosedWithoutADeliveryAndTheEvidenceStays() async throws {
    let phone = try await shop.device(server: server)
    server.answers.withLock { $0 = [.success(.overdue(reason: "too old"))] }
    let report = try await phone.purchasing.buy(Shop.coins)
    #expect(report.result == .refused && report.message?.contains("too old") == true)
    let order = try phone.order()
    #expect(order.state == .closed && order.closedReason == "too old")
    #expect(try phone.memory.delivery(of: order.transactionId) == nil)
    #expect(try phone.memory.signedTransaction(order.transactionId) != nil)
    #expect(try shop.appStore.unfinished(of: Shop.account).isEmpty)
    #expect(try phone.journal().suffix(3) == ["order.overdue", "order.finished", "order.closed"])
  }

  @Test func aWrongSecretWaitsForAPersonNotForTime() async throws {
    let phone = try await shop.device(server: server)
    server.uploadErrors.withLock { $0 = [VerificationError(.rejected, "wrong secret")] }
    #expect(try await phone.purchasing.buy(Shop.premium).result == .halfSuccess)
    #expect(try phone.order().nextRetryDate == nil)
    let before = count("upload")
    shop.clock.move(by: 86_400_000)
    try await phone.purchasing.retryWhatIsDue()
    #expect(count("upload") == before)
    #expect(try await phone.purchasing.retry().orders.map(\.state) == [.closed])
  }

  @Test func noAnswerOfTheServerMakesAnUnverifiedSignatureEntitle() async throws {
    let phone = try await shop.device(server: server)
    server.answers.withLock {
      $0 = [.success(.confirmed(Credit(users: ["one"], quantity: 1, attribution: .intent)))]
    }
    #expect(try await phone.purchasing.buy(Shop.premium, outcome: .unverified).result == .unverified)
    #expect(count("upload") == 0)
    #expect(try phone.order().state == .refused && !phone.order().isRefusedByServer)
    #expect(try await !phone.status(Shop.premium).entitled)
  }

  @Test func c5AnOrderWhoseSignedTextIsLostIsConfirmedByItsTransactionId() async throws {
    let phone = try await shop.device(server: server)
    let id = try shop.buyElsewhere(Shop.coins).id
    let store = try LocalStore(path: phone.path, identity: shop.backend.identity)
    try store.save(
      Order(
        id: "11111111-2222-4333-8444-555555555555", transactionId: id, productId: Shop.coins, quantity: 1,
        account: Shop.account, user: "one", createdDate: shop.clock.now, updatedDate: shop.clock.now,
        verification: .embedded))
    try await phone.purchasing.advance("11111111-2222-4333-8444-555555555555")
    #expect(try phone.memory.delivery(of: id)?.quantity == 1)
    #expect(try await phone.status(Shop.coins).balance == 1)
  }

  @Test func anOrderKeepsTheWayItBegan() async throws {
    let phone = try await shop.device(server: server)
    server.isDown.withLock { $0 = true }
    _ = try await phone.purchasing.buy(Shop.premium)
    try await phone.purchasing.setVerification(.none)
    server.isDown.withLock { $0 = false }
    #expect(try await phone.purchasing.buy(Shop.icons).result == .success)
    #expect(try phone.orders().map(\.verification) == [.none, .embedded])
    #expect(try phone.journal().filter { $0 == "order.confirmed" }.count == 1)
    #expect(try phone.journal().filter { $0 == "order.verified" }.count == 1)
  }

  @Test func theFinishCallIsTriedAgainLaterAndCounted() async throws {
    _ = try await shop.device(server: server)
    guard case .success = try shop.appStore.purchase(PurchaseRequest(account: Shop.account, productId: Shop.coins))
    else { return }
    let gated = GatedBackend(shop.backend)
    gated.failsToFinish.withLock { $0 = true }
    let other = try Phone(shop, name: "one", backend: gated, owner: "two", server: server)
    try await other.purchasing.settle()
    #expect(try other.order().state == .delivered)
    #expect(
      try other.memory.outbox() == [
        FinishCall(
          transactionId: other.order().transactionId, account: Shop.account, attempts: 1,
          nextRetryDate: shop.clock.now.adding(milliseconds: 5000))
      ])
    try await other.purchasing.retryWhatIsDue()
    #expect(try other.memory.outbox().map(\.attempts) == [1])
    shop.clock.move(by: 5000)
    try await other.purchasing.retryWhatIsDue()
    #expect(try other.memory.outbox().map(\.attempts) == [2])
    gated.failsToFinish.withLock { $0 = false }
    try await other.purchasing.settle()
    #expect(try other.order().state == .closed && other.memory.outbox().isEmpty)
  }

  @Test func theBackOffDoublesIsCappedIsSpreadAndHonoursWhatItIsAsked() {
    #expect(
      (1...12).map { BackOff.delay(after: $0, chance: 0) / 1000 }
        == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
    #expect(BackOff.delay(after: 1, chance: 1) == 6000 && BackOff.delay(after: 1, chance: -1) == 4000)
    #expect(BackOff.delay(after: .max, chance: 0) == 3_600_000)
    #expect(BackOff.delay(after: 1, chance: 0, retryAfter: 60_000) == 60_000)
    #expect(BackOff.delay(after: 1, chance: 0, retryAfter: .max) == 86_400_000)
    let now = Timestamp(milliseconds: 1_740_830_400_000)
    #expect(BackOff.isDue(now, at: now) && !BackOff.isDue(now.adding(milliseconds: 1), at: now))
    #expect(BackOff.isDue(now.adding(milliseconds: 86_400_001), at: now))
  }
}

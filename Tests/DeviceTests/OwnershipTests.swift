import AppServer
import AppStoreModel
import Backends
import Core
import Entitlements
import Simulator
import TestSupport
import Testing

@testable import Device

/// Tests of the owner of a purchase: the app server decides, and the device uses its last answer.
struct OwnershipTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  @Test func d1CreditGoesToTheUserThatItWasBoughtForWhoeverIsLoggedInWhenItArrives() async throws {
    let phone = try await shop.device(server: server)
    server.isDown.withLock { $0 = true }
    _ = try await phone.purchasing.buy(Shop.coins, quantity: 3)
    try await phone.purchasing.logIn("two")
    server.isDown.withLock { $0 = false }
    #expect(try await phone.purchasing.retry().orders.map(\.user) == ["one"])
    #expect(try phone.memory.delivery(of: phone.order().transactionId)?.user == "one")
    #expect(try await phone.status(Shop.coins).balance == 0)
    #expect(try await phone.purchasing.help(.paidAndNothing).products.map(\.productId) == [Shop.coins])
    try await phone.purchasing.logIn("one")
    #expect(try await phone.status(Shop.coins).balance == 3)
  }

  /// Tests an order that was opened without a list of the App Store's, as after an answer that never came.
  @Test func whatAnotherAppleAccountPaidIsListedAsUnfinished() async throws {
    let phone = try await shop.device(server: server)
    server.isDown.withLock { $0 = true }
    _ = try await phone.purchasing.buy(Shop.coins)
    try await phone.purchasing.signIn("again@")
    try LocalStore(path: phone.path, identity: shop.backend.identity).setUnfinished([], account: Shop.account)
    #expect(try phone.memory.unfinished(PageRequest(limit: 9)).rows.map(\.account) == [Shop.account])
    server.isDown.withLock { $0 = false }
    _ = try await phone.purchasing.retry()
    #expect(try phone.memory.unfinished(PageRequest(limit: 9)).rows.isEmpty)
  }

  @Test func e5OnePurchaseIsNeverCreditedToTwoUsers() async throws {
    let phone = try await shop.device(server: server)
    let id = try await phone.buy(Shop.premium)
    try await phone.purchasing.logIn("two")
    let status = try await phone.status(Shop.premium)
    #expect(!status.entitled && status.state == .notPurchased)
    let reason = try #require(status.reasons.first { $0.rule == "belongsToAnotherUser" })
    #expect(!reason.supports && reason.transactionId == id && reason.text.contains("user one"))
    #expect(reason.text.contains("stays with the user who had it first"))
    #expect(status.next.who == .us && status.next.text.contains("one"))
    let report = try await phone.purchasing.restore()
    #expect(report.result == .nothing && report.otherUser.map(\.transactionId) == [id])
    #expect(try await !phone.status(Shop.premium).entitled)
    try server.base.setRestorePolicy(.transfer)
    #expect(try await phone.purchasing.restore().entitled == [Shop.premium])
    #expect(try await phone.status(Shop.premium).entitled)
    try await phone.purchasing.logIn("one")
    #expect(try await !phone.status(Shop.premium).entitled)
  }

  /// Tests a purchase that the Apple Account already owns, so that no order exists which could state the cause.
  @Test func aServerThatAnsweredIsNeverCalledUnreachable() async throws {
    let id = try await shop.device("other").buy(Shop.premium)
    let phone = try await shop.device(server: server)

    func answer(
      to claim: Result<[Ownership], VerificationError>
    ) async throws -> (cause: UndeliveredCause?, next: NextStep, why: String?) {
      server.claims.withLock { $0 = [claim] }
      _ = try await phone.purchasing.restore()
      let status = try await phone.status(Shop.premium)
      #expect(status.state == .paidNotDelivered && !status.entitled)
      #expect(status.next.who == .us && status.next.action == .restore)
      return (status.cause, status.next, status.reasons.first { $0.transactionId == id }?.text)
    }
    let down = try await answer(to: .failure(VerificationError(.temporary, "down")))
    #expect(down.cause == .unreachable && down.next.text.contains("could not be reached"))
    let before = shop.clock.now
    shop.clock.move(by: 60_000)
    let refused = try await answer(to: .failure(VerificationError(.rejected, "check the secret")))
    #expect(refused.cause == .refused && !refused.next.text.contains("reached"))
    #expect(refused.why?.contains("check the secret") == true)
    let silent = try await answer(to: .success([]))
    #expect(silent.cause == .refused && silent.why?.contains("a purchase that fails verification there") == true)
    // The answer as of then has the cause that was known then.
    let then = Resolver.resolve(Shop.premium, in: try phone.memory.evidence(asOf: before), at: before)
    #expect(then?.cause == .unreachable)
    _ = try await phone.purchasing.restore()
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func nobodyLoggedInIsAUserTooAndWithoutAServerTheAppleAccountDecides() async throws {
    let phone = try await shop.device(server: server)
    try await phone.buy(Shop.premium)
    try await phone.purchasing.logIn(nil)
    #expect(try await !phone.status(Shop.premium).entitled)
    try await phone.purchasing.logIn("two")
    #expect(try await !phone.status(Shop.premium).entitled)
    try await phone.purchasing.setVerification(.none)
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func e8WhatWeGrantIsNoPurchaseAndEnds() async throws {
    let phone = try await shop.device(server: server)
    let until = shop.clock.now.adding(milliseconds: 86_400_000)
    try await phone.purchasing.grant(
      Grant(
        id: "11111111-2222-4333-8444-555555555555", user: "one", productId: Shop.premium, reason: "staff",
        grantedDate: shop.clock.now, untilDate: until))
    var status = try await phone.status(Shop.premium)
    #expect(status.entitled && status.state == .grantedByUs && status.expiresDate == until)
    #expect(status.reasons.first?.text.contains("granted by us, not bought: staff") == true)
    // A grant also entitles without an Apple Account, as on a platform without the App Store.
    try await phone.purchasing.signIn(nil)
    #expect(try await phone.status(Shop.premium).entitled)
    try await phone.purchasing.signIn(Shop.account)
    try await phone.purchasing.logIn("two")
    #expect(try await !phone.status(Shop.premium).entitled)
    try await phone.purchasing.logIn("one")
    shop.clock.move(by: 86_400_000)
    status = try await phone.status(Shop.premium)
    #expect(!status.entitled && status.reasons.contains { $0.rule == "grantedByUs" && !$0.supports })
  }

  @Test func e9D14TheSameAnswerOnEveryDeviceAndNothingIsCreditedAgain() async throws {
    let phone = try await shop.device(server: server)
    try await phone.buy(Shop.coins, quantity: 2)
    #expect(try await phone.purchasing.use(Shop.coins) == .used(balance: 1))
    let other = try await shop.device("other", server: server)
    #expect(try await other.status(Shop.coins).balance == 1)
    _ = try await other.purchasing.restore()
    #expect(try await other.status(Shop.coins).balance == 1)
    #expect(try await other.purchasing.use(Shop.coins) == .used(balance: 0))
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.coins).balance == 0)
  }

  @Test func aRefundOfSomethingUsedIsOwedAtTheServer() async throws {
    let phone = try await shop.device(server: server)
    let id = try await phone.buy(Shop.coins, quantity: 3)
    #expect(try await phone.purchasing.use(Shop.coins, count: 2) == .used(balance: 1))
    try await phone.refund(id)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.coins).balance == -2)
  }

  @Test func aUseWithoutAnAnswerIsAskedForAgainAndCountedOnce() async throws {
    let phone = try await shop.device(server: server)
    try await phone.buy(Shop.coins, quantity: 3)
    server.isDown.withLock { $0 = true }
    guard case .refused(let reason) = try await phone.purchasing.use(Shop.coins) else {
      Issue.record("used without a server")
      return
    }
    #expect(reason.contains("counts once"))
    guard case .refused(let second) = try await phone.purchasing.use(Shop.coins) else {
      Issue.record("used without a server")
      return
    }
    #expect(second.contains("earlier use"))
    #expect(try phone.memory.pendingUses().count == 1)
    server.isDown.withLock { $0 = false }
    try await phone.purchasing.settle()
    #expect(try phone.memory.pendingUses().isEmpty)
    #expect(try await phone.status(Shop.coins).balance == 2)
  }

  @Test func d5APurchaseWithoutAnOrderBeforehandGetsOneThatSaysSo() async throws {
    let phone = try await shop.device(server: server)
    guard case .success = try shop.appStore.purchase(PurchaseRequest(account: Shop.account, productId: Shop.premium))
    else { return }
    try await phone.purchasing.settle()
    let order = try phone.order()
    #expect(order.intentId == nil && order.state == .closed && order.credit?.attribution == .missingToken)
    let status = try await phone.status(Shop.premium)
    #expect(status.entitled && status.reasons.contains { $0.rule == "missingToken" })
  }
}

import AppServer
import AppStoreModel
import Core
import Entitlements
import Simulator
import TestSupport
import Testing

@testable import Device

/// Tests that all of a user's money is known, whichever device or Apple Account paid.
struct UsersMoneyTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  /// Returns a device with an app server that hears the App Store, as the embedded one does.
  private func device(_ name: String, account: String = Shop.account) async throws -> Phone {
    try await shop.device(name, account: account, server: server)
  }

  private func down(_ isDown: Bool) { server.isDown.withLock { $0 = isDown } }

  @Test func case1AnOrderOfAnotherAppleAccountOfTheUserIsToldAndMarked() async throws {
    let phone = try await device("one")
    down(true)
    _ = try await phone.purchasing.buy(Shop.coins)
    try await phone.purchasing.signIn("again@")
    let status = try await phone.status(Shop.coins)
    #expect(status.state == .paidNotDelivered && !status.confirmed)
    #expect(status.underWay.map(\.account) == [Shop.account])
    #expect(status.reasons.contains { $0.text.contains("with Apple Account \(Shop.account)") })
    #expect(try phone.memory.orders(PageRequest(limit: 9)).rows.map(\.account) == [Shop.account])
    #expect(try phone.memory.unfinished(PageRequest(limit: 9)).rows.map(\.account) == [Shop.account])
    guard case .retry = status.next.action else {
      Issue.record("the next step is \(status.next)")
      return
    }
    down(false)
    _ = try await phone.purchasing.retry()
    #expect(try await phone.status(Shop.coins).balance == 1)
    #expect(try await phone.status(Shop.coins).underWay.isEmpty)
    // Another user of the same device does not see it.
    try await phone.purchasing.logIn("two")
    #expect(try phone.memory.orders(PageRequest(limit: 9)).rows.isEmpty)
  }

  @Test func case2WhatIsUnderWayIsKnownOnAnotherDevice() async throws {
    let phone = try await device("one")
    #expect(try await phone.purchasing.buy(Shop.premium, outcome: .pending).result == .pending)
    let other = try await device("two", account: "again@")
    let waits = try await other.status(Shop.premium)
    #expect(waits.state == .pending && waits.underWay.map(\.isElsewhere) == [true])
    #expect(waits.next.action == nil && waits.next.until != nil)
    // The second device no longer shows the request after it has asked the app server again.
    _ = try await phone.purchasing.closeOrder(try #require(waits.underWay.first?.intentId), because: "not wanted")
    _ = try await other.purchasing.refundCheck()
    #expect(try await other.status(Shop.premium).underWay.isEmpty)
  }

  @Test func aPurchaseThatWasGivenUpLeavesNoUnansweredAttempt() async throws {
    let phone = try await device("one")
    try await phone.purchasing.switchOn(.appServerOverdue, once: false)
    #expect(try await phone.purchasing.buy(Shop.coins).result == .refused)
    let other = try await device("two")
    _ = try await other.purchasing.refundCheck()
    let status = try await other.status(Shop.coins)
    #expect(status.state == .paidNotDelivered)
    #expect(!status.underWay.contains { $0.kind == .chargeUnknown }, "\(status.underWay)")
    #expect(try await server.account(of: "one").givenUp?.count == 1)
  }

  /// A purchase that another device reported, and that a restore delivers, has its answer.
  @Test func aRestoredPurchaseLeavesNoUnansweredAttempt() async throws {
    let phone = try await device("one")
    try await phone.purchasing.switchOn(.appServerOverdue, once: false)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .refused)
    let other = try await device("two")
    _ = try await other.purchasing.restore()
    let status = try await other.status(Shop.premium)
    #expect(status.entitled && status.underWay.isEmpty && status.next.action == nil)
    #expect(try await server.account(of: "one").underWay?.allSatisfy { $0.state == .credited } != false)
    #expect(try server.base.events(limit: 50).filter { $0.kind == .credited }.count == 1)
  }

  /// Tests that what another Apple Account paid and nobody received is restored with that Apple Account alone.
  @Test func case1WhatWasGivenUpIsRestoredWithTheAppleAccountThatPaid() async throws {
    let phone = try await device("one")
    try await phone.purchasing.switchOn(.appServerOverdue, once: false)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .refused)
    let account = try #require(try phone.memory.deviceState().account)
    try await phone.purchasing.signIn("grace@")
    let status = try await phone.status(Shop.premium)
    #expect(status.state == .paidNotDelivered && status.next.action == .signIn(account: account))
    #expect(status.next.who == .customer && status.next.needs.isEmpty)
    try await phone.purchasing.signIn(account)
    #expect(try await phone.status(Shop.premium).next.action == .restore)
  }

  /// Tests that a trial of another Apple Account is not called charged, nor what Apple refunded there called waiting.
  @Test func case18ATrialOfAnotherAppleAccountIsNotCalledCharged() async throws {
    let phone = try await device("one")
    down(true)
    let yearly = "com.example.piglet.plus.yearly"
    _ = try await phone.purchasing.buy(yearly)
    let id = try phone.order().transactionId
    try await phone.purchasing.signIn("grace@")
    let status = try await phone.status(yearly)
    #expect(status.state == .paidNotDelivered && status.claims.contains(.free(transactionId: id)))
    #expect(!status.reasons.contains { $0.text.contains("charged") })
    try shop.appStore.approveRefund(of: id)
    try await phone.purchasing.signIn(Shop.account)
    _ = try await phone.purchasing.refundCheck()
    try await phone.purchasing.signIn("grace@")
    #expect(try await phone.status(yearly).underWay.isEmpty)
  }

  @Test func case2AnUnansweredChargeIsKnownOnAnotherDevice() async throws {
    let phone = try await device("one")
    try await phone.purchasing.switchOn(.noCallback, once: false)
    #expect(try await phone.purchasing.buy(Shop.coins).result == .unanswered)
    let other = try await device("two", account: "again@")
    let status = try await other.status(Shop.coins)
    #expect(status.state == .chargeUnknown && !status.confirmed && status.next.action != .buy(productId: Shop.coins))
    #expect(status.next.until != nil)
  }

  @Test func case2ADeviceThatHasNotAskedNeverSaysToBuy() async throws {
    down(true)
    let phone = try await device("one")
    for product in [Shop.coins, Shop.premium, Shop.monthly] {
      let status = try await phone.status(product)
      // A restore returns no consumables, so a check is advised instead.
      let asks: NextStep.Action = product == Shop.coins ? .refundCheck : .restore
      #expect(!status.confirmed && status.next.action == asks, "\(product)")
    }
    _ = try await phone.purchasing.restore()
    #expect(try await !phone.status(Shop.coins).confirmed, "the app server was not reached")
    down(false)
    _ = try await phone.purchasing.restore()
    let asked = try await phone.status(Shop.coins)
    #expect(asked.confirmed && asked.next.action == .buy(productId: Shop.coins))
    // The other Apple Account has not been checked.
    try await phone.purchasing.signIn("again@")
    #expect(try await phone.status(Shop.coins).next.action == .refundCheck)
  }

  @Test func case2ARequestThatWasClosedAndApprovedIsNotBoughtTwice() async throws {
    let phone = try await device("one")
    let pending = try await phone.purchasing.buy(Shop.coins, outcome: .pending)
    let id = try #require(pending.transactionId)
    _ = try await phone.purchasing.closeOrder(id, because: "changed their mind")
    try shop.appStore.approvePurchase(id)
    let report = try await phone.purchasing.buy(Shop.coins)
    #expect(report.alreadyOwned && report.transactionId == id)
    #expect(try await phone.status(Shop.coins).balance == 1)
  }

  @Test func aRequestThatAnotherDeviceCompletedEndsHere() async throws {
    let phone = try await device("one")
    let id = try #require(try await phone.purchasing.buy(Shop.coins, outcome: .pending).transactionId)
    try shop.appStore.approvePurchase(id)
    let other = try await device("two")
    _ = try await other.purchasing.refundCheck()
    _ = try await phone.purchasing.retry()
    #expect(try phone.memory.openIntents().isEmpty && phone.memory.order(forTransaction: id)?.state == .closed)
    #expect(try await phone.status(Shop.coins).balance == 1)
  }

  @Test func case2AChargeForAnotherUserOfThisAppleAccountIsAskedAboutFirst() async throws {
    let phone = try await device("one")
    try await phone.purchasing.switchOn(.noCallback, once: false)
    _ = try await phone.purchasing.buy(Shop.premium)
    try await phone.purchasing.logIn("two")
    let status = try await phone.status(Shop.premium)
    #expect(!status.confirmed && status.reasons.contains { $0.rule == "chargeUnknown" })
    #expect(status.next.action != .buy(productId: Shop.premium))
  }

  @Test func anUnansweredChargeWithAnotherAppleAccountStopsAPurchase() async throws {
    let phone = try await device("one")
    try await phone.purchasing.switchOn(.timeoutAfterPayment, once: true)
    #expect(try await phone.purchasing.buy(Shop.coins).result == .unanswered)
    try await phone.purchasing.signIn("again@")
    let report = try await phone.purchasing.buy(Shop.coins)
    #expect(report.alreadyOwned && report.isHeldBack)
    #expect(try await phone.status(Shop.coins).balance == 1)
    #expect(try phone.orders().map(\.account) == [Shop.account])
  }

  @Test func aRequestForWhatTheUserHasIsNotToBeCompletedAndLapses() async throws {
    let phone = try await device("one")
    #expect(try await phone.purchasing.buy(Shop.premium, outcome: .pending).result == .pending)
    func waiting(after milliseconds: Int64 = 0) throws -> [WaitingPurchase] {
      let clock = DeviceClock(past: shop.clock.now.adding(milliseconds: milliseconds))
      return try phone.memory.waitingPurchases(of: nil, at: clock)
    }
    #expect(try waiting().map(\.isHad) == [false])
    try await phone.purchasing.signIn("again@")
    _ = try await phone.buy(Shop.premium)
    #expect(try waiting().map(\.isHad) == [true])
    #expect(try waiting().allSatisfy { $0.advice.contains("second purchase") })
    #expect(try waiting(after: 25 * 3_600_000).isEmpty)
  }

  @Test func whatAppleTookBackBeforeItsDeliveryIsToldSo() async throws {
    let phone = try await device("one")
    down(true)
    let id = try #require(try await phone.purchasing.buy(Shop.premium).transactionId)
    shop.clock.move(by: 1000)
    try await phone.refund(id)
    _ = try await phone.purchasing.refundCheck()
    let order = try phone.order()
    #expect(order.stateWords == "refunded" && order.advice.contains("nothing is left to deliver"))
    let row = try #require(try phone.memory.unfinished(PageRequest(limit: 9)).rows.first)
    #expect(row.stateWords == order.stateWords && row.advice == order.advice)
    down(false)
    #expect(try await phone.purchasing.retry().items.map { $0.text.contains("nothing was delivered") } == [true])
  }

  @Test func whatTheServerCreditedInSpiteOfABadSignatureHasNothingToDo() async throws {
    let phone = try await device("one")
    try await phone.purchasing.switchOn(.unverifiable, once: false)
    let id = try #require(try await phone.purchasing.buy(Shop.premium).transactionId)
    #expect(try phone.order().advice.contains("give the order up"))
    let upload = OrderUpload(
      orderId: "notification", currentUser: "one", transactionId: id,
      signedTransactionInfo: try shop.appStore.signedTransaction(id))
    try await server.base.upload(upload)
    await phone.purchasing.refreshAccount()
    #expect(try await phone.status(Shop.premium).entitled)
    #expect(try phone.order().isCredited && phone.order().advice.contains("nothing to do"))
    #expect(try phone.memory.unfinished(PageRequest(limit: 9)).rows.map(\.advice) == [phone.order().advice])
  }

  @Test func aLateRenewalIsDatedByItsCharge() async throws {
    let phone = try await device("one")
    down(true)
    let id = try #require(try await phone.purchasing.buy(Shop.monthly).transactionId)
    let expires = try #require(try phone.memory.transaction(id)?.transaction.expiresDate)
    shop.clock.move(by: 32 * 86_400_000)
    let status = try await phone.status(Shop.monthly)
    #expect(status.state == .paidNotDelivered && status.expiresDate == expires)
    _ = try await phone.purchasing.refundCheck()
    let order = try phone.order()
    let bought = try #require(try phone.memory.transaction(order.transactionId)?.transaction.purchaseDate)
    #expect(order.transactionId != id && bought < order.createdDate)
    let texts = try await phone.status(Shop.monthly).reasons.filter { $0.orderId == order.id }.map(\.text)
    #expect(texts.count == 1 && texts[0].contains(bought.formatted(.minute)), "\(texts)")
  }

  @Test func case11WhatTheServerKnowsOfAChargeIsNoUnknownCharge() async throws {
    let phone = try await device("one")
    try await phone.purchasing.switchOn(.noCallback, once: false)
    _ = try await phone.purchasing.buy(Shop.coins)
    #expect(try await phone.status(Shop.coins).state == .chargeUnknown)
    // The App Store notifies the app server.
    let signed = try #require(try shop.appStore.unfinished(of: Shop.account).last)
    let upload = OrderUpload(
      orderId: "notification", currentUser: "one", transactionId: try id(of: signed), signedTransactionInfo: signed)
    try await server.base.upload(upload)
    await phone.purchasing.refreshAccount()
    let status = try await phone.status(Shop.coins)
    #expect(status.state == .purchased && status.balance == 1 && status.underWay.isEmpty)
    #expect(status.reasons.contains { $0.text.contains("Apple told the app server") })
    // The device nevertheless receives the transaction, and delivers it once.
    #expect(try await phone.purchasing.switchOff(.noCallback))
    _ = try await phone.purchasing.retry()
    #expect(try await phone.status(Shop.coins).balance == 1)
  }

  private func id(of signed: String) throws -> String {
    try #require(try shop.verifier.verify(signed, as: .transaction).payload?.transaction?.transactionId)
  }

  @Test func aServerThatDoesNotTellIsSaidNotToTell() async throws {
    let silent = SilentServer(base: server)
    let phone = try await shop.device("one", server: silent)
    _ = try await phone.purchasing.restore()
    let status = try await phone.status(Shop.coins)
    #expect(!status.confirmed && status.next.action == .buy(productId: Shop.coins))
    #expect(status.reasons.contains { $0.rule == "asked" && $0.text.contains("does not report") })
  }

  @Test func whatTheServerToldIsKeptWithItsDate() async throws {
    let phone = try await device("one")
    _ = try await phone.purchasing.restore()
    let before = try phone.memory.deviceState().floor
    shop.clock.move(by: 3_600_000)
    let other = try await device("two", account: "again@")
    _ = try await other.purchasing.buy(Shop.coins, outcome: .pending)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.coins).state == .pending)
    let past = Resolver.resolve(try phone.memory.evidence(asOf: before.adding(milliseconds: 1000)), at: before)
    #expect(try #require(past.first { $0.product.id == Shop.coins }).underWay.isEmpty)
  }

  @Test func case7WhatAnotherAppleAccountPaidIsKeptAndGivenToNobody() async throws {
    let phone = try await device("one")
    try await phone.purchasing.switchOn(.otherAccount, once: false)
    _ = try await phone.purchasing.buy(Shop.icons)
    let rights = try await server.account(of: "one").rights.map(\.productId)
    #expect(rights == [Shop.icons])
    let strangers = try phone.memory.unfinished(PageRequest(limit: 9)).rows
    #expect(!strangers.isEmpty && strangers.allSatisfy { $0.state == "anotherAccount" && $0.account != nil })
    #expect(try phone.orders().map(\.productId) == [Shop.icons])
    // The transaction is not finished at the App Store, so its payer still gets it.
    #expect(try await phone.status(Shop.monthly).entitled == false)
  }
}

/// An app server of the first protocol version, which does not report what is under way.
private struct SilentServer: VerificationService {
  let base: ScriptedServer

  func answer(_ call: AppServerCall) async throws(VerificationError) -> AppServerAnswer {
    let answer = try await base.answer(call)
    guard case .account(var account) = answer else { return answer }
    account.underWay = nil
    account.givenUp = nil
    return .account(account)
  }
}

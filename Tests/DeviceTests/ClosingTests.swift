import AppServer
import AppStoreModel
import Core
import Simulator
import TestSupport
import Testing
import TillApp

@testable import Device

/// Tests that closing an order ends Till's retries, but not the customer's claim to what was paid.
struct ClosingTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  /// Returns a device, and the id of an order that the app server refused once.
  private func refused(_ productId: String = Shop.premium) async throws -> (phone: Phone, id: String) {
    let phone = try await shop.device(server: server)
    server.refuseNext()
    let report = try await phone.purchasing.buy(productId)
    #expect(report.result == .refused)
    return (phone, try #require(report.transactionId))
  }

  private func isOwned(_ productId: String) async throws -> Bool {
    let account = try await server.account(of: "one")
    return account.rights.contains { $0.productId == productId && $0.ended == nil }
      || account.balances[productId].map { $0.balance > 0 } ?? false
  }

  @Test func case5WhatWasClosedWithoutAFinalGroundIsCreditedOnceWhenItIsRestored() async throws {
    let (phone, id) = try await refused()
    _ = try await phone.purchasing.closeOrder(id, because: "told by mail")
    let closed = try await phone.status(Shop.premium)
    #expect(closed.state == .paidNotDelivered && closed.underWay.first?.ground == .other)
    #expect(closed.next.action == .restore, "it is never called final and credited then")
    #expect(try await !isOwned(Shop.premium))
    #expect(try await phone.purchasing.restore().entitled == [Shop.premium])
    #expect(try await isOwned(Shop.premium))
    #expect(try await phone.status(Shop.premium).underWay.isEmpty)
    #expect(try phone.order().state == .closed && phone.order().closedReason == nil)
    #expect(try server.base.events(limit: 50).contains { $0.kind == .reopened })
    _ = try await phone.purchasing.restore()
    #expect(try server.base.events(limit: 50).filter { $0.kind == .credited }.count == 1)
  }

  /// Tests that the renewals of a subscription that was given up as fraud are given up as fraud too.
  @Test func case5TheRenewalOfAFraudIsNoOrderThatIsTooOld() async throws {
    let (phone, id) = try await refused(Shop.monthly)
    _ = try await phone.purchasing.closeOrder(id, on: .fraud, because: "chargeback")
    try shop.appStore.advance(by: 32 * Timestamp.millisecondsPerDay)
    _ = try await phone.purchasing.refundCheck()
    #expect(try phone.orders().map(\.ground) == [.fraud, .fraud])
    let status = try await phone.status(Shop.monthly)
    #expect(status.state == .paidNotDelivered && status.next.action == nil, "\(status.next)")
    #expect(!status.reasons.contains { $0.text.contains("too old") })
    #expect(try await phone.purchasing.restore().entitled.isEmpty)
    #expect(try await !isOwned(Shop.monthly))
  }

  @Test(arguments: [CloseGround.compensated, .duplicate, .fraud])
  func whatWasClosedOnAFinalGroundIsNeverCreditedByItself(ground: CloseGround) async throws {
    let (phone, id) = try await refused()
    try await phone.purchasing.grant(
      Grant(
        id: "grant 17", user: "one", productId: Shop.coins, reason: "made good", grantedDate: shop.clock.now,
        untilDate: nil, quantity: 1
      ))
    _ = try await phone.purchasing.closeOrder(
      id, on: ground, compensatedBy: ground == .compensated ? "grant 17" : nil, because: "made good")
    #expect(try await server.account(of: "one").givenUp?.map(\.ground) == [ground])
    #expect(try await phone.purchasing.restore().entitled.isEmpty)
    let other = try await shop.device("other", server: server)
    #expect(try await other.purchasing.restore().entitled.isEmpty)
    for device in [phone, other] {
      let status = try await device.status(Shop.premium)
      #expect(!status.entitled && status.state == .paidNotDelivered && status.cause == .overdue)
      #expect(status.underWay.first?.ground == ground && status.next.action == nil)
    }
    #expect(try await !isOwned(Shop.premium))
    // Only support undoes this close.
    let report = try await phone.purchasing.reopenOrder(id, because: "closed by mistake")
    #expect(report.message == nil && report.orders.map(\.state) == [.closed])
    #expect(try await isOwned(Shop.premium))
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func aClosingCountsWhenTheServerAcknowledgedIt() async throws {
    let (phone, id) = try await refused(Shop.coins)
    server.isDown.withLock { $0 = true }
    let report = try await phone.purchasing.closeOrder(id, because: "told by mail")
    #expect(report.message != nil && report.items.isEmpty)
    #expect(try phone.order().closedReason == nil)
    server.isDown.withLock { $0 = false }
    #expect(try await phone.purchasing.closeOrder(id, because: "told by mail").message == nil)
    #expect(try phone.order().closedReason != nil)
  }

  @Test func aClosingOfWhatWasCreditedFirstIsVoid() async throws {
    let phone = try await shop.device(server: server)
    server.answers.withLock { $0 = [.failure(VerificationError(.temporary, "lost"))] }
    let id = try #require(try await phone.purchasing.buy(Shop.coins).transactionId)
    let report = try await phone.purchasing.closeOrder(id, on: .duplicate, because: "bought twice")
    #expect(report.message?.contains("not given up") == true)
    #expect(try phone.order().state == .closed && phone.order().closedReason == nil)
    #expect(try await phone.status(Shop.coins).balance == 1)
  }

  @Test func ourOwnOutageMakesNoOrderOverdue() async throws {
    let phone = try await shop.device(server: server)
    try server.base.setOverdueAge(86_400_000)
    server.isDown.withLock { $0 = true }
    _ = try await phone.purchasing.buy(Shop.coins)
    shop.clock.move(by: 49 * 3_600_000)
    server.isDown.withLock { $0 = false }
    _ = try await phone.purchasing.retry()
    #expect(try phone.order().state == .closed && phone.order().closedReason == nil)
    #expect(try await phone.status(Shop.coins).balance == 1)
  }

  @Test func whatIsReallyOverdueIsCreditedWhenItIsRestored() async throws {
    let phone = try await shop.device(server: server)
    try server.base.setOverdueAge(86_400_000)
    let bought = try shop.buyElsewhere(Shop.premium, token: userToken(of: "one", bundleId: shop.appStore.bundleId))
    shop.clock.move(by: 49 * 3_600_000)
    _ = try await phone.purchasing.settle()
    let late = try await phone.status(Shop.premium)
    #expect(late.cause == .overdue && late.underWay.first?.ground == .overdue && late.next.action == .restore)
    #expect(try await phone.purchasing.restore().entitled == [Shop.premium])
    #expect(try phone.memory.order(forTransaction: bought.id)?.closedReason == nil)
  }

  @Test func case5AClosedPurchaseCanBeMovedToTheUser() async throws {
    let (phone, id) = try await refused()
    _ = try await phone.purchasing.closeOrder(id, on: .fraud, because: "looked odd")
    // The sentence for the customer promises nothing, and does not mention the reason for the close.
    #expect(try await phone.status(Shop.premium).next.say == "Please reply to us about this purchase.")
    try await phone.purchasing.transfer(id, to: "one", reason: "it was theirs")
    #expect(try await isOwned(Shop.premium))
    let status = try await phone.status(Shop.premium)
    #expect(status.entitled && status.underWay.isEmpty)
    #expect(try phone.order().state == .closed && phone.order().closedReason == nil)
  }

  @Test func case5AConsumableThatWasMovedIsDelivered() async throws {
    let (phone, id) = try await refused(Shop.coins)
    try await phone.purchasing.transfer(id, to: "one", reason: "it was theirs")
    let status = try await phone.status(Shop.coins)
    #expect(status.state == .purchased && status.balance == 1 && status.underWay.isEmpty)
    #expect(try phone.order().state == .closed && phone.order().closedReason == nil)
  }

  @Test func case14AConsumableThatWasUsedAndMovedWasNotRefunded() async throws {
    let phone = try await shop.device(server: server)
    let id = try await phone.buy(Shop.coins)
    _ = try await phone.purchasing.use(Shop.coins)
    try await phone.purchasing.transfer(id, to: "two", reason: "it was theirs", isNewUser: true)
    let status = try await phone.status(Shop.coins)
    #expect(status.balance == -1)
    for text in [status.next.text, status.next.say ?? ""] {
      #expect(!text.contains("refunded") && text.contains("moved"), "\(text)")
    }
  }

  @Test func case14ADeviceThatDidNotAskDoesNotSayThatTheServerWasUnreachable() async throws {
    _ = try await shop.device("other").buy(Shop.premium)
    let phone = try await shop.device(server: server)
    // As after a crash: the device read the history, and did not ask the app server.
    _ = try await phone.purchasing.pullHistory(of: Shop.account, whole: true, origin: .history)
    let asked = try await phone.status(Shop.premium)
    #expect(asked.state == .paidNotDelivered && asked.cause == .waiting)
    #expect(asked.next.action == .restore && !asked.next.text.contains("could not be reached"))
    server.isDown.withLock { $0 = true }
    _ = try await phone.purchasing.restore()
    #expect(try await phone.status(Shop.premium).cause == .unreachable)
  }

  @Test func case14WhatIsSwitchedOffIsNotDownOnPurpose() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.appServerDown, once: false)
    _ = try await phone.purchasing.buy(Shop.premium)
    #expect(try await phone.status(Shop.premium).reasons.contains { $0.text.contains("simulated fault") })
    #expect(try await phone.purchasing.switchOff(.appServerDown))
    #expect(try await !phone.status(Shop.premium).reasons.contains { $0.text.contains("simulated fault") })
  }

  @Test func case14WithoutAServerNothingIsSaidOfOneThatDecides() async throws {
    let phone = try await shop.device()
    let order = Order(
      id: "o", transactionId: "1", productId: Shop.coins, quantity: 1, account: Shop.account, user: "one",
      createdDate: shop.clock.now, updatedDate: shop.clock.now)
    try await phone.purchasing.save(order)
    let status = try await phone.status(Shop.coins)
    #expect(status.state == .paidNotDelivered && !status.next.text.contains("server is"))
    #expect(!status.reasons.contains { $0.text.contains("decided") })
  }

  @Test func case13ACopyThatDoesNotVerifyIsNoOtherDevice() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.unverifiable, once: false)
    _ = try await phone.purchasing.buy(Shop.premium)
    // The App Store notifies the app server, whose copy is valid.
    let signed = try #require(try shop.appStore.unfinished(of: Shop.account).last)
    let id = try #require(try phone.orders().first?.transactionId)
    try await server.base.upload(
      OrderUpload(orderId: "n", currentUser: "one", transactionId: id, signedTransactionInfo: signed))
    await phone.purchasing.refreshAccount()
    let status = try await phone.status(Shop.premium)
    #expect(status.state == .creditedToUser)
    #expect(!status.reasons.contains { $0.text.contains("another device") })
  }

  @Test func case13ARetryOfALostAnswerTellsWhatItDelivered() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.timeoutAfterPayment, once: true)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .unanswered)
    let report = try await phone.purchasing.retry()
    #expect(report.orders.map(\.productId) == [Shop.premium] && report.orders.map(\.state) == [.closed])
  }

  /// Tests `2/TOKEN`, `3/TOKEN`, `:TOKEN` and `order show TOKEN` with a token of the order's own.
  @Test func case15AnOrdersOwnTokenOpensIt() async throws {
    let phone = try await shop.device("one", server: server)
    let id = try #require(try await phone.purchasing.buy(Shop.premium, token: .order).transactionId)
    let token = try #require(try phone.order().appAccountToken)
    let till = CommandLine(shop: shop, device: "one")
    let shown = till.run(["order", "show", token.uppercased()]).document
    #expect(shown["order"]?.objectValue?["transactionId"]?.stringValue == id)
    let session = try till.session()
    defer { session.close() }
    #expect(try session.signedItem(.order(token), from: session.reader()).productId == Shop.premium)
    let user = userToken(of: try phone.memory.deviceState().user ?? "one", bundleId: shop.appStore.bundleId)
    _ = try await phone.buy(Shop.icons)
    #expect(try session.signedItem(.order(user), from: session.reader()).productId == Shop.icons)
  }

  /// Tests that the ids in answers are known: those of a purchase that led to an order, and of one that waits.
  @Test func anOrderIsFoundByItsPurchaseAndAWaitingPurchaseByItsTransaction() async throws {
    let phone = try await shop.device("one", server: server)
    let id = try await phone.buy(Shop.premium)
    let purchase = try #require(try phone.order().intentId)
    let till = CommandLine(shop: shop, device: "one")
    let shown = till.run(["order", "show", purchase])
    #expect(shown.document["order"]?.objectValue?["transactionId"]?.stringValue == id)
    let pending = try #require(try await phone.purchasing.buy(Shop.icons, outcome: .pending).transactionId)
    #expect(till.run(["order", "show", pending]).status == .done)
    #expect(till.run(["show", pending]).message.contains("till order show \(pending)"))
  }

  @Test func case15AnOrderIsFoundByItsToken() async throws {
    let phone = try await shop.device("one", server: server)
    let id = try await phone.buy(Shop.premium)
    let order = try phone.order()
    let answer = CommandLine(shop: shop, device: "one").run(["order", "show", try #require(order.appAccountToken)])
    #expect(answer.status == .done && answer.document["order"]?.objectValue?["transactionId"]?.stringValue == id)
  }
}

extension Purchasing {
  /// Saves an order in the state in which a crash left it.
  func save(_ order: Order) throws { try store.save(order) }
}

import AppStoreModel
import Core
import Entitlements
import Simulator
import TestSupport
import Testing

@testable import Device

/// Tests of the answers about money that was given up, that belongs to another login or to another Apple Account.
struct MoneyStoryTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  /// Returns a device, and the id of an order that the app server refused once.
  private func refused(_ productId: String) async throws -> (phone: Phone, id: String) {
    let phone = try await shop.device(server: server)
    server.refuseNext()
    return (phone, try #require(try await phone.purchasing.buy(productId).transactionId))
  }

  @Test func aReversedRefundOfAClosedOrderGoesToSupportWithADate() async throws {
    let (phone, id) = try await refused(Shop.premium)
    _ = try await phone.purchasing.closeOrder(id, on: .duplicate, because: "bought twice")
    shop.clock.move(by: 60_000)
    try shop.appStore.approveRefund(of: id)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.premium).underWay.isEmpty, "the money went back")
    shop.clock.move(by: 60_000)
    try shop.appStore.reverseRefund(of: id)
    _ = try await phone.purchasing.refundCheck()
    let status = try await phone.status(Shop.premium)
    let order = try phone.order()
    #expect(
      status.underWay.map(\.reversedDate) == [try phone.memory.refunds(PageRequest(limit: 1)).rows[0].reversedDate])
    #expect(status.next.who == .us && status.next.action == .reopen(id: order.id) && status.next.until != nil)
    #expect(status.next.needs == [.reason])
    // The answer as of then is the same.
    let now = try await phone.purchasing.clock().now
    let past = Resolver.resolve(try phone.memory.evidence(asOf: now), at: now)
    #expect(past.first { $0.product.id == Shop.premium }?.next == status.next)
    _ = try await phone.purchasing.reopenOrder(order.id, because: "paid again")
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func closingASubscriptionsOrderSaysWhenAppleChargesNext() async throws {
    let (phone, id) = try await refused(Shop.monthly)
    let report = try await phone.purchasing.closeOrder(id, because: "told by mail")
    let renewal = try #require(try shop.appStore.subscriptions(of: Shop.account).first)
    let day = renewal.expiresDate.formatted(.day)
    #expect(report.items.first?.text.contains("Apple charges ¥12.00 next on \(day)") == true, "\(report.items)")
    let status = try await phone.status(Shop.monthly)
    #expect(status.reasons.contains { $0.text.contains("Apple charges ¥12.00 next on \(day)") })
    // After the customer cancels, Apple charges nothing.
    try shop.appStore.setAutoRenew(false, of: Shop.monthly, account: Shop.account)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await !phone.status(Shop.monthly).reasons.contains { $0.text.contains("Apple charges") })
  }

  @Test func compensatedNamesAGrantOrATransactionThatExists() async throws {
    let (phone, id) = try await refused(Shop.premium)
    for name in [nil, "grant-1", id] {
      let report = try await phone.purchasing.closeOrder(
        id, on: .compensated, compensatedBy: name, because: "given in another way")
      #expect(report.message?.hasPrefix("not closed") == true && report.items.isEmpty, "\(name ?? "none")")
      #expect(try phone.order().closedReason == nil)
    }
    try await phone.purchasing.grant(
      Grant(
        id: "grant-1", user: "one", productId: Shop.premium, reason: "lost", grantedDate: shop.clock.now,
        untilDate: shop.clock.now.adding(milliseconds: 86_400_000)))
    let report = try await phone.purchasing.closeOrder(
      id, on: .compensated, compensatedBy: "grant-1", because: "given in another way")
    let reason = try phone.order().closedReason
    #expect(report.message == nil && reason?.contains("grant-1") == true)
  }

  @Test func aDeviceWithoutAServerChecksACompensationItself() async throws {
    let phone = try await shop.device()
    let order = Order(
      id: "o", transactionId: "1", productId: Shop.coins, quantity: 1, account: Shop.account, user: "one",
      createdDate: shop.clock.now, updatedDate: shop.clock.now)
    try await phone.purchasing.save(order)
    let report = try await phone.purchasing.closeOrder("o", on: .compensated, compensatedBy: "77", because: "made good")
    #expect(report.message?.contains("77") == true && report.items.isEmpty)
  }

  @Test func case15AskToBuyOfAnotherLoginIsOneRequest() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.logIn("one")
    let id = try #require(try await phone.purchasing.buy(Shop.premium, outcome: .pending).transactionId)
    try await phone.purchasing.logIn("two")
    let status = try await phone.status(Shop.premium)
    #expect(
      status.next.action == nil && status.next.until != nil && status.next.say == CustomerText.waitingForApproval.text)
    let reason = try #require(status.reasons.first { $0.rule == Rule.askToBuy.rawValue })
    #expect(reason.text.contains("another login of the app") && !reason.text.contains("one "))
    let second = try await phone.purchasing.buy(Shop.premium, outcome: .pending)
    #expect(second.result == .pending && second.transactionId == id)
    #expect(second.message?.contains("another login") == true)
    #expect(try shop.appStore.pending().count == 1)
    #expect(try phone.memory.openIntents().map(\.user) == ["one"])
    try shop.appStore.approvePurchase(id)
    _ = try await phone.purchasing.refundCheck()
    let after = try await phone.status(Shop.premium)
    #expect(after.state == .notPurchased && after.underWay.isEmpty, "it is the other login's")
    try await phone.purchasing.logIn("one")
    #expect(try await phone.status(Shop.premium).entitled)
  }

  /// Tests that a request for a plan ends when the approval chose that plan for the next renewal, without a charge.
  @Test func aRequestThatBecameAChangeAtTheRenewalEnds() async throws {
    let phone = try await shop.device(server: server)
    let id = try #require(try await phone.purchasing.buy(Shop.monthly, outcome: .pending).transactionId)
    _ = try await phone.buy("com.example.piglet.plus.yearly")
    try shop.appStore.approvePurchase(id)
    _ = try await phone.purchasing.retry()
    #expect(try phone.memory.openIntents().isEmpty)
    #expect(try await phone.status(Shop.monthly).underWay.isEmpty)
    #expect(try phone.memory.orders(PageRequest(limit: 10)).rows.count == 1, "nothing was charged for it")
  }

  @Test func case18AChangeOfAnotherLoginsPlanIsNoSuccess() async throws {
    let yearly = "com.example.piglet.plus.yearly"
    let phone = try await shop.device(server: server)
    try await phone.purchasing.logIn("one")
    _ = try await phone.buy(yearly)
    try await phone.purchasing.logIn("two")
    let report = try await phone.purchasing.buy(Shop.monthly)
    #expect(report.result == .refused && report.alreadyOwned)
    #expect(report.message?.contains("another login") == true && report.message?.contains("one") == false)
    // The owner may change the plan.
    try await phone.purchasing.logIn("one")
    #expect(try await phone.purchasing.buy(yearly).result == .success)
    #expect(try await phone.purchasing.buy(Shop.monthly).result == .success)
  }

  @Test func askingAboutAnotherAppleAccountIsNoCheckOfThisOne() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.missingReceipt, once: false)
    _ = try await phone.purchasing.buy(Shop.premium)
    try await phone.purchasing.signIn("grace@")
    _ = try await phone.purchasing.settle()
    #expect(try phone.memory.deviceState().lastChecked == nil)
    #expect(try await phone.status(Shop.monthly).next.action == .restore)
  }

  @Test func case18ATrialIsNeverCalledCharged() async throws {
    let yearly = "com.example.piglet.plus.yearly"
    let phone = try await shop.device(server: server)
    server.isDown.withLock { $0 = true }
    let report = try await phone.purchasing.buy(yearly)
    #expect(report.isFree && report.message?.contains("charged") == false && report.message?.contains("paid") == false)
    let waiting = try await phone.status(yearly)
    #expect(
      waiting.words == "free, not delivered"
        && waiting.claims.contains(.free(transactionId: report.transactionId ?? "")))
    for text in waiting.reasons.map(\.text) + [waiting.next.text, waiting.next.say ?? ""] {
      #expect(!text.contains("charged") && !text.contains("paid"), "\(text)")
    }
    let lines = try phone.memory.journal(PageRequest(limit: 100)).rows.map(\.text)
    #expect(!lines.contains { $0.contains("charged") || $0 == "paid" }, "\(lines)")
    #expect(try phone.memory.orders(PageRequest(limit: 1)).rows.map(\.stateWords) == ["free, not delivered"])
    #expect(try phone.memory.unfinished(PageRequest(limit: 1)).rows.map(\.stateWords) == ["free, not delivered"])
    server.isDown.withLock { $0 = false }
    _ = try await phone.purchasing.retry()
    #expect(try phone.memory.orders(PageRequest(limit: 1)).rows.map(\.stateWords) == ["completed"])
  }

  /// Tests that the end of a trial is a refund in no list and in no report, because nothing was paid.
  @Test func case18TheEndOfATrialIsNowhereCalledARefund() async throws {
    let yearly = "com.example.piglet.plus.yearly"
    let phone = try await shop.device(server: server)
    let id = try await phone.buy(yearly)
    try shop.appStore.approveRefund(of: id)
    let report = try await phone.purchasing.refundCheck()
    #expect(report.refunded.isEmpty && report.removed == [yearly])
    let ended = try await phone.status(yearly)
    #expect(ended.words == "ended by Apple" && ended.claims.contains(.takenBack(transactionId: id)))
    let record = try #require(try phone.memory.refunds(PageRequest(limit: 1)).rows.first)
    #expect(record.words == "ended by Apple" && !record.isRefunded)
    let row = try #require(try phone.memory.transactions(PageRequest(limit: 1)).rows.first)
    #expect(row.transaction.revocationWords == "ended by Apple")
    try shop.appStore.reverseRefund(of: id)
    #expect(try await phone.purchasing.refundCheck().reversed.isEmpty)
    let lines = try phone.memory.journal(PageRequest(limit: 100)).rows
    #expect(lines.contains { $0.text == "the App Store revoked it: ended by Apple" })
    #expect(!lines.contains { $0.kind.hasPrefix("refund.") && $0.text.contains("refunded") }, "\(lines.map(\.text))")
    #expect(lines.contains { $0.text == "the App Store gave it back: it is valid again" })
  }

  @Test func aDurationOfTheCatalogueEndsARightOnEveryDevice() async throws {
    let file = """
      {"identifier": "A", "version": {"major": 4, "minor": 0}, "products": [], "subscriptionGroups": [],
       "nonRenewingSubscriptions": [{"productID": "\(Shop.season)", "type": "NonRenewingSubscription",
         "displayPrice": "18.00", "referenceName": "Season", "internalID": "1", "_duration": "P1M"}]}
      """
    try shop.appStore.importCatalogue(Array(file.utf8), name: "Season.storekit")
    let phone = try await shop.device(server: server)
    try await phone.purchasing.logIn("one")
    _ = try await phone.purchasing.loadProducts()
    _ = try await phone.buy(Shop.season)
    let status = try await phone.status(Shop.season)
    let end = try #require(status.expiresDate)
    #expect(try await phone.purchasing.holdings(of: "one").rights.map(\.expiresDate) == [end])
    let tablet = try await shop.device("two", server: server)
    try await tablet.purchasing.logIn("one")
    _ = try await tablet.purchasing.restore()
    #expect(try await tablet.status(Shop.season).expiresDate == end)
  }

  @Test func theClaimsOfAnAnswerAreInItsDocument() async throws {
    let phone = try await shop.device("one", server: server)
    let id = try await phone.buy(Shop.premium)
    func claims(of productId: String, on device: String) -> [String] {
      let document = CommandLine(shop: shop, device: device).run(["explain", productId]).document
      return (document["claims"]?.arrayValue ?? []).compactMap(\.objectValue).map {
        ($0["fact"]?.stringValue ?? "") + " " + ($0["transactionId"]?.stringValue ?? $0["who"]?.stringValue ?? "")
      }
    }
    #expect(claims(of: Shop.premium, on: "one") == ["delivered \(id)"])
    #expect(claims(of: Shop.icons, on: "one").isEmpty)
    let tablet = try await shop.device("two", account: "again@", server: server)
    try await tablet.purchasing.logIn("one")
    #expect(claims(of: Shop.premium, on: "two") == ["boughtElsewhere \(id)", "delivered \(id)"])
  }
}

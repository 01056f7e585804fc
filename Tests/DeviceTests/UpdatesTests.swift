import AppStoreModel
import Simulator
import TestSupport
import Testing

@testable import Device

/// Tests of the two ways in which updates arrive: held until the next action, or live.
struct UpdatesTests {
  let shop: Shop

  init() throws { shop = try Shop() }

  @Test func heldObserverProductsAndUnfinishedOnesNothingElse() async throws {
    let phone = try await shop.device()
    try await phone.purchasing.start()
    #expect(
      try phone.journal() == [
        "device.created", "products.loaded", "observer.attached", "products.loaded", "unfinished.read",
      ])
    #expect(try phone.memory.deviceState().lastChecked == nil)
  }

  @Test func liveTheWholeCheckComesAfterThem() async throws {
    let phone = try await shop.device()
    try await phone.purchasing.setUpdates(.live)
    try await phone.purchasing.start()
    #expect(
      try phone.journal().suffix(4)
        == ["observer.attached", "products.loaded", "unfinished.read", "refundCheck.done"])
    #expect(try phone.memory.deviceState().lastChecked != nil)
  }

  @Test func aStartWithoutNetworkKeepsWhatIsKnown() async throws {
    let phone = try await shop.device()
    try await phone.buy(Shop.premium)
    try shop.appStore.setNetwork(false)
    try await phone.purchasing.start()
    #expect(try phone.journal().suffix(3) == ["observer.attached", "products.failed", "unfinished.read"])
    #expect(try await phone.status(Shop.premium).entitled)
    #expect(try phone.memory.products().count == 7)
  }

  @Test func heldNewsIsCountedAndGoneAfterACheck() async throws {
    let phone = try await shop.device()
    let id = try await phone.buy(Shop.premium)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.purchasing.answerChangeNotice() == nil)
    #expect(try phone.memory.deviceState().waitingUpdates == 0)
    try await phone.refund(id)
    _ = try shop.appStore.purchase(PurchaseRequest(account: Shop.account, productId: Shop.coins))
    #expect(try await phone.purchasing.answerChangeNotice() == nil)
    #expect(try phone.memory.deviceState().waitingUpdates == 2)
    #expect(try await phone.status(Shop.premium).entitled)
    _ = try await phone.purchasing.refundCheck()
    #expect(try phone.memory.deviceState().waitingUpdates == 0)
    #expect(try await phone.purchasing.answerChangeNotice() == nil)
    #expect(try phone.memory.deviceState().waitingUpdates == 0)
  }

  @Test func liveNewsIsTakenInApprovedAndRefundedWithoutAnAction() async throws {
    let phone = try await shop.device()
    try await phone.purchasing.setUpdates(.live)
    let waiting = try #require(try await phone.purchasing.buy(Shop.icons, outcome: .pending).transactionId)
    try shop.appStore.approvePurchase(waiting)
    #expect(try await phone.purchasing.answerChangeNotice()?.entitled == [Shop.icons])
    try await phone.refund(waiting)
    let report = try #require(try await phone.purchasing.answerChangeNotice())
    #expect(report.removed == [Shop.icons] && report.refunded.map(\.transactionId) == [waiting])
  }

  @Test func aSubscriptionExpiresByDeviceTimeAndRenewsByACheck() async throws {
    let phone = try await shop.device()
    try await phone.buy(Shop.monthly)
    _ = try await phone.purchasing.refundCheck()
    let end = try #require(try await phone.status(Shop.monthly).expiresDate)
    try shop.appStore.advance(by: end.milliseconds(since: shop.clock.now) + 1000)
    #expect(try await phone.status(Shop.monthly).state == .subscribed)
    let check = try await phone.purchasing.refundCheck()
    #expect(check.checked == 1)
    let status = try await phone.status(Shop.monthly)
    #expect(status.entitled && status.expiresDate != end)
    #expect(try phone.orders().count == 2)
  }
}

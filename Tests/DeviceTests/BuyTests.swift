import AppStoreModel
import Simulator
import TestSupport
import Testing

@testable import Device

/// Tests of every way in which a purchase can end.
struct BuyTests {
  let shop: Shop

  init() throws { shop = try Shop() }

  @Test func aFirstOpeningLoadsTheProductsAndSignsAnAccountIn() async throws {
    let phone = try Phone(shop, name: "one", backend: shop.backend)
    try await phone.purchasing.firstOpening(account: nil, user: nil)
    let state = try phone.memory.deviceState()
    #expect(
      state.account == Shop.account && state.user == nil && state.appUser == state.anonymous.name
        && state.updates == .held)
    #expect(state.machineDate == shop.clock.now && state.epoch == 1)
    #expect(try phone.memory.products().count == 7)
    #expect(try phone.memory.users().isEmpty && UUIDText.isValid(state.anonymous.token))
    #expect(try phone.journal() == ["device.created", "products.loaded"])
    #expect(try await phone.purchasing.statuses().allSatisfy { $0.state == .notPurchased && !$0.entitled })
  }

  @Test func aFirstOpeningWithoutANetworkLoadsTheProductsLater() async throws {
    try shop.appStore.setNetwork(false)
    let phone = try Phone(shop, name: "one", backend: shop.backend)
    try await phone.purchasing.firstOpening(account: nil, user: "two")
    #expect(try phone.memory.deviceState().account == nil && phone.memory.deviceState().user == "two")
    #expect(try phone.memory.products().isEmpty && phone.journal() == ["device.created", "products.failed"])
    try shop.appStore.setNetwork(true)
    try await phone.purchasing.signIn(Shop.account)
    #expect(try phone.memory.products().count == 7)
  }

  @Test func aFirstOpeningOfAnAppStoreWithoutControlsNeedsItsAnswer() async throws {
    try shop.appStore.setNetwork(false)
    let phone = try Phone(shop, name: "one", backend: GatedBackend(shop.backend, isControlled: false))
    await #expect(throws: StoreError.self) { try await phone.purchasing.firstOpening(account: nil, user: nil) }
    #expect(try phone.memory.deviceState() == DeviceState())
  }

  @Test func whereTheDeviceMayNotPayTheAdviceSaysSoUntilAPurchaseSucceeds() async throws {
    let phone = try await shop.device()
    _ = try await phone.purchasing.restore()
    let allowed = try await phone.status(Shop.premium).next
    try shop.appStore.setPayments(false)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .failed)
    let next = try await phone.status(Shop.premium).next
    #expect(next.action == .buy(productId: Shop.premium) && next.action == allowed.action)
    #expect(next.text == "allow payments on this device first; then the customer can buy it")
    #expect(next.say?.contains("Screen Time") == true)
    try shop.appStore.setPayments(true)
    #expect(try await phone.purchasing.buy(Shop.icons).result == .success)
    #expect(try await phone.status(Shop.premium).next == allowed)
  }

  @Test func paidVerifiedDeliveredToldAndClosed() async throws {
    let phone = try await shop.device()
    let report = try await phone.purchasing.buy(Shop.premium)
    #expect(report.result == .success && !report.alreadyOwned)
    let order = try #require(try phone.orders().first)
    #expect(order.id == report.orderId && order.transactionId == report.transactionId && order.state == .closed)
    #expect(order.appAccountToken == "893c130b-2c24-5145-ac84-957c9ef5da8c" && order.user == "one")
    #expect(
      try phone.journal().suffix(6)
        == ["intent.opened", "order.paid", "order.verified", "order.delivered", "order.finished", "order.closed"])
    #expect(try phone.memory.outbox().isEmpty && phone.memory.openIntents().isEmpty)
    #expect(try shop.appStore.unfinished(of: Shop.account).isEmpty)
    let status = try await phone.status(Shop.premium)
    #expect(status.state == .purchased && status.entitled)
    let stored = try #require(try phone.memory.transaction(order.transactionId))
    #expect(stored.origin == .purchase && stored.verdict == .verified)
  }

  @Test func cancelledLeavesNoOrder() async throws {
    let phone = try await shop.device()
    #expect(try await phone.purchasing.buy(Shop.premium, outcome: .cancel).result == .cancelled)
    #expect(try phone.orders().isEmpty && phone.memory.openIntents().isEmpty)
    #expect(try phone.journal().last == "intent.cancelled")
  }

  @Test(arguments: FailureKind.ofPurchases)
  func eachFailureClosesTheIntentAndLeavesNoOrder(kind: FailureKind) async throws {
    let phone = try await shop.device()
    let report = try await phone.purchasing.buy(Shop.premium, outcome: .fail(kind))
    #expect(report.result == .failed && report.message?.contains(kind.words) == true)
    #expect(try phone.orders().isEmpty && phone.memory.openIntents().isEmpty)
    #expect(try phone.journal().contains("intent.failed"))
    #expect(try phone.journal().last == (kind == .networkError ? "intent.failed" : "products.loaded"))
  }

  @Test func approvedLaterItIsTakenInByTheNextActionOnce() async throws {
    let phone = try await shop.device()
    let report = try await phone.purchasing.buy(Shop.premium, outcome: .pending)
    #expect(report.result == .pending)
    #expect(try await phone.status(Shop.premium).state == .pending)
    #expect(try phone.orders().isEmpty && phone.memory.openIntents().map(\.state) == [.pending])
    _ = try await phone.purchasing.refundCheck()
    #expect(try phone.memory.openIntents().count == 1)
    try shop.appStore.approvePurchase(#require(report.transactionId))
    shop.clock.move(by: 1000)
    #expect(try await phone.purchasing.heal())
    let order = try #require(try phone.orders().first)
    #expect(order.state == .closed && order.intentId != nil && order.transactionId == report.transactionId)
    #expect(try phone.memory.openIntents().isEmpty)
    #expect(try phone.memory.delivery(of: order.transactionId)?.quantity == 1)
    #expect(try await phone.status(Shop.premium).entitled)
    try await phone.purchasing.settle()
    #expect(try phone.orders().count == 1 && phone.journal().filter { $0 == "order.delivered" }.count == 1)
  }

  @Test func aDeclineIsNeverTold() async throws {
    let phone = try await shop.device()
    let report = try await phone.purchasing.buy(Shop.premium, outcome: .pending)
    try shop.appStore.declinePurchase(#require(report.transactionId))
    _ = try await phone.purchasing.refundCheck()
    #expect(try phone.memory.openIntents().map(\.state) == [.pending])
    #expect(try phone.orders().isEmpty)
  }

  @Test func aBadSignatureUnlocksNothingAndAskingAgainHealsIt() async throws {
    let phone = try await shop.device()
    let report = try await phone.purchasing.buy(Shop.premium, outcome: .unverified)
    #expect(report.result == .unverified)
    let id = try #require(report.transactionId)
    #expect(try phone.orders().map(\.state) == [.refused])
    #expect(try phone.memory.delivery(of: id) == nil && phone.memory.outbox().isEmpty)
    // The App Store signs anew at each reading, so quarantine may hold several copies, all with a bad signature.
    #expect(try Set(phone.memory.quarantine(PageRequest(limit: 9)).rows.map(\.failure.kind)) == [.signature])
    #expect(try shop.appStore.unfinished(of: Shop.account).count == 1)
    let status = try await phone.status(Shop.premium)
    #expect(!status.entitled && status.state == .paidNotDelivered && status.cause == .badSignature)
    #expect(status.next.action == .restore)
    #expect(try phone.journal().contains("evidence.refused"))
    #expect(try phone.memory.unfinished(PageRequest(limit: 9)).rows.map(\.state) == ["refused"])
    let check = try await phone.purchasing.refundCheck()
    #expect(check.result == .done && check.complete && check.entitled == [Shop.premium])
    #expect(try phone.orders().map(\.state) == [.closed])
    #expect(try phone.memory.delivery(of: id)?.quantity == 1)
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func ownedAlreadyNothingIsChargedAndNoOrderIsMade() async throws {
    let phone = try await shop.device()
    let id = try await phone.buy(Shop.premium)
    let report = try await phone.purchasing.buy(Shop.premium)
    #expect(report.result == .success && report.alreadyOwned && report.transactionId == id && report.orderId == nil)
    #expect(try phone.orders().count == 1 && phone.memory.openIntents().isEmpty)
  }

  @Test func aQuantityIsCountedUsedAndOwedAfterARefund() async throws {
    let phone = try await shop.device()
    let id = try await phone.buy(Shop.coins, quantity: 3)
    #expect(try await phone.status(Shop.coins).balance == 3)
    #expect(try await phone.purchasing.use(Shop.coins, count: 2) == .used(balance: 1))
    guard case .refused = try await phone.purchasing.use(Shop.coins, count: 2) else {
      Issue.record("used more than there is")
      return
    }
    for (product, count) in [(Shop.premium, 1), ("nothing", 1), (Shop.coins, 0)] {
      guard case .refused = try await phone.purchasing.use(product, count: count) else {
        Issue.record("used \(product)")
        return
      }
    }
    try await phone.refund(id)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.coins).balance == -2)
    #expect(try await phone.purchasing.buy(Shop.coins, quantity: 11).result == .failed)
  }

  @Test func signedOutNoPaymentsAnUnknownProduct() async throws {
    let phone = try await shop.device()
    #expect(try await phone.purchasing.buy("nothing").result == .failed)
    try shop.appStore.setPayments(false)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .failed)
    try await phone.purchasing.signIn(nil)
    let report = try await phone.purchasing.buy(Shop.premium)
    #expect(report.result == .failed && report.message?.contains("sign in") == true)
    #expect(try phone.orders().isEmpty && phone.memory.openIntents().isEmpty)
  }

  @Test func theOrdersOwnTokenIsTheIntentsId() async throws {
    let phone = try await shop.device()
    let id = try #require(try await phone.purchasing.buy(Shop.premium, token: .order).transactionId)
    let order = try #require(try phone.memory.order(forTransaction: id))
    #expect(order.appAccountToken == order.intentId && order.user == "one")
  }
}

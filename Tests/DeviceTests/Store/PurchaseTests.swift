import AppStoreModel
import Core
import Entitlements
import Testing

@testable import Device

/// Tests of stored intents, orders, deliveries, consumables and refunds.
struct PurchaseTests {
  private func intent(_ id: String, at seconds: Int, state: Intent.State = .open, token: String? = "t") -> Intent {
    Intent(
      id: id, account: Device.buyer, user: "one", productId: Device.premium, quantity: 1, appAccountToken: token,
      state: state, createdDate: date(seconds), storeDate: date(seconds))
  }

  @Test func anIntentTakesATransactionThatIsEqualAndNotEarlierOpenOnesFirst() throws {
    let device = try Device()
    let store = device.store
    try store.save(intent("closed", at: 1, state: .closed))
    try store.save(intent("second", at: 3))
    try store.save(intent("first", at: 2, state: .pending))
    try store.save(intent("later", at: 50))
    try store.save(intent("taken", at: 1))
    try store.save(intent("no token", at: 1, token: nil))
    try store.save(Order.of(7, Device.premium, intentId: "taken"))
    var transaction = Transaction.bought(1, at: 10)
    transaction.appAccountToken = "t"
    func ids(_ account: String = Device.buyer) throws -> [String] {
      try store.intents(matching: transaction, account: account).map(\.id)
    }
    #expect(try ids() == ["first", "second", "closed"])
    #expect(try ids(Device.other).isEmpty)
    transaction.purchaseDate = date(3)
    #expect(try ids() == ["first", "second", "closed"])
    transaction.quantity = 2
    #expect(try ids().isEmpty)
    transaction.quantity = nil
    transaction.appAccountToken = nil
    // One that lost its token may belong to an open intent, but to no closed one and to none that waits for approval.
    #expect(try ids() == ["no token", "second"])
    transaction.purchaseDate = date(604)
    #expect(try ids() == ["no token", "later"])
    transaction.purchaseDate = date(3)
    transaction.productId = Device.coins
    #expect(try ids().isEmpty)
    #expect(try store.openIntents().map(\.id) == ["no token", "taken", "first", "second", "later"])
    #expect(try store.intent("first") == intent("first", at: 2, state: .pending))
  }

  @Test func deliveredOnceToldOnceClosed() throws {
    let device = try Device()
    let store = device.store
    var order = Order.of(1)
    try store.save(order)
    #expect(try store.openOrders() == [order])
    order.state = .delivered
    let delivery = Delivery(
      transactionId: "1", orderId: order.id, productId: Device.coins, user: "one", quantity: 3, date: date(2))
    #expect(try store.deliver(delivery, order: order))
    #expect(try store.outbox() == [FinishCall(transactionId: "1", account: Device.buyer)])
    var again = delivery
    again.quantity = 99
    #expect(try !store.deliver(again, order: order))
    #expect(try store.delivery(of: "1") == delivery)
    #expect(try store.outbox().count == 1)
    try store.setUnfinished(
      [UnfinishedTransaction(transactionId: "1", productId: Device.coins, state: "paid", orderId: nil, date: nil)],
      account: Device.buyer)
    #expect(try store.unfinished(PageRequest(limit: 9)).rows.first?.state == "delivered")
    let finished = try #require(try store.finished("1", at: date(3)))
    #expect(try store.outbox().isEmpty && store.openOrders() == [finished])
    #expect(try store.unfinished(PageRequest(limit: 9)).rows.isEmpty)
    #expect(finished.state == .finished)
    try store.requestFinish("1", account: Device.buyer)
    #expect(try store.outbox().count == 1)
  }

  @Test func aTransactionHasOneOrder() throws {
    let device = try Device()
    try device.store.save(Order.of(1))
    var second = Order.of(1)
    second.id = "another"
    #expect(throws: (any Error).self) { try device.store.save(second) }
    #expect(try device.store.orders(PageRequest(limit: 9)).rows.count == 1)
  }

  @Test func aConsumableIsCountedWithItsRefundsAndUses() throws {
    let device = try Device()
    let store = device.store
    for number in 1...3 {
      try device.save(.bought(number, Device.coins, at: number))
      let order = Order.of(number)
      _ = try store.deliver(
        Delivery(
          transactionId: String(number), orderId: order.id, productId: Device.coins, user: "one", quantity: 2,
          date: date(number)), order: order)
    }
    func balance(_ user: String) throws -> ConsumableCount? { try store.consumables(user: user)[Device.coins] }
    #expect(try balance("one") == ConsumableCount(delivered: 6, used: 0, refunded: 0))
    #expect(try balance("two") == nil)
    #expect(try store.use(Device.coins, count: 5, user: "one", at: date(9)) == 1)
    #expect(try store.use(Device.coins, count: 2, user: "one", at: date(9)) == nil)
    #expect(try store.use(Device.coins, count: 1, user: "two", at: date(9)) == nil)
    try device.save(Transaction.bought(1, Device.coins, at: 1).refunded(at: 20))
    var half = Transaction.bought(2, Device.coins, at: 2).refunded(at: 20)
    half.revocationPercentage = 50_000
    try device.save(half)
    #expect(try balance("one") == ConsumableCount(delivered: 6, used: 5, refunded: 3))
    #expect(try balance("one")?.balance == -2)
    #expect(try store.use(Device.coins, count: 1, user: "one", at: date(30)) == nil)
    try store.update { $0 = DeviceState(user: "one") }
    #expect(try store.wholeEvidence().consumables[Device.coins]?.balance == -2)
  }

  @Test func aRefundIsNewsOnceAndOnceMoreWhenItIsReversed() throws {
    let device = try Device()
    let store = device.store
    var refund = RefundRecord(
      transactionId: "1", originalTransactionId: "1", productId: Device.premium, purchaseDate: date(1),
      revocationDate: date(5), revocationReason: .refundedForOtherReason, revocationType: .refundFull,
      revocationPercentage: 100_000, price: 990, currency: "USD")
    #expect(try store.record(refund, account: Device.buyer))
    #expect(try !store.record(refund, account: Device.buyer))
    #expect(try store.refunds(PageRequest(limit: 9)).rows == [refund])
    refund.reversedDate = date(9)
    #expect(try store.record(refund, account: Device.buyer))
    #expect(try !store.record(refund, account: Device.buyer))
    #expect(try store.refunds(PageRequest(limit: 9)).rows == [refund])
  }

  /// Tests that what was revoked for another reason than a refund stays so in the list of refunds.
  @Test func aMoveToABundleIsNoRefund() throws {
    let device = try Device()
    var moved = Transaction.bought(1, Device.premium, at: 1).refunded(at: 5)
    moved.otherMembers["bundleProductId"] = .string("b")
    let refund = try #require(RefundRecord(moved))
    #expect(try device.store.record(refund, account: Device.buyer))
    let row = try #require(device.store.refunds(PageRequest(limit: 9)).rows.first)
    #expect(!row.isRefunded && row.words == "moved to a bundle")
  }

  @Test func aRefundThatWasAskedForStandsAtItsTransactionUntilItIsRemoved() throws {
    let device = try Device()
    try device.save(.bought(1, at: 1))
    let request = RefundRequest(
      transactionId: "1", productId: Device.premium, account: Device.buyer, reason: "why", askedDate: date(4))
    try device.store.add(request)
    #expect(try device.store.transaction("1")?.refundAskedDate == date(4))
    #expect(try device.store.wholeEvidence().refundRequests == [request])
    #expect(try device.store.refundable(PageRequest(limit: 9)).rows.map(\.id) == ["1"])
    try device.store.removeRefundRequest("1")
    #expect(try device.store.transaction("1")?.refundAskedDate == nil)
  }

  @Test func theCatalogueTheDurationsAndTheLastStatesAreKept() throws {
    let device = try Device()
    let store = device.store
    func product(_ id: String) -> Product {
      Product(id: id, type: .nonConsumable, displayName: "名 \(id)", price: 8000, currency: "CNY", displayPrice: "¥8.00")
    }
    try store.replaceProducts([product("b"), product("a")])
    #expect(try store.products() == [product("b"), product("a")])
    try store.replaceProducts([product("a")])
    #expect(try store.products() == [product("a")])
    try store.setDuration(ProductDuration(productId: "a", period: .month), at: date(5))
    try store.setDuration(ProductDuration(productId: "a", period: .year, stacks: true), at: date(6))
    #expect(try store.durationRules()["a"]?.text == "P1M P1Y@\(date(6).milliseconds)+")
    try store.setDuration(ProductDuration(productId: "a", period: nil), at: date(7))
    #expect(try store.durationRules().isEmpty)
    let status = ProductStatus(
      product: product("a"), state: .gracePeriod, entitled: true, confirmed: false, balance: -1, expiresDate: date(7),
      since: date(6))
    try store.rememberStatuses([status])
    #expect(try store.lastKnownStatuses() == [status])
    try store.rememberStatuses([])
    #expect(try store.lastKnownStatuses().isEmpty)
  }
}

import AppStoreModel
import Testing

@testable import Device

/// Tests that lists are read in pages by key, in both directions.
struct PagingTests {
  /// Reads a list in pages of ten, forward from the newest row and back from the oldest, and returns both.
  private func pages<Row>(
    productId: String? = nil, _ read: (PageRequest) throws -> Page<Row>
  ) throws -> (forward: [[Row]], backward: [[Row]]) {
    var forward: [Page<Row>] = [try read(PageRequest(limit: 10, productId: productId))]
    while let key = forward[forward.count - 1].next {
      forward.append(try read(PageRequest(limit: 10, after: key, productId: productId)))
    }
    var backward = [try read(PageRequest(limit: 10, direction: .oldestLast, productId: productId))]
    while let key = backward[backward.count - 1].previous {
      backward.append(try read(PageRequest(limit: 10, after: key, direction: .oldestLast, productId: productId)))
    }
    #expect(forward.first?.previous == nil && forward.last?.next == nil)
    #expect(forward.dropFirst().allSatisfy { $0.previous != nil })
    #expect(backward.first?.next == nil && backward.last?.previous == nil)
    #expect(backward.dropFirst().allSatisfy { $0.next != nil })
    return (forward.map(\.rows), backward.map(\.rows))
  }

  private func expectBothWays<Row>(
    _ ids: [String], productId: String? = nil, id: (Row) -> String, _ read: (PageRequest) throws -> Page<Row>
  ) throws {
    let (forward, backward) = try pages(productId: productId, read)
    #expect(forward.flatMap { $0.map(id) } == ids)
    #expect(backward.reversed().flatMap { $0.map(id) } == ids)
    #expect(forward.dropLast().allSatisfy { $0.count == 10 } && backward.dropLast().allSatisfy { $0.count == 10 })
  }

  @Test func transactionsAndRefundsWithDatesThatAreEqual() throws {
    let device = try Device()
    // Three rows have each date, and the id orders them. The ids have equal lengths, so text sorts as numbers do.
    for number in 0..<45 {
      let productId = number < 15 ? Device.coins : Device.premium
      let transaction = Transaction.bought(100 + number, productId, at: number / 3).refunded(at: 100 + number / 3)
      try device.save(transaction)
      _ = try device.store.record(
        RefundRecord(
          transactionId: String(100 + number), originalTransactionId: "1", productId: productId,
          revocationDate: date(100 + number / 3)), account: Device.buyer)
    }
    let ids = (100..<145).reversed().map(String.init)
    let coins = Array(ids.suffix(15))
    try expectBothWays(ids, id: \.id) { try device.store.transactions($0) }
    try expectBothWays(coins, productId: Device.coins, id: \.id) { try device.store.transactions($0) }
    try expectBothWays(ids, id: \.transactionId) { try device.store.refunds($0) }
    try expectBothWays(coins, productId: Device.coins, id: \.transactionId) { try device.store.refunds($0) }
    #expect(try device.store.refundable(PageRequest(limit: 10)).rows.isEmpty)
  }

  @Test func ordersUnfinishedJournalAndQuarantine() throws {
    let device = try Device()
    let store = device.store
    var unfinished: [UnfinishedTransaction] = []
    for number in 100..<145 {
      let productId = number < 115 ? Device.coins : Device.premium
      try store.save(.of(number, productId))
      unfinished.append(
        UnfinishedTransaction(
          transactionId: String(number), productId: productId, state: "paid", orderId: "order-\(number)",
          date: date(number / 3)))
      try store.append(
        JournalEntry(
          date: date(0), machineDate: date(0), kind: "test", text: "line", productId: productId,
          transactionId: String(number)))
      _ = try store.quarantine(
        QuarantinedItem(
          transactionId: String(number), productId: productId, failure: VerificationFailure(.size, "too large"),
          account: Device.buyer, date: date(0), jws: "text \(number)"))
    }
    try store.setUnfinished(unfinished, account: Device.buyer)
    let ids = (100..<145).reversed().map(String.init)
    let coins = Array(ids.suffix(15))
    for (wanted, productId) in [(ids, nil), (coins, Device.coins)] {
      try expectBothWays(wanted, productId: productId, id: \.transactionId) { try store.orders($0) }
      try expectBothWays(wanted, productId: productId, id: \.transactionId) { try store.unfinished($0) }
      try expectBothWays(wanted, productId: productId, id: { $0.transactionId ?? "" }) { try store.journal($0) }
      try expectBothWays(wanted, productId: productId, id: { $0.transactionId ?? "" }) { try store.quarantine($0) }
    }
    #expect(try store.unfinished(PageRequest(limit: 1)).rows == [unfinished[44]])
  }

  @Test(arguments: ["", "x", "1", "x.1", "99999999999999999999.1", "1;DROP TABLE orders.2"])
  func aKeyThatNoPageEndedWithIsRefused(key: String) throws {
    let device = try Device()
    #expect(throws: PageKeyError(key: key)) { try device.store.orders(PageRequest(limit: 1, after: key)) }
  }
}

extension Order {
  /// Returns a paid order of the buyer.
  static func of(_ number: Int, _ productId: String = Device.coins, intentId: String? = nil) -> Order {
    Order(
      id: "order-\(number)", intentId: intentId, transactionId: String(number), productId: productId, quantity: 1,
      account: Device.buyer, user: "one", createdDate: date(number), updatedDate: date(number))
  }
}

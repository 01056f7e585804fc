import AppStoreModel
import Core
import Storage
import Testing

@testable import Desk

/// Tests of consumables at a desk, which has only Apple's signed purchases and the team server's records.
@Suite struct ConsumableTests {
  private static let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"

  private func coins(_ id: Int, refunded: Bool = false) -> Transaction {
    var coins = purchase(id, app: "704", token: Self.token, product: "coins100", type: .consumable)
    guard refunded else { return coins }
    coins.revocationDate = coins.purchaseDate?.adding(milliseconds: 1000)
    coins.signedDate = coins.revocationDate
    coins.revocationReason = .refundedForOtherReason
    return coins
  }

  private func desk(_ world: DeskWorld, _ bought: Transaction...) throws -> CustomerDesk {
    let desk = try world.desk()
    try desk.store(lines: bought.map { try world.signer.sign($0.json) })
    try desk.settle()
    return desk
  }

  private func status(_ desk: CustomerDesk) throws -> ProductStatus {
    try #require(try desk.customerAnswer(for: desk.customer("704")).statuses.first)
  }

  /// Tests that a purchase is never said to be another login's, or without delivery, because Apple does not sign that.
  @Test(arguments: EngineKind.here) func aPurchaseIsSeenAndItsBalanceIsUnknown(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try desk(world, coins(1, refunded: true), coins(2))
    let status = try status(desk)
    #expect(status.state == .purchased && status.balance == nil)
    #expect(status.decidingTransactionId == "2000000000000002")
    #expect(status.next.who == .us && status.next.action == nil)
    #expect(status.next.say?.hasPrefix("We see your purchase of") == true)
    let reasons = status.reasons.map(\.text)
    #expect(reasons.first?.hasSuffix("Apple signs neither its delivery nor its use") == true, "\(reasons)")
    #expect(!reasons.contains { $0.contains("balance") || $0.contains("login") })
    #expect(try desk.find("state:purchased product:coins100").count == 1)
    #expect(CustomerHelp(.paidAndNothing, [CustomerHelp.Product(status)]).products.count == 1)
  }

  @Test func aRefundedPurchaseIsRefunded() throws {
    let world = try DeskWorld(customers: 1, transactions: 1)
    let status = try status(desk(world, coins(1, refunded: true)))
    #expect(status.state == .refunded)
    #expect(status.next.say == "Apple tells us this was refunded. Apple can say when the money arrives.")
  }

  /// Tests that the team server's record is a reason, and decides the next step where the server did not deliver.
  @Test(arguments: EngineKind.here) func theServersRecordIsShown(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try desk(world, coins(1))
    func record(_ delivery: String, at: Int64) throws -> ProductStatus {
      _ = try desk.store(usages: [
        Usage(json: [
          "user": .string(Self.token), "productId": .string("\(DeskWorld.bundleId).coins100"), "consented": true,
          "percentage": 60_000, "delivery": .string(delivery), "at": .number(at),
        ])
      ])
      return try status(desk)
    }
    let late = try record("UNDELIVERED_SERVER_OUTAGE", at: 1_704_067_300_000)
    #expect(late.reasons.last?.text.contains("not delivered (UNDELIVERED_SERVER_OUTAGE)") == true)
    #expect(late.next.text == "deliver the purchase: your server recorded that it did not")
    #expect(late.next.say?.hasPrefix("Apple confirmed your purchase; we're still adding it.") == true)
    let delivered = try record("DELIVERED", at: 1_704_067_400_000)
    #expect(delivered.reasons.last?.text.hasSuffix("delivered, 60 % used") == true)
    #expect(delivered.next.say?.hasPrefix("We see your purchase of") == true)
  }

  /// Tests that a claim about a consumable does not contradict Apple's data, whatever it says.
  @Test(arguments: [true, false]) func aClaimDoesNotDiffer(entitled: Bool) throws {
    let world = try DeskWorld(customers: 1, transactions: 1)
    let desk = try desk(world, coins(1))
    _ = try desk.store(claims: [
      Claim(json: [
        "user": .string(Self.token), "productId": .string("\(DeskWorld.bundleId).coins100"),
        "entitled": .bool(entitled), "at": 1_704_067_300_000,
      ])
    ])
    try desk.settle()
    #expect(try desk.view(.disagree).isEmpty)
    #expect(try status(desk).next.say?.hasPrefix("We see your purchase of") == true)
  }
}

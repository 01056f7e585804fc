import AppStoreModel
import Core
import TestSupport
import Testing

@testable import Simulator

/// Tests that signed data has the shape of sandbox data, and verifies against the simulator's root.
struct PayloadTests {
  private func verifier(_ shop: Shop) throws -> Verifier {
    let clock = shop.clock
    return try Verifier(
      roots: shop.store.identity.signer.identity().trustedRoots,
      expecting: ExpectedClaims(bundleId: "com.example.piglet", environment: .sandbox), now: { clock.now })
  }

  @Test func aSubscriptionsTransactionHasTheMembersOfRealSandboxData() throws {
    let shop = try Shop()
    guard
      case .success(let text, _) = try shop.store.purchase(
        PurchaseRequest(account: Shop.customer, productId: Shop.monthly))
    else {
      Issue.record("not bought")
      return
    }
    let names = try json(text).names.sorted()
    #expect(
      names == [
        "appTransactionId", "bundleId", "currency", "environment", "expiresDate", "inAppOwnershipType",
        "originalPurchaseDate", "originalTransactionId", "price", "productId", "purchaseDate", "quantity", "signedDate",
        "storefront", "storefrontId", "subscriptionGroupIdentifier", "transactionId", "transactionReason", "type",
        "webOrderLineItemId",
      ])
    let payload = try payload(text)
    #expect(payload.environment == .sandbox)
    #expect(payload.price == 12_000 && payload.currency == "CNY")
    #expect(payload.storefront == "CHN" && payload.storefrontId == "143465")
    #expect(payload.transactionId?.count == 16)
    #expect(payload.purchaseDate == shop.clock.now)
  }

  @Test func signedDataVerifiesWithTheLedgersRootAndWithNoOther() throws {
    let shop = try Shop()
    let other = try Shop()
    guard
      case .success(let text, _) = try shop.store.purchase(
        PurchaseRequest(account: Shop.customer, productId: Shop.premium))
    else {
      Issue.record("not bought")
      return
    }
    #expect(try verifier(shop).verify(text, as: .transaction).verdict == .verified)
    #expect(try verifier(other).verify(text, as: .transaction).verdict != .verified)
    try shop.buy(Shop.monthly)
    for info in try shop.store.renewalInfos(of: Shop.customer) {
      #expect(try verifier(shop).verify(info, as: .renewalInfo).verdict == .verified)
    }
  }

  @Test func aBadSignatureFailsAndTheSameTextWaitsAsUnfinished() throws {
    let shop = try Shop()
    let answer = try shop.store.purchase(
      PurchaseRequest(account: Shop.customer, productId: Shop.premium, outcome: .unverified))
    guard case .success(let text, false) = answer else {
      Issue.record("not bought")
      return
    }
    guard case .failed(let failure) = try verifier(shop).verify(text, as: .transaction).verdict else {
      Issue.record("a bad signature was believed")
      return
    }
    #expect(failure.kind == .signature)
    let waiting = try #require(try shop.store.unfinished(of: Shop.customer).first)
    #expect(try json(waiting) == json(text) && verifier(shop).verify(waiting, as: .transaction).verdict != .verified)
    // Each answer is signed anew.
    let listed = try #require(try shop.store.history(of: Shop.customer).signedTransactions.first)
    #expect(try verifier(shop).verify(listed, as: .transaction).verdict == .verified)

    let again = try shop.store.purchase(PurchaseRequest(account: Shop.customer, productId: Shop.premium))
    guard case .success(let healed, true) = again else {
      Issue.record("buying again did not bring it back")
      return
    }
    #expect(try payload(healed).transactionId == payload(text).transactionId)
    #expect(try verifier(shop).verify(healed, as: .transaction).verdict == .verified)
  }

  @Test func `what is signed after a change is dated later than all before it, while the clock stands still`() throws {
    let shop = try Shop()
    var dates: [Timestamp] = []
    for _ in 0..<5 {
      try shop.buy(Shop.coins)
      dates += try [#require(shop.store.notifications(PageRequest(limit: 1)).rows.first).signedDate]
      dates += try [#require(shop.history().last?.signedDate)]
    }
    #expect(dates.count == 10 && dates[0] >= shop.clock.now)
    for change in 0..<5 { #expect(dates[2 * change] == dates[2 * change + 1]) }
    #expect(zip(dates, dates.dropFirst(2)).allSatisfy { $0 < $1 })
  }

  @Test func theTokenAndTheQuantityTravelWithTheTransaction() throws {
    let shop = try Shop()
    let token = "7e3fb204-2ea1-49d0-bf3a-3e6a7a0a1d8f"
    guard
      case .success(let text, _) = try shop.store.purchase(
        PurchaseRequest(account: Shop.customer, productId: Shop.coins, quantity: 3, appAccountToken: token))
    else {
      Issue.record("not bought")
      return
    }
    let payload = try payload(text)
    #expect(payload.appAccountToken == token)
    #expect(payload.quantity == 3 && payload.price == 18_000)
    #expect(payload.type == .consumable && payload.expiresDate == nil && payload.webOrderLineItemId == nil)
    #expect(payload.originalTransactionId == payload.transactionId)
  }

  @Test func theSameSeedAndTheSameCallsGiveTheSameData() throws {
    func life(seed: UInt64) throws -> [Transaction] {
      let shop = try Shop(seed: seed)
      try shop.buy(Shop.monthly)
      try shop.buy(Shop.coins, quantity: 2)
      try shop.store.advance(by: 70 * day)
      return try shop.history()
    }
    #expect(try life(seed: 7) == life(seed: 7))
    #expect(try life(seed: 7) != life(seed: 8))
  }
}

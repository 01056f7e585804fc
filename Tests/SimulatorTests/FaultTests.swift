import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of the App Store's deliberate faults.
struct FaultTests {
  private static let calls: [AppStoreFault] = [
    .loadProducts, .purchase, .appStoreSync, .subscriptionStatus, .appTransaction, .refundRequest,
  ]

  private func call(_ fault: AppStoreFault, of shop: Shop, txn: String) throws {
    switch fault {
    case .loadProducts: _ = try shop.store.products(for: Shop.customer)
    case .purchase: try shop.buy(Shop.coins)
    case .appStoreSync: _ = try shop.store.history(of: Shop.customer)
    case .subscriptionStatus: _ = try shop.store.renewalInfos(of: Shop.customer)
    case .appTransaction: _ = try shop.store.accountsForSignIn()
    case .refundRequest: try shop.store.requestRefund(of: txn, reason: nil, account: Shop.customer)
    default: Issue.record("no call of a device: \(fault)")
    }
  }

  @Test(arguments: calls) func b7ACallFailsWithEachOfItsKindsUntilItIsSwitchedOff(
    fault: AppStoreFault
  ) throws {
    let shop = try Shop()
    let txn = try shop.buy(Shop.premium)
    for kind in fault.kinds where !(fault == .purchase && kind == .userCancelled) {
      try shop.store.arm(fault, kind: kind)
      for _ in 1...2 {
        let error = try #require(throws: StoreError.self) { try call(fault, of: shop, txn: txn) }
        #expect(error.kind == kind && error.isTemporary == (kind == .networkError))
      }
    }
    try shop.store.disarm(fault)
    try call(fault, of: shop, txn: txn)
  }

  @Test(arguments: calls) func aOneShotFaultStrikesOnceForEveryConnection(fault: AppStoreFault) throws {
    let shop = try Shop()
    let txn = try shop.buy(Shop.premium)
    let kind = try #require(fault.kinds.first)
    try shop.reopened().arm(fault, isOneShot: true)
    #expect(try shop.store.faults() == [ArmedFault(fault, kind: kind, isOneShot: true)])
    #expect(throws: StoreError.self) { try call(fault, of: shop, txn: txn) }
    #expect(try shop.reopened().faults().isEmpty)
    try call(fault, of: shop, txn: txn)
  }

  @Test func aPurchaseToldToBeCancelledIsAnAnswer() throws {
    let shop = try Shop()
    try shop.store.arm(.purchase, kind: .userCancelled)
    #expect(try shop.store.purchase(PurchaseRequest(account: Shop.customer, productId: Shop.coins)) == .cancelled)
    #expect(try shop.history().isEmpty)
  }

  @Test func aKindOfAnotherCallIsRefusedNamingThoseThereAre() throws {
    let shop = try Shop()
    let error = try #require(throws: StoreError.self) {
      try shop.store.arm(.loadProducts, kind: .invalidSignature)
    }
    #expect(error.kind == .usage && error.message.contains("networkError"))
    #expect(throws: StoreError.self) { try shop.store.arm(.late, kind: .networkError) }
    #expect(try shop.store.faults().isEmpty)
  }

  @Test func e7TimeOutAfterPaymentChargedAndTheCallFails() throws {
    let shop = try Shop()
    try shop.store.arm(.timeoutAfterPayment, isOneShot: true)
    let error = try #require(throws: StoreError.self) { try shop.buy(Shop.coins) }
    #expect(error.kind == .noAnswer)
    #expect(try shop.store.unfinished(of: Shop.customer).count == 1)
    try shop.buy(Shop.coins)
    #expect(try shop.history().count == 2)
  }

  @Test func e7NoCallbackChargedAndNobodySaysSo() throws {
    let shop = try Shop()
    try shop.store.arm(.noCallback)
    let error = #expect(throws: StoreError.self) { try shop.buy(Shop.coins) }
    #expect(error?.kind == .noCallback)
    #expect(try shop.history().map(\.productId) == [Shop.coins])
  }

  @Test func e7ALateTransactionIsListedAfterFiveMinutesAndNoRevisionPassesOverIt() throws {
    let shop = try Shop()
    try shop.buy(Shop.premium)
    try shop.store.arm(.late, isOneShot: true)
    #expect(throws: StoreError.self) { try shop.buy(Shop.coins) }
    try shop.buy(Shop.season)
    let page = try shop.store.history(of: Shop.customer)
    #expect(page.signedTransactions.count == 1 && !page.hasMore)
    #expect(try shop.store.unfinished(of: Shop.customer).count == 2)
    #expect(try shop.store.nextDueDate() == shop.clock.now.adding(milliseconds: 5 * minute))
    try shop.store.advance(by: 5 * minute - 1)
    #expect(try shop.store.history(of: Shop.customer, after: page.revision).signedTransactions.isEmpty)
    try shop.store.advance(by: 1)
    let rest = try shop.store.history(of: Shop.customer, after: page.revision).signedTransactions.map(payload)
    #expect(rest.map(\.productId) == [Shop.coins, Shop.season])
    #expect(try shop.store.unfinished(of: Shop.customer).count == 3)
  }

  @Test func e7DeliveredTwiceAndAFinishedOneComesBack() throws {
    let shop = try Shop()
    let first = try shop.buy(Shop.premium)
    try shop.store.finish(first, account: Shop.customer)
    let second = try shop.buy(Shop.coins)
    try shop.store.arm(.deliveredTwice)
    let ids = try shop.store.unfinished(of: Shop.customer).map { try payload($0).transactionId }
    #expect(ids == [second, second, first])
    #expect(try shop.history().map(\.transactionId) == [first, second, first, second])
  }

  @Test func e7OutOfOrderNewestFirst() throws {
    let shop = try Shop()
    let ids = [try shop.buy(Shop.coins), try shop.buy(Shop.premium), try shop.buy(Shop.season)]
    try shop.store.arm(.outOfOrder, isOneShot: true)
    #expect(try shop.history().map(\.transactionId) == ids.reversed())
    #expect(try shop.history().map(\.transactionId) == ids)
  }

  @Test func e7AMissingTokenIsMissingInTheTransaction() throws {
    let shop = try Shop()
    try shop.store.arm(.missingToken)
    let token = "0f8fad5b-d9cb-469f-a165-70867728950e"
    guard
      case .success(let signed, _) = try shop.store.purchase(
        PurchaseRequest(account: Shop.customer, productId: Shop.coins, appAccountToken: token))
    else {
      Issue.record("not bought")
      return
    }
    #expect(try payload(signed).appAccountToken == nil)
  }

  @Test(arguments: FailureKind.ofVerification) func spoiledOnTheWayGoodAgainAfterwards(
    kind: FailureKind
  ) throws {
    let shop = try Shop()
    let verifier = Verifier(
      roots: try TrustedRoots(files: [Array(shop.store.rootCertificatePEM.utf8)]),
      expecting: ExpectedClaims(bundleId: shop.store.bundleId, environment: .sandbox), now: { HandClock().now })
    try shop.store.arm(.verification, kind: kind)
    _ = try shop.store.purchase(PurchaseRequest(account: Shop.customer, productId: Shop.monthly))
    let spoiled =
      try shop.store.unfinished(of: Shop.customer) + shop.store.history(of: Shop.customer).signedTransactions
    #expect(spoiled.count == 2)
    for text in spoiled { #expect(verifier.verify(text, as: .transaction).verdict.failure != nil) }
    try shop.store.disarm(.verification)
    for text in try shop.store.unfinished(of: Shop.customer) {
      #expect(verifier.verify(text, as: .transaction).verdict == .verified)
    }
  }

  @Test func withoutNetworkNothingStrikesAndNothingIsSpent() throws {
    let shop = try Shop()
    try shop.store.arm(.purchase, isOneShot: true)
    try shop.store.setNetwork(false)
    #expect(throws: StoreError.noNetwork) { try shop.buy(Shop.coins) }
    #expect(try shop.store.faults().count == 1)
  }
}

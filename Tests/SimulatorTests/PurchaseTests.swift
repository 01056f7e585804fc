import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of every way in which a purchase can end.
struct PurchaseTests {
  private func kind(_ body: () throws -> Void) -> FailureKind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StoreError)?.kind
    }
  }

  @Test func b7CancellingAndFailingChargeNothing() throws {
    let shop = try Shop()
    #expect(
      try shop.store.purchase(PurchaseRequest(account: Shop.customer, productId: Shop.premium, outcome: .cancel))
        == .cancelled)
    for failure in FailureKind.ofPurchases {
      #expect(kind { try shop.buy(Shop.premium, outcome: .fail(failure)) } == failure)
    }
    #expect(try shop.history().isEmpty)
  }

  @Test func anOwnedProductCostsNothing() throws {
    let shop = try Shop()
    let first = try shop.buy(Shop.premium)
    guard
      case .success(let owned, true) = try shop.store.purchase(
        PurchaseRequest(account: Shop.customer, productId: Shop.premium))
    else {
      Issue.record("charged twice")
      return
    }
    #expect(try payload(owned).transactionId == first)
    #expect(try shop.history().count == 1)
  }

  @Test func d6ARunningSubscriptionCostsNothingAndItsOtherPlanMayBeTakenInstead() throws {
    let shop = try Shop()
    let first = try shop.buy(Shop.monthly)
    guard
      case .success(let owned, true) = try shop.store.purchase(
        PurchaseRequest(account: Shop.customer, productId: Shop.monthly))
    else {
      Issue.record("charged twice")
      return
    }
    #expect(try payload(owned).transactionId == first)
  }

  @Test func aNonRenewingSubscriptionIsBoughtAnewEachTime() throws {
    let shop = try Shop()
    let ids = [try shop.buy(Shop.season), try shop.buy(Shop.season)]
    #expect(ids[0] != ids[1])
    let history = try shop.history()
    #expect(history.map(\.originalTransactionId) == ids)
    #expect(history.allSatisfy { $0.expiresDate == nil && $0.type == .nonRenewingSubscription })
  }

  @Test(arguments: [
    (Shop.coins, 0), (Shop.coins, 11), (Shop.coins, -1), (Shop.coins, Int.max), (Shop.premium, 2), (Shop.season, 2),
    (Shop.monthly, 2),
  ])
  func aQuantityThatIsNotSoldIsRefused(product: String, quantity: Int) throws {
    let shop = try Shop()
    #expect(kind { try shop.buy(product, quantity: quantity) } == .invalidQuantity)
  }

  @Test func aRefusedPurchaseSaysWhy() throws {
    let shop = try Shop()
    #expect(kind { try shop.buy("com.example.nothing") } == .productUnavailable)
    #expect(kind { try shop.buy(Shop.premium, account: "NEW@") } == .accountNotFound)
    try shop.store.setPayments(false)
    #expect(kind { try shop.buy(Shop.premium) } == .purchaseNotAllowed)
    #expect(try shop.store.canMakePayments() == false)
    #expect(try shop.store.products(for: Shop.customer).count == 7)
    try shop.store.setPayments(true)
    try shop.buy(Shop.premium)
  }

  @Test func withoutANetworkNoDeviceIsAnsweredAndTheAppStoresSideStillIs() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium)
    try shop.store.setNetwork(false)
    let store = shop.store
    let calls: [() throws -> Void] = [
      { _ = try store.purchase(PurchaseRequest(account: Shop.customer, productId: Shop.coins)) },
      { _ = try store.history(of: Shop.customer) },
      { _ = try store.refundHistory(of: Shop.customer) }, { _ = try store.unfinished(of: Shop.customer) },
      { _ = try store.products(for: nil) }, { _ = try store.renewalInfos(of: Shop.customer) },
      { try store.finish(id, account: Shop.customer) }, { _ = try store.accountsForSignIn() },
      { try store.requestRefund(of: id, reason: nil, account: Shop.customer) },
    ]
    for call in calls {
      #expect(throws: StoreError.noNetwork) { try call() }
    }
    #expect(StoreError.noNetwork.isTemporary)
    #expect(try store.situation().network == false)
    #expect(try store.clock().now == shop.clock.now)
    try store.setNetwork(true)
    #expect(try shop.history().count == 1)
  }

  @Test func aParentApprovesPaidThenAndUnfinished() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium, outcome: .pending)
    #expect(try shop.history().isEmpty)
    #expect(try shop.store.pending().map(\.transactionId) == [id])
    shop.clock.move(by: hour)
    try shop.store.approvePurchase(id)
    let bought = try shop.transaction(id)
    #expect(bought.purchaseDate == shop.clock.now)
    #expect(try shop.store.unfinished(of: Shop.customer).count == 1)
    #expect(try shop.store.pending().isEmpty)
    #expect(kind { try shop.store.approvePurchase(id) } == .failed)
    #expect(kind { try shop.store.approvePurchase("1") } == .transactionNotFound)
  }

  @Test func aParentDeclinesTheAppIsNeverTold() throws {
    let shop = try Shop()
    try shop.store.setAskToBuy(true)
    let id = try shop.buy(Shop.premium)
    try shop.store.declinePurchase(id)
    #expect(try shop.history().isEmpty)
    #expect(try shop.store.unfinished(of: Shop.customer).isEmpty)
    #expect(kind { try shop.store.approvePurchase(id) } == .failed)
  }

  @Test func aWaitingPurchaseOfSomethingOwnedByThenIsNotCharged() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium, outcome: .pending)
    try shop.buy(Shop.premium)
    #expect(kind { try shop.store.approvePurchase(id) } == .failed)
    try shop.store.declinePurchase(id)
    #expect(try shop.history().count == 1)
  }

  @Test func unfinishedLastsUntilFinishWhichMayBeSaidTwice() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.coins)
    #expect(try shop.store.unfinished(of: Shop.customer).count == 1)
    try shop.store.finish(id, account: Shop.customer)
    try shop.store.finish(id, account: Shop.customer)
    #expect(try shop.store.unfinished(of: Shop.customer).isEmpty)
    #expect(try shop.history().count == 1)
    #expect(kind { try shop.store.finish("12", account: Shop.customer) } == .transactionNotFound)
  }

  /// Tests that the demo's file has prices for other storefronts, like App Store Connect's price tiers.
  @Test(arguments: [
    ("USA", 990, "$0.99"), ("DEU", 1090, "1,09\u{a0}€"), ("JPN", 160_000, "¥160"), ("GBR", 990, "£0.99"),
  ])
  func theDemosPricesAreThoseOfTheStorefront(code: String, price: Int64, shown: String) throws {
    let shop = try Shop()
    try shop.store.setStorefront(code, of: Shop.customer)
    let premium = try #require(try shop.store.products(for: Shop.customer).first { $0.id == Shop.premium })
    #expect(premium.price == price && premium.displayPrice == shown)
    #expect(try shop.transaction(try shop.buy(Shop.premium)).price == price)
    let preview = try shop.store.preview(Shop.coins, quantity: 2, account: Shop.customer)
    let coins = try #require(try shop.store.products(for: Shop.customer).first { $0.id == Shop.coins })
    #expect(
      preview.charged
        == Price(milliunits: 2 * coins.price, currency: coins.currency).formatted(
          locale: Storefront(countryCode: code)?.localeIdentifier ?? ""))
  }

  @Test func b13WithoutTiersTheStorefrontChangesCurrencyAndFormatNotTheNumber() throws {
    let file = String(decoding: DemoCatalogue.bytes, as: UTF8.self)
    let shop = try Shop(catalogue: Array(file.replacing("_priceTiers", with: "_noTiers").utf8))
    let before = try #require(try shop.store.products(for: Shop.customer).first { $0.id == Shop.premium })
    #expect(before.price == 8000 && before.currency == "CNY" && before.displayPrice == "¥8.00")
    try shop.store.setStorefront("deu", of: Shop.customer)
    let after = try #require(try shop.store.products(for: Shop.customer).first { $0.id == Shop.premium })
    #expect(after.price == 8000 && after.currency == "EUR")
    #expect(after.displayPrice.contains("€") && after.displayPrice.contains("8,00"))
    let bought = try shop.transaction(try shop.buy(Shop.premium))
    #expect(bought.storefront == "DEU" && bought.currency == "EUR" && bought.price == 8000)
    #expect(kind { try shop.store.setStorefront("XXX", of: Shop.customer) } == .usage)
  }

  @Test func aTokenThatIsNoUUIDIsDropped() throws {
    let shop = try Shop()
    for token in ["", "user-1", "7e3fb204-2ea1-49d0-bf3a"] {
      _ = try shop.store.purchase(
        PurchaseRequest(account: Shop.customer, productId: Shop.coins, appAccountToken: token))
    }
    #expect(try shop.history().map(\.appAccountToken) == [nil, nil, nil])
  }

  @Test func foreignTextInARefusalIsSafeToShow() throws {
    let shop = try Shop()
    do {
      try shop.buy("x\u{1B}[2J\n\u{202E}", account: Shop.customer)
      Issue.record("bought")
    } catch let error as StoreError {
      #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
  }
}

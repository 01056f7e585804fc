import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of purchases outside this device: interrupted, promoted, in the past, elsewhere; and settings of a file.
struct ElsewhereTests {
  private let me = Shop.customer

  @Test func anInterruptedPurchaseIsPaidOnceTheCustomerHasSettledIt() throws {
    let shop = try Shop()
    try shop.store.setInterrupted(true)
    let id = try shop.buy(Shop.coins, quantity: 3)
    #expect(try shop.history().isEmpty)
    #expect(try shop.store.pending().map(\.kind) == [.interrupted])
    #expect(throws: StoreError.self) { try shop.store.approvePurchase(id) }
    try shop.store.resolvePurchase(id)
    #expect(try shop.transaction(id).quantity == 3)
    #expect(try shop.store.unfinished(of: me).count == 1 && shop.store.pending().isEmpty)
    #expect(throws: StoreError.self) { try shop.store.resolvePurchase(id) }
  }

  @Test func anInterruptedPurchaseExpiresAfterADay() throws {
    let shop = try Shop()
    try shop.store.setInterrupted(true)
    let id = try shop.buy(Shop.coins)
    try shop.store.advance(by: day)
    #expect(try shop.store.pending().isEmpty)
    #expect(throws: StoreError.self) { try shop.store.resolvePurchase(id) }
    #expect(try shop.history().isEmpty)
  }

  @Test func d11APromotedPurchaseWaitsInEveryProcessUntilItIsContinuedOrGivenUp() throws {
    let shop = try Shop()
    try shop.store.promote(Shop.premium, account: me)
    try shop.store.promote(Shop.premium, account: me)
    try shop.store.promote(Shop.coins, account: me)
    #expect(
      try shop.reopened().read { try $0.promotedPurchases(of: me) }.map(\.productId) == [Shop.premium, Shop.coins])
    #expect(try shop.store.situation().promoted.count == 2)
    try shop.buy(Shop.premium)
    try shop.store.dismissPromotion(of: Shop.coins, account: me)
    #expect(try shop.store.read { try $0.promotedPurchases(of: nil) }.isEmpty)
  }

  @Test(arguments: PastRenewals.allCases) func boughtInThePast(renewals: PastRenewals) throws {
    let shop = try Shop()
    let now = try shop.store.clock().now
    let date = now.adding(.month, count: -3).adding(milliseconds: -day)
    _ = try shop.store.purchaseElsewhere(
      PurchaseRequest(account: me, productId: Shop.monthly), at: date, renewals: renewals)
    let periods = try shop.history()
    #expect(periods.first?.purchaseDate == date)
    #expect(try shop.store.clock().now == now)
    let subscription = try shop.subscription()
    switch renewals {
    case .default:
      #expect(periods.map(\.purchaseDate) == [date, now] && subscription.state == .active)
    case .cancelImmediately:
      #expect(periods.count == 1 && subscription.state == .expired)
    case .untilNow:
      #expect(periods.count == 4 && subscription.state == .active && subscription.renewals == 3)
      #expect(subscription.expiresDate > now)
    }
    #expect(throws: StoreError.self) {
      try shop.store.purchaseElsewhere(PurchaseRequest(account: me, productId: Shop.yearly), at: date)
    }
  }

  @Test func boughtOnAnotherDeviceWithoutThisOnesNetwork() throws {
    let shop = try Shop()
    try shop.store.setNetwork(false)
    _ = try shop.store.purchaseElsewhere(PurchaseRequest(account: me, productId: Shop.coins, quantity: 2))
    try shop.store.setNetwork(true)
    #expect(try shop.store.unfinished(of: me).count == 1)
    #expect(throws: StoreError.self) {
      try shop.store.purchaseElsewhere(
        PurchaseRequest(account: me, productId: Shop.coins), at: shop.clock.now.adding(milliseconds: 1))
    }
  }

  @Test func setBackTheClockUndoesNothingAndSignaturesGoOnRising() throws {
    let shop = try Shop()
    try shop.buy(Shop.premium)
    let signed = try #require(try shop.history().first?.signedDate)
    let before = try shop.store.clock().now.adding(milliseconds: -10 * day)
    try shop.store.setClock(to: before)
    #expect(try shop.store.clock().now == before && shop.history().count == 1)
    shop.clock.move(by: hour)
    #expect(try shop.store.clock().now == before.adding(milliseconds: hour))
    let second = try shop.transaction(shop.buy(Shop.coins))
    #expect(second.purchaseDate == before.adding(milliseconds: hour))
    #expect(try #require(second.signedDate) > signed)
  }

  @Test func theSettingsOfAFileHoldFromTheStartAndAreWrittenBackInXcodesOwnFormat() throws {
    let settings = """
      "settings" : {
          "_askToBuyEnabled" : true,
          "_billingGracePeriodEnabled" : true,
          "_billingIssuesEnabled" : true,
          "_failTransactionsEnabled" : true,
          "_renewalBillingIssuesEnabled" : true,
          "_storefront" : "DEU",
          "_timeRate" : 15
        }
      """
    let text = """
      {
        "products" : [

        ],
        \(settings),
        "subscriptionGroups" : [

        ],
        "version" : {
          "major" : 4,
          "minor" : 0
        }
      }

      """
    let shop = try Shop(catalogue: Array(text.utf8))
    #expect(try shop.store.situation().rate == .monthlyRenewalEveryThirtySeconds)
    #expect(try shop.store.faults().map(\.fault) == [.purchase])
    #expect(try shop.store.accounts().map(\.storefront) == ["DEU"])
    #expect(try shop.store.savedConfiguration() == Array(text.utf8))
    try shop.store.setAskToBuy(false)
    try shop.store.setRate(.realTime)
    let saved = String(decoding: try shop.store.savedConfiguration(), as: UTF8.self)
    #expect(
      saved
        == text.replacing("_askToBuyEnabled\" : true", with: "_askToBuyEnabled\" : false")
        .replacing("_timeRate\" : 15", with: "_timeRate\" : 0"))
  }
}

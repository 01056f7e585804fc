import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of price increases and extensions.
struct PriceIncreaseTests {
  private let me = Shop.customer

  private func notes(_ shop: Shop) throws -> [String] {
    try shop.store.notifications(of: nil, PageRequest(limit: 100)).rows.reversed().dropFirst().map {
      $0.notificationType.rawValue + ($0.subtype.map { " " + $0.rawValue } ?? "")
    }
  }

  @Test func neverAnsweredAccessUntilThePeriodEndsThenExpiredForIt() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    try shop.store.increasePrice(of: Shop.monthly, to: 15_000, account: me)
    #expect(try shop.renewalInfo().priceIncreaseStatus == .customerHasNotResponded)
    #expect(try shop.renewalInfo().renewalPrice == 15_000)
    try shop.store.advance(by: 31 * day - 1)
    #expect(try shop.subscription().state == .active)
    try shop.store.advance(by: 1)
    #expect(try shop.subscription().state == .expired)
    #expect(try shop.renewalInfo().expirationIntent == .customerDidNotConsentToPriceIncrease)
    #expect(try notes(shop) == ["PRICE_INCREASE PENDING", "EXPIRED PRICE_INCREASE"])
  }

  @Test func agreedTheNextPeriodsCostMore() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    try shop.store.increasePrice(of: Shop.monthly, to: 15_000, account: me)
    try shop.store.answerPriceIncrease(agrees: true, of: Shop.monthly, account: me)
    #expect(
      try shop.renewalInfo().priceIncreaseStatus == .customerConsentedOrWasNotifiedWithoutNeedingConsent)
    try shop.store.advance(by: 62 * day)
    #expect(try shop.history().map(\.price) == [12_000, 15_000, 15_000])
    #expect(try shop.renewalInfo().priceIncreaseStatus == nil)
    #expect(
      try notes(shop) == ["PRICE_INCREASE PENDING", "PRICE_INCREASE ACCEPTED", "DID_RENEW", "DID_RENEW"])
  }

  @Test func refusedItEndsWithThePeriod() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    try shop.store.increasePrice(of: Shop.monthly, account: me)
    try shop.store.answerPriceIncrease(agrees: false, of: Shop.monthly, account: me)
    #expect(try shop.renewalInfo().autoRenewStatus == .off)
    try shop.store.advance(by: 31 * day)
    #expect(try shop.renewalInfo().expirationIntent == .customerDidNotConsentToPriceIncrease)
    #expect(throws: StoreError.self) {
      try shop.store.answerPriceIncrease(agrees: true, of: Shop.monthly, account: me)
    }
  }

  @Test func aCancelledSubscriptionThatIsBoughtAgainCostsThePriceThatTheSheetShows() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    try shop.store.increasePrice(of: Shop.monthly, to: 15_000, account: me)
    try shop.store.setAutoRenew(false, of: Shop.monthly, account: me)
    #expect(try shop.store.preview(Shop.monthly, account: me).renewal?.contains("15.00") == true)
    try shop.buy(Shop.monthly)
    try shop.store.advance(by: 31 * day)
    #expect(try shop.history().map(\.price) == [12_000, 15_000])
  }

  @Test func aForcedRenewalDropsAPriceIncreaseWithoutConsent() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    try shop.store.increasePrice(of: Shop.monthly, to: 15_000, account: me)
    try shop.store.renew(Shop.monthly, account: me)
    #expect(try shop.transaction(shop.subscription().transactionId).price == 12_000)
    #expect(try shop.subscription().priceIncrease == nil && shop.renewalInfo().renewalPrice == 12_000)
  }

  @Test func extendedByDaysTwiceAYearAndTheCycleGoesOnFromThere() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    let end = try shop.subscription().expiresDate
    for days in [0, 91] {
      let error = try #require(throws: StoreError.self) {
        try shop.store.extendRenewal(of: Shop.monthly, days: days, account: me)
      }
      #expect(error.kind == .usage)
    }
    try shop.store.extendRenewal(of: Shop.monthly, days: 10, account: me)
    try shop.store.extendRenewal(of: Shop.monthly, days: 90, account: me)
    #expect(try shop.subscription().expiresDate == end.adding(milliseconds: 100 * day))
    #expect(throws: StoreError.self) {
      try shop.store.extendRenewal(of: Shop.monthly, days: 1, account: me)
    }
    try shop.store.advance(by: 131 * day)
    let renewed = try shop.transaction(shop.subscription().transactionId)
    #expect(renewed.purchaseDate == end.adding(milliseconds: 100 * day))
    #expect(renewed.expiresDate == renewed.purchaseDate?.adding(.month, count: 1))
    #expect(try notes(shop) == ["RENEWAL_EXTENDED", "RENEWAL_EXTENDED", "DID_RENEW"])
  }

  @Test func atATestRateDaysActAsMinutes() throws {
    let shop = try Shop()
    try shop.store.setRate(.monthlyRenewalEveryFiveMinutes)
    try shop.buy(Shop.monthly)
    try shop.store.extendRenewal(of: Shop.monthly, days: 3, account: me)
    #expect(try shop.subscription().expiresDate == shop.clock.now.adding(milliseconds: 8 * minute))
  }
}

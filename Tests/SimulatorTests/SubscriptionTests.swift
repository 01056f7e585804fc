import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of a subscription's life, to the millisecond.
struct SubscriptionTests {
  static let rates: [TimeRate] = [
    .realTime, .oneHourIsOneDay, .oneSecondIsOneDay, .monthlyRenewalEveryFiveMinutes,
    .monthlyRenewalEveryThirtySeconds, .oneRenewalEveryTwoSeconds,
  ]

  /// Returns the milliseconds from the shop's time to a date.
  private func distance(_ shop: Shop, to date: Timestamp) throws -> Int64 {
    date.milliseconds(since: try shop.store.clock().now)
  }

  @Test(arguments: TimeRate.allCases) func d7TwelveRenewalsEachAtTheEndOfThePeriodBeforeThenTheEndAtTheSandboxsRates(
    rate: TimeRate
  ) throws {
    let shop = try Shop()
    try shop.store.setRate(rate)
    let first = try shop.buy(Shop.monthly)
    // TestFlight ends after six renewals.
    let most = rate.renewalLimit ?? 12
    for count in 1...most {
      let end = try shop.subscription().expiresDate
      try shop.store.advance(by: distance(shop, to: end) - 1)
      #expect(try shop.subscription().renewals == count - 1)
      try shop.store.advance(by: 1)
      let renewed = try shop.subscription()
      #expect(renewed.renewals == count && renewed.state == .active)
      let period = try shop.transaction(renewed.transactionId)
      #expect(
        period.purchaseDate == end && period.signedDate.map { $0 >= end } == true
          && period.transactionReason == .renewal)
      #expect(period.originalTransactionId == first && period.originalPurchaseDate == shop.clock.now)
    }
    let end = try shop.subscription().expiresDate
    try shop.store.advance(by: distance(shop, to: end) - 1)
    #expect(try shop.subscription().state == .active)
    try shop.store.advance(by: 1)
    guard rate.renewalLimit != nil else {
      let renewed = try shop.subscription()
      return #expect(renewed.renewals == 13 && renewed.state == .active, "real time and Xcode's rates know no limit")
    }
    #expect(try shop.subscription().state == .expired)
    #expect(try shop.renewalInfo().expirationIntent == .customerCancelled)
    #expect(try shop.renewalInfo().autoRenewStatus == .off)
    #expect(try shop.history().count == most + 1)
    if let length = rate.duration(of: .month) {
      #expect(end == shop.clock.now.adding(milliseconds: Int64(most + 1) * length))
    }
  }

  @Test func aPeriodFrom31JanuaryRenewsOn28FebruaryAndOn31March() throws {
    let start: Int64 = 1_738_324_800_000  // 2025-01-31 12:00 UTC
    let shop = try Shop(startingAt: start)
    try shop.buy(Shop.monthly)
    try shop.store.advance(by: 100 * day)
    let dates = try shop.history().compactMap { $0.expiresDate?.formatted(.day) }
    #expect(dates == ["2025-02-28", "2025-03-31", "2025-04-30", "2025-05-31"])
  }

  @Test(arguments: rates) func aFailedRenewalGraceThenBillingRetryThenTheEnd(rate: TimeRate) throws {
    let shop = try Shop()
    try shop.store.setRate(rate)
    try shop.store.setGrace(true)
    try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    let end = try shop.subscription().expiresDate
    try shop.store.advance(by: distance(shop, to: end))
    #expect(try shop.subscription().state == .grace)
    let graceEnd = end.adding(milliseconds: rate.gracePeriod(for: .month))
    let inGrace = try shop.renewalInfo()
    #expect(inGrace.gracePeriodExpiresDate == graceEnd && inGrace.isInBillingRetryPeriod == true)
    #expect(inGrace.renewalDate == graceEnd && inGrace.signedDate.map { $0 >= end } == true)

    try shop.store.advance(by: distance(shop, to: graceEnd) - 1)
    #expect(try shop.subscription().state == .grace)
    try shop.store.advance(by: 1)
    #expect(try shop.subscription().state == .retry)
    let inRetry = try shop.renewalInfo()
    #expect(inRetry.gracePeriodExpiresDate == nil && inRetry.isInBillingRetryPeriod == true)

    let retryEnd = end.adding(milliseconds: rate.billingRetry)
    try shop.store.advance(by: distance(shop, to: retryEnd) - 1)
    #expect(try shop.subscription().state == .retry)
    try shop.store.advance(by: 1)
    #expect(try shop.subscription().state == .expired)
    let over = try shop.renewalInfo()
    #expect(over.expirationIntent == .billingError && over.isInBillingRetryPeriod == false)
    #expect(try shop.history().count == 1)
  }

  @Test func withoutGraceAFailedRenewalIsBillingRetryAtOnce() throws {
    let shop = try Shop()
    try shop.store.setGrace(false)
    try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: distance(shop, to: shop.subscription().expiresDate))
    #expect(try shop.subscription().state == .retry)
    #expect(try shop.renewalInfo().gracePeriodExpiresDate == nil)
  }

  @Test func recoveredInGraceTheBillingCycleIsKept() throws {
    let shop = try Shop()
    try shop.store.setGrace(true)
    let first = try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    let end = try shop.subscription().expiresDate
    try shop.store.advance(by: distance(shop, to: end) + 3 * day)
    try shop.store.resolveBilling(of: Shop.monthly, account: Shop.customer)
    let recovered = try shop.subscription()
    #expect(recovered.state == .active && recovered.gracePeriodExpiresDate == nil)
    let period = try shop.transaction(recovered.transactionId)
    #expect(period.purchaseDate == end && period.expiresDate == shop.clock.now.adding(.month, count: 2))
    #expect(period.originalTransactionId == first)
    #expect(try shop.renewalInfo().isInBillingRetryPeriod == nil)
  }

  @Test func recoveredInBillingRetryTheCycleBeginsAnew() throws {
    let shop = try Shop()
    try shop.store.setGrace(true)
    let first = try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: distance(shop, to: shop.subscription().expiresDate) + 20 * day)
    #expect(try shop.subscription().state == .retry)
    try shop.store.resolveBilling(of: first, account: Shop.customer)
    let now = try shop.store.clock().now
    let period = try shop.transaction(shop.subscription().transactionId)
    #expect(period.purchaseDate == now && period.expiresDate == now.adding(.month))
    #expect(period.originalTransactionId == first && period.transactionReason == .renewal)
    try shop.store.advance(by: 31 * day)
    #expect(try shop.subscription().renewals == 2)
  }

  @Test func resolvedBeforeAnythingFailedItRenewsAsIfNothingHadBeen() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.resolveBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: 40 * day)
    #expect(try shop.subscription().renewals == 1)
  }

  @Test func autoRenewOffEndsItAtThePeriodsEndOnAgainLetsItRenew() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    try shop.store.setAutoRenew(false, of: Shop.monthly, account: Shop.customer)
    #expect(try shop.renewalInfo().renewalPrice == nil && shop.renewalInfo().renewalDate != nil)
    try shop.store.setAutoRenew(true, of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: 40 * day)
    #expect(try shop.subscription().renewals == 1)
    try shop.store.setAutoRenew(false, of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: 40 * day)
    #expect(try shop.subscription().state == .expired)
    #expect(try shop.renewalInfo().expirationIntent == .customerCancelled)
  }

  @Test func cancelledInGraceAccessStaysToItsEndAndNoRetryFollows() throws {
    let shop = try Shop()
    try shop.store.setGrace(true)
    try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: distance(shop, to: shop.subscription().expiresDate))
    try shop.store.setAutoRenew(false, of: Shop.monthly, account: Shop.customer)
    #expect(try shop.subscription().state == .grace)
    try shop.store.advance(by: 16 * day)
    #expect(try shop.subscription().state == .expired)
    #expect(try shop.renewalInfo().expirationIntent == .customerCancelled)
  }

  @Test func forcedRenewalBeginsAPeriodNowExpiryEndsItNow() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    try shop.store.advance(by: 10 * day)
    try shop.store.setAutoRenew(false, of: Shop.monthly, account: Shop.customer)
    let renewed = try shop.store.renew(Shop.monthly, account: Shop.customer)
    let now = try shop.store.clock().now
    #expect(renewed.autoRenew && renewed.expiresDate == now.adding(.month) && renewed.renewals == 1)
    try shop.store.advance(by: 10 * day)
    let expired = try shop.store.expire(renewed.originalTransactionId, account: Shop.customer)
    #expect(expired.state == .expired)
    #expect(try shop.transaction(expired.transactionId).expiresDate == shop.store.clock().now)
    #expect(throws: StoreError.self) { try shop.store.renew(Shop.monthly, account: Shop.customer) }
  }

  @Test func subscribingAgainKeepsTheOriginalIdAndBeginsANewRun() throws {
    let shop = try Shop()
    let first = try shop.buy(Shop.monthly)
    try shop.store.expire(Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: 10 * day)
    let second = try shop.buy(Shop.yearly)
    let period = try shop.transaction(second)
    #expect(period.originalTransactionId == first && period.transactionReason == .purchase)
    #expect(period.originalPurchaseDate == shop.clock.now)
    let info = try shop.renewalInfo()
    #expect(info.recentSubscriptionStartDate == (try shop.store.clock().now))
    #expect(info.expirationIntent == nil && info.productId == Shop.yearly)
    #expect(try shop.store.subscriptions(of: Shop.customer).count == 1)
  }

  @Test func anotherRateCountsFromTheNextRenewalOn() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    try shop.store.setRate(.oneRenewalEveryMinute)
    let end = try shop.subscription().expiresDate
    #expect(end == shop.clock.now.adding(.month))
    try shop.store.advance(by: distance(shop, to: end))
    #expect(try shop.subscription().expiresDate == end.adding(milliseconds: minute))
    try shop.store.advance(by: minute)
    #expect(try shop.subscription().expiresDate == end.adding(milliseconds: 2 * minute))
  }

  @Test func aProductThatIsNoLongerSoldDoesNotRenew() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    let other = String(decoding: DemoCatalogue.bytes, as: UTF8.self).replacing("plus.monthly", with: "plus.monthly2")
    #expect(try shop.store.importCatalogue(Array(other.utf8), name: "other").unknownProductIds == [Shop.monthly])
    try shop.store.advance(by: 40 * day)
    #expect(try shop.subscription().state == .expired)
    #expect(try shop.renewalInfo().expirationIntent == .productNotAvailable)
  }

  @Test func aNameThatIsNoSubscriptionOfTheAccountIsRefused() throws {
    let shop = try Shop()
    try shop.store.addAccount("other@", storefront: "USA")
    let id = try shop.buy(Shop.monthly)
    let premium = try shop.buy(Shop.premium)
    for (name, account) in [
      (Shop.yearly, Shop.customer), (premium, Shop.customer), ("", Shop.customer), (id, "other@"),
      (Shop.monthly, "other@"), ("99999999999999999999999", Shop.customer),
    ] {
      #expect(throws: StoreError.self) { try shop.store.expire(name, account: account) }
    }
  }

  @Test func recoveredSoLateInGraceThatTheNextPeriodIsOverTooItRenewsAgain() throws {
    let text = String(decoding: DemoCatalogue.bytes, as: UTF8.self).replacing("\"P1M\"", with: "\"P3D\"")
    let shop = try Shop(catalogue: Array(text.utf8))
    try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    let end = try shop.subscription().expiresDate
    try shop.store.advance(by: distance(shop, to: end) + 5 * day)
    #expect(try shop.subscription().state == .grace)
    try shop.store.resolveBilling(of: Shop.monthly, account: Shop.customer)
    #expect(try shop.subscription().renewals == 2)
    #expect(try shop.subscription().expiresDate == end.adding(milliseconds: 6 * day))
  }
}

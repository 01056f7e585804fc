import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of upgrade, downgrade and crossgrade inside a group.
struct PlanChangeTests {
  private func note(_ shop: Shop) throws -> [String] {
    try shop.store.notifications(of: nil, PageRequest(limit: 100)).rows.reversed().map {
      $0.notificationType.rawValue + ($0.subtype.map { " " + $0.rawValue } ?? "")
    }
  }

  @Test func theKindOfAChangeFollowsFromLevelAndDurationAlone() {
    let month = SubscriptionPeriod.month
    let plan = SubscriptionPlan(level: 2, period: month)
    #expect(PlanChange(from: plan, to: SubscriptionPlan(level: 1, period: .year)) == .upgrade)
    #expect(PlanChange(from: plan, to: SubscriptionPlan(level: 3, period: month)) == .downgrade)
    #expect(PlanChange(from: plan, to: SubscriptionPlan(level: 2, period: month)) == .crossgrade)
    #expect(PlanChange(from: plan, to: SubscriptionPlan(level: 2, period: .year)) == .crossgradeAtRenewal)
  }

  @Test(arguments: [(OfferCatalogue.gold, PlanChange.upgrade), (OfferCatalogue.silverToo, .crossgrade)])
  func d6AtOnceANewPeriodNowTheOldOneSupersededTheRestPaidBack(
    product: String, change: PlanChange
  ) throws {
    let shop = try OfferCatalogue.shop
    let old = try shop.buy(OfferCatalogue.silver)
    try shop.store.advance(by: 15 * day + 12 * hour)
    let preview = try shop.store.preview(product, account: Shop.customer)
    #expect(preview.change == change && preview.currentProductId == OfferCatalogue.silver)
    #expect(preview.refund == "$5.00")
    let now = try shop.store.clock().now
    let new = try shop.buy(product)
    let period = try shop.transaction(new)
    #expect(period.originalTransactionId == old && period.purchaseDate == now)
    #expect(period.expiresDate == now.adding(.month, count: 1))
    let superseded = try shop.transaction(old)
    #expect(superseded.isUpgraded == true && superseded.revocationDate == nil)
    #expect(superseded.expiresDate.map { $0 > now } == true)
    #expect(throws: StoreError.self) { try shop.store.requestRefund(of: old, reason: nil, account: Shop.customer) }
    let running = try shop.subscription()
    #expect(running.productId == product && running.autoRenew && running.renewals == 0)
    #expect(try shop.renewalInfo().recentSubscriptionStartDate == shop.clock.now)
    #expect(try note(shop) == ["SUBSCRIBED INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF UPGRADE"])
  }

  @Test(arguments: [
    (OfferCatalogue.gold, OfferCatalogue.silver, PlanChange.downgrade),
    (OfferCatalogue.silver, OfferCatalogue.silverYear, .crossgradeAtRenewal),
  ]) func d6AtTheNextRenewalNothingIsChargedNowAndItCanBeTakenBack(
    from: String, to: String, change: PlanChange
  ) throws {
    let shop = try OfferCatalogue.shop
    let first = try shop.buy(from)
    let end = try shop.subscription().expiresDate
    let preview = try shop.store.preview(to, account: Shop.customer)
    #expect(preview.change == change && preview.effectiveDate == end && preview.charged == "$0.00")
    #expect(try shop.buy(to) == first)
    #expect(try shop.renewalInfo().autoRenewProductId == to && shop.renewalInfo().productId == from)
    #expect(try shop.store.preview(to, account: Shop.customer).change == .alreadyChosen)
    #expect(try shop.store.preview(from, account: Shop.customer).change == .takenBack)
    #expect(try shop.buy(from) == first)
    #expect(try shop.renewalInfo().autoRenewProductId == from && shop.subscription().nextProductId == nil)
    #expect(try shop.history().count == 1)

    try shop.buy(to)
    try shop.store.advance(by: end.milliseconds(since: shop.store.clock().now))
    let renewed = try shop.transaction(shop.subscription().transactionId)
    #expect(renewed.productId == to && renewed.purchaseDate == end && renewed.transactionReason == .renewal)
    #expect(renewed.price == (to == OfferCatalogue.silver ? 10_000 : 100_000))
    #expect(
      try note(shop) == [
        "SUBSCRIBED INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF DOWNGRADE", "DID_CHANGE_RENEWAL_PREF",
        "DID_CHANGE_RENEWAL_PREF DOWNGRADE", "DID_RENEW",
      ])
  }

  @Test func buyingACancelledSubscriptionSaysThatItRenewsAgain() throws {
    let shop = try OfferCatalogue.shop
    let id = try shop.buy(OfferCatalogue.silver)
    try shop.store.setAutoRenew(false, of: OfferCatalogue.silver, account: Shop.customer)
    let preview = try shop.store.preview(OfferCatalogue.silver, account: Shop.customer)
    #expect(preview.change == .resumed && preview.charged == "$0.00" && preview.renewal == "$10.00/mo")
    #expect(try preview.effectiveDate == shop.subscription().expiresDate)
    #expect(preview.sentences { _ in "x" }.first == "auto-renewal is switched on again: nothing is charged now")
    #expect(try shop.buy(OfferCatalogue.silver) == id)
    #expect(try shop.subscription().autoRenew)
    #expect(try shop.store.preview(OfferCatalogue.silver, account: Shop.customer).change == .owned)
  }

  /// Tests that a refund is in the currency that was paid, and the next renewal in that of the new storefront.
  @Test func afterAMoveToAnotherStorefrontTheOldPeriodIsRefundedInItsCurrency() throws {
    let shop = try OfferCatalogue.shop
    try shop.buy(OfferCatalogue.silver)
    try shop.store.setStorefront("GBR", of: Shop.customer)
    let preview = try shop.store.preview(OfferCatalogue.gold, account: Shop.customer)
    #expect(preview.charged == "£30.00" && preview.refund == "$10.00")
    #expect(try shop.renewalInfo().currency == "GBP")
  }

  @Test func aCancelledPlanWithAPlannedChangeRenewsAgainWithTheProductBought() throws {
    for product in [OfferCatalogue.gold, OfferCatalogue.silver] {
      let shop = try OfferCatalogue.shop
      try shop.buy(OfferCatalogue.gold)
      try shop.buy(OfferCatalogue.silver)
      try shop.store.setAutoRenew(false, of: OfferCatalogue.gold, account: Shop.customer)
      let preview = try shop.store.preview(product, account: Shop.customer)
      #expect(preview.change == .resumed && preview.charged == "$0.00", "\(product)")
      #expect(try preview.effectiveDate == shop.subscription().expiresDate)
      let end = try shop.subscription().expiresDate
      try shop.buy(product)
      #expect(try shop.subscription().autoRenew && shop.renewalInfo().autoRenewProductId == product)
      try shop.store.advance(by: end.milliseconds(since: shop.store.clock().now))
      let renewed = try shop.transaction(shop.subscription().transactionId)
      #expect(renewed.productId == product)
      let price = try #require(renewed.price)
      #expect(preview.renewal == "$\(price / 1000).00/mo")
    }
  }

  @Test(arguments: [false, true]) func inTheGracePeriodItIsChargedAsSoonAsPaymentWorks(isResolvedBefore: Bool) throws {
    let shop = try OfferCatalogue.shop
    try shop.store.setGrace(true)
    try shop.buy(OfferCatalogue.gold)
    try shop.store.failBilling(of: OfferCatalogue.gold, account: Shop.customer)
    try shop.store.advance(by: 32 * day)
    try shop.store.setAutoRenew(false, of: OfferCatalogue.gold, account: Shop.customer)
    if isResolvedBefore { try shop.store.resolveBilling(of: OfferCatalogue.gold, account: Shop.customer) }
    #expect(try shop.history().count == 1)
    let preview = try shop.store.preview(OfferCatalogue.gold, account: Shop.customer)
    #expect(preview.change == .resumed && preview.effectiveDate == nil)
    let said = preview.sentences { _ in "x" }
    #expect(said.first == "auto-renewal is switched on again: Apple charges as soon as payment works")
    try shop.buy(OfferCatalogue.gold)
    if !isResolvedBefore { try shop.store.resolveBilling(of: OfferCatalogue.gold, account: Shop.customer) }
    #expect(try shop.history().count == 2)
  }

  @Test func choosingADowngradeSwitchesAutoRenewOnAgain() throws {
    let shop = try OfferCatalogue.shop
    try shop.buy(OfferCatalogue.gold)
    try shop.store.setAutoRenew(false, of: OfferCatalogue.gold, account: Shop.customer)
    try shop.buy(OfferCatalogue.silver)
    #expect(try shop.subscription().autoRenew)
    #expect(try shop.renewalInfo().renewalPrice == 10_000)
  }

  @Test func whoBuysAnotherPlanInTheGracePeriodPaysNow() throws {
    let shop = try OfferCatalogue.shop
    try shop.store.setGrace(true)
    try shop.buy(OfferCatalogue.gold)
    try shop.store.failBilling(of: OfferCatalogue.gold, account: Shop.customer)
    try shop.store.advance(by: 32 * day)
    #expect(try shop.subscription().state == .grace)
    try shop.buy(OfferCatalogue.silver)
    let row = try shop.subscription()
    #expect(row.state == .active && !row.billingFails && row.productId == OfferCatalogue.silver)
  }
}

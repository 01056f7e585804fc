import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of introductory and promotional offers, and of offer codes.
struct OfferTests {
  private func buy(_ shop: Shop, _ product: String, _ offer: PurchaseOffer) throws -> Transaction {
    let answer = try shop.store.purchase(PurchaseRequest(account: Shop.customer, productId: product, offer: offer))
    guard case .success(let signed, _) = answer else { throw StoreError(.failed, "\(answer)") }
    return try payload(signed)
  }

  @Test func freeTrialNothingIsChargedForTwoWeeksThenTheRegularPrice() throws {
    let shop = try OfferCatalogue.shop
    let preview = try shop.store.preview(OfferCatalogue.trial, account: Shop.customer)
    #expect(preview.charged == "$0.00" && preview.isEligibleForIntroductoryOffer == true)
    #expect(preview.offer == "free for 2 weeks" && preview.renewal == "$10.00/mo")
    let first = try shop.transaction(shop.buy(OfferCatalogue.trial))
    #expect(first.price == 0 && first.offerType == .introductoryOffer && first.offerDiscountType == .freeTrial)
    #expect(first.offerPeriod == "P2W" && first.offerIdentifier == nil)
    #expect(first.expiresDate == shop.clock.now.adding(milliseconds: 14 * day))
    try shop.store.advance(by: 14 * day)
    let second = try shop.transaction(shop.subscription().transactionId)
    #expect(second.price == 10_000 && second.offerType == nil)
    #expect(second.expiresDate == second.purchaseDate?.adding(.month, count: 1))
  }

  @Test func payUpFrontOnceForTwoMonths() throws {
    let shop = try OfferCatalogue.shop
    let first = try shop.transaction(shop.buy(OfferCatalogue.upFront))
    #expect(first.price == 5_000 && first.offerDiscountType == .payUpFront && first.offerPeriod == "P2M")
    #expect(first.expiresDate == shop.clock.now.adding(.month, count: 2))
  }

  @Test func payAsYouGoThreeLowerChargesThenTheRegularPrice() throws {
    let shop = try OfferCatalogue.shop
    try shop.buy(OfferCatalogue.asYouGo)
    #expect(try shop.renewalInfo().renewalPrice == 2_000 && shop.renewalInfo().offerType == .introductoryOffer)
    try shop.store.advance(by: 95 * day)
    let periods = try shop.history()
    #expect(periods.map(\.price) == [2_000, 2_000, 2_000, 10_000])
    #expect(periods.map(\.offerType) == [.introductoryOffer, .introductoryOffer, .introductoryOffer, nil])
    #expect(try shop.renewalInfo().renewalPrice == 10_000 && shop.renewalInfo().offerType == nil)
  }

  /// Tests that the sheet tells what is left of an offer from the regular price where auto-renewal is switched on again.
  @Test func aSubscriptionThatIsResumedDuringAnOfferKeepsWhatIsLeftOfIt() throws {
    let shop = try OfferCatalogue.shop
    try shop.buy(OfferCatalogue.asYouGo)
    try shop.store.setAutoRenew(false, of: OfferCatalogue.asYouGo, account: Shop.customer)
    let preview = try shop.store.preview(OfferCatalogue.asYouGo, account: Shop.customer)
    #expect(preview.offer == "with the next renewal: $2.00 per month, 2 times" && preview.renewal == "$10.00/mo")
    try shop.buy(OfferCatalogue.asYouGo)
    #expect(try shop.store.preview(OfferCatalogue.asYouGo, account: Shop.customer).offer == nil)
    try shop.store.advance(by: 95 * day)
    #expect(try shop.history().map(\.price) == [2_000, 2_000, 2_000, 10_000])
  }

  @Test func c2AnIntroductoryOfferIsHadOncePerGroupAndAccount() throws {
    let shop = try OfferCatalogue.shop
    try shop.buy(OfferCatalogue.trial)
    try shop.store.expire(OfferCatalogue.trial, account: Shop.customer)
    let preview = try shop.store.preview(OfferCatalogue.upFront, account: Shop.customer)
    #expect(preview.isEligibleForIntroductoryOffer == false && preview.charged == "$10.00")
    let again = try shop.transaction(shop.buy(OfferCatalogue.upFront))
    #expect(again.price == 10_000 && again.offerType == nil)
    try shop.store.addAccount("other@", storefront: "USA")
    let other = try shop.transaction(shop.buy(OfferCatalogue.trial, account: "other@"), account: "other@")
    #expect(other.offerType == .introductoryOffer)
  }

  @Test func aPromotionalOfferIsForThoseWhoHadASubscriptionWithTheDevelopersSignature() throws {
    let shop = try OfferCatalogue.shop
    let good = try shop.store.signOffer("comeback", productId: OfferCatalogue.silver, token: nil)
    let offer = PurchaseOffer.promotional(id: "comeback", signature: good)
    #expect(
      try #require(throws: StoreError.self) { try buy(shop, OfferCatalogue.silver, offer) }.kind
        == .ineligibleForOffer)
    try shop.buy(OfferCatalogue.silver)
    try shop.store.expire(OfferCatalogue.silver, account: Shop.customer)
    let other = try shop.store.signOffer("comeback", productId: OfferCatalogue.gold, token: nil)
    for bad in [other, .jws("a.b.c"), .legacy(keyId: "K", nonce: "n", timestamp: 1, signature: "AAAA")] {
      let error = try #require(throws: StoreError.self) {
        try buy(shop, OfferCatalogue.silver, .promotional(id: "comeback", signature: bad))
      }
      #expect(error.kind == .invalidOfferSignature)
    }
    let unknown = try #require(throws: StoreError.self) {
      try buy(shop, OfferCatalogue.silver, .promotional(id: "none", signature: good))
    }
    #expect(unknown.kind == .invalidOfferIdentifier)
    let bought = try buy(shop, OfferCatalogue.silver, offer)
    #expect(bought.offerType == .promotionalOffer && bought.offerIdentifier == "comeback" && bought.price == 3_000)
    #expect(bought.expiresDate == bought.purchaseDate?.adding(.month, count: 3))
  }

  @Test func redeemedOnARunningSubscriptionAnOfferBeginsWithTheNextRenewal() throws {
    let shop = try OfferCatalogue.shop
    let first = try shop.buy(OfferCatalogue.silver)
    let signature = try shop.store.signOffer("comeback", productId: OfferCatalogue.silver, token: nil)
    let answer = try buy(shop, OfferCatalogue.silver, .promotional(id: "comeback", signature: signature))
    #expect(answer.transactionId == first)
    #expect(try shop.renewalInfo().offerIdentifier == "comeback" && shop.renewalInfo().renewalPrice == 3_000)
    try shop.store.advance(by: 31 * day)
    #expect(try shop.transaction(shop.subscription().transactionId).offerIdentifier == "comeback")
    let types = try shop.store.notifications(of: nil, PageRequest(limit: 9)).rows.map(\.notificationType)
    #expect(types == [.didRenew, .offerRedeemed, .subscribed])
  }

  @Test func anOfferCodeIsRedeemedOnceByWhomItIsFor() throws {
    let shop = try OfferCatalogue.shop
    let bought = try buy(shop, OfferCatalogue.silver, .code("SPRING"))
    #expect(bought.offerType == .offerCode && bought.offerIdentifier == "SPRING" && bought.price == 0)
    try shop.store.expire(OfferCatalogue.silver, account: Shop.customer)
    let again = try #require(throws: StoreError.self) { try buy(shop, OfferCatalogue.silver, .code("SPRING")) }
    #expect(again.kind == .ineligibleForOffer && again.message.contains("already"))
    try shop.store.addAccount("other@", storefront: "USA")
    try shop.buy(OfferCatalogue.silver, account: "other@")
    let existing = try #require(throws: StoreError.self) {
      try shop.store.purchase(
        PurchaseRequest(account: "other@", productId: OfferCatalogue.silver, offer: .code("SPRING")))
    }
    #expect(existing.kind == .ineligibleForOffer && existing.message.contains("existing"))
    try shop.store.arm(.offerCodeRedeem, isOneShot: true)
    #expect(throws: StoreError.self) { try buy(shop, OfferCatalogue.gold, .code("SPRING")) }
  }
}

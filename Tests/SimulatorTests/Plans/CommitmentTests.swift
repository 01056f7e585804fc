import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests that commitments, offers and billing plans cost what the sheet said, on the day that it said.
struct CommitmentTests {
  private static let plus = NewestProductsTests.plus
  private static let year = NewestProductsTests.year

  private let shop: Shop
  private let me = Shop.customer

  init() throws { shop = try Shop(catalogue: Array(NewestProductsTests.catalogue.utf8)) }

  @discardableResult
  private func buy(_ product: String, _ offer: PurchaseOffer? = nil) throws -> PurchaseAnswer {
    try shop.store.purchase(PurchaseRequest(account: me, productId: product, offer: offer))
  }

  private func preview(_ product: String, _ offer: PurchaseOffer? = nil) throws -> PurchasePreview {
    try shop.store.preview(product, offer: offer, account: me)
  }

  private func promotional(_ id: String, of product: String) throws -> PurchaseOffer {
    .promotional(id: id, signature: try shop.store.signOffer(id, productId: product, token: nil))
  }

  /// The next charge, as a device reads it.
  private func coming() throws -> ComingRenewal? {
    ComingRenewal(try shop.renewalInfo(), after: try #require(try shop.history().last), catalogue: [:])
  }

  /// The amounts of the history, in thousandths.
  private func prices() throws -> [Int64?] { try shop.history().map(\.price) }

  @Test func anOfferForAnotherPlanWaitsForTheEndOfTheCommitment() throws {
    try buy(Self.year, .plan(.monthly))
    let offer = try promotional("trio", of: Self.plus)
    let preview = try preview(Self.plus, offer)
    #expect(preview.offer?.contains("12,00") == true && preview.renewal?.contains("10,00") == true)
    try buy(Self.plus, offer)
    #expect(try shop.renewalInfo().renewalPrice == 9_000 && shop.renewalInfo().offerType == nil)
    try shop.store.advance(by: 470 * day)
    #expect(try prices() == Array(repeating: 9_000, count: 12) + [12_000, 10_000])
    let first = try shop.history()[12]
    #expect(first.productId == Self.plus && first.offerIdentifier == "trio")
    #expect(first.purchaseDate == preview.effectiveDate)
  }

  @Test(arguments: [PurchaseOffer.plan(.monthly), .code("ALONE"), .code("STACK")], [true, false])
  func aWaitingPurchaseCostsWhatTheSheetShowed(offer: PurchaseOffer, isAskToBuy: Bool) throws {
    let product = offer == .plan(.monthly) ? Self.year : Self.plus
    let shown = try preview(product, offer)
    if isAskToBuy { try shop.store.setAskToBuy(true) } else { try shop.store.setInterrupted(true) }
    try buy(product, offer)
    let waiting = try #require(try shop.store.pending().first)
    #expect(waiting.displayPrice == shown.charged && waiting.change == .first)
    if isAskToBuy {
      try shop.store.approvePurchase(waiting.transactionId)
    } else {
      try shop.store.resolvePurchase(waiting.transactionId)
    }
    try shop.store.setAskToBuy(false)
    try shop.store.setInterrupted(false)
    try shop.store.advance(by: 40 * day)
    let expected: [Int64] =
      switch offer {
      case .plan: [9_000, 9_000]
      case .code("ALONE"): [5_000, 10_000]
      default: [0, 4_000, 4_000]
      }
    #expect(try prices() == expected)
  }

  @Test func anOfferThatDoesNotApplyIsRefusedBeforeAParentIsAsked() throws {
    try shop.store.setAskToBuy(true)
    #expect(throws: StoreError.self) { try buy(Self.plus, .code("NONE")) }
    #expect(try shop.store.pending().isEmpty)
  }

  @Test func aWaitingPurchaseThatBecameAChangeAtTheRenewalChargesNothing() throws {
    let levels = try OfferCatalogue.shop
    let id = try levels.buy(OfferCatalogue.silver, outcome: .pending)
    try levels.buy(OfferCatalogue.gold)
    let waiting = try #require(try levels.store.pending().first)
    #expect(waiting.change == .downgrade && waiting.displayPrice == "$0.00")
    try levels.store.approvePurchase(id)
    #expect(try levels.history().count == 1 && levels.subscription().nextProductId == OfferCatalogue.silver)
  }

  @Test(arguments: [BillingPlanType.monthly, .billedUpfront])
  func anotherBillingPlanIsAChangeAtTheRenewalWithItsPrice(plan: BillingPlanType) throws {
    let isMonthly = plan == .monthly
    // The offer comes before a commitment, so that the plan can be changed at the next renewal.
    try buy(Self.plus)
    try buy(Self.year, try promotional("quarter", of: Self.year))
    try shop.store.advance(by: 8 * day)
    if !isMonthly { try buy(Self.year, .plan(.monthly)) }
    #expect(try preview(Self.year, .plan(isMonthly ? .billedUpfront : .monthly)).change != .crossgradeAtRenewal)
    let chosen = try preview(Self.year, .plan(plan))
    #expect(chosen.change == (isMonthly ? .crossgradeAtRenewal : .takenBack))
    #expect(chosen.charged.contains("0,00"))
    let price: Int64 = isMonthly ? 9_000 : 100_000
    #expect(chosen.renewal?.contains(isMonthly ? "9,00" : "100,00") == true)
    let news = try shop.news { try buy(Self.year, .plan(plan)) }
    #expect(news == [isMonthly ? "DID_CHANGE_RENEWAL_PREF DOWNGRADE" : "DID_CHANGE_RENEWAL_PREF"])
    let coming = try #require(try coming())
    #expect(coming.price?.milliunits == price && coming.isOtherPlan == isMonthly && coming.isAnotherPrice == isMonthly)
    if isMonthly {
      #expect(chosen.effectiveDate == coming.date && chosen.offer?.contains("12 monthly payments") == true)
      #expect(try preview(Self.year, .plan(plan)).change == .alreadyChosen)
    }
    try shop.store.advance(by: 93 * day)
    #expect(try shop.history().last?.price == price)
  }

  /// Tests a file that lists only the monthly plan: paying upfront is always possible.
  @Test func theUpfrontPlanNeedsNotBeListed() throws {
    let text = NewestProductsTests.catalogue.replacing(
      #""internalID": "7", "isEnabled": true"#, with: #""internalID": "7", "isEnabled": false"#)
    let shop = try Shop(catalogue: Array(text.utf8))
    func buy(_ plan: BillingPlanType) throws {
      _ = try shop.store.purchase(PurchaseRequest(account: me, productId: Self.year, offer: .plan(plan)))
    }
    try buy(.billedUpfront)
    #expect(try shop.store.preview(Self.year, offer: .plan(.billedUpfront), account: me).change == .owned)
    try buy(.monthly)
    try shop.store.advance(by: 366 * day)
    let preview = try shop.store.preview(Self.year, offer: .plan(.billedUpfront), account: me)
    #expect(preview.change == .crossgradeAtRenewal && preview.renewal?.contains("100,00") == true)
    try buy(.billedUpfront)
    try shop.store.advance(by: 366 * day)
    #expect(try shop.history().map(\.price) == [100_000] + Array(repeating: 9_000, count: 12) + [100_000])
  }

  @Test(arguments: ["late", "extended"])
  func theEndOfACommitmentMovesWithItsPayments(cause: String) throws {
    try buy(Self.year, .plan(.monthly))
    let planned = try #require(try shop.history().last?.commitmentInfo?.commitmentExpiresDate)
    if cause == "late" {
      try shop.store.failBilling(of: Self.year, account: me)
      try shop.store.advance(by: 40 * day)
      try shop.store.resolveBilling(of: Self.year, account: me)
    } else {
      try shop.store.extendRenewal(of: Self.year, days: 20, account: me)
    }
    let end = try #require(try preview(Self.plus).effectiveDate)
    #expect(try end > planned && coming()?.commitment?.date == end)
    try buy(Self.plus)
    try shop.store.advance(by: 420 * day)
    let changed = try #require(try shop.history().first { $0.productId == Self.plus })
    #expect(changed.purchaseDate == end)
    #expect(try shop.history()[11].commitmentInfo?.commitmentExpiresDate == end)
  }

  @Test(arguments: [true, false]) func aCommitmentIsCollectedAlthoughItIsCancelled(hasGrace: Bool) throws {
    try shop.store.setGrace(hasGrace)
    try buy(Self.year, .plan(.monthly))
    try buy(Self.plus)
    try shop.store.failBilling(of: Self.year, account: me)
    try shop.store.advance(by: 32 * day)
    try shop.store.setAutoRenew(false, of: Self.year, account: me)
    #expect(try shop.renewalInfo().autoRenewStatus == .on)
    try shop.store.advance(by: 20 * day)
    #expect(try shop.subscription().state == .retry)
    try shop.store.resolveBilling(of: Self.year, account: me)
    try shop.store.advance(by: 400 * day)
    #expect(try prices() == Array(repeating: 9_000, count: 12))
    #expect(try shop.subscription().state == .expired)
  }

  @Test func aPriceIncreaseOfThePlanThatIsLeftNeedsNoConsent() throws {
    try buy(Self.plus)
    try buy(Self.year, try promotional("quarter", of: Self.year))
    try shop.store.advance(by: 8 * day)
    try shop.store.increasePrice(of: Self.year, to: 120_000, account: me)
    #expect(try coming()?.awaitsConsent == true)
    try buy(Self.year, .plan(.monthly))
    #expect(try coming()?.awaitsConsent == false && coming()?.price?.milliunits == 9_000)
    try shop.store.advance(by: 93 * day)
    #expect(try shop.history().last?.price == 9_000)
  }

  @Test func anOfferOverAnUnansweredPriceIncreaseNamesTheConsent() throws {
    try buy(Self.plus)
    try shop.store.advance(by: 8 * day)
    try shop.store.increasePrice(of: Self.plus, to: 15_000, account: me)
    let offer = try promotional("trio", of: Self.plus)
    #expect(try preview(Self.plus, offer).offer?.contains("if the customer agrees to the price increase") == true)
    try shop.store.answerPriceIncrease(agrees: true, of: Self.plus, account: me)
    #expect(try preview(Self.plus, offer).offer?.contains("agrees") == false)
  }

  @Test func aChangeThatIsTakenBackLeavesNoBillingPlanBehind() throws {
    try buy(Self.plus)
    try shop.store.advance(by: 8 * day)
    try shop.store.increasePrice(of: Self.plus, to: 15_000, account: me)
    try shop.store.answerPriceIncrease(agrees: true, of: Self.plus, account: me)
    try buy(Self.year, .plan(.monthly))
    try buy(Self.plus)
    #expect(try shop.renewalInfo().renewalPrice == 15_000)
    try shop.store.advance(by: 31 * day)
    #expect(try shop.history().last?.price == 15_000)
  }

  @Test func aCodeThatWaitsForTheEndOfTheTrialIsRedeemed() throws {
    let text = NewestProductsTests.catalogue.replacing(
      #""eligibility": ["new"], "isStackable": true"#, with: #""eligibility": ["new", "existing"], "isStackable": true"#
    )
    let shop = try Shop(catalogue: Array(text.utf8))
    let request = PurchaseRequest(account: me, productId: Self.plus, offer: .code("STACK"))
    _ = try shop.store.purchase(request)
    #expect(throws: StoreError.self) { try shop.store.purchase(request) }
    try shop.store.advance(by: 80 * day)
    #expect(try shop.history().map(\.price) == [0, 4_000, 4_000, 10_000])
  }
}

import AppStoreModel
import Core
import TestSupport
import Testing
import Verbs

@testable import Simulator

/// Tests of win-back offers, stacked codes, billing plans with a commitment, and eligibility for introductory offers.
struct NewestProductsTests {
  static let plus = "com.example.plus"
  static let year = "com.example.year"

  /// A group with every new kind of offer, in version 5.0 of the file format.
  static let catalogue = """
    {"version": {"major": 5, "minor": 0}, "products": [], "settings": {"_storefront": "DEU"}, "subscriptionGroups": [
      {"id": "g", "name": "Group", "localizations": [], "subscriptions": [
        {"productID": "\(plus)", "type": "RecurringSubscription", "displayPrice": "10.00", "groupNumber": 1,
         "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "g", "localizations": [],
         "introductoryOffers": [{"internalID": "1", "paymentMode": "free", "subscriptionPeriod": "P1W",
           "numberOfPeriods": 1}],
         "adHocOffers": [{"internalID": "10", "offerID": "trio", "referenceName": "t", "paymentMode": "payUpFront",
           "displayPrice": "12.00", "subscriptionPeriod": "P3M"}],
         "codeOffers": [
           {"internalID": "2", "referenceName": "STACK", "paymentMode": "payAsYouGo", "displayPrice": "4.00",
            "numberOfPeriods": 2, "subscriptionPeriod": "P1M", "eligibility": ["new"], "isStackable": true},
           {"internalID": "3", "referenceName": "ALONE", "paymentMode": "payAsYouGo", "displayPrice": "5.00",
            "numberOfPeriods": 1, "subscriptionPeriod": "P1M", "eligibility": ["new"], "isStackable": false}],
         "winbackOffers": [
           {"internalID": "4", "offerID": "cheap", "referenceName": "c", "paymentMode": "payAsYouGo", "isEligible": true,
            "displayPrice": "2.00", "numberOfPeriods": 2, "subscriptionPeriod": "P1M"},
           {"internalID": "5", "offerID": "free", "referenceName": "f", "paymentMode": "free", "isEligible": true,
            "numberOfPeriods": 1, "subscriptionPeriod": "P1M"},
           {"internalID": "6", "offerID": "nobody", "referenceName": "n", "paymentMode": "free", "isEligible": false,
            "numberOfPeriods": 1, "subscriptionPeriod": "P1M"}]},
        {"productID": "\(year)", "type": "RecurringSubscription", "displayPrice": "100.00", "groupNumber": 1,
         "recurringSubscriptionPeriod": "P1Y", "subscriptionGroupID": "g", "localizations": [],
         "adHocOffers": [{"internalID": "9", "offerID": "quarter", "referenceName": "q", "paymentMode": "payUpFront",
           "displayPrice": "15.00", "subscriptionPeriod": "P3M"}],
         "billingPlans": [
           {"billingPlanType": "BILLED_UPFRONT", "displayPrice": "100.00", "commitmentDisplayPrice": "100.00",
            "internalID": "7", "isEnabled": true},
           {"billingPlanType": "MONTHLY", "displayPrice": "9.00", "commitmentDisplayPrice": "108.00",
            "internalID": "8", "isEnabled": true}]}]}]}
    """

  private let shop: Shop

  init() throws { shop = try Shop(catalogue: Array(Self.catalogue.utf8)) }

  @discardableResult
  private func buy(_ product: String, _ offer: PurchaseOffer? = nil) throws -> PurchaseAnswer {
    try shop.store.purchase(PurchaseRequest(account: Shop.customer, productId: product, offer: offer))
  }

  private func info() throws -> RenewalInfo {
    let signed = try #require(try shop.store.renewalInfos(of: Shop.customer).last)
    return try RenewalInfo(json: try #require(try JSONValue(parsing: CompactJWS(signed.utf8).payload()).objectValue))
  }

  private func refusal(_ product: String, _ offer: PurchaseOffer) -> FailureKind? {
    do {
      _ = try buy(product, offer)
      return nil
    } catch { return (error as? StoreError)?.kind }
  }

  // MARK: Win-back offers

  @Test func aFormerSubscriberGetsTheWinBackOffersOfTheRenewalInfo() throws {
    #expect(refusal(Self.plus, .winBack("free")) == .ineligibleForOffer)
    try buy(Self.plus)
    #expect(try info().eligibleWinBackOfferIds == nil)
    #expect(refusal(Self.plus, .winBack("free")) == .ineligibleForOffer)
    try shop.store.expire(Self.plus, account: Shop.customer)
    #expect(try info().eligibleWinBackOfferIds == ["free", "cheap"])
    #expect(refusal(Self.plus, .winBack("gone")) == .invalidOfferIdentifier)
    #expect(refusal(Self.plus, .winBack("nobody")) == .ineligibleForOffer)
    let preview = try shop.store.preview(Self.plus, offer: .winBack("cheap"), account: Shop.customer)
    #expect(
      preview.charged.contains("2") && preview.offers.filter { $0.type == .winBackOffer && $0.reason == nil }.count == 2
    )
    #expect(try shop.news { try buy(Self.plus, .winBack("cheap")) } == ["SUBSCRIBED RESUBSCRIBE"])
    let bought = try #require(try shop.history().last)
    #expect(bought.offerType == .winBackOffer && bought.offerIdentifier == "cheap" && bought.price == 2_000)
    #expect(bought.offerDiscountType == .payAsYouGo && bought.offerPeriod == "P1M")
    #expect(try info().offerType == .winBackOffer && info().eligibleWinBackOfferIds == nil)
    try shop.store.advance(by: 65 * day)
    #expect(try shop.history().suffix(3).map(\.price) == [2_000, 2_000, 10_000])
  }

  // MARK: Offer codes

  @Test func aStackedCodeComesBehindTheIntroductoryOffer() throws {
    try buy(Self.plus, .code("STACK"))
    try shop.store.advance(by: 100 * day)
    let history = try shop.history()
    #expect(history.prefix(4).map(\.price) == [0, 4_000, 4_000, 10_000])
    #expect(history.prefix(4).map(\.offerType) == [.introductoryOffer, .offerCode, .offerCode, nil])
    #expect(history.prefix(4).map(\.offerIdentifier) == [nil, "STACK", "STACK", nil])
  }

  @Test func aCodeThatDoesNotStackTakesItsPlace() throws {
    try buy(Self.plus, .code("ALONE"))
    try shop.store.advance(by: 40 * day)
    #expect(try shop.history().map(\.price) == [5_000, 10_000])
    #expect(try shop.history().map(\.offerType) == [.offerCode, nil])
  }

  // MARK: Billing plans

  @Test func aMonthlyPlanIsPaidTwelveTimesWhateverTheCustomerCancels() throws {
    let preview = try shop.store.preview(Self.year, offer: .plan(.monthly), account: Shop.customer)
    #expect(preview.charged.contains("9") && preview.offer?.contains("12 monthly payments") == true)
    try buy(Self.year, .plan(.monthly))
    let first = try #require(try shop.history().first)
    let start = try #require(first.purchaseDate)
    let end = start.adding(.month, count: 12)
    #expect(first.billingPlanType == .monthly && first.price == 9_000)
    #expect(first.expiresDate == start.adding(.month, count: 1))
    #expect(first.commitmentInfo?.billingPeriodNumber == 1 && first.commitmentInfo?.totalBillingPeriods == 12)
    #expect(first.commitmentInfo?.commitmentPrice == 108_000 && first.commitmentInfo?.commitmentExpiresDate == end)
    #expect(try info().commitmentInfo?.commitmentAutoRenewStatus == .on)
    #expect(try info().commitmentInfo?.commitmentRenewalPrice == 108_000)

    try shop.store.setAutoRenew(false, of: Self.year, account: Shop.customer)
    let cancelled = try info()
    #expect(cancelled.autoRenewStatus == .on && cancelled.renewalPrice == 9_000)
    #expect(cancelled.renewalBillingPlanType == .monthly)
    #expect(cancelled.commitmentInfo?.commitmentAutoRenewStatus == .off)
    #expect(cancelled.commitmentInfo?.commitmentRenewalDate == end)
    let news = try shop.news { try shop.store.advance(by: 370 * day) }
    #expect(news == Array(repeating: "DID_RENEW", count: 11) + ["EXPIRED VOLUNTARY"])
    #expect(try shop.history().compactMap { $0.commitmentInfo?.billingPeriodNumber } == Array(1...12))
    #expect(try shop.history().map(\.price) == Array(repeating: 9_000, count: 12))
    #expect(try info().autoRenewStatus == .off && info().commitmentInfo == nil)
  }

  @Test func aCommitmentThatIsNotCancelledBeginsAnew() throws {
    try buy(Self.year, .plan(.monthly))
    try shop.store.advance(by: 370 * day)
    let last = try #require(try shop.history().last)
    #expect(try shop.history().count == 13 && last.commitmentInfo?.billingPeriodNumber == 1)
    #expect(
      try #require(last.commitmentInfo?.commitmentExpiresDate)
        > #require(last.purchaseDate).adding(milliseconds: 360 * day))
  }

  /// Tests that a commitment which was cancelled and resumed goes on with monthly payments, as the sheet says.
  @Test func aResumedCommitmentCostsWhatTheSheetShows() throws {
    try buy(Self.year, .plan(.monthly))
    try shop.store.setAutoRenew(false, of: Self.year, account: Shop.customer)
    let preview = try shop.store.preview(Self.year, account: Shop.customer)
    let end = try #require(info().commitmentInfo?.commitmentRenewalDate)
    #expect(preview.change == .resumed && preview.effectiveDate == end)
    #expect(preview.renewal?.contains("9.00") == true || preview.renewal?.contains("9,00") == true)
    #expect(preview.renewal?.hasSuffix("/mo") == true && preview.offer?.contains("12 monthly payments") == true)
    try buy(Self.year)
    try shop.store.advance(by: 370 * day)
    #expect(try shop.history().map(\.price) == Array(repeating: 9_000, count: 13))
  }

  /// Tests that the commitment of twelve payments begins after an offer, and ends with the last of them.
  @Test func aCommitmentBeginsAfterAnOffer() throws {
    try buy(Self.plus)
    try shop.store.expire(Self.plus, account: Shop.customer)
    let signature = try shop.store.signOffer("quarter", productId: Self.year, token: nil)
    try buy(Self.year, .promotional(id: "quarter", signature: signature))
    try buy(Self.year, .plan(.monthly))
    #expect(try shop.history().last?.commitmentInfo == nil)
    try shop.store.advance(by: 100 * day)
    try shop.store.setAutoRenew(false, of: Self.year, account: Shop.customer)
    let end = try #require(info().commitmentInfo?.commitmentRenewalDate)
    try shop.store.advance(by: 400 * day)
    #expect(try shop.history().map(\.price) == [0, 15_000] + Array(repeating: 9_000, count: 12))
    #expect(try shop.history().last?.expiresDate == end)
  }

  /// Tests that a price increase during a commitment is measured by its monthly payment.
  @Test func aHigherPriceOfACommitmentIsAboveItsPayment() throws {
    try buy(Self.year, .plan(.monthly))
    try shop.store.increasePrice(of: Self.year, to: 12_000, account: Shop.customer)
    #expect(throws: StoreError.self) {
      try shop.store.increasePrice(of: Self.year, to: 9_000, account: Shop.customer)
    }
    try shop.store.answerPriceIncrease(agrees: true, of: Self.year, account: Shop.customer)
    try shop.store.advance(by: 370 * day)
    #expect(try shop.history().map(\.price) == Array(repeating: 9_000, count: 12) + [12_000])
    #expect(try shop.history().last?.commitmentInfo?.commitmentPrice == 144_000)
  }

  @Test func anotherPlanIsChosenForTheEndOfTheCommitment() throws {
    try buy(Self.year, .plan(.monthly))
    try buy(Self.year, .plan(.billedUpfront))
    #expect(try info().commitmentInfo?.commitmentRenewalBillingPlanType == .billedUpfront)
    #expect(try info().commitmentInfo?.commitmentRenewalPrice == 100_000)
    #expect(try info().renewalBillingPlanType == .monthly)
    try shop.store.advance(by: 370 * day)
    let last = try #require(try shop.history().last)
    #expect(last.billingPlanType == .billedUpfront && last.price == 100_000 && last.commitmentInfo == nil)
    #expect(try info().renewalBillingPlanType == .billedUpfront)
  }

  @Test func upfrontBillingIsTheDefault() throws {
    try buy(Self.year)
    let bought = try #require(try shop.history().first)
    #expect(bought.billingPlanType == .billedUpfront && bought.price == 100_000 && bought.commitmentInfo == nil)
    #expect(refusal(Self.plus, .plan(.monthly)) == .invalidOfferIdentifier)
  }

  @Test(arguments: ["USA", "SGP"]) func aCommitmentIsNotSoldEverywhere(storefront: String) throws {
    try shop.store.setStorefront(storefront, of: Shop.customer)
    #expect(refusal(Self.year, .plan(.monthly)) == .notAvailableInStorefront)
    let offers = try shop.store.preview(Self.year, account: Shop.customer).offers
    #expect(offers.first { $0.plan == .monthly }?.reason?.contains(storefront) == true)
    #expect(offers.first { $0.plan == .billedUpfront }?.reason == nil)
  }

  // MARK: The introductory offer

  @Test func theDevelopersServerDecidesAboutTheIntroductoryOffer() throws {
    let denied = try shop.store.signEligibility(false, productId: Self.plus, account: Shop.customer)
    try buy(Self.plus, .introductory(eligibility: denied))
    #expect(try shop.history().map(\.offerType) == [nil] && shop.history().map(\.price) == [10_000])
    try shop.store.expire(Self.plus, account: Shop.customer)
    // By default Apple grants the introductory offer once. The app server may allow it again.
    try buy(Self.plus)
    try shop.store.expire(Self.plus, account: Shop.customer)
    let allowed = try shop.store.signEligibility(true, productId: Self.plus, account: Shop.customer)
    try buy(Self.plus, .introductory(eligibility: allowed))
    #expect(try shop.history().map(\.offerType) == [nil, .introductoryOffer, .introductoryOffer])
    #expect(refusal(Self.year, .introductory(eligibility: allowed)) == .invalidOfferSignature)
    #expect(
      refusal(Self.plus, .introductory(eligibility: String(allowed.dropLast(4)) + "AAAA")) == .invalidOfferSignature)
  }

  // MARK: Time rates

  @Test func testFlightRenewsDailySixTimes() throws {
    try #require(try shop.store.perform(VerbCall(.rate).with(.rate, .testFlightDaily)) != .question(""))
    try buy(Self.year)
    let news = try shop.news { try shop.store.advance(by: 10 * day) }
    #expect(news == Array(repeating: "DID_RENEW", count: 6) + ["EXPIRED VOLUNTARY"])
    // Xcode's file format has no name for that rate, so the file keeps its own.
    #expect(try shop.store.savedConfiguration() == Array(Self.catalogue.utf8))
  }

  @Test func everyWayToBuyHasAnOptionOfTheVerb() throws {
    func buy(_ words: String) throws {
      var call = try VerbCall(commandLine: ("buy " + words).split(separator: " ").map(String.init))
      call.signedIn = Shop.customer
      _ = try shop.store.perform(call)
    }
    try buy("\(Self.plus) --introductory deny")
    try shop.store.expire(Self.plus, account: Shop.customer)
    try buy("\(Self.plus) --win-back free")
    try shop.store.expire(Self.plus, account: Shop.customer)
    try buy("\(Self.year) --billing-plan monthly")
    #expect(try shop.history().map(\.offerType) == [nil, .winBackOffer, nil])
    #expect(try shop.history().last?.billingPlanType == .monthly)
    #expect(throws: StoreError.self) { try buy("\(Self.year) --billing-plan weekly") }
    #expect(throws: StoreError.self) { try buy("\(Self.plus) --win-back free --code STACK") }
  }
}

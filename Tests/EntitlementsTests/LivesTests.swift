import Core
import Testing

@testable import AppStoreModel
@testable import Entitlements

/// Tests of the timeline: what happened to each product, and when.
@Suite struct LivesTests {
  private func lives(
    _ transactions: [StoredTransaction], _ renewals: [RenewalInfo] = [], at now: Double
  ) -> [String: ProductLife] {
    var evidence = EvidenceSet(environment: .sandbox, account: Shop.account, products: Shop.all)
    (evidence.transactions, evidence.renewalInfos) = (transactions, renewals)
    evidence.durations = [Shop.season.id: DurationRules(.month)]
    let lives = Lives.derive(evidence, at: day(now))
    #expect(
      Lives.derive(
        {
          var other = evidence; other.transactions.reverse(); other.renewalInfos.reverse(); return other
        }(), at: day(now))
        == lives, "in any order of arrival")
    return Dictionary(lives.map { ($0.productId, $0) }) { first, _ in first }
  }

  private func words(_ life: ProductLife?) -> [String] {
    (life?.happenings ?? []).map { "\($0.kind) \($0.date.milliseconds(since: day(0)) / 86_400_000)" }
  }

  private func spans(_ life: ProductLife?) -> [String] {
    (life?.stretches ?? []).map { stretch in
      let until = stretch.until.map { "\($0.milliseconds(since: day(0)) / 86_400_000)" } ?? ""
      return "\(stretch.kind) \(stretch.from.milliseconds(since: day(0)) / 86_400_000)-\(until)"
    }
  }

  @Test func aRefundItsReversalAndABuyingAgain() {
    let first = StoredTransaction.bought(Shop.premium, 1, on: 1)
    let life = lives(
      [first, first.refunded(on: 5), first.signed(on: 8), .bought(Shop.premium, 2, on: 20).refunded(on: 22)], at: 30)
    #expect(words(life[Shop.premium.id]) == ["bought 1", "refunded 5", "refundReversed 8", "bought 20", "refunded 22"])
    #expect(spans(life[Shop.premium.id]) == ["entitled 1-5", "entitled 8-"])
    #expect(life.count == 1)
  }

  @Test func renewalsGraceAnUpgradeAndWhatIsPlanned() {
    var info = RenewalInfo()
    (info.originalTransactionId, info.environment, info.signedDate) = ("1", .sandbox, day(60))
    info.gracePeriodExpiresDate = day(66)
    var plan = RenewalInfo()
    (plan.originalTransactionId, plan.environment, plan.signedDate) = ("1", .sandbox, day(65))
    (plan.autoRenewStatus, plan.autoRenewProductId, plan.renewalPrice) = (.on, Shop.monthly.id, 12_000)
    let life = lives(
      [
        .bought(Shop.monthly, 1, on: 0, until: 30), .bought(Shop.monthly, 2, on: 30, lineage: 1, until: 60),
        .bought(Shop.monthly, 3, on: 63, lineage: 1, until: 93).upgraded(),
        .bought(Shop.yearly, 4, on: 65, lineage: 1, until: 430),
      ], [info, plan], at: 70)
    #expect(
      words(life[Shop.monthly.id])
        == ["bought 0", "renewed 30", "graceBegan 60", "renewed 63", "replaced 65"])
    #expect(spans(life[Shop.monthly.id]) == ["entitled 0-60", "grace 60-63", "entitled 63-65"])
    #expect(words(life[Shop.yearly.id]) == ["bought 65"] && spans(life[Shop.yearly.id]) == ["entitled 65-430"])
    #expect(
      life[Shop.yearly.id]?.plan
        == ProductLife.Plan(
          date: day(430), productId: Shop.monthly.id, price: 12_000, currency: "CNY"))
    #expect(life[Shop.monthly.id]?.plan == nil)
  }

  @Test func whatEndsByItselfAndWhatIsOnlyCounted() {
    let life = lives(
      [.bought(Shop.season, 1, on: 0), .bought(Shop.coins, 2, on: 1), .bought(Shop.coins, 3, on: 2).refunded(on: 3)],
      at: 100)
    #expect(
      words(life[Shop.season.id]) == ["bought 0", "ended 31"] && spans(life[Shop.season.id]) == ["entitled 0-31"])
    #expect(words(life[Shop.coins.id]) == ["bought 1", "bought 2", "refunded 3"] && spans(life[Shop.coins.id]).isEmpty)
    #expect(lives([], at: 1).isEmpty)
  }
}

/// Tests of what follows the period of a subscription.
@Suite struct ComingRenewalTests {
  private func renewal(_ change: (inout RenewalInfo) -> Void) -> ComingRenewal? {
    var info = RenewalInfo()
    (info.originalTransactionId, info.environment, info.signedDate) = ("1", .sandbox, day(1))
    (info.autoRenewStatus, info.autoRenewProductId, info.productId) = (.on, Shop.monthly.id, Shop.monthly.id)
    (info.renewalPrice, info.currency) = (8000, "CNY")
    change(&info)
    var evidence = EvidenceSet(environment: .sandbox, account: Shop.account, products: Shop.all)
    evidence.transactions = [.bought(Shop.monthly, 1, on: 0, until: 30)]
    evidence.renewalInfos = [info]
    return Resolver.resolve(Shop.monthly.id, in: evidence, at: day(2))?.renewal
  }

  @Test func itIsWhatTheAppStoreSays() {
    func cny(_ milliunits: Int64) -> Price { Price(milliunits: milliunits, currency: "CNY") }
    let same = ComingRenewal(renews: true, date: day(30), productId: Shop.monthly.id, price: cny(8000))
    #expect(renewal { _ in } == same)
    #expect(
      renewal { $0.autoRenewStatus = .off } == ComingRenewal(renews: false, date: day(30), productId: Shop.monthly.id))
    #expect(renewal { $0.autoRenewStatus = nil } == nil)
    var rise = same
    (rise.price, rise.isAnotherPrice, rise.awaitsConsent) = (cny(9000), true, true)
    #expect(
      renewal {
        $0.renewalPrice = 9000
        $0.priceIncreaseStatus = .customerHasNotResponded
      } == rise)
    let change = ComingRenewal(renews: true, date: day(30), productId: Shop.yearly.id, price: cny(98_000))
    #expect(
      renewal {
        $0.autoRenewProductId = Shop.yearly.id
        $0.renewalPrice = 98_000
      } == change, "another product's price is no rise")
    var offer = same
    (offer.price, offer.isAnotherPrice, offer.isOffer) = (cny(3000), true, true)
    #expect(
      renewal {
        $0.renewalPrice = 3000
        $0.offerType = .winBackOffer
      } == offer)
  }

  /// Tests that consent is awaited only where the product goes on without a commitment, and that a price which the App
  /// Store did not announce, such as the end of an offer, is no increase.
  @Test func aPriceIncreaseIsWhatTheAppStoreAnnounced() {
    #expect(renewal { $0.renewalPrice = 9000 }?.isAnotherPrice == false)
    let chosen = renewal {
      ($0.autoRenewProductId, $0.priceIncreaseStatus) = (Shop.yearly.id, .customerHasNotResponded)
    }
    #expect(chosen?.awaitsConsent == false)
  }

  /// Tests a commitment of monthly payments: each is charged, and what the customer chose begins at its end.
  @Test func duringACommitmentTheCustomersChoiceIsAboutItsEnd() {
    var commitment = TransactionCommitmentInfo()
    (commitment.billingPeriodNumber, commitment.totalBillingPeriods) = (1, 12)
    let period = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30).changed { $0.commitmentInfo = commitment }
    func evidence(_ change: (inout RenewalCommitmentInfo) -> Void) -> EvidenceSet {
      var agreed = RenewalCommitmentInfo()
      (agreed.commitmentAutoRenewStatus, agreed.commitmentRenewalDate) = (.on, day(365))
      agreed.commitmentAutoRenewProductId = Shop.monthly.id
      change(&agreed)
      var info = RenewalInfo.of(1, Shop.monthly)
      (info.commitmentInfo, info.priceIncreaseStatus) = (agreed, .customerHasNotResponded)
      return EvidenceSet.holding([period], renewals: [info]).with {
        $0.products = [Shop.yearly, Shop.monthly, Shop.weekly].map { product in
          var product = product
          product.subscriptionPeriod = product.id == Shop.weekly.id ? .week : .month
          return product
        }
      }
    }
    let going = evidence { _ in }.status(Shop.monthly, on: 2)
    #expect(going.renewal?.renews == true && going.renewal?.date == day(30) && going.renewal?.awaitsConsent == false)
    #expect(going.next.text.contains("Apple renews it 2025-01-31") && going.reason(.priceIncrease, nil) == nil)
    let cancelled = evidence { $0.commitmentAutoRenewStatus = .off }.status(Shop.monthly, on: 2)
    #expect(cancelled.renewal?.renews == true && cancelled.next.text.contains("until 2026-01-01"))
    #expect(cancelled.next.say == CustomerText.commitmentEnds("2026-01-01").text)
    #expect(cancelled.reason(.autoRenewOff, nil)?.text.contains("2026-01-01") == true)
    let changed = evidence { $0.commitmentAutoRenewProductId = Shop.weekly.id }
    #expect(changed.status(Shop.monthly, on: 2).pendingProductId == Shop.weekly.id)
    #expect(changed.status(Shop.monthly, on: 2).next.text.contains("becomes weekly at the renewal 2026-01-01"))
    #expect(changed.status(Shop.weekly, on: 2).next.until == day(365))
    #expect(evidence { _ in }.status(Shop.weekly, on: 2).next.until == day(365))
  }
}

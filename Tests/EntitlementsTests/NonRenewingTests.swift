import AppStoreModel
import Testing

@testable import Entitlements

@Suite("Rules 5 and 6: non-renewing subscriptions, consumables")
struct NonRenewingTests {
  private func season(_ transactions: StoredTransaction..., duration: SubscriptionPeriod? = .month) -> EvidenceSet {
    EvidenceSet.holding(transactions).with { $0.durations["season"] = duration.map { DurationRules($0) } }
  }

  @Test func itEntitlesForTheDurationThatWasSet() {
    let evidence = season(.bought(Shop.season, 1, on: 0))
    #expect(evidence.state(Shop.season, on: 31, -1) == .purchased)
    #expect(evidence.status(Shop.season, on: 1).expiresDate == day(31))
    #expect(evidence.state(Shop.season, on: 31) == .expired)
    #expect(!evidence.entitles(Shop.season, on: 31))
  }

  @Test func withoutADurationItEntitlesAndSaysSo() {
    let status = season(.bought(Shop.season, 1, on: 0), duration: nil).status(Shop.season, on: 5000)
    #expect(status.entitled)
    #expect(status.expiresDate == nil)
    #expect(status.reason(.durationUnknown, 1)?.supports == true)
    #expect(status.next.who == .us && status.next.needs == [.duration])
  }

  /// Tests that the end which the team's server claims applies to purchases made before the claim's end.
  ///
  /// It applies where no duration is set.
  @Test func theEndThatTheServerClaimsCounts() {
    let claimed = season(.bought(Shop.season, 1, on: 0), duration: nil).with {
      $0.claimedEnds["season"] = ClaimedEnd(until: day(31), date: day(5))
    }
    #expect(claimed.status(Shop.season, on: 6).expiresDate == day(31))
    #expect(claimed.state(Shop.season, on: 31) == .expired)
    let later = claimed.with { $0.transactions.append(.bought(Shop.season, 2, on: 40)) }
    #expect(later.status(Shop.season, on: 41).reason(.durationUnknown, 2) != nil)
    let ruled = claimed.with { $0.durations["season"] = DurationRules(.month, stacks: false) }
    #expect(ruled.status(Shop.season, on: 1).expiresDate == day(31))
  }

  @Test func theLongestRunningPurchaseIsShownAndARefundEndsOnlyItsOwn() {
    let first = StoredTransaction.bought(Shop.season, 1, on: 0)
    let second = StoredTransaction.bought(Shop.season, 2, on: 10)
    #expect(season(first, second).status(Shop.season, on: 11).expiresDate == day(41))
    let refunded = season(first, second.refunded(on: 12)).status(Shop.season, on: 13)
    #expect(refunded.entitled && refunded.expiresDate == day(31))
  }

  @Test func withADurationButNoPurchaseDateItGivesNothing() {
    let undated = StoredTransaction.bought(Shop.season, 1, on: 0).changed { $0.purchaseDate = nil }
    let status = season(undated).status(Shop.season, on: 1)
    #expect(!status.entitled)
    #expect(status.reason(.expiryUnknown, 1) != nil)
  }

  @Test func farDatesDoNotOverflow() throws {
    let late = StoredTransaction.bought(Shop.season, 1, on: 0)
      .changed { $0.purchaseDate = Timestamp(milliseconds: .max - 5) }
    let ages = try #require(SubscriptionPeriod(9999, .year))
    let evidence = season(late, duration: ages)
    #expect(evidence.entitles(Shop.season, on: 1))
    #expect(Resolver.resolve("season", in: evidence, at: .distantFuture)?.entitled == false)
  }

  @Test func aConsumableHasABalanceAndNeverEntitles() {
    let evidence = EvidenceSet.holding(.bought(Shop.coins, 1, on: 0)).with {
      $0.consumables["coins"] = ConsumableCount(delivered: 3, used: 1, refunded: 0)
    }
    let status = evidence.status(Shop.coins, on: 1)
    #expect(status.state == .purchased && !status.entitled)
    #expect(status.balance == 2)
    #expect(status.since == day(0))
    #expect(EvidenceSet.holding().status(Shop.coins, on: 1).state == .notPurchased)
    #expect(EvidenceSet.holding().status(Shop.coins, on: 1).balance == 0)
  }

  @Test func aRefundAfterUseShowsWhatIsOwed() {
    let evidence = EvidenceSet.holding(.bought(Shop.coins, 1, on: 0).refunded(on: 1)).with {
      $0.consumables["coins"] = ConsumableCount(delivered: 1, used: 1, refunded: 1)
    }
    let status = evidence.status(Shop.coins, on: 2)
    #expect(status.balance == -1)
    #expect(status.state == .purchased)
    #expect(status.next.who == .us)
    #expect(status.reason(.refunded, 1)?.supports == false)
  }

  @Test func balancesDoNotOverflow() {
    #expect(ConsumableCount(delivered: .min, used: .max, refunded: 0).balance == .min)
    #expect(ConsumableCount(delivered: .max, used: .min, refunded: 0).balance == .max)
  }
}

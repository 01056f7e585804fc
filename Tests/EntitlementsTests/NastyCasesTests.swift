import AppStoreModel
import Testing

@testable import Entitlements

/// Tests of situations in which entitlement code often goes wrong, each with one right outcome.
@Suite("Nasty cases")
struct NastyCasesTests {
  let unknownDate = Timestamp(milliseconds: -62_135_769_600_000)

  @Test
  func with1ARefundOfAnOldPeriodWhileTheCurrentOneIsActive() {
    let old = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let current = StoredTransaction.bought(Shop.monthly, 2, on: 30, lineage: 1, until: 60)
    let before = EvidenceSet.holding(old, current).status(Shop.monthly, on: 40)
    let after = EvidenceSet.holding(old, current, old.refunded(on: 39)).status(Shop.monthly, on: 40)
    #expect(after.entitled && after.state == .subscribed)
    #expect(after.expiresDate == before.expiresDate)
    #expect(after.reason(.refunded, 1)?.text.hasSuffix("that ends this transaction only") == true)
  }

  @Test
  func with2ARefundIsReversedAndTheOlderRevokedCopyArrivesAfterTheNewerCleanOne() {
    let bought = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let evidence = EvidenceSet.holding(bought.signed(on: 6), bought.refunded(on: 3))
    #expect(
      evidence.status(Shop.premium, on: 7) == EvidenceSet.holding(bought.signed(on: 6)).status(Shop.premium, on: 7))
    #expect(evidence.state(Shop.premium, on: 7) == .purchased)
  }

  @Test
  func with3ARevokedNonConsumableIsBoughtAgain() {
    let first = StoredTransaction.bought(Shop.premium, 1, on: 0).refunded(on: 3)
    let second = StoredTransaction.bought(Shop.premium, 2, on: 5)
    let status = EvidenceSet.holding(first, second).status(Shop.premium, on: 6)
    #expect(status.entitled && status.decidingTransactionId == "2")
    #expect(status.reason(.refunded, 1)?.supports == false)
  }

  @Test
  func with4AFamilyMembersShareIsRevokedWhileAnOwnPurchaseRemains() {
    let own = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let share = StoredTransaction.bought(Shop.monthly, 2, on: 1, until: 31).shared().refunded(on: 4)
    let status = EvidenceSet.holding(share, own).status(Shop.monthly, on: 5)
    #expect(status.entitled && status.state == .subscribed)
    #expect(status.decidingTransactionId == "1")
    #expect(status.reason(.notExpired, 1)?.text.hasPrefix("bought 2025-01-01") == true)
    #expect(status.reason(.familyShareEnded, 2)?.supports == false)
  }

  @Test(arguments: [true, false])
  func with5TheSupersededTransactionOfAnUpgradeExpiresLaterThanTheNewOne(isMarked: Bool) {
    let quarterly = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 90)
    let old = isMarked ? quarterly.upgraded() : quarterly
    let new = StoredTransaction.bought(Shop.yearly, 2, on: 10, lineage: 1, until: 40)
    let evidence = EvidenceSet.holding(new, old)
    #expect(evidence.entitled(on: 20) == ["yearly"])
    #expect(evidence.state(Shop.monthly, on: 20) == .upgraded)
    #expect(evidence.entitled(on: 41) == [])
    #expect(evidence.state(Shop.yearly, on: 41) == .expired)
    #expect(evidence.state(Shop.monthly, on: 41) == .upgraded)
  }

  @Test
  func with6ADowngradeIsChosenThenTakenBack() {
    let current = StoredTransaction.bought(Shop.yearly, 1, on: 0, until: 365)
    let chosen = RenewalInfo.of(1, Shop.yearly, next: Shop.monthly, signed: 5)
    let takenBack = RenewalInfo.of(1, Shop.yearly, signed: 9)
    let pending = EvidenceSet.holding([current], renewals: [chosen]).status(Shop.yearly, on: 6)
    #expect(pending.state == .subscribed && pending.pendingProductId == "monthly")
    #expect(pending.reason(.pendingChange, 1) != nil)
    for renewals in [[chosen, takenBack], [takenBack, chosen]] {
      let after = EvidenceSet.holding([current], renewals: renewals).status(Shop.yearly, on: 10)
      #expect(after.state == .subscribed && after.pendingProductId == nil)
    }
    let off = RenewalInfo.of(1, Shop.yearly, next: Shop.monthly, renews: false, signed: 10)
    #expect(EvidenceSet.holding([current], renewals: [off]).status(Shop.yearly, on: 11).pendingProductId == nil)
    let upgraded = StoredTransaction.bought(Shop.yearly, 2, on: 2, lineage: 1, until: 365)
    let stale = RenewalInfo.of(1, Shop.monthly, signed: 1)
    #expect(EvidenceSet.holding([upgraded], renewals: [stale]).status(Shop.yearly, on: 3).pendingProductId == nil)
  }

  @Test
  func with8PurchaseDateAfterSignedDateLeavesNoGap() {
    let first = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let renewal = StoredTransaction.bought(Shop.monthly, 2, on: 30, lineage: 1, until: 60).signed(on: 29)
    let evidence = EvidenceSet.holding(renewal, first)
    for moment in [29.0, 29.5, 30.0, 30.5] { #expect(evidence.entitles(Shop.monthly, on: moment)) }
    let late = renewal.changed { $0.purchaseDate = day(30, 33_000) }
    let gap = EvidenceSet.holding(late, first).status(Shop.monthly, on: 30, 5000)
    #expect(gap.entitled && gap.decidingTransactionId == "2")
    #expect(EvidenceSet.holding(late).entitles(Shop.monthly, on: 29))
  }

  @Test
  func with9EqualPurchaseDatesAreOrderedBySignedDateThenByTheIdAsANumber() {
    let small = StoredTransaction.bought(Shop.premium, 999, on: 0, lineage: 1)
    let large = StoredTransaction.bought(Shop.premium, 1000, on: 0, lineage: 1)
    #expect(EvidenceSet.holding(large, small).status(Shop.premium, on: 1).decidingTransactionId == "1000")
    let later = small.signed(on: 0.5)
    #expect(EvidenceSet.holding(large, later).status(Shop.premium, on: 1).decidingTransactionId == "999")
  }

  @Test
  func with10ExpiryEqualToNowAndEqualToThePurchase() {
    let period = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let evidence = EvidenceSet.holding(period, renewals: [.of(1, Shop.monthly, graceUntil: 33)])
    #expect(evidence.state(Shop.monthly, on: 30, -1) == .subscribed)
    #expect(evidence.state(Shop.monthly, on: 30) == .gracePeriod)
    #expect(evidence.state(Shop.monthly, on: 33, -1) == .gracePeriod)
    #expect(evidence.state(Shop.monthly, on: 33) == .expired)
    let empty = StoredTransaction.bought(Shop.monthly, 2, on: 0, until: 0)
    #expect(!EvidenceSet.holding(empty).entitles(Shop.monthly, on: 0))
    #expect(!EvidenceSet.holding(empty).entitles(Shop.monthly, on: 0, 1))
  }

  @Test
  func with11GraceBeforeAndAfterExpiryRetryWithoutGraceRecovery() {
    let period = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let early = EvidenceSet.holding(period, renewals: [.of(1, Shop.monthly, retrying: true, graceUntil: 20)])
    #expect(early.status(Shop.monthly, on: 25).expiresDate == day(30))
    #expect(early.entitles(Shop.monthly, on: 25))
    #expect(early.state(Shop.monthly, on: 30) == .billingRetry)
    let late = EvidenceSet.holding(period, renewals: [.of(1, Shop.monthly, retrying: true, graceUntil: 46)])
    #expect(late.state(Shop.monthly, on: 45) == .gracePeriod)
    let retry = EvidenceSet.holding(period, renewals: [.of(1, Shop.monthly, retrying: true)])
    #expect(!retry.entitles(Shop.monthly, on: 45))
    let recovered = retry.with {
      $0.transactions.append(.bought(Shop.monthly, 2, on: 50, lineage: 1, until: 80))
      $0.renewalInfos.append(.of(1, Shop.monthly, signed: 50))
    }
    #expect(recovered.state(Shop.monthly, on: 51) == .subscribed)
    #expect(recovered.status(Shop.monthly, on: 51).expiresDate == day(80))
  }

  @Test
  func with15ExpiredWhileOfflineKeptUntilTheEndOfGraceMarkedAsOld() {
    let period = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let evidence = EvidenceSet.holding(period, renewals: [.of(1, Shop.monthly, graceUntil: 46)]).with {
      $0.offlineValidity = 7 * 86_400_000
    }
    #expect(evidence.state(Shop.monthly, on: 29) == .unconfirmed)
    let graced = evidence.status(Shop.monthly, on: 40)
    #expect(graced.entitled && !graced.confirmed && graced.expiresDate == day(46))
    #expect(!evidence.entitles(Shop.monthly, on: 46))
    #expect(evidence.state(Shop.monthly, on: 46) == .expired)
  }

  @Test
  func with16ProductionAndSandboxDataNeverMix() {
    let production = StoredTransaction.bought(Shop.premium, 1, on: 0).changed { $0.environment = .production }
    let status = EvidenceSet.holding(production).status(Shop.premium, on: 1)
    #expect(status.state == .notPurchased && !status.entitled)
    #expect(status.reason(.environment, 1)?.supports == false)
    let unsaid = production.changed { $0.environment = nil }
    #expect(!EvidenceSet.holding(unsaid).entitles(Shop.premium, on: 1))
    #expect(EvidenceSet.holding(production).with { $0.environment = .production }.entitles(Shop.premium, on: 1))
    let foreign = EvidenceSet.holding(production).with { $0.products = [] }
    #expect(Resolver.resolve(foreign, at: day(1)).isEmpty)
  }

  @Test
  func with19DuplicatedReorderedAndReplayedTheSameFinalStateInEveryOrder() {
    let one = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let versions = [one, one.refunded(on: 3), one.signed(on: 5), .bought(Shop.premium, 2, on: 4).refunded(on: 6)]
    let expected = EvidenceSet.holding(versions).status(Shop.premium, on: 9)
    #expect(expected.entitled)
    for order in permutations(versions + [versions[1]]) {
      #expect(EvidenceSet.holding(order).status(Shop.premium, on: 9) == expected)
    }
  }

  @Test
  func with20AConsumableWithAQuantityPartlyRefunded() {
    #expect(ConsumableCount.refundedShare(of: 5, percentage: nil) == 5)
    #expect(ConsumableCount.refundedShare(of: 5, percentage: 100_000) == 5)
    #expect(ConsumableCount.refundedShare(of: 5, percentage: .max) == 5)
    #expect(ConsumableCount.refundedShare(of: 4, percentage: 50_000) == 2)
    #expect(ConsumableCount.refundedShare(of: 5, percentage: 50_000) == 2)
    #expect(ConsumableCount.refundedShare(of: 3, percentage: 33_333) == 1)
    #expect(ConsumableCount.refundedShare(of: 5, percentage: 0) == 0)
    #expect(ConsumableCount.refundedShare(of: 5, percentage: -7) == 0)
    #expect(ConsumableCount.refundedShare(of: .max, percentage: 99_999) > 0)
    let evidence = EvidenceSet.holding(.bought(Shop.coins, 1, on: 0).refunded(on: 2, percentage: 50_000)).with {
      $0.consumables["coins"] = ConsumableCount(delivered: 4, used: 3, refunded: 2)
    }
    #expect(evidence.status(Shop.coins, on: 3).balance == -1)
  }

  @Test
  func anUnknownProductTypeGrantsNothingAndAnUnknownOwnershipTakesNothingAway() {
    let type = StoredTransaction.bought(Shop.premium, 1, on: 0).changed { $0.type = ProductType(rawValue: "Lease") }
    let typed = EvidenceSet.holding(type).status(Shop.premium, on: 1)
    #expect(!typed.entitled && typed.reason(.knownType, 1) != nil)
    let owned = StoredTransaction.bought(Shop.premium, 1, on: 0)
      .changed { $0.inAppOwnershipType = InAppOwnershipType(rawValue: "LENT") }
    let lent = EvidenceSet.holding(owned).status(Shop.premium, on: 1)
    #expect(lent.entitled && lent.reason(.knownOwnership, 1)?.text.contains("LENT") == true)
    let unlisted = EvidenceSet.holding(type).with { $0.products = [] }.status(Shop.premium, on: 1)
    #expect(unlisted.state == .notInCatalogue && !unlisted.entitled)
    #expect(unlisted.product.type.rawValue == "Lease")
  }

  @Test
  func with22DatesOfTheYear1AreUnknown() {
    let bought = StoredTransaction.bought(Shop.premium, 1, on: 0).changed {
      $0.purchaseDate = unknownDate
      $0.originalPurchaseDate = unknownDate
      $0.signedDate = unknownDate
    }
    let status = EvidenceSet.holding(bought).status(Shop.premium, on: 1)
    #expect(status.entitled && status.since == nil)
    #expect(status.reason(.notRevoked, 1)?.text == "bought (date unknown), verified, not revoked")
    let revoked = bought.changed { $0.revocationDate = unknownDate }
    #expect(EvidenceSet.holding(revoked).state(Shop.premium, on: 1) == .refunded)
    let period = StoredTransaction.bought(Shop.monthly, 2, on: 0, until: 30).changed {
      $0.purchaseDate = unknownDate
      $0.expiresDate = unknownDate
    }
    var renewal = RenewalInfo.of(2, Shop.monthly, retrying: true)
    renewal.gracePeriodExpiresDate = unknownDate
    for now in [day(1), .distantPast, .distantFuture, unknownDate] {
      let statuses = Resolver.resolve(.holding([bought, period], renewals: [renewal]), at: now)
      #expect(statuses.filter(\.entitled).map(\.product.id) == ["premium"])
    }
  }

  @Test
  func with25ANonRenewingSubscriptionWithoutExpiresDateIsNeverForEverByAccident() {
    let evidence = EvidenceSet.holding(.bought(Shop.season, 1, on: 0))
    #expect(evidence.status(Shop.season, on: 9000).reason(.durationUnknown, 1) != nil)
    let ruled = evidence.with { $0.durations["season"] = DurationRules(.week) }
    #expect(ruled.entitles(Shop.season, on: 7, -1))
    #expect(!ruled.entitles(Shop.season, on: 7))
  }

  @Test
  func with26ARevocationDatedBeforeALaterPeriodsPurchaseEndsOnlyItsOwnTransaction() {
    let first = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let second = StoredTransaction.bought(Shop.monthly, 2, on: 30, lineage: 1, until: 60)
    let status = EvidenceSet.holding(second, first.refunded(on: 20).signed(on: 35)).status(Shop.monthly, on: 40)
    #expect(status.entitled && status.decidingTransactionId == "2")
  }

  private func permutations<Element>(_ elements: [Element]) -> [[Element]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index in
      var rest = elements
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }
}

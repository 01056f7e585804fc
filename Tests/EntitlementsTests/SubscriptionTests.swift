import AppStoreModel
import Testing

@testable import Entitlements

@Suite("Rule 4: auto-renewable subscriptions")
struct SubscriptionTests {
  let period = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)

  @Test func accessLastsUntilTheInstantOfExpiry() {
    let evidence = EvidenceSet.holding(period)
    #expect(evidence.state(Shop.monthly, on: 30, -1) == .subscribed)
    #expect(evidence.entitles(Shop.monthly, on: 30, -1))
    #expect(evidence.state(Shop.monthly, on: 30) == .expired)
    #expect(!evidence.entitles(Shop.monthly, on: 30))
    #expect(evidence.status(Shop.monthly, on: 1).expiresDate == day(30))
  }

  @Test func graceEntitlesUntilItsEnd() {
    let evidence = EvidenceSet.holding(
      period, renewals: [.of(1, Shop.monthly, retrying: true, graceUntil: 46, signed: 30)])
    let status = evidence.status(Shop.monthly, on: 31)
    #expect(status.state == .gracePeriod && status.entitled)
    #expect(status.expiresDate == day(46))
    #expect(status.next.who == .customer)
    #expect(status.next.text.contains("payment method") && status.next.text.contains("2025-02-16"))
    #expect(evidence.state(Shop.monthly, on: 46) == .billingRetry)
    #expect(!evidence.entitles(Shop.monthly, on: 46))
  }

  @Test func billingRetryWithoutGraceDoesNotEntitleAndEndsByItself() {
    let evidence = EvidenceSet.holding(period, renewals: [.of(1, Shop.monthly, retrying: true, signed: 30)])
    let status = evidence.status(Shop.monthly, on: 31)
    #expect(status.state == .billingRetry && !status.entitled)
    #expect(status.next.text.contains("Apple retries until 2025-04-01 at the latest"))
    #expect(evidence.state(Shop.monthly, on: 90, -1) == .billingRetry)
    #expect(evidence.state(Shop.monthly, on: 90) == .expired)
  }

  @Test func aRenewalTakesOver() {
    let renewal = StoredTransaction.bought(Shop.monthly, 2, on: 30, lineage: 1, until: 60)
    let status = EvidenceSet.holding(period, renewal).status(Shop.monthly, on: 30)
    #expect(status.state == .subscribed)
    #expect(status.decidingTransactionId == "2")
    #expect(status.expiresDate == day(60))
  }

  @Test func aRenewalOfTheFutureWaitsWhileThePresentPeriodRuns() {
    let renewal = StoredTransaction.bought(Shop.monthly, 2, on: 30, lineage: 1, until: 60)
    let status = EvidenceSet.holding(renewal, period).status(Shop.monthly, on: 29)
    #expect(status.decidingTransactionId == "1")
    #expect(status.expiresDate == day(30))
  }

  @Test func ofSeveralRenewalsAheadTheEarliestThatStandsCounts() {
    let revoked = StoredTransaction.bought(Shop.monthly, 2, on: 31, lineage: 1, until: 61).refunded(on: 30)
    let third = StoredTransaction.bought(Shop.monthly, 3, on: 32, lineage: 1, until: 62)
    let fourth = StoredTransaction.bought(Shop.monthly, 4, on: 33, lineage: 1, until: 63)
    let evidence = EvidenceSet.holding(fourth, period, third, revoked)
    let status = evidence.status(Shop.monthly, on: 30.5)
    #expect(status.decidingTransactionId == "3")
    #expect(status.reason(.issuedAhead, 3)?.supports == true)
    #expect(EvidenceSet.holding(fourth, revoked, third).status(Shop.monthly, on: 30.5).decidingTransactionId == "3")
  }

  @Test func onlyARevokedRenewalAheadGivesNothing() {
    let ahead = StoredTransaction.bought(Shop.monthly, 2, on: 31, until: 61).refunded(on: 30)
    #expect(EvidenceSet.holding(ahead).state(Shop.monthly, on: 30.5) == .refunded)
  }

  @Test func aRefundOfThePresentPeriodEndsAccess() {
    let evidence = EvidenceSet.holding(period, period.refunded(on: 3), renewals: [.of(1, Shop.monthly, graceUntil: 50)])
    #expect(evidence.state(Shop.monthly, on: 4) == .refunded)
    #expect(!evidence.entitles(Shop.monthly, on: 4))
  }

  @Test func anUpgradedTransactionNeverEntitles() {
    #expect(EvidenceSet.holding(period.upgraded()).state(Shop.monthly, on: 4) == .upgraded)
    #expect(!EvidenceSet.holding(period.upgraded()).entitles(Shop.monthly, on: 4))
    let graced = EvidenceSet.holding(period.upgraded(), renewals: [.of(1, Shop.monthly, graceUntil: 50)])
    #expect(!graced.entitles(Shop.monthly, on: 31))
  }

  @Test func anUpgradeAtTheSameInstantCountsWheneverItWasSigned() {
    let old = StoredTransaction.bought(Shop.monthly, 7, on: 0, lineage: 1, until: 30).upgraded().signed(on: 9)
    let new = StoredTransaction.bought(Shop.yearly, 6, on: 0, lineage: 1, until: 365).signed(on: 1)
    let evidence = EvidenceSet.holding(old, new)
    #expect(evidence.entitled(on: 10) == ["yearly"])
    #expect(evidence.state(Shop.monthly, on: 10) == .upgraded)
  }

  @Test func withoutAnExpiryItGivesNothing() {
    for date in [nil, Timestamp(milliseconds: -62_135_769_600_000)] {
      let status = EvidenceSet.holding(period.changed { $0.expiresDate = date }).status(Shop.monthly, on: 1)
      #expect(status.state == .expired && !status.entitled)
      #expect(status.reason(.expiryUnknown, 1) != nil)
      #expect(status.expiresDate == nil)
    }
  }

  @Test func whyItExpiredIsSaid() throws {
    let evidence = EvidenceSet.holding(
      period, renewals: [.of(1, Shop.monthly, renews: false, intent: .customerCancelled, signed: 30)])
    let reason = try #require(evidence.status(Shop.monthly, on: 31).reason(.expired, 1))
    #expect(reason.text == "the period ended 2025-01-31 00:00 UTC: auto-renew was off")
  }

  @Test func autoRenewOffAndAFailedRenewalAreSaidWhileAccessLasts() {
    let off = EvidenceSet.holding(period, renewals: [.of(1, Shop.monthly, renews: false)])
    #expect(off.status(Shop.monthly, on: 1).reason(.autoRenewOff, 1) != nil)
    #expect(off.status(Shop.monthly, on: 1).next.who == .customer)
    let failing = EvidenceSet.holding(period, renewals: [.of(1, Shop.monthly, retrying: true)])
    #expect(failing.state(Shop.monthly, on: 29) == .subscribed)
    #expect(failing.status(Shop.monthly, on: 29).next.text.contains("payment method"))
  }

  @Test func renewalInformationOfAnotherEnvironmentIsNotUsed() {
    var info = RenewalInfo.of(1, Shop.monthly, retrying: true, graceUntil: 46)
    info.environment = .production
    #expect(EvidenceSet.holding(period, renewals: [info]).state(Shop.monthly, on: 31) == .expired)
  }
}

@Suite("Rule 4: groups")
struct GroupTests {
  @Test func theHighestLevelOfServiceIsServed() {
    let own = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let share = StoredTransaction.bought(Shop.yearly, 2, on: 0, until: 20).shared()
    let evidence = EvidenceSet.holding(own, share)
    #expect(evidence.entitled(on: 10) == ["yearly"])
    let outranked = evidence.status(Shop.monthly, on: 10)
    #expect(outranked.state == .upgraded)
    #expect(outranked.reason(.highestServiceLevel, 1)?.supports == false)
    #expect(evidence.entitled(on: 25) == ["monthly"])
  }

  @Test func ofTheSameLevelBothEntitle() {
    let monthly = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30)
    let weekly = StoredTransaction.bought(Shop.weekly, 2, on: 0, until: 7).shared()
    #expect(EvidenceSet.holding(weekly, monthly).entitled(on: 3) == ["monthly", "weekly"])
  }

  @Test func aRefundInOneLineageLeavesTheOther() {
    let refunded = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 30).refunded(on: 2)
    let share = StoredTransaction.bought(Shop.monthly, 2, on: 0, until: 30).shared()
    let status = EvidenceSet.holding(refunded, share).status(Shop.monthly, on: 10)
    #expect(status.entitled && status.state == .subscribed)
    #expect(status.decidingTransactionId == "2")
  }

  @Test func ofTwoRunningPeriodsOfAProductTheLongerOneIsShown() {
    let short = StoredTransaction.bought(Shop.monthly, 1, on: 0, until: 20)
    let long = StoredTransaction.bought(Shop.monthly, 2, on: 0, until: 30).shared()
    #expect(EvidenceSet.holding(short, long).status(Shop.monthly, on: 10).expiresDate == day(30))
  }

  @Test func otherGroupsAreNotTouched() {
    var other = Shop.monthly
    other.id = "other"
    other.subscriptionGroupIdentifier = "news"
    let evidence = EvidenceSet.holding(
      .bought(other, 1, on: 0, until: 30), .bought(Shop.yearly, 2, on: 0, until: 365)
    ).with { $0.products.append(other) }
    #expect(evidence.entitled(on: 1) == ["yearly", "other"])
  }

  @Test func eachRowSaysWhatItsOwnEvidenceSays() {
    let weekly = StoredTransaction.bought(Shop.weekly, 1, on: 0, until: 7)
    let monthly = StoredTransaction.bought(Shop.monthly, 2, on: 7, lineage: 1, until: 37).upgraded()
    let yearly = StoredTransaction.bought(Shop.yearly, 3, on: 10, lineage: 1, until: 375)
    let evidence = EvidenceSet.holding(yearly, weekly, monthly)
    #expect(evidence.state(Shop.weekly, on: 11) == .expired)
    #expect(evidence.state(Shop.monthly, on: 11) == .upgraded)
    #expect(evidence.state(Shop.yearly, on: 11) == .subscribed)
    #expect(evidence.entitled(on: 11) == ["yearly"])
    let refunded = EvidenceSet.holding(yearly, weekly.refunded(on: 8), monthly)
    #expect(refunded.state(Shop.weekly, on: 11) == .refunded)
    #expect(EvidenceSet.holding(weekly).state(Shop.yearly, on: 1) == .notPurchased)
  }
}

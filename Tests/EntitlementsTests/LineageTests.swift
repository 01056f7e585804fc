import AppStoreModel
import Testing

@testable import Entitlements

@Suite("Rules 2 and 3: lineages, non-consumables")
struct LineageTests {
  @Test func theNewestPurchaseOfALineageDecides() {
    let first = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let again = StoredTransaction.bought(Shop.premium, 2, on: 5, lineage: 1)
    #expect(EvidenceSet.holding(first, again.refunded(on: 6)).state(Shop.premium, on: 7) == .refunded)
    #expect(EvidenceSet.holding(first.refunded(on: 3), again).state(Shop.premium, on: 7) == .purchased)
  }

  @Test func equalPurchaseDatesAreOrderedBySignedDate() {
    let one = StoredTransaction.bought(Shop.premium, 9, on: 0).signed(on: 1)
    let other = StoredTransaction.bought(Shop.premium, 8, on: 0, lineage: 9).refunded(on: 2)
    #expect(EvidenceSet.holding(one, other).status(Shop.premium, on: 3).decidingTransactionId == "8")
  }

  @Test func betweenLineagesAnyOneThatEntitlesIsEnough() {
    let older = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let newer = StoredTransaction.bought(Shop.premium, 2, on: 5).refunded(on: 6)
    let status = EvidenceSet.holding(older, newer).status(Shop.premium, on: 7)
    #expect(status.entitled)
    #expect(status.decidingTransactionId == "1")
    #expect(status.reason(.notRevoked, 1)?.supports == true)
    #expect(status.reason(.refunded, 2)?.supports == false)
  }

  @Test func aNonConsumableIsOwnedUntilItIsTakenBack() throws {
    let bought = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let owned = EvidenceSet.holding(bought).status(Shop.premium, on: 9000)
    #expect(owned.state == .purchased && owned.entitled && owned.confirmed)
    #expect(owned.since == day(0))
    #expect(owned.expiresDate == nil)
    #expect(owned.next.who == .nobody && owned.next.say == "Everything looks fine: premium is active.")
    let refunded = EvidenceSet.holding(bought, bought.refunded(on: 29)).status(Shop.premium, on: 30)
    #expect(refunded.state == .refunded && !refunded.entitled)
    #expect(refunded.next.who == .customer)
    let reason = try #require(refunded.reason(.refunded, 1))
    #expect(reason.text == "refunded 2025-01-30: Apple returned the money, so this purchase gives no access")
  }

  @Test func aRefundThatWasReversedEntitlesAgain() {
    let bought = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let evidence = EvidenceSet.holding(bought, bought.refunded(on: 3), bought.signed(on: 4))
    #expect(evidence.state(Shop.premium, on: 5) == .purchased)
  }

  @Test func aFamilyShareThatEndedIsRevokedNotRefunded() {
    let share = StoredTransaction.bought(Shop.premium, 1, on: 0).shared().refunded(on: 3)
    let status = EvidenceSet.holding(share).status(Shop.premium, on: 4)
    #expect(status.state == .revoked && !status.entitled)
    #expect(status.reason(.familyShareEnded, 1) != nil)
  }

  @Test func anOwnPurchaseIsShownRatherThanAFamilyShare() {
    let own = StoredTransaction.bought(Shop.premium, 1, on: 0)
    let share = StoredTransaction.bought(Shop.premium, 2, on: 5).shared()
    #expect(EvidenceSet.holding(share, own).status(Shop.premium, on: 6).decidingTransactionId == "1")
  }

  @Test func aMissingOriginalIdMakesATransactionItsOwnLineage() {
    let one = StoredTransaction.bought(Shop.premium, 1, on: 0).changed { $0.originalTransactionId = nil }
    let two = StoredTransaction.bought(Shop.premium, 2, on: 1).refunded(on: 2)
      .changed { $0.originalTransactionId = nil }
    #expect(EvidenceSet.holding(one, two).entitles(Shop.premium, on: 3))
  }
}

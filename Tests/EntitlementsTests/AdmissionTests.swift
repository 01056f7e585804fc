import AppStoreModel
import Testing

@testable import Entitlements

@Suite("Rules 7 and 8: what may be weighed")
struct AdmissionTests {
  let bought = StoredTransaction.bought(Shop.premium, 1, on: 0)

  @Test func whatDidNotVerifyIsShownAndNeverEntitles() throws {
    let failure = VerificationFailure(.chain, "signed by \u{1B}[31mnobody")
    let status = EvidenceSet.holding(bought.with(.failed(failure))).status(Shop.premium, on: 1)
    #expect(status.state == .verificationFailed && !status.entitled)
    let reason = try #require(status.reason(.verified, 1))
    #expect(reason.text == "failed verification: its certificates do not lead to a trusted root")
    #expect(status.next.who == .us)
  }

  @Test func quarantineIsShown() {
    let item = QuarantinedItem(
      id: 4, transactionId: "77", productId: "premium", failure: VerificationFailure(.signature, "x"),
      account: Shop.account, date: day(2), jws: "a.b.c")
    let evidence = EvidenceSet.holding().with { $0.quarantined = [item] }
    #expect(evidence.state(Shop.premium, on: 3) == .verificationFailed)
    #expect(evidence.status(Shop.premium, on: 3).reason(.verified, 77)?.supports == false)
    #expect(evidence.state(Shop.icons, on: 3) == .notPurchased)
    let other = evidence.with { $0.quarantined[0].account = "somebody else" }
    #expect(other.state(Shop.premium, on: 3) == .notPurchased)
    let refunded = evidence.with { $0.transactions = [bought.refunded(on: 1)] }
    #expect(refunded.state(Shop.premium, on: 3) == .refunded)
  }

  @Test func skippedCountsOnlyInAStoreBoundToXcode() {
    let local = bought.with(.skipped).changed { $0.environment = .xcode }
    #expect(!EvidenceSet.holding(local).entitles(Shop.premium, on: 1))
    #expect(!EvidenceSet.holding(bought.with(.skipped)).entitles(Shop.premium, on: 1))
    #expect(EvidenceSet.holding(local).with { $0.environment = .xcode }.entitles(Shop.premium, on: 1))
    let testing = bought.with(.skipped).changed { $0.environment = .localTesting }
    #expect(EvidenceSet.holding(testing).with { $0.environment = .localTesting }.entitles(Shop.premium, on: 1))
    #expect(!EvidenceSet.holding(testing).with { $0.environment = .xcode }.entitles(Shop.premium, on: 1))
  }

  @Test func signedOutNothingEntitles() {
    let evidence = EvidenceSet.holding(bought).with { $0.account = nil }
    let status = evidence.status(Shop.premium, on: 1)
    #expect(status.state == .notPurchased && !status.entitled)
    #expect(status.reasons.first?.rule == "signedIn")
    #expect(status.next.who == .customer && status.next.text.contains("sign in"))
  }

  @Test func absentFromTheCompleteHistoryIsNotEntitled() {
    let status = EvidenceSet.holding(bought.absent()).status(Shop.premium, on: 1)
    #expect(status.state == .notPurchased && !status.entitled)
    #expect(status.reason(.inHistory, 1)?.supports == false)
  }

  @Test func aTransactionWithoutAnIdGrantsNothing() {
    let status = EvidenceSet.holding(bought.changed { $0.transactionId = nil }).status(Shop.premium, on: 1)
    #expect(!status.entitled)
    #expect(status.reason(.identified) != nil)
  }

  @Test func anotherTypeThanTheCatalogueListsGrantsNothing() {
    let odd = bought.changed { $0.type = .autoRenewableSubscription }
    let status = EvidenceSet.holding(odd).status(Shop.premium, on: 1)
    #expect(!status.entitled)
    #expect(status.reason(.sameType, 1) != nil)
    #expect(status.next.who == .us)
  }

  @Test func whereAppleSignedNoTypeTheCatalogueTellsIt() {
    #expect(EvidenceSet.holding(bought.changed { $0.type = nil }).entitles(Shop.premium, on: 1))
  }

  @Test func manyReasonsOfOneKindAreCounted() {
    let many = (1...30).map { StoredTransaction.bought(Shop.premium, $0, on: Double($0)).refunded(on: 40) }
    let reasons = EvidenceSet.holding(many).status(Shop.premium, on: 41).reasons
    #expect(reasons.count == Reason.limit + 1)
    #expect(reasons.first?.transactionId == "30")
    #expect(reasons.last?.text == "and 22 more of this kind")
  }
}

import AppStoreModel
import Testing

@testable import Entitlements

@Suite("Rule 1: versions of a transaction")
struct VersionsTests {
  let bought = StoredTransaction.bought(Shop.premium, 1, on: 0)

  private func supersedes(
    _ one: StoredTransaction, _ other: StoredTransaction, _ payloads: ([UInt8], [UInt8]) = ([], [])
  )
    -> Bool
  {
    Versions.supersedes(one.transaction, payload: payloads.0, over: other.transaction, payload: payloads.1)
  }

  @Test func theNewestSignedDateCounts() {
    #expect(supersedes(bought.signed(on: 2), bought.signed(on: 1).refunded(on: 1)))
    #expect(!supersedes(bought.signed(on: 1), bought.signed(on: 2)))
  }

  @Test func ofTwoSignedAtOnceTheRevokedOneCounts() {
    let revoked = bought.refunded(on: 0)
    #expect(supersedes(revoked, bought, ([1], [2])))
    #expect(!supersedes(bought, revoked, ([2], [1])))
  }

  @Test func thenTheGreaterPayloadBytesCount() {
    #expect(supersedes(bought, bought, ([2], [1, 9])))
    #expect(supersedes(bought, bought, ([1, 9], [1])))
    #expect(!supersedes(bought, bought, ([1], [1])))
  }

  @Test func aVersionWithoutADateIsOlderThanAnyOther() {
    let undated = bought.changed { $0.signedDate = nil }
    let ofTheYearOne = bought.changed { $0.signedDate = Timestamp(milliseconds: -62_135_769_600_000) }
    #expect(supersedes(bought, undated))
    #expect(supersedes(bought, ofTheYearOne))
    #expect(!supersedes(undated, ofTheYearOne))
  }

  @Test func payloadsAreReadOnlyToSettleATie() throws {
    struct Unreadable: Error {}
    func unreadable() throws -> [UInt8] { throw Unreadable() }
    let newer = bought.signed(on: 2).transaction
    #expect(try Versions.supersedes(newer, payload: unreadable(), over: bought.transaction, payload: unreadable()))
    #expect(throws: Unreadable.self) {
      try Versions.supersedes(newer, payload: unreadable(), over: newer, payload: unreadable())
    }
  }

  @Test func anOlderStatementThatArrivesAfterSuchACopyStaysOld() {
    // The copy of day 5 repeats the first statement, so the refund of day 3 had been reversed by then.
    let evidence = EvidenceSet.holding(bought, bought.signed(on: 5), bought.refunded(on: 3))
    #expect(evidence.entitles(Shop.premium, on: 6))
  }

  @Test func aSignatureCountsMoreThanALaterAttestation() {
    let attested = bought.refunded(on: 9).with(.attested(.receipt))
    #expect(bought.supersedes(attested) && !attested.supersedes(bought))
    var evidence = EvidenceSet.holding(bought, attested)
    evidence.attestations = [.receipt]
    #expect(evidence.entitles(Shop.premium, on: 10))
  }

  @Test func aVersionThatDidNotVerifyReplacesNone() {
    let forged = bought.refunded(on: 9).with(.failed(VerificationFailure(.signature, "bad")))
    #expect(EvidenceSet.holding(bought, forged).entitles(Shop.premium, on: 10))
  }

  @Test func anotherEnvironmentsTransactionOfTheSameIdReplacesNone() {
    let production = bought.refunded(on: 9).changed { $0.environment = .production }
    #expect(EvidenceSet.holding(bought, production).entitles(Shop.premium, on: 10))
  }

  @Test func renewalInformationFollowsTheSameRule() {
    let old = RenewalInfo.of(1, Shop.monthly, signed: 1)
    let new = RenewalInfo.of(1, Shop.monthly, renews: false, signed: 2)
    #expect(Versions.supersedes(new, over: old))
    #expect(!Versions.supersedes(old, over: new))
    #expect(!Versions.supersedes(old, over: old))
    let twin = RenewalInfo.of(1, Shop.monthly, renews: false, signed: 1)
    #expect(Versions.supersedes(old, over: twin) != Versions.supersedes(twin, over: old))
  }
}

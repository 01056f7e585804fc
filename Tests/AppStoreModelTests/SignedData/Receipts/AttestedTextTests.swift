import Core
import Testing

@testable import AppStoreModel

@Suite struct AttestedTextTests {
  private static let now = Timestamp(milliseconds: 1_750_000_000_000)
  private static let entry: JSONObject = [
    "quantity": "2", "product_id": "plus", "transaction_id": "20", "original_transaction_id": "10",
    "purchase_date_ms": "1740000000000", "expires_date_ms": "1760000000000", "is_trial_period": "true",
    "is_in_intro_offer_period": "false", "cancellation_date_ms": "1741000000000", "cancellation_reason": "1",
    "is_upgraded": "true", "in_app_ownership_type": "FAMILY_SHARED", "subscription_group_identifier": "g",
  ]

  private func text(_ entry: JSONObject = entry, by attestation: Attestation = .answer) throws -> String {
    try AttestedText.transaction(
      entry, by: attestation, bundleId: "com.example", environment: .sandbox, date: Self.now)
  }

  private func verifier(takesReceiptAnswers: Bool, environment: StoreEnvironment = .sandbox) -> Verifier {
    Verifier(
      roots: .apple, expecting: ExpectedClaims(bundleId: "com.example", environment: environment),
      takesReceiptAnswers: takesReceiptAnswers, now: { Self.now })
  }

  @Test func anEntryBecomesATransaction() throws {
    let result = verifier(takesReceiptAnswers: true).verify(try text(), as: .transaction)
    #expect(result.verdict == .attested(.answer) && result.rootFingerprint == nil)
    let transaction = try #require(result.payload?.transaction)
    #expect(transaction.transactionId == "20" && transaction.originalTransactionId == "10")
    #expect(transaction.quantity == 2 && transaction.productId == "plus" && transaction.isUpgraded == true)
    #expect(transaction.expiresDate?.milliseconds == 1_760_000_000_000 && transaction.signedDate == Self.now)
    #expect(transaction.revocationDate?.milliseconds == 1_741_000_000_000)
    #expect(transaction.type == .autoRenewableSubscription && transaction.inAppOwnershipType == .familyShared)
    #expect(transaction.offerType == .introductoryOffer && transaction.offerDiscountType == .freeTrial)
    #expect(transaction.otherMembers["receiptEntry"] == .object(Self.entry))
    #expect(!transaction.unknownNames.contains("member receiptEntry"), "it is Till's own")
  }

  @Test func onlyTheStoreOfReceiptsTakesIt() throws {
    #expect(verifier(takesReceiptAnswers: false).verify(try text()).verdict.failure?.kind == .format)
    for attestation in [Attestation.receipt, .file] {
      let verdict = verifier(takesReceiptAnswers: true).verify(try text(by: attestation)).verdict
      #expect(verdict.failure?.kind == .format)
    }
    let other = verifier(takesReceiptAnswers: true, environment: .production).verify(try text())
    #expect(other.verdict.failure?.kind == .environment && other.payload == nil)
    // A text without a signature is not an answer from Apple.
    let forged = try text().dropLast() + ".AAAA"
    #expect(verifier(takesReceiptAnswers: true).verify(String(forged)).verdict.failure != nil)
    let none = "eyJhbGciOiJub25lIn0.e30."
    #expect(verifier(takesReceiptAnswers: true).verify(none).verdict.failure != nil)
  }

  @Test func whatIsMissingIsNamed() throws {
    #expect(throws: JSONError.self) { try text(["product_id": "plus"]) }
    #expect(throws: JSONError.self) { try text(["transaction_id": "1"]) }
    let bad: JSONObject = ["product_id": "plus", "transaction_id": "1", "purchase_date_ms": "soon"]
    let error = #expect(throws: JSONError.self) { try text(bad) }
    #expect(error?.description.contains("purchase_date_ms") == true)
    // Without an expiry date the product type is unknown, and is not guessed.
    let plain = try text(["product_id": "plus", "transaction_id": "1"])
    let transaction = verifier(takesReceiptAnswers: true).verify(plain).payload?.transaction
    #expect(transaction?.type == nil && transaction?.originalTransactionId == "1")
  }

  @Test func aPendingRenewalBecomesRenewalInformation() throws {
    let item: JSONObject = [
      "auto_renew_product_id": "plus", "product_id": "plus", "original_transaction_id": "10",
      "auto_renew_status": "1", "is_in_billing_retry_period": "1", "expiration_intent": "2",
      "grace_period_expires_date_ms": "1750000001000",
    ]
    let text = try #require(
      try AttestedText.renewalInfo(item, by: .answer, environment: .sandbox, date: Self.now))
    let result = verifier(takesReceiptAnswers: true).verify(text, as: .renewalInfo)
    let info = try #require(result.payload?.renewalInfo)
    #expect(
      info.isInBillingRetryPeriod == true && info.autoRenewStatus == .on && info.expirationIntent == .billingError)
    #expect(info.gracePeriodExpiresDate?.milliseconds == 1_750_000_001_000)
    #expect(try AttestedText.renewalInfo([:], by: .answer, environment: .sandbox, date: Self.now) == nil)
  }
}

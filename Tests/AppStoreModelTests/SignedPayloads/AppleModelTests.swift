import Core
import TestSupport
import Testing

@testable import AppStoreModel

/// Tests that Apple's own model files decode, and encode to the same values.
@Suite(.enabled(if: Conformance.isPresent, Conformance.absence))
struct AppleModelTests {
  private func object(_ name: String) throws -> JSONObject {
    let value = try JSONValue(parsing: Conformance.data("apple/models/\(name).json"))
    return try #require(value.objectValue)
  }

  @discardableResult
  private func roundTrip<Model: JSONRepresentable>(_ name: String, as type: Model.Type) throws -> Model {
    let object = try object(name)
    let model = try Model(json: object)
    #expect(model.json.isEquivalent(to: object))
    return model
  }

  @Test func transaction() throws {
    let transaction = try roundTrip("signedTransaction", as: Transaction.self)
    #expect(transaction.otherMembers.isEmpty)
    #expect(transaction.transactionId == "23456")
    #expect(transaction.type == .autoRenewableSubscription)
    #expect(transaction.purchaseDate == Timestamp(milliseconds: 1_698_148_900_000))
    #expect(transaction.revocationReason == .refundedDueToIssue)
    #expect(transaction.isUpgraded == true)
    #expect(transaction.price == 10_990)
    #expect(transaction.commitmentInfo?.totalBillingPeriods == 12)
    #expect(transaction.advancedCommerceInfo?.objectValue?["taxRate"] == "0.15")
  }

  @Test func transactionWithRevocation() throws {
    let transaction = try roundTrip("signedTransactionWithRevocation", as: Transaction.self)
    #expect(transaction.otherMembers.isEmpty)
    #expect(transaction.revocationType == .refundProrated)
    #expect(transaction.revocationPercentage == 50_000)
  }

  @Test func renewalInfo() throws {
    let renewal = try roundTrip("signedRenewalInfo", as: RenewalInfo.self)
    #expect(renewal.otherMembers.isEmpty)
    #expect(renewal.expirationIntent == .customerCancelled)
    #expect(renewal.autoRenewStatus == .on)
    #expect(renewal.eligibleWinBackOfferIds == ["eligible1", "eligible2"])
    #expect(renewal.commitmentInfo?.commitmentRenewalBillingPlanType == .monthly)
  }

  @Test func appTransaction() throws {
    let transaction = try roundTrip("appTransaction", as: AppTransaction.self)
    #expect(transaction.otherMembers.isEmpty)
    #expect(transaction.receiptType == .localTesting)
    #expect(transaction.originalPlatform == .iOS)
    #expect(transaction.preorderDate == Timestamp(milliseconds: 1_698_148_700_000))
  }

  @Test(arguments: [
    ("signedNotification", NotificationType.subscribed), ("signedConsumptionRequestNotification", .consumptionRequest),
    ("signedSummaryNotification", .renewalExtension), ("signedRescindConsentNotification", .rescindConsent),
    ("signedExternalPurchaseTokenNotification", .externalPurchaseToken),
    ("signedExternalPurchaseTokenSandboxNotification", .externalPurchaseToken),
  ])
  func notification(name: String, type: NotificationType) throws {
    let notification = try roundTrip(name, as: ServerNotification.self)
    #expect(notification.otherMembers.isEmpty)
    #expect(notification.notificationType == type)
    let parts: [JSONObject?] = [
      notification.data?.otherMembers, notification.summary?.otherMembers,
      notification.externalPurchaseToken?.otherMembers, notification.appData?.otherMembers,
    ]
    #expect(parts.compactMap { $0 } == [JSONObject()])
  }

  @Test func appData() throws {
    let data = try roundTrip("appData", as: AppData.self)
    #expect(data.otherMembers.isEmpty)
    #expect(data.environment == .sandbox)
  }

  @Test func keepsAnUnknownEnvironment() throws {
    let data = try roundTrip("transactionHistoryResponseWithMalformedEnvironment", as: AppData.self)
    #expect(data.environment == StoreEnvironment(rawValue: "LocalTestingxxx"))
    #expect(data.environment?.isKnown == false)
    #expect(data.otherMembers.names == ["revision", "hasMore", "signedTransactions"])
  }

  @Test func refusesAMalformedAppAppleId() throws {
    let object = try object("transactionHistoryResponseWithMalformedAppAppleId")
    let error = #expect(throws: JSONError.self) { try AppData(json: object) }
    #expect(error?.path == "appAppleId")
    #expect(throws: JSONError.self) { try AppTransaction(json: object) }
    #expect(throws: JSONError.self) { try NotificationData(json: object) }
  }
}

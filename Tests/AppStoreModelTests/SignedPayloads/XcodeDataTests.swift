import Core
import Foundation
import TestSupport
import Testing

@testable import AppStoreModel

/// Tests of data that Xcode signs: fractional milliseconds, and the year 1 for unknown dates.
@Suite(.enabled(if: Conformance.isPresent, Conformance.absence))
struct XcodeDataTests {
  private func payload(_ name: String) throws -> JSONObject {
    let text = try #require(String(data: Conformance.data("apple/xcode/\(name)"), encoding: .utf8))
    let parts = text.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ".")
    try #require(parts.count == 3)
    var base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    let data = try #require(Data(base64Encoded: String(base64)))
    return try #require(JSONValue(parsing: data).objectValue)
  }

  @Test func transaction() throws {
    let transaction = try Transaction(json: payload("xcode-signed-transaction"))
    #expect(transaction.purchaseDate == Timestamp(milliseconds: 1_697_679_936_049))
    #expect(transaction.environment == .xcode)
    #expect(transaction.isUpgraded == false)
    #expect(transaction.transactionId == "0")
  }

  @Test func renewalInfo() throws {
    let renewal = try RenewalInfo(json: payload("xcode-signed-renewal-info"))
    #expect(renewal.environment == .xcode)
    #expect(renewal.originalTransactionId == "0")
    #expect(renewal.signedDate != nil)
  }

  @Test func appTransaction() throws {
    let transaction = try AppTransaction(json: payload("xcode-signed-app-transaction"))
    #expect(transaction.receiptType == .xcode)
    #expect(transaction.originalPurchaseDate?.isUnknown == true)
    #expect(transaction.receiptCreationDate?.isUnknown == false)
  }
}

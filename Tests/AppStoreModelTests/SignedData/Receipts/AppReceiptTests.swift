import Core
import Foundation
import TestSupport
import Testing

@testable import AppStoreModel

@Suite struct AppReceiptTests {
  private func xcode(_ name: String) throws -> AppReceipt {
    let text = String(decoding: try Conformance.data("apple/xcode/xcode-app-receipt-\(name)"), as: UTF8.self)
    let bytes = try #require(Base64.standard.decode(text.filter { !$0.isWhitespace }))
    return try AppReceipt(bytes, roots: .apple)
  }

  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func receiptsThatXcodeMade() throws {
    let receipt = try xcode("with-transaction")
    #expect(receipt.environment == .xcode && receipt.type == "Xcode")
    #expect(receipt.bundleId == "com.example.naturelab.backyardbirds.example")
    #expect(receipt.creationDate == Timestamp(utc: "2023-10-19T01:45:40Z"))
    let entry = try #require(receipt.entries.first)
    #expect(try receipt.entries.count == 1 && entry.string("transaction_id") == "0")
    #expect(try entry.string("product_id") == "pass.premium" && entry.string("quantity") == "1")
    let expiry = try #require(Timestamp(utc: "2023-11-19T01:45:36Z"))
    #expect(try entry.string("expires_date_ms") == String(expiry.milliseconds))
    // Its only certificate is Xcode's own, which Till does not trust.
    #expect(receipt.failure?.kind == .chainLength && receipt.rootFingerprint == nil)
    #expect(try xcode("empty").entries.isEmpty)
  }

  @Test func whatIsNoReceipt() throws {
    let identity = try SigningIdentity()
    for content in [[], [0x31, 0x00], [0x31, 0x02, 0x30, 0x00], Array("text".utf8)] as [[UInt8]] {
      let bytes = try identity.signedData(content)
      let error = #expect(throws: VerificationFailure.self) { try AppReceipt(bytes, roots: identity.trustedRoots) }
      #expect(error?.kind == .format)
    }
    for bytes in [[], [0x30], [0x30, 0x80], Array("MIIB".utf8)] as [[UInt8]] {
      #expect(throws: VerificationFailure.self) { try AppReceipt(bytes, roots: .apple) }
    }
  }
}

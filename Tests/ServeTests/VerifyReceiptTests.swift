import AppStoreModel
import Core
import Foundation
import Simulator
import TestSupport
import Testing

@testable import Serve

/// Tests of app receipts, and of the legacy endpoint that verifies them.
@Suite(.startsPrograms) struct VerifyReceiptTests {
  private let shop: APIFixture
  private let secret = "0123456789abcdef0123456789abcdef"

  init() throws {
    shop = try APIFixture()
  }

  private func verify(
    _ receipt: [UInt8], environment: StoreEnvironment = .sandbox, password: String? = nil, members: String = ""
  ) throws -> JSONObject {
    let text = String(decoding: Base64.standard.encode(receipt), as: UTF8.self)
    let secret = password.map { #","password":"\#($0)""# } ?? ""
    return try ask(#"{"receipt-data":"\#(text)"\#(secret)\#(members)}"#, environment: environment)
  }

  private func ask(
    _ body: String, method: String = "POST", environment: StoreEnvironment = .sandbox
  ) throws -> JSONObject {
    let routes = VerifyReceipt(store: shop.store, secret: secret, environment: environment)
    let head = HTTPRequestHead(method: method, target: try HTTPTarget("/verifyReceipt".utf8))
    let response = routes.answer(HTTPRequest(head: head, body: Array(body.utf8)))
    guard case .bytes(let bytes) = response.body else { return [:] }
    #expect(response.status == 200)
    return try #require(try JSONValue(parsing: bytes).objectValue)
  }

  @Test func theHistoryOfACustomer() throws {
    let answer = try verify(try shop.store.receipt(of: "again@"))
    #expect(try answer.int64("status") == 0)
    #expect(try answer.string("environment") == "Sandbox")
    #expect(answer["latest_receipt"] == nil && answer["pending_renewal_info"] == nil)
    let receipt = try #require(try answer.object("receipt"))
    #expect(try receipt.string("receipt_type") == "ProductionSandbox")
    #expect(try receipt.string("bundle_id") == shop.store.bundleId)
    #expect(try receipt.int64("adam_id") == 0)
    let items = try #require(try answer.objects("latest_receipt_info"))
    #expect(items.count == 2)
    #expect(items.count { $0["cancellation_date_ms"] != nil } == 1)
    let item = try #require(items.first)
    #expect(try item.string("quantity") == "1" && item.string("is_trial_period") == "false")
    let date = try #require(try item.string("purchase_date"))
    #expect(date.hasSuffix(" Etc/GMT") && date.count == "2015-04-23 23:33:34 Etc/GMT".count)
    #expect(try item.string("purchase_date_pst")?.hasSuffix(" America/Los_Angeles") == true)
    #expect(try receipt.objects("in_app")?.count == 2)
  }

  @Test func subscriptionsNeedTheSecret() throws {
    let receipt = try shop.store.receipt(of: "grace@")
    #expect(try verify(receipt).int64("status") == 21_004)
    #expect(try verify(receipt, password: "wrong").int64("status") == 21_004)
    let answer = try verify(receipt, password: secret)
    #expect(try answer.int64("status") == 0)
    let renewal = try #require(try answer.objects("pending_renewal_info")?.first)
    #expect(try renewal.string("is_in_billing_retry_period") == "1")
    #expect(try renewal.string("grace_period_expires_date_ms") != nil)
    let latest = try #require(try answer.string("latest_receipt").flatMap { Base64.standard.decode($0) })
    #expect(try verify(latest, password: secret).int64("status") == 0)
  }

  @Test func onlyTheNewestPeriods() throws {
    _ = try shop.store.purchase(PurchaseRequest(account: "new@", productId: "com.example.piglet.plus.monthly"))
    try shop.store.renew("com.example.piglet.plus.monthly", account: "new@")
    let receipt = try shop.store.receipt(of: "new@")
    #expect(try verify(receipt, password: secret).objects("latest_receipt_info")?.count == 2)
    let short = try verify(receipt, password: secret, members: #","exclude-old-transactions":true"#)
    #expect(try short.objects("latest_receipt_info")?.count == 1)
  }

  @Test func theEnvironmentsAreToldApart() throws {
    let sandbox = try shop.store.receipt(of: "again@")
    #expect(try verify(sandbox, environment: .production).int64("status") == 21_007)
    let production = try shop.store.receipt(of: "again@", environment: .production)
    #expect(try verify(production).int64("status") == 21_008)
    let answer = try verify(production, environment: .production)
    #expect(try answer.string("environment") == "Production")
    #expect(try answer.object("receipt")?.string("receipt_type") == "Production")
  }

  @Test func anInvalidReceiptIsRefused() throws {
    #expect(try ask("{}", method: "GET").int64("status") == 21_000)
    for body in ["", "[]", "{}", #"{"receipt-data":1}"#, #"{"receipt-data":"%%"}"#] {
      #expect(try ask(body).int64("status") == 21_002)
    }
    var receipt = try shop.store.receipt(of: "again@")
    // Data that is no receipt is malformed. A receipt with another signer is not authenticated.
    #expect(try verify(Array("nonsense".utf8)).int64("status") == 21_002)
    #expect(try ask(#"{"receipt-data":"AAAA"}"#).int64("status") == 21_002)
    let other = try APIFixture()
    #expect(try verify(other.store.receipt(of: "again@")).int64("status") == 21_003)
    // A changed product id breaks the signature.
    let name = Array("premium".utf8)
    let place = try #require(receipt.indices.first { receipt[$0...].starts(with: name) })
    receipt[place] ^= 1
    #expect(try verify(receipt).int64("status") == 21_003)
    for length in stride(from: 0, to: receipt.count, by: 97) {
      #expect(try verify(Array(receipt[..<length])).int64("status") == 21_002)
    }
  }

  @Test func finishedConsumablesDropOut() throws {
    let id = try shop.buy("com.example.piglet.coins100").id
    #expect(try verify(shop.store.receipt(of: "new@")).objects("latest_receipt_info")?.count == 1)
    try shop.store.finish(id)
    let empty = try verify(shop.store.receipt(of: "new@"))
    #expect(try empty.objects("latest_receipt_info")?.isEmpty == true)
  }
}

import AppStoreModel
import Backends
import Core
import Device
import Foundation
import TestSupport
import Testing

@Suite struct ReceiptBackendTests {
  private func failure(_ shop: ReceiptFixture, _ name: String = "receipt") async throws -> StoreError {
    try #require(await #expect(throws: StoreError.self) { try await shop.backend.history(for: name, after: nil) })
  }

  private func body(_ request: TestRequest?) throws -> JSONObject {
    let request = try #require(request)
    return try #require(try JSONValue(parsing: request.body).objectValue)
  }

  @Test
  func b5ASandboxReceiptAtProductionLeadsToTheSandboxAndIsNotMixedInAndTheReverse() async throws {
    let shop = try ReceiptFixture(
      production: { _ in .json(#"{"status":21007}"#) }, sandbox: { _ in ReceiptFixture.answer("Sandbox") })
    let error = try await failure(shop)
    #expect(error.kind == .accountNotFound && error.message.contains("open --backend receipt:sandbox"))
    #expect(shop.production.requests.count == 1 && shop.sandbox.requests.count == 1)
    #expect(shop.backend.asides().contains { $0.contains("21007") })

    let reverse = try ReceiptFixture(
      environment: .sandbox, production: { _ in ReceiptFixture.answer() }, sandbox: { _ in .json(#"{"status":21008}"#) }
    )
    #expect(try await failure(reverse).message.contains("open --backend receipt:production"))
    let circle = try ReceiptFixture(
      production: { _ in .json(#"{"status":21007}"#) }, sandbox: { _ in .json(#"{"status":21008}"#) })
    #expect(try await failure(circle).message.contains("21008"))
    #expect(circle.production.requests.count == 1 && circle.sandbox.requests.count == 1)
  }

  @Test
  func c4AReceiptThatIsNotThereIsLookedForFiveTimesThenRefreshedThenMissedInClearWords() async throws {
    let missing = try ReceiptFixture(production: { _ in ReceiptFixture.answer() })
    let error = try await failure(missing, "late")
    #expect(error.kind == .accountNotFound && error.message.contains("receipt late not found after 5 attempts; "))
    let said = missing.backend.asides()
    #expect(said.count == 5 && said.last?.contains("attempt 5 of 5") == true && missing.backend.asides().isEmpty)
    #expect(missing.waits.all.count == 4 && missing.production.requests.isEmpty)

    let asked = Mutexed<[String]>([])
    let refreshed = try ReceiptFixture(
      refresh: { name throws(StoreError) in
        asked.value.append(name)
        return Array("bmV3".utf8)
      }, production: { _ in ReceiptFixture.answer() })
    #expect(try await refreshed.backend.history(for: "late", after: nil).signedTransactions.count == 1)
    #expect(asked.value == ["late"])
    #expect(refreshed.backend.asides().last?.contains("asking the app to refresh it") == true)
    #expect(try body(refreshed.production.requests.first).string("receipt-data") == "bmV3")

    let nobody = try ReceiptFixture(refresh: { _ in nil }, production: { _ in ReceiptFixture.answer() })
    #expect(try await failure(nobody, "late").message.contains("after 5 attempts and a refresh"))
  }

  @Test
  func c4AnOldReceiptIsToldFromANewOne() async throws {
    let old = try ReceiptFixture(lastSeen: 1_749_500_000_000, production: { _ in ReceiptFixture.answer() })
    let error = try await failure(old)
    #expect(error.message.contains("an old receipt, created 2025-06-04 01:20"))
    #expect(error.message.contains("have the app refresh it"))
    let same = try ReceiptFixture(lastSeen: 1_749_000_000_000, production: { _ in ReceiptFixture.answer() })
    #expect(try await same.backend.history(for: "receipt", after: nil).revision == "1749000000000")
  }

  @Test
  func e3AWholeRestoreIsOneRequest() async throws {
    let refunded = ReceiptFixture.entry(2, members: #","cancellation_date_ms":"1745000000000""#)
    let shop = try ReceiptFixture(
      production: { _ in ReceiptFixture.answer(entries: [ReceiptFixture.entry(1), refunded]) })
    let page = try await shop.backend.history(for: "receipt", after: nil)
    #expect(page.signedTransactions.count == 2 && !page.hasMore)
    #expect(try await shop.backend.refundHistory(for: "receipt", after: nil).signedTransactions.count == 1)
    #expect(try await shop.backend.renewalInfos(for: "receipt").isEmpty)
    #expect(try await shop.backend.unfinished(for: "receipt").isEmpty)
    #expect(shop.production.requests.count == 1)
    _ = try await shop.backend.history(for: "receipt", after: page.revision)
    #expect(shop.production.requests.count == 2)
  }

  @Test
  func e6TheSharedSecretIsSentToAppleAloneMayBeReplacedAndStandsInNoMessage() async throws {
    let shop = try ReceiptFixture(production: { _ in .json(#"{"status":21004}"#) })
    let error = try await failure(shop)
    #expect(error.kind == .unauthorized && error.message.contains("shared secret is missing or does not match"))
    #expect(!error.message.contains(shop.secret.value))
    #expect(try body(shop.production.requests.first).string("password") == "0123456789abcdef")
    shop.secret.value = "another"
    _ = try await failure(shop)
    #expect(try body(shop.production.requests.last).string("password") == "another")
    #expect(shop.backend.asides().allSatisfy { !$0.contains("another") })
  }

  @Test
  func e7ReceiptsAndAnswersOfManyMegabytes() async throws {
    let entries = (1...20_000).map { ReceiptFixture.entry($0) }
    let shop = try ReceiptFixture(production: { _ in ReceiptFixture.answer(entries: entries) })
    shop.files.value["receipt"] = [UInt8](repeating: UInt8(ascii: "A"), count: 400_000)
    let page = try await shop.backend.history(for: "receipt", after: nil)
    #expect(page.signedTransactions.count == 20_000)
    #expect(try body(shop.production.requests.first).string("receipt-data")?.count == 400_000)
  }

  @Test func triesAgainWhereThatHelps() async throws {
    let bad = [#"{"status":21005}"#, #"{"status":21009}"#, #"{"status":21150,"is_retryable":1}"#]
    let replies = Replies([.hangUp] + bad.map { .json($0) } + [ReceiptFixture.answer()])
    let shop = try ReceiptFixture(production: { _ in replies.next() })
    #expect(try await shop.backend.history(for: "receipt", after: nil).signedTransactions.count == 1)
    #expect(shop.waits.all.count == 4 && shop.backend.asides().count == 4)

    for answer in [#"{"status":21150,"is-retryable":"0"}"#, #"{"status":21150}"#, #"{"status":21003}"#] {
      let final = try ReceiptFixture(production: { _ in .json(answer) })
      let error = try await failure(final)
      #expect(!error.isTemporary && final.production.requests.count == 1, "\(answer): \(error.message)")
    }
    let busy = try ReceiptFixture(production: { _ in .json(#"{"status":21005}"#) })
    #expect(try await failure(busy).isTemporary)
    #expect(busy.production.requests.count == ReceiptClient.attempts)
  }

  @Test(arguments: [21_000, 21_001, 21_002, 21_003, 21_004, 21_006, 21_010, 21_199, 12_345] as [Int64])
  func everyStatusHasItsWords(status: Int64) async throws {
    let shop = try ReceiptFixture(production: { _ in .json(#"{"status":\#(status)}"#) })
    let message = try await failure(shop).message
    #expect(message.hasPrefix("receipt:production: ") && message.contains("(status \(status))"))
    let isKnown = !message.contains("unknown status")
    #expect(isKnown == (status != 12_345))
  }

  @Test func foreignAndOddAnswersAreRefusedInOneLine() async throws {
    let odd: [TestReply] = [
      .json("[]"), .json("{}"), .json(#"{"status":"0"}"#), .json(#"{"status":0}"#),
      .text("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>"),
      .json(#"{"status":0,"environment":"Production","receipt":{}}"#),
      ReceiptFixture.answer(entries: [#"{"product_id":"plus"}"#]),
      ReceiptFixture.answer(entries: [#"{"transaction_id":"1","product_id":"p","purchase_date_ms":"x"}"#]),
    ]
    for reply in odd {
      let shop = try ReceiptFixture(production: { _ in reply })
      let error = try await failure(shop)
      #expect(!error.message.contains("\n") && error.message.contains("127.0.0.1"), "\(error.message)")
    }
    let other = try ReceiptFixture(production: { _ in ReceiptFixture.answer(bundleId: "com.other") })
    #expect(try await failure(other).message == "receipt is a receipt of com.other, not of com.example")
  }

  @Test func anUnavailableActionHasAReason() async throws {
    let shop = try ReceiptFixture(production: { _ in ReceiptFixture.answer() })
    let can = shop.backend.capabilities
    #expect(can.buy != nil && can.askRefund != nil && can.restore == nil && can.refundCheck == nil)
    #expect(can.isReal && shop.backend.identity.kind == .receipt)
    await #expect(throws: StoreError.self) {
      try await shop.backend.purchase(PurchaseRequest(account: "receipt", productId: "p"))
    }
    await #expect(throws: StoreError.self) {
      try await shop.backend.requestRefund(of: "1", reason: nil, for: "receipt")
    }
    #expect(shop.production.requests.isEmpty)
  }
}

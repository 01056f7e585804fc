import Core
import Foundation
import TestSupport
import Testing

/// Tests of Till's own client of the App Store Server API with `till serve`, for support and for an app server.
@Suite(.startsPrograms) struct OwnClientTests {
  private static let premium = "com.example.piglet.premium"
  private static let monthly = "com.example.piglet.plus.monthly"

  private let shop = TillProgram()
  private let device = TillProgram()
  private let desk = TillProgram()
  private let serve: ServeProgram

  init() throws {
    serve = try ServeProgram(store: shop.store, ["--notify", "http://127.0.0.1:9/nobody"])
  }

  /// Runs a command of support, with the key that the server gave out.
  private func support(_ words: String...) throws -> TillProgram.Run {
    func text(_ name: String) throws -> String { try #require(try serve.document.string(name)) }
    return try desk.run(
      words + [
        "--backend", "appstore:" + serve.url, "--key", text("privateKeyFile"), "--key-id", text("keyId"), "--issuer",
        text("issuerId"), "--bundle-id", text("bundleId"), "--root", text("rootCertificateFile"),
      ])
  }

  private func bought(_ product: String) throws -> String {
    let answer = try device.run(["--backend", serve.url, "buy", product, "--json"]).document()
    return try #require(try answer.string("transactionId"))
  }

  private func states(_ run: TillProgram.Run) throws -> [String: String] {
    var states: [String: String] = [:]
    for row in try run.document().rows("products") {
      states[try #require(row.text("productId"))] = row.text("state")
    }
    return states
  }

  @Test func supportReadsTheAppTransactionAndExtendsEverySubscriber() throws {
    let subscription = try bought(Self.monthly)
    let app = try support("support", "app-transaction", subscription, "--json").document()
    #expect(app["verification"] == "verified")
    #expect(try app.object("payload")?.string("bundleId") == "com.example.piglet")
    let asked = try support(
      "support", "extend-all", Self.monthly, "5", "--storefronts", "chn", "--unlock", "--yes", "--json")
    #expect(asked.status == 0, "\(asked.error)")
    let request = try #require(try asked.document().string("requestIdentifier"))
    let status = try support("support", "extend-status", Self.monthly, request, "--json").document()
    #expect(try status.bool("complete") == true && status.int64("succeededCount") == 1)
    #expect(try support("support", "extend-status", Self.monthly, request).output.contains("1 extended"))
    let unknown = try support("support", "extend-status", Self.monthly, "nothing")
    #expect(unknown.status == 1 && unknown.error.contains("4040009"), "\(unknown.error)")
    let nobody = try support("support", "app-transaction", "999")
    #expect(nobody.status == 1 && nobody.error.lowercased().contains("not found"), "\(nobody.error)")
  }

  @Test
  func c7LookUpByIdAndByTheInvoicesOrderNumberHistoryRefundsAndASweepForWhatChanged() throws {
    let premium = try bought(Self.premium)
    _ = try bought("com.example.piglet.coins100")
    let subscription = try bought(Self.monthly)
    let found = try support("lookup", premium, "--json")
    #expect(found.status == 0, "\(found.error)")
    #expect(try states(found)[Self.premium] == "purchased" && states(found)[Self.monthly] == "subscribed")
    #expect(try support("check", Self.premium).status == 0)

    let details = try shop.json("simulator", "transactions", premium)
    let number = try #require(try details.string("orderNumber"))
    let invoice = try support("lookup", number, "--json")
    #expect(invoice.status == 0, "\(invoice.error)")
    #expect(try states(invoice) == states(found))

    // A refund check finds changes whose notifications were missed.
    #expect(try shop.run("simulator", "refund", "approve", premium).status == 0)
    let swept = try support("refund-check", "--json").document()
    #expect(swept.rows("refunded").compactMap { $0.text("transactionId") } == [premium])
    #expect(try swept.int64("checked") == 1)
    #expect(try support("check", Self.premium).status == 3)
    #expect(try support("refunds", "--json").document().rows("refunds").count == 1)

    let extended = try support("support", "extend", subscription, "7", "--unlock", "--yes", "--json")
    #expect(extended.status == 0, "\(extended.error)")
    let third = try (0..<2).map { _ in try support("support", "extend", subscription, "7", "--unlock", "--yes") }
    #expect(third.map(\.status) == [0, 1])
    let statuses = try support("support", "statuses", "--json")
    #expect(statuses.status == 0 && statuses.output.contains(subscription), "\(statuses.error)")
    let test = try support("support", "test-notification", "--unlock", "--yes")
    #expect(test.status == 0, "\(test.error)")
    let notifications = try support("support", "notifications", "--json")
    #expect(notifications.status == 0 && notifications.output.contains("REFUND"), "\(notifications.error)")
    #expect(serve.stop() == 0)
  }

  @Test func anIdThatTheServerDoesNotKnow() throws {
    let unknown = try support("lookup", "1234")
    #expect(unknown.status == 1 && unknown.error.contains("1234"))
    let order = try support("lookup", "W002182")
    #expect(order.status == 1 && order.error.contains("W002182"))
    let healthy = try support("doctor", "--json").document()
    #expect(healthy.rows("checks").first { $0.text("name") == "backend" }?["ok"] == true)
    #expect(serve.stop() == 0)
  }
}

import AppStoreModel
import Core
import Foundation
import Simulator
import TestSupport
import Testing

/// Tests of renewal dates that an app server extends: Apple's limits, answers and errors.
@Suite(.startsPrograms) struct RenewalExtensionTests {
  private static let monthly = "com.example.piglet.plus.monthly"
  private static let one = "/inApps/v1/subscriptions/extend/"
  private static let all = one + "mass"

  private func subscribed(_ shop: APIFixture, account: String = "new@") throws -> String {
    try shop.buy(Self.monthly, account: account).id
  }

  private func body(days: Int = 10, reason: Int = 1, name: String = "first", more: JSONObject = [:]) -> String {
    var json: JSONObject = [
      "extendByDays": .number(days), "extendReasonCode": .number(reason), "requestIdentifier": .string(name),
    ]
    for (name, value) in more { json.append(name, value) }
    return JSONValue.object(json).serialized()
  }

  private func code(_ shop: APIFixture, _ method: String, _ path: String, _ body: String = "") throws -> Int64? {
    let answer = try shop.ask(method, path, body: body)
    let code = try answer.json.int64("errorCode")
    if let code { #expect(answer.status == Int(code) / 10_000) }
    return code
  }

  @Test func oneIsExtendedTwiceAYear() throws {
    let shop = try APIFixture()
    let id = try subscribed(shop)
    let end = try #require(try shop.store.subscriptions(of: "new@").first?.expiresDate)
    let answer = try shop.ask("PUT", Self.one + id, body: body(days: 90)).json
    #expect(try answer.bool("success") == true && answer.string("originalTransactionId") == id)
    #expect(try answer.int64("effectiveDate") == end.adding(milliseconds: 90 * 86_400_000).milliseconds)
    let text = try #require(try shop.ask("GET", "/inApps/v1/transactions/" + id).json.string("signedTransactionInfo"))
    #expect(try shop.transaction(text).webOrderLineItemId == answer.string("webOrderLineItemId"))
    #expect(try shop.transaction(text).expiresDate?.milliseconds == answer.int64("effectiveDate"))
    // An app server that missed the answer may repeat the request with the same identifier.
    #expect(try shop.ask("PUT", Self.one + id, body: body(days: 90)).json == answer)
    #expect(try code(shop, "PUT", Self.one + id, body(name: "second")) == nil)
    #expect(try code(shop, "PUT", Self.one + id, body(name: "third")) == 4_030_005)
    // A year later the renewal date may be extended again.
    try shop.store.advance(by: 366 * 86_400_000)
    #expect(try code(shop, "PUT", Self.one + id, body(name: "third")) == nil)
  }

  @Test(arguments: [
    (#"{}"#, 4_000_009), (#"{"extendByDays": 0}"#, 4_000_009), (#"{"extendByDays": 91}"#, 4_000_009),
    (#"{"extendByDays": "10"}"#, 4_000_009), (#"{"extendByDays": 1e30}"#, 4_000_009),
    (#"{"extendByDays": 1}"#, 4_000_010), (#"{"extendByDays": 1, "extendReasonCode": 4}"#, 4_000_010),
    (#"{"extendByDays": 1, "extendReasonCode": -1}"#, 4_000_010),
    (#"{"extendByDays": 1, "extendReasonCode": 3}"#, 4_000_011),
    (#"{"extendByDays": 1, "extendReasonCode": 3, "requestIdentifier": ""}"#, 4_000_011), ("[]", 4_000_000),
  ])
  func badTerms(text: String, code: Int64) throws {
    let shop = try APIFixture()
    #expect(try self.code(shop, "PUT", Self.one + "1234", text) == code)
    #expect(try self.code(shop, "POST", Self.all, text) == code)
  }

  @Test func extensionsThatAppleRefuses() throws {
    let shop = try APIFixture()
    #expect(try code(shop, "PUT", Self.one + "x", body()) == 4_000_008)
    #expect(try code(shop, "PUT", Self.one + "1234", body()) == 4_040_005)
    let name = String(repeating: "é", count: 129)
    #expect(try code(shop, "PUT", Self.one + "1234", body(name: name)) == 4_000_011)
    let id = try subscribed(shop)
    let renewal = try shop.store.renew(Self.monthly, account: "new@").transactionId
    #expect(try code(shop, "PUT", Self.one + renewal, body()) == 4_040_005)
    try shop.store.expire(Self.monthly, account: "new@")
    #expect(try code(shop, "PUT", Self.one + id, body()) == 4_030_004)
    let coins = try shop.buy("com.example.piglet.coins100").id
    #expect(try code(shop, "PUT", Self.one + coins, body()) == 4_030_004)
    for path in [Self.all + "/a", Self.all + "/a/b/c"] {
      #expect(try shop.ask("PUT", path).status == 404)
    }
  }

  @Test func aSharedSubscriptionIsExtendedAtTheBuyersOnly() throws {
    let shop = try APIFixture()
    let catalogue = String(decoding: try shop.store.catalogueBytes(), as: UTF8.self)
      .replacingOccurrences(of: #""familyShareable" : false"#, with: #""familyShareable" : true"#)
    try shop.store.importCatalogue(Array(catalogue.utf8), name: "shared.storekit")
    try shop.store.addAccount("child@", storefront: "USA")
    try shop.store.joinFamily("child@", of: "new@")
    let id = try subscribed(shop)
    let shared = try shop.store.transactions(of: "child@", PageRequest(limit: 1)).rows.first
    let share = try #require(shared?.transactionId)
    #expect(try code(shop, "PUT", Self.one + share, body()) == 4_030_007)
    #expect(try code(shop, "PUT", Self.one + id, body()) == nil)
    let end = try shop.store.transactions(of: "child@", PageRequest(limit: 1)).rows.first?.expiresDate
    #expect(try end == shop.store.subscriptions(of: "new@").first?.expiresDate)
  }

  @Test func allSubscribersOfAProduct() throws {
    let shop = try APIFixture()
    for (name, storefront) in [("usa1@", "USA"), ("usa2@", "USA"), ("deu@", "DEU")] {
      try shop.store.addAccount(name, storefront: storefront)
      _ = try subscribed(shop, account: name)
    }
    for _ in 0..<2 { try shop.store.extendRenewal(of: Self.monthly, days: 1, account: "usa2@") }
    let before = try shop.store.notifications(PageRequest(limit: 100)).rows.count
    let more: JSONObject = ["productId": .string(Self.monthly), "storefrontCountryCodes": ["USA", "ISL"]]
    // Two requests with the same identifier extend only once.
    for _ in 0..<2 {
      let answer = try shop.ask("POST", Self.all, body: body(name: "outage", more: more))
      #expect(try answer.json.string("requestIdentifier") == "outage")
    }
    let status = try shop.ask("GET", Self.all + "/\(Self.monthly)/outage").json
    #expect(try status.bool("complete") == true && status.int64("completeDate") != nil)
    #expect(try status.int64("succeededCount") == 1 && status.int64("failedCount") == 1)
    let news = try shop.store.notifications(PageRequest(limit: 100)).rows.reversed().dropFirst(before)
    #expect(
      news.map { [$0.notificationType.rawValue, $0.subtype?.rawValue ?? ""] } == [
        ["RENEWAL_EXTENDED", ""], ["RENEWAL_EXTENSION", "FAILURE"], ["RENEWAL_EXTENSION", "SUMMARY"],
      ])
    #expect(news.map(\.account) == ["usa1@", "usa2@", nil])
    let end = try #require(news.last)
    let signed = shop.verifier.verify(end.signedPayload, as: .notification)
    #expect(signed.verdict == .verified)
    let summary = try ServerNotification(json: #require(signed.json)).summary
    #expect(summary?.requestIdentifier == "outage" && summary?.storefrontCountryCodes == ["USA", "ISL"])
    #expect(summary?.succeededCount == 1 && summary?.failedCount == 1 && summary?.productId == Self.monthly)
    #expect(try code(shop, "GET", Self.all + "/\(Self.monthly)/other") == 4_040_009)
    #expect(try code(shop, "GET", Self.all + "/com.example.other/outage") == 4_040_009)
  }

  @Test(arguments: [
    ("null", #"["USA"]"#, 4_000_023), (#""""#, "null", 4_000_023), (#""com.example.other""#, "null", 4_000_023),
    (#""com.example.piglet.premium""#, "null", 4_000_023), (#""com.example.piglet.plus.monthly""#, "[]", 4_000_027),
    (#""com.example.piglet.plus.monthly""#, #"["USA", "us"]"#, 4_000_028),
    (#""com.example.piglet.plus.monthly""#, #""USA""#, 4_000_028),
    (#""com.example.piglet.plus.monthly""#, "[1]", 4_000_028),
  ])
  func badMassRequests(product: String, storefronts: String, code: Int64) throws {
    let body =
      #"{"extendByDays": 1, "extendReasonCode": 0, "requestIdentifier": "a", "productId": \#(product), "#
      + #""storefrontCountryCodes": \#(storefronts)}"#
    #expect(try self.code(APIFixture(), "POST", Self.all, body) == code)
  }

  @Test func aDeletedSubscriptionTakesItsExtensionsAlong() throws {
    let shop = try APIFixture()
    for _ in 0..<2 {
      let id = try subscribed(shop)
      #expect(try code(shop, "PUT", Self.one + id, body()) == nil)
      #expect(try shop.store.deleteTransaction(id) == [id])
    }
    let id = try subscribed(shop)
    #expect(try code(shop, "PUT", Self.one + id, body()) == nil)
    try shop.store.resetAccount("new@")
    #expect(try shop.store.subscriptions(of: "new@").isEmpty)
  }
}

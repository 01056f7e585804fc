import AppStoreModel
import Core
import Foundation
import Simulator
import TestSupport
import Testing

@testable import Serve

@Suite(.startsPrograms) struct AppStoreServerAPITests {
  // MARK: Authorization

  @Test func onlyAppleLikeTokensMayAsk() throws {
    let shop = try APIFixture()
    func status(_ change: (inout JSONObject) -> Void, key: TokenKey? = nil) throws -> Int {
      var claims = shop.claims
      change(&claims)
      let token = try (key ?? shop.key).token(claims)
      let answer = try shop.ask("GET", "/inApps/v1/transactions/1", authorization: "Bearer \(token)")
      if answer.status == 401 { #expect(answer.json.isEmpty) }
      return answer.status
    }
    let now = Timestamp.machine.milliseconds / 1000
    #expect(try status { _ in } == 404)
    #expect(try status { $0["iat"] = .number(now) } == 404)
    #expect(try status { $0["aud"] = ["other", "appstoreconnect-v1"] } == 404)
    #expect(try status { $0["exp"] = .number(now - 1) } == 401)
    #expect(try status { $0["exp"] = .number(now + 3700) } == 401)
    #expect(try status { $0["exp"] = "soon" } == 401)
    #expect(try status { $0["iat"] = .number(now + 600) } == 401)
    for name in ["iss", "bid", "aud", "exp"] {
      #expect(try status { $0[name] = nil } == 401)
      #expect(try status { $0[name] = "other" } == 401)
    }
    #expect(try status({ _ in }, key: TokenKey(keyId: "ABC123DEFG")) == 401)
    #expect(try status({ _ in }, key: TokenKey(keyId: "OTHER", pem: shop.key.pem())) == 401)
    for bad in [nil, "", "Bearer", "Bearer x", "Basic x", "Bearer a.b.c", String(repeating: "a", count: 100_000)] {
      #expect(try shop.ask("GET", "/inApps/v1/transactions/1", authorization: bad).status == 401)
    }
  }

  @Test func aMute401IsExplainedInTheLog() throws {
    let shop = try APIFixture()
    func note(_ authorization: String?) throws -> String {
      let fields = authorization.map { [HTTPField(name: "authorization", value: $0)] } ?? []
      let head = HTTPRequestHead(method: "GET", target: try HTTPTarget("/inApps/v1/lookup/1".utf8), fields: fields)
      let response = shop.answered(HTTPRequest(head: head))
      #expect(response.status == 401 && response.byteCount == 0)
      return try #require(response.note)
    }
    func wrong(_ name: String, _ value: JSONValue) throws -> String {
      var claims = shop.claims
      claims[name] = value
      return try note("Bearer \(shop.key.token(claims))")
    }
    #expect(try note(nil).contains("no Authorization header"))
    #expect(try note("Basic x").contains("Bearer"))
    #expect(try note("Bearer \(TokenKey(keyId: "ABC123DEFG").token(shop.claims))").contains("kid ABC123DEFG"))
    #expect(try wrong("iss", "\u{1B}[2J").contains("iss is not issuer"))
    #expect(try wrong("bid", "com.example.other").contains("bid is not \(shop.store.bundleId)"))
    #expect(try wrong("aud", "apple").contains("aud"))
    #expect(try wrong("exp", 1).contains("past"))
    #expect(try wrong("exp", 99_999_999_999).contains("an hour"))
    #expect(try wrong("iat", 99_999_999_999).contains("iat"))
  }

  @Test func failuresOnRequest() throws {
    let shop = try APIFixture()
    try shop.faults.set(["faults": [["status": 429, "times": 1, "retryAfter": 5000]]])
    let limited = try shop.ask("GET", "/inApps/v1/transactions/1")
    #expect(limited.status == 429)
    #expect(try limited.json.int64("errorCode") == 4_290_000)
    try shop.faults.set(["faults": [["errorCode": 5_000_001, "times": 1]]])
    #expect(try shop.ask("GET", "/inApps/v1/transactions/1").json.int64("errorCode") == 5_000_001)
    #expect(try shop.ask("GET", "/inApps/v1/transactions/1").json.int64("errorCode") == 4_040_010)
  }

  // MARK: Answers

  @Test func historyInPages() throws {
    let shop = try APIFixture()
    for _ in 0..<45 {
      _ = try shop.store.purchase(PurchaseRequest(account: "new@", productId: "com.example.piglet.coins100"))
    }
    let some = try #require(try shop.store.transactions(of: "new@", PageRequest(limit: 1)).rows.first?.transactionId)
    func pages(_ query: String) throws -> (ids: [String], sizes: [Int], revision: String) {
      var (ids, sizes, revision) = ([String](), [Int](), "")
      while true {
        let page = try shop.ask("GET", "/inApps/v2/history/\(some)?\(query)&revision=\(revision)").json
        let texts = try #require(try page.strings("signedTransactions"))
        ids += try shop.ids(texts)
        sizes.append(texts.count)
        revision = try #require(try page.string("revision"))
        if try page.bool("hasMore") == false { return (ids, sizes, revision) }
      }
    }
    let up = try pages("sort=ASCENDING")
    #expect(up.sizes == [20, 20, 5])
    let down = try pages("sort=DESCENDING")
    #expect(down.sizes == [20, 20, 5])
    #expect(down.ids == up.ids.reversed())
    // A later purchase is read with the last page's revision, in either sort order.
    _ = try shop.store.purchase(PurchaseRequest(account: "new@", productId: "com.example.piglet.coins100"))
    for (query, revision) in [("sort=ASCENDING", up.revision), ("sort=DESCENDING", down.revision)] {
      let news = try shop.ask("GET", "/inApps/v2/history/\(some)?\(query)&revision=\(revision)").json
      #expect(try news.strings("signedTransactions")?.count == 1)
      #expect(try news.bool("hasMore") == false)
    }
    // Version 1 of the history leaves out finished consumables.
    try shop.store.finish(some)
    #expect(try pages("productType=CONSUMABLE").ids.count == 46)
    let old = try shop.ask("GET", "/inApps/v1/history/\(some)?productType=CONSUMABLE&sort=DESCENDING").json
    #expect(try shop.ids(old.strings("signedTransactions") ?? []).contains(some) == false)
    #expect(try old.string("environment") == "Sandbox")
  }

  @Test(arguments: [
    ("startDate=x", 4_000_015), ("endDate=1.5", 4_000_016), ("startDate=2&endDate=2", 4_000_013),
    ("startDate=-1", 4_000_012), ("sort=UP", 4_000_021), ("productType=THING", 4_000_022), ("productId=", 4_000_023),
    ("subscriptionGroupIdentifier=", 4_000_024), ("inAppOwnershipType=MINE", 4_000_026), ("revoked=maybe", 4_000_030),
    ("revision=garbage", 4_000_005), ("sort=DESCENDING&revision=ZDoxOjA6MDowOjE", 4_000_005),
  ])
  func badHistoryQueries(query: String, code: Int64) throws {
    let shop = try APIFixture()
    let some = try #require(try shop.store.transactions(PageRequest(limit: 1)).rows.first?.transactionId)
    let answer = try shop.ask("GET", "/inApps/v2/history/\(some)?\(query)")
    #expect(try answer.json.int64("errorCode") == code)
    #expect(answer.status == Int(code) / 10_000)
  }

  @Test func tokensMoveWithTheirLineage() throws {
    let shop = try APIFixture()
    let id = try shop.buy("com.example.piglet.plus.monthly").id
    let renewal = try shop.store.renew("com.example.piglet.plus.monthly", account: "new@").transactionId
    let path = "/inApps/v1/transactions/"
    let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
    let body = #"{"appAccountToken": "\#(token.uppercased())"}"#
    #expect(try shop.ask("PUT", path + renewal + "/appAccountToken", body: body).json.int64("errorCode") == 4_000_187)
    #expect(try shop.ask("PUT", path + id + "/appAccountToken", body: "{}").json.int64("errorCode") == 4_000_183)
    #expect(try shop.ask("PUT", path + id + "/appAccountToken", body: body).status == 200)
    for id in [id, renewal] {
      let text = try #require(try shop.ask("GET", path + id).json.string("signedTransactionInfo"))
      #expect(try shop.transaction(text).appAccountToken == token)
    }
  }

  /// Consumption answers without the customer's consent or with wrong values, each with Apple's error code.
  private static let badAnswers: [(body: String, code: Int64)] = [
    (#"{"customerConsented": false, "sampleContentProvided": true, "deliveryStatus": "DELIVERED"}"#, 4_000_035),
    (#"{"customerConsented": true, "deliveryStatus": "DELIVERED"}"#, 4_000_041),
    (#"{"customerConsented": true, "sampleContentProvided": true, "deliveryStatus": "LOST"}"#, 4_000_036),
    (
      #"{"customerConsented": true, "sampleContentProvided": true, "deliveryStatus": "DELIVERED", "refundPreference": "GRANT_PRORATED"}"#,
      4_000_044
    ),
    (
      #"{"customerConsented": true, "sampleContentProvided": true, "deliveryStatus": "DELIVERED", "refundPreference": "GRANT_PRORATED", "consumptionPercentage": 100000}"#,
      4_000_044
    ),
    (
      #"{"customerConsented": true, "sampleContentProvided": true, "deliveryStatus": "DELIVERED", "consumptionPercentage": 150000}"#,
      4_000_208
    ),
    (
      #"{"customerConsented": true, "sampleContentProvided": true, "deliveryStatus": "DELIVERED", "consumptionPercentage": -1}"#,
      4_000_208
    ),
    (
      #"{"customerConsented": true, "sampleContentProvided": true, "deliveryStatus": "UNDELIVERED_OTHER", "consumptionPercentage": 1}"#,
      4_000_210
    ), ("nonsense", 4_000_000), (#"{"a": 1, "a": 2}"#, 4_000_000),
  ]

  @Test(arguments: badAnswers)
  func badConsumptionInformation(body: String, code: Int64) throws {
    let shop = try APIFixture()
    let id = try shop.buy("com.example.piglet.coins100").id
    let answer = try shop.ask("PUT", "/inApps/v2/transactions/consumption/\(id)", body: body)
    #expect(try answer.json.int64("errorCode") == code)
  }

  private static let answersByType: [(product: String, members: String, code: Int64?)] = [
    ("premium", #""refundPreference": "GRANT_PRORATED", "consumptionPercentage": 50000"#, nil),
    ("premium", #""refundPreference": "DECLINE""#, nil),
    ("plus.yearly", #""refundPreference": "GRANT_PRORATED""#, nil),
    ("plus.yearly", #""refundPreference": "GRANT_PRORATED", "consumptionPercentage": 50000"#, 4_000_209),
  ]

  @Test(arguments: answersByType)
  func consumptionInformationOfEveryType(product: String, members: String, code: Int64?) throws {
    let shop = try APIFixture()
    let id = try shop.buy("com.example.piglet.\(product)").id
    let body =
      #"{"customerConsented": true, "sampleContentProvided": false, "deliveryStatus": "DELIVERED", "# + members + "}"
    let answer = try shop.ask("PUT", "/inApps/v2/transactions/consumption/\(id)", body: body)
    #expect(answer.status == (code == nil ? 202 : 400))
    #expect(try answer.json.int64("errorCode") == code)
  }

  @Test func notificationsOfMoreThanHalfAYearAgoAreNotKept() throws {
    let shop = try APIFixture()
    let now = try shop.store.clock().now.milliseconds
    for (days, code) in [(400, 4_000_012), (170, nil)] as [(Int64, Int64?)] {
      let answer = try shop.ask(
        "POST", "/inApps/v1/notifications/history",
        body: #"{"startDate": \#(now - days * 86_400_000), "endDate": \#(now)}"#)
      #expect(try answer.json.int64("errorCode") == code)
    }
  }

  @Test(arguments: [("ZZZ", 4_000_028), ("usa", 4_000_028), ("USA", nil)] as [(String, Int64?)])
  func aMassExtensionNamesStorefronts(code: String, error: Int64?) throws {
    let shop = try APIFixture()
    let answer = try shop.ask(
      "POST", "/inApps/v1/subscriptions/extend/mass",
      body: #"{"extendByDays": 3, "extendReasonCode": 1, "requestIdentifier": "r", "#
        + #""productId": "com.example.piglet.plus.monthly", "storefrontCountryCodes": ["\#(code)"]}"#)
    #expect(try answer.json.int64("errorCode") == error)
  }

  @Test func ordersAreFoundByTheInvoice() throws {
    let shop = try APIFixture()
    let some = try #require(try shop.store.transactions(PageRequest(limit: 1)).rows.first?.transactionId)
    let number = try shop.store.transactionInfo(some).orderId
    let found = try shop.ask("GET", "/inApps/v1/lookup/\(number.lowercased())").json
    #expect(try found.int64("status") == 0)
    #expect(try shop.ids(found.strings("signedTransactions") ?? []) == [some])
    for number in ["W002182", "TILL", "TILL0", "TILLIIIII", number + "0"] {
      #expect(try shop.ask("GET", "/inApps/v1/lookup/\(number)").json.int64("status") == 1)
    }
  }

  @Test(arguments: [
    ("GET", "/inApps"), ("GET", "/inApps/v3/history/1"), ("GET", "/inApps/v2/history"),
    ("GET", "/inApps/v2/history/1/2"),
    ("DELETE", "/inApps/v1/transactions/1"), ("GET", "/inApps/v1/transactions/1/finish"), ("GET", "/inApps/v1/lookup"),
  ])
  func unknownPaths(method: String, path: String) throws {
    #expect(try APIFixture().ask(method, path).status == 404)
  }

  // MARK: Apple's own requests

  /// Tests the requests of Apple's client with unknown ids: each is understood, and refused only because of its id.
  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func goldenRequests() throws {
    let shop = try APIFixture()
    let lines = String(decoding: try Conformance.data("apple-client-requests.jsonl"), as: UTF8.self)
      .split(separator: "\n")
    var count = 0
    for line in lines {
      let golden = try #require(try JSONValue(parsing: String(line)).objectValue)
      let target = try #require(try golden.string("p"))
      guard !target.contains("/messaging/") else { continue }
      count += 1
      let answer = try shop.ask(
        #require(try golden.string("m")), target, body: try golden.string("body") ?? "")
      let code = try answer.json.int64("errorCode")
      let call = try #require(try golden.string("call"))
      #expect(code == Self.expected(call), "\(call)")
    }
    #expect(count == 22)
  }

  private static func expected(_ call: String) -> Int64? {
    switch call {
    case "look_up_order_id", "get_notification_history": nil
    case "request_test_notification": 4_040_007
    case "get_test_notification_status": 4_000_020
    case "extend_subscription_renewal_date": 4_040_005
    case "extend_renewal_date_for_all_active_subscribers": 4_000_023
    case "get_status_of_subscription_renewal_date_extensions": 4_040_009
    default: 4_040_010
    }
  }
}

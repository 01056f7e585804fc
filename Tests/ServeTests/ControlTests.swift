import AppStoreModel
import Core
import Foundation
import HTTP
import Simulator
import TestSupport
import Testing
import Verbs

@testable import Serve

/// Tests of the documented control API, over real HTTP.
@Suite(.startsPrograms) struct ControlTests {
  @Test func verbsTakeTypedArgumentsAndWordsAlike() async throws {
    let client = try ControlClient()
    let id = try await client.buy("pro")
    try await client.verb("refund-approve", ["transaction": .string(id)])
    let refunded = try await client.verb("transactions").objects("transactions")?.first
    #expect(refunded?["revocationDate"] != nil)
    let date = try await client.verb("advance", ["duration": "2d"])
    #expect(try date.int64("now") == Timestamp(utc: "2026-03-03")?.milliseconds)
    try await client.verb("clock", ["date": "2026-04-01"])
    #expect(try client.store.clock().now == Timestamp(utc: "2026-04-01"))
    try await client.verb("grace", ["on": true])
    try await client.verb("grace", ["on": "off"])
    try await client.verb("fault", ["fault": "purchase", "once": true])
    #expect(try client.store.situation(locale: "en_US").faults.map(\.fault) == [.purchase])
    try await client.verb("fault-off", ["fault": "purchase"])
    #expect(try client.store.situation(locale: "en_US").faults.isEmpty)
    #expect(try await client.buy("pro") != id)
    // A program is not asked to confirm a verb.
    try await client.verb("reset")
    #expect(try await client.verb("transactions").objects("transactions")?.isEmpty == true)
  }

  @Test func aRefusalIsJSONWithOneLineThatNamesTheInput() async throws {
    let client = try ControlClient()
    func refused(_ target: String, _ body: JSONObject, _ status: Int, _ words: String...) async throws {
      let answer = try await client.ask("POST", "/till/v1/verb/" + target, body)
      #expect(answer.status == status && answer.json["ok"] == false, "\(target): \(answer)")
      let message = try #require(try answer.json.object("error")?.string("message"))
      for word in words { #expect(message.contains(word), "\(message)") }
    }
    try await refused("fly", [:], 404, "fly", "openapi.json")
    try await refused("advance", [:], 400, "duration")
    try await refused("advance", ["duration": "soon"], 400, "soon")
    try await refused("advance", ["duration": 5], 400, "duration")
    try await refused("advance", ["duration": "1d", "colour": "red"], 400, "colour")
    try await refused("refund-approve", ["transaction": "42"], 404, "42")
    try await refused("buy", ["product": "nothing"], 409, "nothing")
    #expect(try await client.ask("GET", "/till/v1/nothing").status == 404)
    #expect(try await client.ask("GET", "/till/v1/requests?colour=red").status == 400)
  }

  @Test func filesComeInTheBodyAndGoInTheAnswer() async throws {
    let client = try ControlClient()
    let catalogue = try #require(try JSONValue(parsing: ControlClient.catalogue).objectValue)
    try await client.verb("take-catalogue", ["catalogue": .object(catalogue)])
    let saved = try await client.verb("save", ["file": "shop"])
    let text = try #require(try saved.object("files")?.string("shop"))
    let bytes = try #require(Data(base64Encoded: text))
    #expect(try JSONValue(parsing: Array(bytes)).objectValue?.objects("products")?.count == 2)
  }

  @Test func aTokenIsWantedWhereThereIsOne() async throws {
    let client = try ControlClient(token: "sesame-sesame")
    #expect(try await client.ask("POST", "/till/v1/verb/grace", ["on": true]).status == 401)
    #expect(try await client.ask("GET", "/till/v1/worlds").status == 401)
    let wrong = [HTTPHeader("Authorization", "Bearer sesame-sesamf")]
    #expect(try await client.ask("GET", "/till/v1/worlds", headers: wrong).status == 401)
    let right = [HTTPHeader("Authorization", "Bearer sesame-sesame")]
    #expect(try await client.ask("GET", "/till/v1/worlds", headers: right).status == 200)
    let elsewhere = HTTPRequestHead(method: "GET", target: try HTTPTarget("/x".utf8), client: "10.0.0.7")
    let access = ControlAccess(token: nil, isMissing: "", isForThisMachine: "")
    #expect(access.refusal(of: elsewhere, isSameMachine: false)?.status == 403)
  }

  @Test func aFreshStartKeepsTheClockAndPauseSetsIt() async throws {
    let client = try ControlClient()
    let start = try #require(Timestamp(utc: "2026-03-01"))
    let seed = client.store.seed
    for verb in ["reset", "clear"] {
      _ = try await client.buy("pro")
      let answer = try await client.verb(verb)
      #expect(try answer.int64("now") == start.milliseconds)
      try await Task.sleep(for: .milliseconds(20))
      #expect(try client.store.clock().now == start, "it stands still as before")
    }
    #expect(client.store.seed == seed)
    for (on, paused) in [(true, true), (true, true), (false, false), (false, false)] {
      #expect(try await client.verb("pause", ["on": .bool(on)])["paused"] == .bool(paused))
    }
    _ = try await client.verb("advance", ["duration": "1y"])
    #expect(try client.store.clock().now > start.adding(milliseconds: 365 * 86_400_000 - 1))
    #expect(try await client.verb("pause")["paused"] == true, "without a word it changes")
    #expect(try await client.verb("pause", ["on": "off"])["paused"] == false)
  }

  @Test func aPurchaseThatWaitsSaysSo() async throws {
    let client = try ControlClient()
    try await client.verb("ask-to-buy", ["on": true])
    let asked = try await client.verb("buy", ["product": "pro"])
    #expect(asked["pending"] == true && asked["transactionId"] != nil)
    try await client.verb("approve", ["transaction": try #require(asked["transactionId"])])
    try await client.verb("ask-to-buy", ["on": false])
    #expect(try await client.verb("buy", ["product": "coins"])["pending"] == nil)
  }

  @Test func aReceiptIsInTheAnswer() async throws {
    let client = try ControlClient()
    let id = try await client.buy("pro")
    for body in [[:], ["to": "mine"]] as [JSONObject] {
      let answer = try await client.verb("receipt", body)
      let name = body["to"]?.stringValue ?? "receipt"
      let said = try #require(try answer.string("message"))
      #expect(said.contains("files.\(name) of this answer"), "\(said)")
      let data = try #require(try answer.object("files")?.string(name))
      let read = try await client.ask("POST", "/verifyReceipt", ["receipt-data": .string(data)])
      #expect(read.json["status"] == 0 && JSONValue.object(read.json).serialized().contains(id))
    }
    #expect(try await client.verb("save")["file"] == "save")
  }

  @Test func whoIsMeantIsAskedWhereThereAreSeveral() async throws {
    let client = try ControlClient()
    try await client.verb("new-account", ["name": "other@"])
    let answer = try await client.ask("POST", "/till/v1/verb/buy", ["product": "pro"])
    let message = try #require(try answer.json.object("error")?.string("message"))
    #expect(answer.status == 400 && message.contains("account") && message.contains("other@"), "\(message)")
    #expect(try await client.verb("buy", ["product": "pro", "account": "other@"])["account"] == "other@")
    // Refusals of verbs, whose remedies must name verbs and not commands.
    for (verb, body) in [
      (
        "refund-decline",
        ["transaction": .string(try client.store.transactions(PageRequest(limit: 1)).rows[0].transactionId ?? "")]
      ),
      ("approve", ["transaction": "7"]), ("notifications-uuid", ["notification": "7"]),
      ("buy", ["product": "pro", "account": "other@", "offer": "a", "code": "b"]),
      ("buy", ["product": "pro", "account": "other@", "renewals": "default"]),
    ] as [(String, JSONObject)] {
      #expect(try await client.ask("POST", "/till/v1/verb/" + verb, body).status >= 400)
    }
  }

  // MARK: The OpenAPI description

  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Assets/Docs/openapi.json")

  @Test func theDescriptionIsThatOfTheAssets() async throws {
    let text = JSONValue.object(OpenAPI.document).serialized() + "\n"
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: Self.file, encoding: .utf8) == text,
      "Assets/Docs/openapi.json: TILL_RECORD=1 swift test --filter ControlTests")
    let served = try await ControlClient().ask("GET", "/till/openapi.json")
    #expect(served.json == OpenAPI.document)
  }

  @Test func everyVerbHasAPathOfItsOwn() throws {
    let names = Verb.onTheWire.map(\.pathName)
    #expect(Set(names).count == names.count)
    let paths = try #require(try OpenAPI.document.object("paths"))
    for verb in Verb.onTheWire {
      let post = try #require(try paths.object("/till/v1/verb/" + verb.pathName)?.object("post"))
      #expect(try post.string("summary") == verb.summary.text)
      #expect(Verb.onTheWire(verb.pathName) == verb)
      #expect(verb.answer != nil, "\(verb.name) answers something that is not written down")
    }
    // Every reference has a target, and no two operations have the same name.
    let text = JSONValue.object(OpenAPI.document).serialized()
    for match in text.matches(of: /"\$ref":"#\/components\/schemas\/(\w+)"/) {
      #expect(try OpenAPI.document.object("components")?.object("schemas")?[String(match.1)] != nil)
    }
    let ids = text.matches(of: /"operationId":"([^"]+)"/).map { String($0.1) }
    #expect(ids.count > names.count && Set(ids).count == ids.count)
  }

  // MARK: Requests

  @Test func theRequestsThatATestAssertsOn() async throws {
    let client = try ControlClient()
    let id = try await client.buy("coins")
    try await client.verb("refund-approve", ["transaction": .string(try await client.buy("coins"))])
    #expect(try await client.api("GET", "/inApps/v1/transactions/\(id)").status == 200)
    #expect(try await client.api("GET", "/inApps/v1/transactions/4").status == 404)
    let consumption: JSONObject = [
      "customerConsented": true, "deliveryStatus": "DELIVERED", "sampleContentProvided": false,
      "consumptionPercentage": 50_000, "refundPreference": "DECLINE",
    ]
    _ = try await client.api("PUT", "/inApps/v2/transactions/consumption/\(id)", consumption)
    let sent = try await client.ask(
      "GET", "/till/v1/requests?method=PUT&path=/inApps/v2/transactions/consumption&transaction=\(id)")
    #expect(try sent.json.int64("count") == 1)
    let request = try #require(try sent.json.objects("requests")?.first)
    #expect(request["body"] == .object(consumption))
    #expect(!JSONValue.object(sent.json).serialized().contains("Bearer"))
    let missed = try await client.ask("GET", "/till/v1/requests?status=404")
    #expect(try missed.json.objects("requests")?.first?["errorCode"] == 4_040_010)
    let last = try #require(try missed.json.objects("requests")?.first?.int64("number"))
    #expect(try await client.ask("GET", "/till/v1/requests?after=\(last)").json.int64("count") == 1)
    #expect(try await client.ask("DELETE", "/till/v1/requests").status == 200)
    #expect(try await client.ask("GET", "/till/v1/requests").json.int64("count") == 0)
  }

  // MARK: Faults of the service

  @Test func failuresStrikeTheirRouteAndEnd() async throws {
    let client = try ControlClient()
    let id = try await client.buy("pro")
    func info() async throws -> (status: Int, json: JSONObject) {
      try await client.api("GET", "/inApps/v1/transactions/\(id)")
    }
    func set(_ fault: JSONObject) async throws {
      #expect(try await client.ask("PUT", "/till/v1/faults", ["faults": [.object(fault)]]).status == 200)
    }
    try await set(["path": "/inApps/v1/transactions", "status": 401, "times": 1])
    #expect(try await client.api("POST", "/inApps/v1/notifications/test").json["errorCode"] == 4_040_007)
    #expect(try await info().status == 401)
    #expect(try await info().status == 200)
    try await set(["errorCode": 4_040_010, "seconds": 3600])
    #expect(try await info().json["errorCode"] == 4_040_010)
    #expect(try await info().json["errorCode"] == 4_040_010)
    try await set(["status": 429, "perSecond": 0, "retryAfter": 5000])
    #expect(try await info().json["errorCode"] == 4_290_000)
    try await set(["status": 503])
    #expect(try await info().status == 503)
    #expect(try await client.ask("DELETE", "/till/v1/faults").status == 200)
    #expect(try await info().status == 200)
    #expect(try await client.ask("PUT", "/till/v1/faults", ["faults": [["status": 200]]]).status == 400)
    #expect(try await client.ask("PUT", "/till/v1/faults", ["faults": [["seconds": -5]]]).status == 400)
    #expect(try await client.ask("PUT", "/till/v1/faults", ["faults": [["colour": "red"]]]).status == 400)
  }

  // MARK: Worlds

  @Test(arguments: ["1.5", "1e300", "true"]) func theClockOfAWorldIsADateOrMilliseconds(clock: String) async throws {
    let body: JSONObject = ["clock": try JSONValue(parsing: clock)]
    #expect(try await ControlClient().ask("POST", "/till/v1/worlds", body).status == 400)
  }

  @Test func twentyWorldsNeverSeeEachOther() async throws {
    let client = try ControlClient()
    let url = client.emulator.url
    let transactions = try await withThrowingTaskGroup(of: (String, String).self) { group in
      for number in 0..<20 {
        group.addTask { [client] in
          let made = try await client.ask("POST", "/till/v1/worlds", ["name": .string("w-\(number)")])
          #expect(made.status == 201, "\(made.json)")
          let world = "/worlds/w-\(number)"
          #expect(try made.json.string("url") == url + world)
          let id = try await client.buy("pro", in: world)
          let days = Int64(number + 1)
          try await client.verb("advance", ["duration": .string("\(days)d")], in: world)
          let listed = try await client.verb("transactions", in: world).objects("transactions") ?? []
          #expect(try listed.map { try $0.string("transactionId") } == [id])
          #expect(try await client.api("GET", "/inApps/v1/transactions/\(id)", in: made.json).status == 200)
          let requests = try await client.ask("GET", world + "/till/v1/requests")
          #expect(try requests.json.int64("count") == 1)
          return (id, try #require(try made.json.string("keyId")))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(transactions.map(\.0)).count == 20 && Set(transactions.map(\.1)).count == 20)
    #expect(try await client.verb("transactions").objects("transactions")?.isEmpty == true)
    // A key of one world is not valid in another.
    let (one, other) = (transactions[0].0, transactions[1].0)
    let worlds = try #require(try await client.ask("GET", "/till/v1/worlds").json.objects("worlds"))
    #expect(worlds.count == 20)
    for world in worlds {
      let statuses = [
        try await client.api("GET", "/inApps/v1/transactions/\(one)", in: world).status,
        try await client.api("GET", "/inApps/v1/transactions/\(other)", in: world).status,
      ]
      #expect(statuses.filter { $0 == 200 }.count <= 1)
    }
  }

  @Test func aWorldForksFromACheckpointAndEnds() async throws {
    let client = try ControlClient()
    let before = try await client.buy("pro")
    try await client.verb("checkpoint", ["name": "bought"])
    try await client.verb("refund-approve", ["transaction": .string(before)])
    let made = try await client.ask(
      "POST", "/till/v1/worlds", ["name": "fork", "fork": ["checkpoint": "bought"]])
    #expect(made.status == 201, "\(made.json)")
    let rows = try await client.verb("transactions", in: "/worlds/fork").objects("transactions") ?? []
    #expect(try rows.map { try $0.string("transactionId") } == [before])
    #expect(rows.allSatisfy { $0["revocationDate"] == nil })
    let now = try await client.ask("POST", "/till/v1/worlds", ["name": "now", "fork": ["world": "fork"]])
    #expect(now.status == 201)
    #expect(try await client.ask("POST", "/till/v1/worlds", ["name": "fork"]).status == 409)
    #expect(try await client.ask("POST", "/till/v1/worlds", ["name": "../x"]).status == 400)
    #expect(try await client.ask("POST", "/till/v1/worlds", ["fork": ["checkpoint": "none"]]).status == 400)
    #expect(try await client.ask("DELETE", "/till/v1/worlds/fork").status == 200)
    #expect(try await client.ask("GET", "/worlds/fork/till/health").status == 404)
    #expect(try await client.ask("DELETE", "/till/v1/worlds/fork").status == 404)
    #expect(!FileManager.default.fileExists(atPath: client.directory.path + "/worlds/fork"))
    client.emulator.stop()
    #expect(!FileManager.default.fileExists(atPath: client.directory.path + "/worlds"))
  }

  @Test func aForkIsOfItsParentsAppAndEnvironment() async throws {
    let client = try ControlClient()
    let parent = try await client.ask(
      "POST", "/till/v1/worlds",
      ["name": "other", "bundleId": "com.example.other", "environment": "Production", "appAppleId": 77])
    #expect(parent.status == 201, "\(parent.json)")
    let fork = try await client.ask("POST", "/till/v1/worlds", ["name": "fork", "fork": ["world": "other"]])
    #expect(fork.status == 201, "\(fork.json)")
    #expect(fork.json["bundleId"] == "com.example.other" && fork.json["environment"] == "Production")
    #expect(fork.json["appAppleId"] == 77)
  }

  @Test func aWorldOfItsOwnAppAndSeed() async throws {
    let client = try ControlClient()
    let body: JSONObject = [
      "bundleId": "org.other", "seed": 5, "clock": "2027-01-01", "environment": "Production", "appAppleId": 77,
      "catalogue": #"{"products": [], "subscriptionGroups": [], "version": {"major": 4, "minor": 0}}"#,
    ]
    let made = try await client.ask("POST", "/till/v1/worlds", body)
    #expect(made.status == 201, "\(made.json)")
    #expect(made.json["bundleId"] == "org.other" && made.json["appAppleId"] == 77)
    let url = try #require(try made.json.string("url")).dropFirst(client.emulator.url.count)
    let health = try await client.ask("GET", url + "/till/health").json
    #expect(health["environment"] == "Production")
    #expect(try health.int64("now") == Timestamp(utc: "2027-01-01")?.milliseconds)
    #expect(try await client.ask("POST", "/till/v1/worlds", ["colour": "red"]).status == 400)
    #expect(try await client.ask("POST", "/till/v1/worlds", ["seed": -1]).status == 400)
    #expect(try await client.ask("POST", "/till/v1/worlds", ["catalogue": "{}"]).status != 201)
  }
}

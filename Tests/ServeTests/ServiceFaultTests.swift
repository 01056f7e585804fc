import AppStoreModel
import Core
import Foundation
import HTTP
import Simulator
import TestSupport
import Testing

@testable import Serve

/// Tests of answers that arrive late, damaged or not at all, with a real client over HTTP.
@Suite(.startsPrograms) struct ServiceFaultTests {
  private func set(_ client: ControlClient, _ fault: JSONObject) async throws {
    let answer = try await client.ask("PUT", "/till/v1/faults", ["faults": [.object(fault)]])
    #expect(answer.status == 200, "\(answer)")
  }

  /// Returns the raw answer of a route that needs no token.
  private func receipt(_ client: ControlClient) async throws -> HTTP.HTTPResponse {
    try await HTTPTransport().send(
      HTTP.HTTPRequest(
        "POST", try HTTPAddress(client.emulator.url + "/verifyReceipt"),
        headers: [HTTPHeader("Content-Type", "application/json")], body: Array(#"{"receipt-data": "AA=="}"#.utf8)))
  }

  // MARK: Late answers

  @Test func answersComeLateByAFixedTimeOrOneOfARange() async throws {
    let client = try ControlClient()
    let id = try await client.buy("pro")
    for latency in [400, [400, 500]] as [JSONValue] {
      try await set(client, ["path": "/inApps/v1/transactions", "latency": latency])
      let shown = try await client.ask("GET", "/till/v1/faults").json.objects("faults")?.first
      #expect(shown?["latency"] == (latency == 400 ? [400, 400] : [400, 500]) && shown?["status"] == nil)
      let start = ContinuousClock.now
      #expect(try await client.api("GET", "/inApps/v1/transactions/\(id)").status == 200)
      #expect(start.duration(to: .now) >= .milliseconds(400))
    }
    // A refusal may be late too, and the fault ends after its number of requests.
    try await set(client, ["status": 503, "latency": 300, "times": 1])
    let start = ContinuousClock.now
    #expect(try await client.api("GET", "/inApps/v1/transactions/\(id)").status == 503)
    #expect(start.duration(to: .now) >= .milliseconds(300))
    #expect(try await client.api("GET", "/inApps/v1/transactions/\(id)").status == 200)
  }

  @Test func aSlowAnswerDelaysNoOther() async throws {
    let client = try ControlClient()
    let id = try await client.buy("pro")
    try await set(client, ["path": "/inApps/v2/history", "latency": 60_000])
    let slow = Task { try await client.api("GET", "/inApps/v2/history/\(id)") }
    for _ in 0..<20 { #expect(try await client.api("GET", "/inApps/v1/transactions/\(id)").status == 200) }
    client.emulator.stop()
    #expect((try? await slow.value)?.status != 200, "the end of the server waits for no slow answer")
  }

  // MARK: Damaged answers

  @Test(arguments: ["reset", "truncated"]) func theAnswerIsLostAndTheRequestIsCarriedOut(kind: String) async throws {
    let client = try ControlClient()
    let id = try await client.buy("coins")
    let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
    try await set(client, ["path": "/inApps", "answer": .string(kind)])
    let error = await #expect(throws: HTTPError.self) {
      if kind == "reset" {
        _ = try await client.api(
          "PUT", "/inApps/v1/transactions/\(id)/appAccountToken", ["appAccountToken": .string(token)])
      } else {
        _ = try await client.api("GET", "/inApps/v1/transactions/\(id)")
      }
    }
    #expect([.interrupted, .unreachable].contains(error?.kind), "\(String(describing: error))")
    #expect(try await client.ask("DELETE", "/till/v1/faults").status == 200)
    let signed = try #require(
      try await client.api("GET", "/inApps/v1/transactions/\(id)").json.string("signedTransactionInfo"))
    let payload = try #require(try JSONValue(parsing: CompactJWS(signed.utf8).payload()).objectValue)
    #expect(try payload.string("appAccountToken") == (kind == "reset" ? token : nil))
    // The client may repeat a request by itself if a reused connection was reset.
    let count = try #require(try await client.ask("GET", "/till/v1/requests").json.int64("count"))
    #expect(kind == "reset" ? (2...3).contains(count) : count == 2, "\(count)")
  }

  /// Tests the bytes on the wire: no answer at all, or half of the announced body.
  @Test func resetAndTruncatedOnTheWire() async throws {
    let client = try ControlClient()
    let port = try #require(client.emulator.url.split(separator: ":").last.flatMap { UInt16($0) })
    let body = #"{"receipt-data": "AA=="}"#
    func answer(_ kind: String) async throws -> String {
      try await set(client, ["path": "/verifyReceipt", "answer": .string(kind)])
      let raw = try RawClient(port: port)
      raw.send(
        "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return try raw.readToEnd()
    }
    #expect(try await answer("reset").isEmpty)
    let parts = try await answer("truncated").components(separatedBy: "\r\n\r\n")
    let announced = try #require(parts[0].firstMatch(of: #/(?i)content-length: ([0-9]+)/#).flatMap { Int($0.1) })
    #expect(parts[1].utf8.count == announced / 2 && announced > 2, "\(parts)")
  }

  @Test func aBodyThatIsNoJSONAndATypeThatIsWrong() async throws {
    let client = try ControlClient()
    let right = try await receipt(client)
    #expect(right.header("content-type") == "application/json")
    try await set(client, ["path": "/verifyReceipt", "answer": "malformed"])
    let malformed = try await receipt(client)
    #expect(malformed.status == 200 && malformed.header("content-type") == "application/json")
    #expect(!malformed.body.isEmpty && (try? JSONValue(parsing: malformed.body)) == nil)
    try await set(client, ["path": "/verifyReceipt", "answer": "html"])
    let html = try await receipt(client)
    #expect(html.header("content-type") == "text/html" && html.body == right.body)
    // With a status of its own, as a proxy's error page.
    try await set(client, ["path": "/verifyReceipt", "status": 502, "answer": "html"])
    #expect(try await receipt(client).status == 502)
  }

  @Test func theControlAPIIsNeverStruckAndMistakesAreNamed() async throws {
    let client = try ControlClient()
    try await set(client, ["path": "/", "answer": "reset"])
    #expect(try await client.ask("GET", "/till/health").status == 200)
    #expect(try await client.ask("POST", "/till/v1/verb/accounts").status == 200)
    await #expect(throws: HTTPError.self) { _ = try await receipt(client) }
    #expect(try await client.ask("DELETE", "/till/v1/faults").status == 200)
    for (name, value) in [
      ("latency", -1), ("latency", [5, 1]), ("latency", [1]), ("latency", "soon"), ("latency", 600_001),
      ("answer", "lost"), ("answer", 7),
    ] as [(String, JSONValue)] {
      let answer = try await client.ask("PUT", "/till/v1/faults", ["faults": [[name: value]]])
      #expect(answer.status == 400, "\(name) \(value)")
    }
  }

  // MARK: Error codes

  /// Tests that each error code on request has Apple's text.
  @Test(arguments: [
    (4_000_002, "Invalid request app identifier."), (4_040_003, "App not found."),
    (4_040_004, "App not found. Please try again."), (4_040_019, "No AppTransaction exists for the customer."),
    (
      4_000_043,
      "Invalid request. The transaction id parameter must represent a consumable in-app purchase."
    ),
  ]) func anErrorOnRequestHasApplesText(code: Int, text: String) async throws {
    let client = try ControlClient()
    try await set(client, ["errorCode": .number(code)])
    let answer = try await client.api("GET", "/inApps/v1/transactions/1")
    #expect(answer.status == code / 10_000 && answer.json["errorMessage"] == .string(text))
  }

  @Test func aPurchaseThatIsNotListedYetIsToBeAskedForAgain() async throws {
    let client = try ControlClient()
    try client.store.arm(.late, isOneShot: true)
    #expect(throws: StoreError.self) {
      try client.store.purchase(PurchaseRequest(account: "new@", productId: "plus"))
    }
    let id = try #require(try await client.verb("transactions").objects("transactions")?.first?.string("transactionId"))
    func code(_ method: String, _ path: String, _ body: JSONObject? = nil) async throws -> Int64? {
      try await client.api(method, "/inApps/" + path + "/\(id)", body).json.int64("errorCode")
    }
    let extending: JSONObject = ["extendByDays": 1, "extendReasonCode": 1, "requestIdentifier": "x"]
    #expect(try await code("GET", "v2/history") == 4_040_006)
    #expect(try await code("GET", "v1/subscriptions") == 4_040_002)
    #expect(try await code("PUT", "v1/subscriptions/extend", extending) == 4_040_006)
    try await client.verb("advance", ["duration": "5m"])
    #expect(try await code("GET", "v2/history") == nil)
    #expect(try await code("GET", "v1/subscriptions") == nil)
    #expect(try await code("PUT", "v1/subscriptions/extend", extending) == nil)
  }
}

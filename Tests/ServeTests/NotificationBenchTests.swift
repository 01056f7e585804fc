import AppStoreModel
import Core
import Foundation
import Simulator
import TestSupport
import Testing

@testable import Serve

/// Tests of deliberate disturbances of notifications on their way.
@Suite(.startsPrograms) struct NotificationBenchTests {
  /// A receiver that records the notifications, and answers with a status that the test sets.
  private final class Receiver: Sendable {
    let status = Mutex(200)
    let server: TestServer

    init() throws {
      server = try TestServer { [status] _ in .json("{}", status: status.withLock { $0 }) }
    }

    /// Returns the notifications that arrived, decoded, in order.
    func arrived() throws -> [JSONObject] {
      try server.requests.map { request in
        let signed = try #require(try JSONValue(parsing: request.body).objectValue?.string("signedPayload"))
        return try #require(try JSONValue(parsing: CompactJWS(signed.utf8).payload()).objectValue)
      }
    }

    func uuids() throws -> [String] { try arrived().compactMap { try $0.string("notificationUUID") } }
  }

  private func idle(_ client: ControlClient) async throws {
    #expect(try await client.ask("POST", "/till/v1/wait-idle").status == 200)
  }

  private func test(_ client: ControlClient) async throws -> String {
    try #require(try await client.verb("notifications-test").string("notificationUUID"))
  }

  @Test func heldReorderedDuplicatedAndPosted() async throws {
    let receiver = try Receiver()
    let client = try ControlClient(notify: receiver.server.url)
    try await client.verb("notifications-hold", ["on": true])
    var made: [String] = []
    for _ in 0..<3 { made.append(try await test(client)) }
    try await idle(client)
    #expect(try receiver.uuids().isEmpty)
    try await client.verb("notifications-reorder")
    try await client.verb("notifications-duplicate", ["notification": .string(made[1])])
    try await client.verb("notifications-hold", ["on": false])
    try await idle(client)
    #expect(try Array(receiver.uuids().prefix(3)) == made.reversed())
    #expect(try receiver.uuids().count == 4 && receiver.uuids().filter { $0 == made[1] }.count == 2)
    try await client.verb("notifications-resend", ["notification": .string(made[0])])
    try await idle(client)
    #expect(try receiver.uuids().last == made[0])
  }

  @Test func lostDelayedAndHurried() async throws {
    let receiver = try Receiver()
    let client = try ControlClient(notify: receiver.server.url) { $0.attempts = 6 }
    try await client.verb("notifications-hold", ["on": true])
    let (lost, late) = (try await test(client), try await test(client))
    try await client.verb("notifications-lose", ["notification": .string(lost)])
    try await client.verb("notifications-delay", ["notification": .string(late), "duration": "2h"])
    try await client.verb("notifications-hold", ["on": false])
    try await idle(client)
    #expect(try receiver.uuids().isEmpty)
    try await client.verb("advance", ["duration": "3h"])
    try await idle(client)
    #expect(try receiver.uuids() == [late])
    #expect(
      try await client.ask("POST", "/till/v1/verb/notifications-lose", ["notification": .string(late)]).status == 409)
    // The history contains the lost notification.
    let now = try client.store.clock().now.milliseconds
    let history = try await client.api(
      "POST", "/inApps/v1/notifications/history",
      ["startDate": .number(now - 86_400_000), "endDate": .number(now + 1000)])
    #expect(try history.json.objects("notificationHistory")?.count == 2)
    // A failed attempt is repeated an hour later, or at once on request.
    receiver.status.withLock { $0 = 503 }
    let failing = try await test(client)
    try await idle(client)
    receiver.status.withLock { $0 = 204 }
    try await client.verb("notifications-hurry")
    try await idle(client)
    let shown = try await client.verb("notifications-uuid", ["notification": .string(failing)])
    let attempts = try #require(try shown.objects("sendAttempts"))
    #expect(try attempts.map { try $0.int64("status") } == [503, 204])
    #expect(try attempts.allSatisfy { try $0.int64("milliseconds") != nil })
    #expect(shown["delivery"] == "delivered")
  }

  @Test func aPayloadOfTheTestersIsSigned() async throws {
    let receiver = try Receiver()
    let client = try ControlClient(notify: receiver.server.url)
    let payload: JSONObject = [
      "notificationType": "METADATA_UPDATE", "subtype": "NEW_ONE",
      "data": [
        "bundleId": .string(client.store.bundleId), "environment": "Sandbox",
        "signedTransactionInfo": [
          "transactionId": "77", "originalTransactionId": "77", "bundleId": .string(client.store.bundleId),
          "environment": "Sandbox", "type": "Sticker", "signedDate": 1_772_323_200_000, "productId": "x",
        ],
      ],
    ]
    let posted = try await client.verb("notifications-post", ["payload": .object(payload)])
    try await idle(client)
    let request = try #require(receiver.server.requests.first)
    let signed = try #require(try JSONValue(parsing: request.body).objectValue?.string("signedPayload"))
    let verifier = Verifier(
      roots: try TrustedRoots(files: [Array(client.store.rootCertificatePEM.utf8)]),
      expecting: ExpectedClaims(bundleId: client.store.bundleId, environment: .sandbox),
      now: { .machine })
    let result = verifier.verify(signed, as: .notification)
    #expect(result.verdict == .verified && result.json?["subtype"] == "NEW_ONE", "\(result)")
    #expect(result.enclosed[.transaction]?.json?["type"] == "Sticker")
    #expect(result.json?["notificationUUID"] == posted["notificationUUID"])
    // The ledger stores it byte for byte.
    let uuid = try #require(try posted.string("notificationUUID"))
    #expect(try client.store.notification(uuid).signedPayload == signed)
    let again = try await client.ask(
      "POST", "/till/v1/verb/notifications-post",
      ["payload": ["notificationType": "TEST", "notificationUUID": .string(uuid)]])
    #expect(again.status == 400)
    #expect(try await client.ask("POST", "/till/v1/verb/notifications-post", ["payload": [:]]).status == 400)
  }

  /// Tests that a payload given by a tester gets the app and environment which Apple's verifiers check.
  @Test func aPayloadOfTheTestersIsAddressedAsApplesIs() async throws {
    let receiver = try Receiver()
    let client = try ControlClient(notify: receiver.server.url)
    let signed: JSONObject = [
      "signedTransactionInfo": ["transactionId": "77"], "signedRenewalInfo": ["originalTransactionId": "77"],
    ]
    let verifier = Verifier(
      roots: try TrustedRoots(files: [Array(client.store.rootCertificatePEM.utf8)]),
      expecting: ExpectedClaims(bundleId: client.store.bundleId, environment: .sandbox),
      now: { .machine })
    for payload in [
      ["notificationType": "METADATA_UPDATE", "data": .object(signed)], ["notificationType": "TEST"],
    ] as [JSONObject] {
      try await client.verb("notifications-post", ["payload": .object(payload)])
      try await idle(client)
      let request = try #require(receiver.server.requests.last)
      let posted = try #require(try JSONValue(parsing: request.body).objectValue?.string("signedPayload"))
      let result = verifier.verify(posted, as: .notification)
      #expect(result.verdict == .verified, "\(result)")
      #expect(result.enclosed.values.allSatisfy { $0.verdict == .verified }, "\(result.enclosed)")
      #expect(result.enclosed.count == (payload["data"] == nil ? 0 : 2))
    }
    // A member that the tester removes stays absent.
    try await client.verb(
      "notifications-post", ["payload": ["notificationType": "TEST", "data": ["bundleId": nil]]])
    try await idle(client)
    let last = try #require(try receiver.arrived().last)
    #expect(try last.object("data")?["bundleId"] == nil && last.object("data")?["environment"] == "Sandbox")
  }

  @Test func eachWorldTellsItsOwnServer() async throws {
    let (receiver, other) = (try Receiver(), try Receiver())
    let client = try ControlClient(notify: receiver.server.url)
    let made = try await client.ask(
      "POST", "/till/v1/worlds", ["name": "a", "notify": .string(other.server.url + "/apple")])
    #expect(made.status == 201)
    _ = try await client.buy("coins", in: "/worlds/a")
    #expect(try await client.ask("POST", "/worlds/a/till/v1/wait-idle").status == 200)
    try await idle(client)
    #expect(try receiver.arrived().isEmpty)
    #expect(try other.arrived().map { try $0.string("notificationType") } == ["ONE_TIME_CHARGE"])
    #expect(other.server.requests.map(\.target) == ["/apple"])
    #expect(try await client.ask("POST", "/till/v1/worlds", ["notify": "nowhere"]).status == 400)
  }

  @Test func aTestGoesRoundThroughApplesCalls() async throws {
    let receiver = try Receiver()
    let client = try ControlClient(notify: receiver.server.url)
    let token = try #require(
      try await client.api("POST", "/inApps/v1/notifications/test").json.string("testNotificationToken"))
    try await idle(client)
    let status = try await client.api("GET", "/inApps/v1/notifications/test/\(token)")
    #expect(try status.json.objects("sendAttempts")?.first?["sendAttemptResult"] == "SUCCESS")
    #expect(try receiver.arrived().map { try $0.string("notificationType") } == ["TEST"])
  }

  @Test func aRenewalMayBeNotifiedAfterAnExpiry() async throws {
    let receiver = try Receiver()
    let client = try ControlClient(notify: receiver.server.url)
    let first = try await client.buy("plus")
    try await idle(client)
    try await client.verb("notifications-hold", ["on": true])
    try await client.verb("advance", ["duration": "32d"])
    try await client.verb("auto-renew", ["subscription": "plus", "on": false])
    try await client.verb("advance", ["duration": "32d"])
    try await client.verb("notifications-reorder")
    try await client.verb("notifications-hold", ["on": false])
    try await idle(client)
    let told = try receiver.arrived().dropFirst()
    let types = try told.map { try $0.string("notificationType") }
    #expect(types == ["EXPIRED", "DID_CHANGE_RENEWAL_STATUS", "DID_RENEW"])
    let dates = try told.map { try #require(try $0.int64("signedDate")) }
    #expect(dates == dates.sorted(by: >), "only signedDate tells the order")
    // One purchase with two transactions has one webOrderLineItemId.
    let other = try #require(
      try await client.verb("another-id", ["transaction": .string(first)]).string("transactionId"))
    func info(_ id: String) async throws -> JSONObject {
      let signed = try #require(
        try await client.api("GET", "/inApps/v1/transactions/\(id)").json.string("signedTransactionInfo"))
      return try #require(try JSONValue(parsing: CompactJWS(signed.utf8).payload()).objectValue)
    }
    let (one, two) = (try await info(first), try await info(other))
    #expect(one["transactionId"] != two["transactionId"])
    #expect(one["webOrderLineItemId"] != nil && one["webOrderLineItemId"] == two["webOrderLineItemId"])
    #expect(one["originalTransactionId"] == two["originalTransactionId"])
    let coins = try await client.buy("coins")
    #expect(
      try await client.ask("POST", "/till/v1/verb/another-id", ["transaction": .string(coins)]).status == 400)
  }

  @Test func aHistoryLagsAndApplesLimitsHold() async throws {
    let client = try ControlClient()
    let first = try await client.buy("coins")
    func count() async throws -> Int {
      try await client.api("GET", "/inApps/v2/history/\(first)").json.strings("signedTransactions")?.count ?? 0
    }
    _ = try await client.ask(
      "PUT", "/till/v1/faults", ["faults": [["path": "/inApps/v2/history", "lags": true]]])
    _ = try await client.buy("coins")
    #expect(try await count() == 1)
    #expect(try await client.ask("GET", "/till/v1/faults").json.objects("faults")?.first?["lags"] == true)
    _ = try await client.ask("DELETE", "/till/v1/faults")
    #expect(try await count() == 2)
    // Production allows one call a second. The sandbox allows a tenth of that, so the second call in ten seconds fails.
    #expect(try await client.ask("PUT", "/till/v1/faults", ["limits": "Sandbox"]).json["limits"] == "Sandbox")
    var statuses: [Int] = []
    for _ in 0..<12 { statuses.append(try await client.api("GET", "/inApps/v1/notifications/test/x").status) }
    #expect(statuses.contains(429) && statuses.first == 400)
    #expect(try await client.api("GET", "/inApps/v1/transactions/\(first)").status == 200, "each call has its own")
    #expect(try await client.ask("PUT", "/till/v1/faults", ["limits": "Xcode"]).status == 400)
  }
}

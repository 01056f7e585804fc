import AppStoreModel
import Core
import Foundation
import Simulator
import TestSupport
import Testing

@testable import Serve

/// Tests of faults that practitioners report of notifications and of the grace period, each on request.
@Suite(.startsPrograms) struct OutageTests {
  /// A receiver that records the notifications, and answers with a status that the test sets.
  private final class Receiver: Sendable {
    let status = Mutex(200)
    let server: TestServer

    init() throws { server = try TestServer { [status] _ in .json("{}", status: status.withLock { $0 }) } }

    func uuids() throws -> [String] { try server.requests.map { try OutageTests.uuid(of: signed($0)) } }

    private func signed(_ request: TestRequest) throws -> String {
      try #require(try JSONValue(parsing: request.body).objectValue?.string("signedPayload"))
    }
  }

  private static func json(_ signed: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: CompactJWS(signed.utf8).payload()).objectValue)
  }

  private static func uuid(of signed: String) throws -> String {
    try #require(try json(signed).string("notificationUUID"))
  }

  private func idle(_ client: ControlClient) async throws {
    #expect(try await client.ask("POST", "/till/v1/wait-idle").status == 200)
  }

  /// Returns all pages of the notification history of the last days.
  private func history(_ client: ControlClient, onlyFailures: Bool) async throws -> [JSONObject] {
    let now = try client.store.clock().now.milliseconds
    let body: JSONObject = [
      "startDate": .number(now - 10 * 86_400_000), "endDate": .number(now + 1000), "onlyFailures": .bool(onlyFailures),
    ]
    var (items, token): ([JSONObject], String?) = ([], nil)
    repeat {
      let query = token.map { "?paginationToken=\($0)" } ?? ""
      let page = try await client.api("POST", "/inApps/v1/notifications/history" + query, body).json
      items += try page.objects("notificationHistory") ?? []
      token = try page.string("paginationToken")
    } while token != nil
    return items
  }

  @Test(arguments: [1, 6]) func anOutageOfThreeDaysIsHealedFromTheHistory(attempts: Int) async throws {
    let receiver = try Receiver()
    let client = try ControlClient(notify: receiver.server.url) { $0.attempts = attempts }
    receiver.status.withLock { $0 = 503 }
    for _ in 0..<3 {
      _ = try await client.buy("coins")
      try await client.verb("advance", ["duration": "1d"])
      try await idle(client)
    }
    receiver.status.withLock { $0 = 200 }
    let refused = Set(try receiver.uuids())
    let missed = try await history(client, onlyFailures: true)
    let texts = try missed.map { try $0.string("signedPayload") ?? "" }
    #expect(try Set(texts.map(Self.uuid)) == refused)
    #expect(refused.count == 3 && missed.count == 3)
    #expect(missed.allSatisfy { $0["firstSendAttemptResult"] == "UNSUCCESSFUL_HTTP_RESPONSE_CODE" })
    // If Apple tries again, each notification also arrives by itself, with the same UUID.
    try await client.verb("advance", ["duration": "7d"])
    try await idle(client)
    #expect(try Set(receiver.uuids()) == refused)
    #expect(try await history(client, onlyFailures: true).count == (attempts == 1 ? 3 : 0))
    let all = try await history(client, onlyFailures: false)
    #expect(all.count == 3 && all.allSatisfy { $0["firstSendAttemptResult"] == "UNSUCCESSFUL_HTTP_RESPONSE_CODE" })
  }

  @Test func theFirstAttemptOfATestIsNamed() async throws {
    let receiver = try Receiver()
    let client = try ControlClient(notify: receiver.server.url)
    let token = try #require(
      try await client.api("POST", "/inApps/v1/notifications/test").json.string("testNotificationToken"))
    try await idle(client)
    let status = try await client.api("GET", "/inApps/v1/notifications/test/\(token)").json
    #expect(status["firstSendAttemptResult"] == "SUCCESS")
  }

  @Test func a400IsTriedAgainUnlessTheFaultIsOn() async throws {
    let receiver = try Receiver()
    let client = try ControlClient(notify: receiver.server.url) { $0.attempts = 6 }
    for (fault, status, count) in [(nil, 400, 2), ("no-retry-after-400", 400, 1), ("no-retry-after-400", 401, 2)]
      as [(String?, Int, Int)]
    {
      if let fault { try await client.verb("fault", ["fault": .string(fault)]) }
      receiver.status.withLock { $0 = status }
      let uuid = try #require(try await client.verb("notifications-test").string("notificationUUID"))
      try await idle(client)
      receiver.status.withLock { $0 = 200 }
      try await client.verb("advance", ["duration": "2h"])
      try await idle(client)
      #expect(try receiver.uuids().filter { $0 == uuid }.count == count, "\(fault ?? "none") \(status)")
    }
  }

  @Test func aServerThatTakesLongerThanTheDeadlineTimedOut() async throws {
    let isHanging = Mutex(true)
    let receiver = try TestServer { _ in
      while isHanging.withLock({ $0 }) { usleep(20_000) }
      return .json("{}")
    }
    defer { isHanging.withLock { $0 = false } }
    let client = try ControlClient(notify: receiver.url) { $0.postTimeout = 300 }
    let uuid = try #require(try await client.verb("notifications-test").string("notificationUUID"))
    try await idle(client)
    #expect(try client.store.notification(uuid).sendAttempts.map(\.sendAttemptResult) == [.timedOut])
  }

  // MARK: Grace

  /// Returns the renewal info in the notification of a failed renewal, with these faults on.
  private func info(_ faults: [String]) async throws -> JSONObject {
    let client = try ControlClient()
    try await client.verb("grace", ["on": true])
    for fault in faults { try await client.verb("fault", ["fault": .string(fault)]) }
    _ = try await client.buy("plus")
    try await client.verb("renewals-fail", ["on": true])
    try await client.verb("advance", ["duration": "32d"])
    let newest = try #require(try await history(client, onlyFailures: false).last?.string("signedPayload"))
    let notification = try Self.json(newest)
    #expect(notification["notificationType"] == "DID_FAIL_TO_RENEW" && notification["subtype"] == "GRACE_PERIOD")
    let data = try #require(try notification.object("data"))
    #expect(data["status"] == 4)
    let text = try #require(try data.string("signedRenewalInfo"))
    return try Self.json(text)
  }

  @Test func theGracePeriodAsPractitionersSawIt() async throws {
    let usual = try await info([])
    #expect(usual["isInBillingRetryPeriod"] == true && usual["gracePeriodExpiresDate"] != nil)
    let undated = try await info(["grace-without-date"])
    #expect(undated["isInBillingRetryPeriod"] == true && undated["gracePeriodExpiresDate"] == nil)
    let odd = try await info(["grace-without-date", "grace-not-in-retry"])
    #expect(odd["isInBillingRetryPeriod"] == false && odd["gracePeriodExpiresDate"] == nil)
  }

  /// Tests that a purchase has a second transaction an hour later.
  @Test func anHourLaterAPurchaseHasAnotherId() async throws {
    let client = try ControlClient()
    let first = try await client.buy("plus")
    try await client.verb("advance", ["duration": "1h"])
    let second = try #require(
      try await client.verb("another-id", ["transaction": .string(first)]).string("transactionId"))
    let texts = try #require(
      try await client.api("GET", "/inApps/v2/history/\(first)").json.strings("signedTransactions"))
    let payloads = try texts.map(Self.json)
    #expect(try payloads.map { try $0.string("transactionId") } == [first, second])
    #expect(try Set(payloads.map { try $0.string("webOrderLineItemId") }).count == 1)
  }
}

import AppStoreModel
import Backends
import Core
import Foundation
import TestSupport
import Testing

@Suite(.startsPrograms) struct AppStoreClientTests {
  private func claims(_ request: TestRequest, _ key: TokenKey) throws -> JSONObject {
    let header = try #require(request.headers["authorization"])
    #expect(header.hasPrefix("Bearer "))
    return try #require(key.claims(of: header.dropFirst(7).utf8))
  }

  @Test func showsWhoItIsAsAppleWantsIt() async throws {
    let apple = try AppleTestServer { _ in .json(#"{"hasMore":false,"revision":"1"}"#) }
    _ = try await apple.api.history(of: "2000", after: nil)
    let request = try #require(apple.server.requests.first)
    #expect(request.target == "/inApps/v2/history/2000?sort=ASCENDING")
    #expect(request.headers["accept"] == "application/json" && request.headers["content-type"] == nil)
    let claims = try claims(request, apple.key)
    #expect(try claims.string("iss") == "issuer-1" && claims.string("aud") == "appstoreconnect-v1")
    #expect(try claims.string("bid") == "com.example.app")
    let (issued, ends) = (try claims.int64("iat"), try claims.int64("exp"))
    #expect(issued == 1_750_000_000)
    #expect(try (1...3600).contains(#require(ends) - 1_750_000_000))
  }

  @Test func oneTokenServesUntilShortlyBeforeItEnds() async throws {
    let time = Time(AppleTestServer.now)
    let apple = try AppleTestServer(clock: { time.now }) { _ in .json("{}") }
    func token() async throws -> String {
      _ = try await apple.api.subscriptionStatuses(of: "2000")
      return try #require(apple.server.requests.last?.headers["authorization"])
    }
    let first = try await token()
    time.advance(18 * 60_000)
    #expect(try await token() == first)
    time.advance(90_000)
    let second = try await token()
    #expect(second != first)
    time.advance(-3_600_000)
    #expect(try await token() != second)
  }

  @Test func pagesAreAskedForByRevision() async throws {
    let apple = try AppleTestServer { request in
      request.target.contains("revision=r1")
        ? .json(#"{"signedTransactions":["b"],"hasMore":false,"revision":"r2"}"#)
        : .json(#"{"signedTransactions":["a"],"hasMore":true,"revision":"r1","unknown":{}}"#)
    }
    let first = try await apple.api.history(of: "2000", after: nil)
    #expect(first == HistoryPage(signedTransactions: ["a"], revision: "r1", hasMore: true))
    let second = try await apple.api.history(of: "2000", after: first.revision)
    #expect(second == HistoryPage(signedTransactions: ["b"], revision: "r2", hasMore: false))
    #expect(apple.server.requests.last?.target == "/inApps/v2/history/2000?sort=ASCENDING&revision=r1")
  }

  @Test func waitsAsLongAsAppleSays() async throws {
    let until = AppleTestServer.now.milliseconds + 7000
    let replies = Replies([
      .hangUp, AppleTestServer.error(4_290_000, "Rate limit exceeded.", headers: ["Retry-After": String(until)]),
      AppleTestServer.error(5_000_001, "An unknown error occurred. Please try again."),
      .json(#"{"signedTransactionInfo":"x.y.z"}"#),
    ])
    let apple = try AppleTestServer { _ in replies.next() }
    #expect(try await apple.api.transaction("2000") == "x.y.z")
    try #require(apple.waits.all.count == 3)
    #expect((1000..<1500).contains(apple.waits.all[0]))
    #expect(apple.waits.all[1] == 7000)
    #expect((4000..<4500).contains(apple.waits.all[2]))
  }

  @Test func doesNotWaitForEverOrWithoutEnd() async throws {
    let far = AppleTestServer.now.milliseconds + 3_600_000
    let busy = try AppleTestServer { _ in
      AppleTestServer.error(4_290_000, "Rate limit exceeded.", headers: ["Retry-After": String(far)])
    }
    let refusal = await #expect(throws: StoreError.self) { try await busy.api.transaction("2000") }
    #expect(refusal?.isTemporary == true && refusal?.message.contains("3600 s") == true && busy.waits.all.isEmpty)

    let down = try AppleTestServer { _ in AppleTestServer.error(5_000_000, "An unknown error occurred.") }
    let error = await #expect(throws: StoreError.self) { try await down.api.transaction("2000") }
    #expect(error?.kind == .networkError && error?.isTemporary == true)
    #expect(down.server.requests.count == AppStoreClient.attempts)
  }

  @Test func aCallThatMayHappenOnceIsNotRepeated() async throws {
    let apple = try AppleTestServer { _ in .hangUp }
    await #expect(throws: StoreError.self) { try await apple.api.requestTestNotification() }
    #expect(apple.server.requests.count == 1)
  }

  @Test func aMute401IsExplained() async throws {
    let apple = try AppleTestServer { _ in .answer(status: 401, headers: [:], body: []) }
    let error = try #require(
      await #expect(throws: StoreError.self) { try await apple.api.transaction("2000") })
    #expect(error.kind == .unauthorized && !error.isTemporary)
    for word in ["KEY1234567", "issuer-1", "com.example.app", "clock", "released version"] {
      #expect(error.message.contains(word))
    }
    let tokens = apple.server.requests.compactMap { $0.headers["authorization"] }
    #expect(tokens.count == 2 && tokens[0] != tokens[1])
  }

  @Test(arguments: [
    (AppleTestServer.error(4_040_010, "Transaction id not found."), FailureKind.transactionNotFound),
    (AppleTestServer.error(4_000_006, "Invalid transaction id."), .transactionNotFound),
    (AppleTestServer.error(4_000_005, "Invalid request revision."), .invalidRevision),
    (AppleTestServer.error(4_030_005, "Forbidden \\u001b[31m"), .failed),
    (AppleTestServer.error(4_009_999, "Testing error."), .failed),
    (.json("{", status: 404), .failed), (.json("[]"), .systemError), (.text("hello\n\n"), .systemError),
    (.json(#"{"signedTransactions":"x"}"#), .systemError), (.json(#"{"hasMore":true}"#), .systemError),
  ])
  func failuresAreToldApart(reply: TestReply, kind: FailureKind) async throws {
    let apple = try AppleTestServer { _ in reply }
    let error = try #require(
      await #expect(throws: StoreError.self) { try await apple.api.history(of: "2000", after: nil) })
    #expect(error.kind == kind)
    #expect(!error.message.contains("\u{1b}") && !error.message.contains("\n"))
  }

  @Test func changesAreSentInApplesForm() async throws {
    let apple = try AppleTestServer { _ in .answer(status: 200, headers: [:], body: []) }
    try await apple.api.finish("1")
    try await apple.api.setAppAccountToken("2", token: "u")
    try await apple.api.sendConsumption("3", ["customerConsented": true])
    _ = try await apple.api.extend("4", days: 7, reasonCode: 1, requestIdentifier: "r")
    _ = try await apple.api.notificationHistory(["startDate": 1, "endDate": 2], after: "p")
    let seen = apple.server.requests.map { "\($0.method) \($0.target) \($0.text)" }
    #expect(
      seen == [
        "POST /inApps/v1/transactions/1/finish ",
        #"PUT /inApps/v1/transactions/2/appAccountToken {"appAccountToken":"u"}"#,
        #"PUT /inApps/v2/transactions/consumption/3 {"customerConsented":true}"#,
        #"PUT /inApps/v1/subscriptions/extend/4 {"extendByDays":7,"extendReasonCode":1,"requestIdentifier":"r"}"#,
        #"POST /inApps/v1/notifications/history?paginationToken=p {"startDate":1,"endDate":2}"#,
      ])
    #expect(apple.server.requests[0].headers["content-type"] == nil)
    #expect(apple.server.requests[1].headers["content-type"] == "application/json")
  }
}

/// A clock that a test advances.
private final class Time: Sendable {
  private let time: Mutex<Timestamp>

  init(_ start: Timestamp) { time = Mutex(start) }

  var now: Timestamp { time.withLock { $0 } }

  func advance(_ milliseconds: Int64) {
    time.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + milliseconds) }
  }
}

/// A list of replies that are given one after the other.
final class Replies: Sendable {
  private let replies: Mutex<[TestReply]>

  init(_ replies: [TestReply]) { self.replies = Mutex(replies) }

  func next() -> TestReply { replies.withLock { $0.isEmpty ? .hangUp : $0.removeFirst() } }
}

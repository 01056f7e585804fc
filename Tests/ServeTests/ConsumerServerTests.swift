import AppStoreModel
import Core
import Foundation
import Simulator
import TestSupport
import Testing

@testable import Serve

/// Tests a model of a correct app server that receives disturbed notifications.
///
/// Whatever happens to them, its records must agree with the ledger at the end.
@Suite(.startsPrograms) struct ConsumerServerTests {
  /// The seeds of the worlds: 20, or as many as `TILL_CONSUMER_WORLDS` says.
  private static let seeds =
    ProcessInfo.processInfo.environment["TILL_CONSUMER_WORLDS"].flatMap { UInt64($0) } ?? 20

  /// A mistake of an app server; each is found in some world.
  enum Mistake: String, CaseIterable, Sendable {
    /// Takes the last arrival for the newest statement.
    case trustsArrival
    /// Credits each arrival, even a repeated notification.
    case creditsEachArrival
    /// Answers before it commits and sometimes crashes in between; reads only the failed part of the history.
    case answersFirst
    /// Never reads the notification history.
    case neverSweeps
    /// Accepts any notification with the right form, without verifying it.
    case believesAnything
  }

  /// An app server that follows the usual rules.
  ///
  /// It verifies, accepts each UUID once, lets the newest signedDate decide, and answers after the commit.
  private final class Consumer: Sendable {
    struct Books: Sendable {
      var uuids: Set<String> = []
      /// The newest statement about each transaction.
      var transactions: [String: (signedDate: Int64, isRevoked: Bool)] = [:]
      /// How often each purchase was credited.
      var credits: [String: Int] = [:]
      /// The generator that decides which answers are lost.
      var chance: SeededGenerator
    }

    let books: Mutex<Books>
    private let verifier: Mutex<Verifier?> = Mutex(nil)
    private let mistake: Mistake?

    init(seed: UInt64, _ mistake: Mistake?) {
      books = Mutex(Books(chance: SeededGenerator(seed: seed)))
      self.mistake = mistake
    }

    func trust(_ store: SimulatedAppStore) throws {
      let new = Verifier(
        roots: try TrustedRoots(files: [Array(store.rootCertificatePEM.utf8)]),
        expecting: ExpectedClaims(bundleId: store.bundleId, environment: .sandbox), now: { .machine })
      verifier.withLock { $0 = new }
    }

    /// Returns the answer to a posted notification.
    func answer(_ request: TestRequest) -> TestReply {
      guard let signed = try? JSONValue(parsing: request.body).objectValue?.string("signedPayload") else {
        return .json("{}", status: 400)
      }
      if books.withLock({ $0.chance.chance(10) }) { return .json("{}", status: 503) }
      if mistake == .answersFirst, books.withLock({ $0.chance.chance(15) }) { return .json("{}") }
      guard take(signed) else { return .json("{}", status: 400) }
      // Committed, but sometimes the answer is lost, and the same notification comes again.
      return books.withLock { $0.chance.chance(10) } ? .hangUp : .json("{}")
    }

    /// Verifies a notification and commits its statement.
    func take(_ signed: String) -> Bool {
      guard let (said, transaction) = mistake == .believesAnything ? Self.read(signed) : verified(signed),
        let uuid = try? said.string("notificationUUID")
      else { return false }
      books.withLock { books in
        let isNew = books.uuids.insert(uuid).inserted
        guard isNew || mistake == .creditsEachArrival, let transaction,
          let id = try? transaction.string("transactionId"), let date = try? transaction.int64("signedDate")
        else { return }
        if said["notificationType"] == "ONE_TIME_CHARGE" { books.credits[id, default: 0] += 1 }
        if mistake != .trustsArrival, let known = books.transactions[id], known.signedDate >= date { return }
        books.transactions[id] = (date, transaction["revocationDate"] != nil)
      }
      return true
    }

    private func verified(_ signed: String) -> (JSONObject, JSONObject?)? {
      guard let result = verifier.withLock({ $0 })?.verify(signed, as: .notification), result.verdict == .verified,
        let said = result.json
      else { return nil }
      return (said, result.enclosed[.transaction]?.json)
    }

    private static func read(_ signed: String) -> (JSONObject, JSONObject?)? {
      func payload(_ text: String) -> JSONObject? {
        (try? CompactJWS(text.utf8).payload()).flatMap { try? JSONValue(parsing: $0).objectValue }
      }
      guard let said = payload(signed) else { return nil }
      return (said, said["data"]?.objectValue?["signedTransactionInfo"]?.stringValue.flatMap(payload))
    }
  }

  /// Runs one world, and returns the differences between the app server's records and the ledger's.
  private func differences(seed: UInt64, _ mistake: Mistake? = nil) async throws -> [String] {
    let consumer = Consumer(seed: seed, mistake)
    let receiver = try TestServer { consumer.answer($0) }
    let client = try ControlClient(seed: seed, notify: receiver.url) { ($0.attempts, $0.delivery) = (6, .parallel) }
    try consumer.trust(client.store)
    var chance = SeededGenerator(seed: seed &+ 1_000_000)
    var bought: [String] = []
    for _ in 0..<14 {
      try await client.verb("notifications-hold", ["on": true])
      switch Int.random(in: 0..<6, using: &chance) {
      case 0, 1:
        bought.append(try await client.buy(["pro", "coins", "coins"].randomElement(using: &chance) ?? "coins"))
      case 2: _ = try await client.ask("POST", "/till/v1/verb/buy", ["product": "plus"])
      case 3:
        if let id = bought.randomElement(using: &chance) {
          // A purchase that is already refunded is refused, which is fine.
          _ = try await client.ask("POST", "/till/v1/verb/refund-approve", ["transaction": .string(id)])
        }
      case 4:
        if let id = bought.randomElement(using: &chance) {
          _ = try await client.ask("POST", "/till/v1/verb/refund-reverse", ["transaction": .string(id)])
        }
      default: try await client.verb("advance", ["duration": "9d"])
      }
      try await disturb(client, &chance)
      if let id = bought.randomElement(using: &chance), chance.chance(20) {
        // An attacker forges a notification after a real one.
        _ = consumer.take(try forged(id, client.store))
      }
      guard chance.chance(50) else { continue }
      try await client.verb("notifications-hold", ["on": false])
      _ = try await client.ask("POST", "/till/v1/wait-idle")
    }
    try await client.verb("notifications-hold", ["on": false])
    for _ in 0..<6 {
      _ = try await client.ask("POST", "/till/v1/wait-idle")
      try await client.verb("notifications-hurry")
    }
    _ = try await client.ask("POST", "/till/v1/wait-idle")
    if mistake != .neverSweeps { try await sweep(client, consumer, onlyFailures: mistake == .answersFirst) }
    return try compare(client.store, consumer)
  }

  /// Loses, repeats, delays or reorders waiting notifications, as a network may.
  private func disturb(_ client: ControlClient, _ chance: inout SeededGenerator) async throws {
    let waiting = try client.store.notifications(PageRequest(limit: 100)).rows.filter { $0.delivery == .waiting }
    if let one = waiting.randomElement(using: &chance)?.notificationUUID {
      let named: JSONObject = ["notification": .string(one)]
      switch Int.random(in: 0..<6, using: &chance) {
      case 0: try await client.verb("notifications-lose", named)
      case 1: try await client.verb("notifications-duplicate", named)
      case 2:
        try await client.verb("notifications-delay", ["notification": .string(one), "duration": "20d"])
      default: break
      }
    }
    if chance.chance(50) { try await client.verb("notifications-reorder") }
  }

  /// Reads the notification history for missed notifications, as an app server does.
  private func sweep(_ client: ControlClient, _ consumer: Consumer, onlyFailures: Bool) async throws {
    let now = try client.store.clock().now.milliseconds
    let body: JSONObject = [
      "onlyFailures": .bool(onlyFailures),
      "startDate": .number(now - 179 * 86_400_000), "endDate": .number(now + 86_400_000),
    ]
    var token: String?
    repeat {
      let query = token.map { "?paginationToken=\($0)" } ?? ""
      let page = try await client.api("POST", "/inApps/v1/notifications/history" + query, body)
      #expect(page.status == 200, "\(page.json)")
      for item in try page.json.objects("notificationHistory") ?? [] {
        #expect(consumer.take(try #require(try item.string("signedPayload"))))
      }
      token = try page.json.bool("hasMore") == true ? try page.json.string("paginationToken") : nil
    } while token != nil
  }

  /// Returns a forged refund in the form of a real notification.
  private func forged(_ id: String, _ store: SimulatedAppStore) throws -> String {
    func signed(_ payload: JSONObject) throws -> String {
      let real = try #require(try store.notifications(PageRequest(limit: 1)).rows.first?.signedPayload)
      let parts = real.split(separator: ".")
      let text = String(decoding: Base64.url.encode(JSONValue.object(payload).serializedBytes()), as: UTF8.self)
      return "\(parts[0]).\(text).\(parts[2])"
    }
    let later = try store.clock().now.milliseconds + 400 * 86_400_000
    let refund = try signed([
      "transactionId": .string(id), "signedDate": .number(later), "revocationDate": .number(later),
    ])
    return try signed([
      "notificationType": "REFUND", "notificationUUID": .string(UUID().uuidString),
      "data": ["signedTransactionInfo": .string(refund)],
    ])
  }

  private func compare(_ store: SimulatedAppStore, _ consumer: Consumer) throws -> [String] {
    let books = consumer.books.withLock { $0.transactions }
    var differences: [String] = []
    let rows = try store.transactions(PageRequest(limit: 1000)).rows
    for row in rows {
      let id = row.transactionId ?? ""
      if books[id]?.isRevoked != (row.revocationDate != nil) {
        differences.append("\(id) \(row.productId ?? ""): \(books[id].map { "\($0.isRevoked)" } ?? "unknown")")
      }
    }
    for row in rows where row.type != .autoRenewableSubscription {
      let id = row.transactionId ?? ""
      let credits = consumer.books.withLock { $0.credits[id] } ?? 0
      if credits != 1 { differences.append("\(id) was credited \(credits) times") }
    }
    return differences
      + Set(books.keys).subtracting(rows.compactMap(\.transactionId)).map { "\($0) is not the ledger's" }
  }

  @Test func theBooksOfACorrectServerAreTheLedgers() async throws {
    for seed in 1...Self.seeds {
      #expect(try await differences(seed: seed) == [], "seed \(seed): TILL_CONSUMER_WORLDS=\(seed)")
    }
  }

  @Test(arguments: Mistake.allCases)
  func aServerWithOneMistakeIsFound(mistake: Mistake) async throws {
    for seed in 1...Self.seeds where try await !differences(seed: seed, mistake).isEmpty { return }
    #expect(Bool(false), "no world shows the mistake")
  }
}

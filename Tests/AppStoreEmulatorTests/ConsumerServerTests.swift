import AppStoreSimulator
import Foundation
import Locks
import SignedData
import StoreModel
import StrictJSON
import TestSupport
import Testing

@testable import AppStoreEmulator

/// A model of a correct app's server against the notification bench: whatever happens on the way, its books are the
/// ledger's at the end.
@Suite(.startsPrograms) struct ConsumerServerTests {
  /// 50 worlds, or as many as `TILL_CONSUMER_WORLDS` says.
  private static let seeds =
    ProcessInfo.processInfo.environment["TILL_CONSUMER_WORLDS"].flatMap { UInt64($0) } ?? 50

  /// The field's rules: verify, take each UUID once, let the newest signedDate decide, answer after the commit.
  private final class Consumer: Sendable {
    struct Books: Sendable {
      var uuids: Set<String> = []
      /// What Apple last said of each transaction.
      var transactions: [String: (signedDate: Int64, isRevoked: Bool)] = [:]
      /// Answers that are lost on their way back, from the same seed as the rest.
      var chance: SeededGenerator
    }

    let books: Mutex<Books>
    private let verifier: Mutex<Verifier?> = Mutex(nil)
    /// The deliberate mistake: what arrives last is taken for what was said last.
    private let trustsArrival: Bool

    init(seed: UInt64, trustsArrival: Bool) {
      books = Mutex(Books(chance: SeededGenerator(seed: seed)))
      self.trustsArrival = trustsArrival
    }

    func trust(_ store: SimulatedAppStore) throws {
      let new = Verifier(
        roots: try TrustedRoots(files: [Array(store.rootCertificatePEM.utf8)]),
        expecting: ExpectedClaims(bundleId: store.bundleId, environment: .sandbox), now: SimulatedAppStore.systemClock)
      verifier.withLock { $0 = new }
    }

    /// The answer to a posted notification.
    func answer(_ request: TestRequest) -> TestReply {
      guard let signed = try? JSONValue(parsing: request.body).objectValue?.string("signedPayload") else {
        return .json("{}", status: 400)
      }
      if books.withLock({ $0.chance.chance(10) }) { return .json("{}", status: 503) }
      guard take(signed) else { return .json("{}", status: 400) }
      // Committed, and the answer is lost: the same comes again.
      return books.withLock { $0.chance.chance(10) } ? .hangUp : .json("{}")
    }

    /// Verifies a notification and commits what it says.
    func take(_ signed: String) -> Bool {
      guard let result = verifier.withLock({ $0 })?.verify(signed, as: .notification), result.verdict == .verified,
        let uuid = try? result.json?.string("notificationUUID")
      else { return false }
      books.withLock { books in
        guard books.uuids.insert(uuid).inserted, let transaction = result.enclosed[.transaction]?.json,
          let id = try? transaction.string("transactionId"), let date = try? transaction.int64("signedDate")
        else { return }
        if !trustsArrival, let known = books.transactions[id], known.signedDate >= date { return }
        books.transactions[id] = (date, transaction["revocationDate"] != nil)
      }
      return true
    }
  }

  /// Lives one world; the differences between the consumer's books and the ledger's.
  private func differences(seed: UInt64, trustsArrival: Bool = false) async throws -> [String] {
    let consumer = Consumer(seed: seed, trustsArrival: trustsArrival)
    let receiver = try TestServer { consumer.answer($0) }
    let client = try ControlClient(seed: seed, notify: receiver.url)
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
          // One that is refunded already is refused; that is as well.
          _ = try await client.ask("POST", "/till/v1/verb/refund-approve", ["transaction": .string(id)])
        }
      case 4:
        if let id = bought.randomElement(using: &chance) {
          _ = try await client.ask("POST", "/till/v1/verb/refund-reverse", ["transaction": .string(id)])
        }
      default: try await client.verb("advance", ["duration": "9d"])
      }
      try await disturb(client, &chance)
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
    try await sweep(client, consumer)
    return try compare(client.store, consumer)
  }

  /// What a network may do to what waits.
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

  /// Reads the notification history for what never came, as a server does.
  private func sweep(_ client: ControlClient, _ consumer: Consumer) async throws {
    let now = try client.store.clock().now.milliseconds
    let body: JSONObject = [
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
    return differences
      + Set(books.keys).subtracting(rows.compactMap(\.transactionId)).map { "\($0) is not the ledger's" }
  }

  @Test func theBooksOfACorrectServerAreTheLedgers() async throws {
    for seed in 1...Self.seeds {
      #expect(try await differences(seed: seed) == [], "seed \(seed): TILL_CONSUMER_WORLDS=\(seed)")
    }
  }

  @Test func aServerThatTrustsTheOrderOfArrivalIsFound() async throws {
    for seed in 1...Self.seeds where try await !differences(seed: seed, trustsArrival: true).isEmpty { return }
    #expect(Bool(false), "no world shows the mistake")
  }
}

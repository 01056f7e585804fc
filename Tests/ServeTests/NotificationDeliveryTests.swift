import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

@testable import Serve
@testable import Simulator

/// Tests of the order in which notifications are sent.
@Suite(.startsPrograms) struct NotificationDeliveryTests {
  private func note(_ place: Int64, _ purchase: Int64?, again: Bool = false, reordered: Bool = false) -> DueNotification
  {
    DueNotification(place: place, uuid: "\(place)", purchase: purchase, isFirst: !again, isReordered: reordered)
  }

  private func places(_ notifications: [DueNotification]) -> [Int64] { notifications.map(\.place) }

  @Test func onePurchaseGoesOneAfterAnotherAndPurchasesBesideEachOther() {
    let due = [note(1, 7), note(2, 7), note(3, 8), note(4, nil), note(5, nil), note(6, 8, again: true)]
    let first = NotificationDelivery.ordered.next(due, underWay: [], isStill: false)
    #expect(places(first) == [1, 3, 4, 6])
    // A purchase's next notification waits for the previous first attempt to end. A repeated attempt delays nothing.
    let rest = due.filter { ![1, 3, 4, 6].contains($0.place) }
    #expect(NotificationDelivery.ordered.next(rest, underWay: first, isStill: false).isEmpty)
    let retry = [note(6, 8, again: true), note(1, 7, again: true)]
    #expect(places(NotificationDelivery.ordered.next(rest, underWay: retry, isStill: false)) == [2, 5])
  }

  @Test func aClockThatStandsStillMakesOneLine() {
    let due = [note(1, 7, again: true), note(2, 7), note(3, 8)]
    let first = NotificationDelivery.ordered.next(due, underWay: [], isStill: true)
    #expect(places(first) == [2])
    #expect(NotificationDelivery.ordered.next([due[0], due[2]], underWay: first, isStill: true).isEmpty)
    #expect(places(NotificationDelivery.ordered.next([due[0]], underWay: [], isStill: true)) == [1])
    // A repeated attempt that hangs does not delay a first attempt.
    #expect(places(NotificationDelivery.ordered.next([due[2]], underWay: [due[0]], isStill: true)) == [3])
  }

  @Test func parallelSendsAllAndShuffledRepeatsItsOrder() {
    let due = (1...30).map { note($0, 7) }
    #expect(NotificationDelivery.parallel.next(due, underWay: [], isStill: true).count == 20)
    func order(_ seed: UInt64) -> [Int64] {
      var (rest, order): ([DueNotification], [Int64]) = (due, [])
      while let next = NotificationDelivery.shuffled(seed: seed).next(rest, underWay: [], isStill: false).first {
        order.append(next.place)
        rest.removeAll { $0 == next }
      }
      return order
    }
    #expect(order(7) == order(7) && order(7) != order(8) && order(7) != places(due))
    #expect(Set(order(7)).count == 30)
  }

  @Test func aTestersOrderIsALine() {
    let due = [note(3, 1, reordered: true), note(2, 1, reordered: true), note(4, 9)]
    #expect(places(NotificationDelivery.parallel.next(due, underWay: [], isStill: false)) == [3])
    #expect(NotificationDelivery.parallel.next(Array(due.dropFirst()), underWay: [due[0]], isStill: false).isEmpty)
  }

  @Test func theOrderIsReadAsItIsWritten() {
    #expect(NotificationDelivery("ordered", seed: 1) == .ordered)
    #expect(NotificationDelivery("parallel", seed: 1) == .parallel)
    #expect(NotificationDelivery("shuffled", seed: 1) == .shuffled(seed: 1))
    #expect(NotificationDelivery("shuffled 9", seed: 1) == .shuffled(seed: 9))
    for wrong in ["", "Ordered", "shuffled x", "shuffled -1", "shuffled 1 2"] {
      #expect(NotificationDelivery(wrong, seed: 1) == nil, "\(wrong)")
    }
  }

  // MARK: Over HTTP

  /// A receiver that answers after a random time.
  private final class Receiver: Sendable {
    let server: TestServer
    let status = Mutex(200)

    init(seed: UInt64 = 1, status first: Int = 200) throws {
      status.withLock { $0 = first }
      let chance = Mutex(SeededGenerator(seed: seed))
      server = try TestServer { [status] _ in
        usleep(UInt32(chance.withLock { Int.random(in: 0..<4000, using: &$0) }))
        return .json("{}", status: status.withLock { $0 })
      }
    }

    /// Returns the notifications that arrived, decoded, with each signed text inside decoded too.
    func arrived() throws -> [JSONObject] {
      try server.requests.map { request in
        try Self.decoded(
          #require(try JSONValue(parsing: request.body).objectValue?.string("signedPayload")))
      }
    }

    private static func decoded(_ signed: String) throws -> JSONObject {
      var result: JSONObject = [:]
      for (name, value) in try #require(try JSONValue(parsing: CompactJWS(signed.utf8).payload()).objectValue) {
        guard name == "data", case .object(let data) = value else {
          result.append(name, value)
          continue
        }
        var inner: JSONObject = [:]
        for (name, value) in data {
          inner.append(name, name.hasPrefix("signed") ? .object(try decoded(value.stringValue ?? "")) : value)
        }
        result.append(name, .object(inner))
      }
      return result
    }
  }

  private func idle(_ client: ControlClient, _ world: String = "") async throws {
    let answer = try await client.ask("POST", world + "/till/v1/wait-idle")
    #expect(answer.status == 200, "\(answer.json)")
  }

  /// Tests that 24 renewals arrive in order, and with the clock stopped also with equal payloads in every run; four
  /// runs, or as many as `TILL_DELIVERY_RUNS` says.
  @Test func twentyFourRenewalsComeInOrder() async throws {
    let asked = ProcessInfo.processInfo.environment["TILL_DELIVERY_RUNS"].flatMap { UInt64($0) }
    var (renewals, first): (Int, [JSONObject]?) = (0, nil)
    for run in 1...(asked ?? 4) {
      let receiver = try Receiver(seed: run)
      let client = try ControlClient(notify: receiver.server.url)
      // With a running clock, purchases are sent in parallel, and only the order within one purchase is promised.
      let isStopped = run % 2 == 0
      try await client.verb("pause", ["on": .bool(isStopped)])
      _ = try await client.buy("coins")
      let subscription = try await client.buy("plus")
      for _ in 0..<4 { try await client.verb("advance", ["duration": "184d"]) }
      try await idle(client)
      let arrived = try receiver.arrived()
      let dates = try arrived.filter { $0["notificationType"] == "DID_RENEW" }
        .map { try #require(try $0.int64("signedDate")) }
      #expect(dates.count >= 24 && dates == dates.sorted(), "run \(run): \(subscription)")
      renewals += dates.count
      guard isStopped else { continue }
      #expect(arrived == first ?? arrived, "run \(run) differs from run 2")
      first = arrived
    }
    if asked != nil { print("\(renewals) renewals in order, \(first?.count ?? 0) payloads equal in each run") }
  }

  @Test func theSameSeedAndClockGiveTheSamePayloadsInTheSameOrder() async throws {
    func world(_ run: UInt64) async throws -> [JSONObject] {
      let receiver = try Receiver(seed: run)
      let client = try ControlClient(seed: 5, notify: receiver.server.url)
      let coins = try await client.buy("coins")
      _ = try await client.buy("plus")
      try await client.verb("refund-ask", ["transaction": .string(coins)])
      try await client.verb("advance", ["duration": "95d"])
      try await client.verb("refund-approve", ["transaction": .string(coins)])
      try await idle(client)
      return try receiver.arrived()
    }
    let (one, other) = (try await world(1), try await world(2))
    #expect(one.count >= 7 && one == other)
    let types = try one.compactMap { try $0.string("notificationType") }
    #expect(types.prefix(3) == ["ONE_TIME_CHARGE", "SUBSCRIBED", "CONSUMPTION_REQUEST"])
  }

  @Test func shuffledMixesWhatATestDidBeforeItWaited() async throws {
    func types(_ seed: String) async throws -> [String] {
      let receiver = try Receiver()
      let client = try ControlClient()
      let made = try await client.ask(
        "POST", "/till/v1/worlds",
        ["name": "a", "notify": .string(receiver.server.url), "delivery": .string("shuffled \(seed)"), "seed": 3])
      #expect(made.status == 201, "\(made.json)")
      _ = try await client.buy("plus", in: "/worlds/a")
      try await client.verb("advance", ["duration": "95d"], in: "/worlds/a")
      try await client.verb("auto-renew", ["subscription": "plus", "on": false], in: "/worlds/a")
      try await client.verb("advance", ["duration": "40d"], in: "/worlds/a")
      try await idle(client, "/worlds/a")
      return try receiver.arrived().map { try #require(try $0.string("notificationUUID")) }
    }
    let (one, same, other) = (try await types("1"), try await types("1"), try await types("2"))
    #expect(one.count == 6 && one == same && one != other && Set(one) == Set(other))
    let wrong = try await ControlClient().ask("POST", "/till/v1/worlds", ["delivery": "backwards"])
    #expect(wrong.status == 400)
  }

  @Test func theSandboxTriesOnceAndProductionSixTimes() async throws {
    let client = try ControlClient()
    for (body, attempts) in [
      ([:], 1), (["attempts": 3], 3), (["environment": "Production", "appAppleId": 7], 6),
    ] as [(JSONObject, Int)] {
      let receiver = try Receiver(status: 503)
      var body = body
      body.append("name", .string("w\(attempts)"))
      body.append("notify", .string(receiver.server.url))
      let made = try await client.ask("POST", "/till/v1/worlds", body)
      #expect(made.status == 201, "\(made.json)")
      let world = "/worlds/w\(attempts)"
      try await client.verb("notifications-test", in: world)
      for _ in 0..<7 {
        try await idle(client, world)
        try await client.verb("notifications-hurry", in: world)
      }
      try await idle(client, world)
      let came = try receiver.arrived().map { try #require(try $0.string("notificationUUID")) }
      #expect(came.count == attempts && Set(came).count == 1, "a retry has the same UUID")
    }
    #expect(try await client.ask("POST", "/till/v1/worlds", ["attempts": 7]).status == 400)
  }

  @Test func aQuestionAboutUseThatComesAgainIsAnotherNotification() async throws {
    let receiver = try Receiver()
    let client = try ControlClient(notify: receiver.server.url)
    let coins = try await client.buy("coins")
    let named: JSONObject = ["transaction": .string(coins)]
    #expect(try await client.ask("POST", "/till/v1/verb/consumption-again", named).status == 409)
    try await client.verb("refund-ask", named)
    try await client.verb("consumption-again", named)
    try await idle(client)
    let asked = try receiver.arrived().filter { $0["notificationType"] == "CONSUMPTION_REQUEST" }
    #expect(asked.count == 2 && asked[0]["notificationUUID"] != asked[1]["notificationUUID"])
    try await client.verb("refund-decline", named)
    #expect(try await client.ask("POST", "/till/v1/verb/consumption-again", named).status == 409)
  }

  @Test func waitingForAServerThatHangsEnds() async throws {
    let isHanging = Mutex(true)
    let receiver = try TestServer { _ in
      while isHanging.withLock({ $0 }) { usleep(20_000) }
      return .json("{}")
    }
    let client = try ControlClient(notify: receiver.url)
    try await client.verb("notifications-test")
    let answer = try await client.ask("POST", "/till/v1/wait-idle", ["seconds": 1])
    #expect(answer.status == 504, "\(answer)")
    #expect(try answer.json.object("error")?.string("kind") == "timedOut")
    isHanging.withLock { $0 = false }
    try await idle(client)
    for wrong in [["seconds": -1], ["seconds": 601], ["seconds": "soon"], ["minutes": 1]] as [JSONObject] {
      #expect(try await client.ask("POST", "/till/v1/wait-idle", wrong).status == 400)
    }
  }
}

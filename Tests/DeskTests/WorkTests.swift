import AppStoreModel
import Core
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests of the worker's requests to Apple, and of alerts.
@Suite struct WorkTests {
  /// An App Store that records the requests it receives.
  private final class NotingStore: DeskAppStore {
    var sent: [String: JSONObject] = [:]
    var asked: [String] = []
    var callsAnHour: Int? { 18_000 }
    var failure: StoreError?
    var pages: [HistoryPage] = []
    var sentNotifications: [SentNotifications] = []

    private func note(_ call: String) throws {
      asked.append(call)
      if let failure { throw failure }
    }

    func history(of id: String, after revision: String?) throws -> HistoryPage {
      try note("history after \(revision ?? "nothing")")
      return pages.isEmpty
        ? HistoryPage(signedTransactions: [], revision: revision ?? "end", hasMore: false) : pages.removeFirst()
    }

    func renewalInfos(of id: String) throws -> [String] { [] }

    func notifications(from start: Timestamp, until end: Timestamp, after token: String?) throws -> SentNotifications {
      try note("sent after \(token ?? "nothing")")
      return sentNotifications.isEmpty
        ? SentNotifications(payloads: [], undelivered: 0, next: nil) : sentNotifications.removeFirst()
    }

    func order(_ number: String) throws -> [String]? { nil }

    func sendConsumption(_ transactionId: String, _ answer: JSONObject) throws {
      try note("consumption")
      sent[transactionId] = answer
    }

    func extend(_ lineage: String, days: Int, reasonCode: Int, request: String) throws { try note("extend \(days)") }
  }

  /// A desk with an hour-old consumption request from Apple.
  private struct Asked {
    let world: DeskWorld
    let desk: CustomerDesk
    let transaction: String
    let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"

    init(on kind: EngineKind) throws {
      world = try DeskWorld(on: kind, customers: 1, transactions: 1)
      desk = try world.desk()
      var event = world.population.life(of: 0)[0]
      let date = event.date.adding(milliseconds: Timestamp.millisecondsPerDay)
      event.transaction.type = .consumable
      event.transaction.productId = "com.example.piglet.coins100"
      event.transaction.appAccountToken = token
      event.transaction.revocationDate = nil
      (event.type, event.subtype, event.date, event.renewal) = (.consumptionRequest, nil, date, nil)
      transaction = try #require(event.transaction.transactionId)
      world.clock.withLock { $0 = date.adding(milliseconds: 3_600_000) }
      try desk.store(lines: [#"{"signedPayload":"\#(try event.signedNotification(by: world.signer))"}"#])
      try desk.settle()
    }

    func usage(consented: Bool, at: Int64) throws -> Usage {
      try Usage(json: [
        "user": .string(token), "productId": "com.example.piglet.coins100", "consented": .bool(consented),
        "percentage": 60_000, "at": .number(at),
      ])
    }
  }

  /// Tests that the worker answers a consumption request only where consent is recorded, once, with the recorded usage.
  @Test(arguments: EngineKind.here) func onlyRecordedConsentIsTold(on kind: EngineKind) throws {
    let asked = try Asked(on: kind)
    let (desk, store) = (asked.desk, NotingStore())
    let rules = try ConsumptionRules(json: [
      "rules": [
        ["product": "com.example.other", "prefer": "GRANT_FULL"],
        ["product": "com.example.piglet.*", "atLeast": 50_000, "prefer": "DECLINE"],
      ]
    ])
    let worker = DeskWorker(desk, at: store, rules: rules, name: "one")
    #expect(try worker.round().map(\.outcome) == [.noConsent])
    #expect(try desk.store(usages: [asked.usage(consented: true, at: 1), asked.usage(consented: false, at: 2)]) == 2)
    #expect(try worker.round().map(\.outcome) == [.noConsent])
    #expect(try desk.store(usages: [asked.usage(consented: true, at: 3)]) == 1)
    let trial = try DeskWorker(desk, at: nil, rules: rules, name: "two").round()
    #expect(trial.map(\.outcome) == [.wouldSend])
    #expect(store.asked == [])
    #expect(try worker.round().map(\.outcome) == [.done])
    #expect(
      store.sent == [
        asked.transaction: [
          "customerConsented": true, "deliveryStatus": "DELIVERED", "sampleContentProvided": false,
          "consumptionPercentage": 60_000, "refundPreference": "DECLINE",
        ]
      ])
    #expect(try worker.round() == [])
    #expect(try desk.consumptionOutcomes().map(\.sent) == [1])
    #expect(try desk.requests().map(\.state) == [.done])
    #expect(try !desk.alerts().contains { $0.kind == .deadline })
  }

  /// Tests that an agent's request cannot claim consent: the worker reads only the recorded consent.
  @Test(arguments: EngineKind.here) func aRequestIsNoConsent(on kind: EngineKind) throws {
    let asked = try Asked(on: kind)
    let (desk, store) = (asked.desk, NotingStore())
    try desk.request(
      .consumption, about: asked.transaction, of: desk.customer(asked.transaction), body: ["customerConsented": true],
      by: "anna")
    let worker = DeskWorker(desk, at: store, rules: ConsumptionRules(), name: "one")
    #expect(try worker.round().map(\.outcome) == [.failed])
    #expect(store.sent.isEmpty)
  }

  /// Tests that a person can take a question over.
  ///
  /// A request that Apple cannot accept now is repeated, and only one worker is active at a time.
  @Test(arguments: EngineKind.here) func aPersonMayTakeOver(on kind: EngineKind) throws {
    let asked = try Asked(on: kind)
    let (desk, store) = (asked.desk, NotingStore())
    let customer = try desk.customer(asked.transaction)
    _ = try desk.store(usages: [asked.usage(consented: true, at: 3)])
    let worker = DeskWorker(desk, at: store, rules: ConsumptionRules(), name: "one")
    let other = DeskWorker(desk, at: store, rules: ConsumptionRules(), name: "two")
    #expect(try worker.claim())
    #expect(try !other.claim())
    #expect(try worker.claim())
    asked.world.clock.withLock { $0 = $0.adding(milliseconds: 90_000) }
    #expect(try other.claim(), "whoever does not renew it has lost it")
    try other.release()
    #expect(try worker.claim())

    try desk.request(.hold, about: asked.transaction, of: customer, by: "anna")
    #expect(try worker.round().map(\.outcome) == [.held])
    let subscription = purchase(77, product: "monthly", type: .autoRenewableSubscription)
    try desk.store(lines: [try asked.world.signer.sign(subscription.json)])
    let id = try #require(subscription.transactionId)
    let subscriber = try desk.customer(id)
    try desk.request(.extend, about: id, of: subscriber, body: ["days": 7], by: "anna")
    // Apple asks nothing about the subscription, and cannot extend what does not renew.
    #expect(throws: DeskError.self) { try desk.request(.hold, about: id, of: subscriber, by: "anna") }
    #expect(throws: DeskError.self) { try desk.request(.extend, about: asked.transaction, of: customer, by: "anna") }
    store.failure = StoreError(.networkError, "busy", isTemporary: true)
    #expect(try worker.round().map(\.outcome) == [.later, .held])
    store.failure = nil
    #expect(try worker.round().map(\.outcome) == [.done, .held])
    #expect(try worker.round().map(\.outcome) == [.held])
    #expect(store.asked == ["extend 7", "extend 7"])
    #expect(store.sent == [:])
  }

  /// Tests the alerts for a deadline that comes near, silence, and late notifications.
  @Test(arguments: EngineKind.here) func alertsAreRaised(on kind: EngineKind) throws {
    let asked = try Asked(on: kind)
    // The notification arrived an hour after it was signed.
    #expect(try asked.desk.alerts().map(\.kind) == [.delay])
    asked.world.clock.withLock { $0 = $0.adding(milliseconds: 9 * 3_600_000) }
    #expect(try asked.desk.alerts().map(\.kind) == [.deadline, .silence])
    asked.world.clock.withLock { $0 = $0.adding(milliseconds: 9 * 3_600_000) }
    #expect(try asked.desk.alerts().map(\.kind) == [.silence])
  }

  /// Tests that imported history, whose refunds and delays are old, raises no alert, and that news does.
  @Test(arguments: EngineKind.here) func importedHistoryRaisesNoAlert(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    func hear(_ ids: Range<Int>) throws {
      try desk.store(
        lines: ids.map { id in
          var refunded = purchase(id, app: "\(id)")
          refunded.revocationDate = refunded.purchaseDate?.adding(milliseconds: 60_000)
          refunded.revocationReason = .refundedForOtherReason
          var event = world.population.life(of: 0)[0]
          (event.transaction, event.type, event.subtype, event.renewal) = (refunded, .refund, nil, nil)
          event.uuid = "00000000-0000-4000-8000-\(100_000_000_000 + id)"
          event.date = try #require(refunded.revocationDate)
          return #"{"signedPayload":"\#(try event.signedNotification(by: world.signer))"}"#
        })
    }
    try hear(1..<20)
    #expect(try desk.alerts() == [] && desk.health().delay == nil)
    let date = try #require(purchase(119).purchaseDate).adding(milliseconds: 90_000)
    world.clock.withLock { $0 = date }
    try hear(100..<120)
    #expect(try desk.alerts().map(\.kind) == [.refunds])
    #expect(try desk.health().delay?.count == 20)
  }

  /// Tests that a refresh and a sweep which were stopped continue where they were.
  @Test(arguments: EngineKind.here) func aStoppedRunContinues(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 6)
    let desk = try world.desk()
    let events = world.population.life(of: 0)
    let signed = try events.map { try $0.signedTransaction(by: world.signer) }
    try desk.store(lines: [signed[0]])
    let store = NotingStore()
    store.pages = [
      HistoryPage(signedTransactions: Array(signed.prefix(2)), revision: "a", hasMore: true),
      HistoryPage(signedTransactions: signed, revision: "b", hasMore: false),
    ]
    let customer = try desk.customer(try #require(events[0].transaction.transactionId))
    #expect(try desk.refresh(customer, from: store) { _ in false }.isCancelled)
    #expect(try desk.health().calls == .init(made: 1, share: 18_000))
    #expect(try !desk.refresh(customer, from: store).isCancelled)
    #expect(store.asked == ["history after nothing", "history after a"])

    store.asked = []
    let payloads = try events.map { try $0.signedNotification(by: world.signer) }
    store.sentNotifications = [
      SentNotifications(payloads: [payloads[0]], undelivered: 1, next: "token"),
      SentNotifications(payloads: payloads, undelivered: 1, next: nil),
    ]
    let start = world.clock.withLock { $0.adding(milliseconds: -3_600_000) }
    let first = try desk.sweep(from: start, at: store) { _ in false }
    #expect(first.isCancelled && first.filled == 1)
    let rest = try desk.sweep(at: store)
    #expect(!rest.isCancelled && rest.filled == events.count - 1)
    #expect(store.asked == ["sent after nothing", "sent after token"])
    #expect(try desk.figure("gaps") == events.count)
    #expect(try desk.compareWithRebuild().different == [])
  }

  /// Tests the list of purchases that the team's server did not deliver.
  ///
  /// They are listed after a day; a purchase without a known user is listed at once.
  @Test(arguments: EngineKind.here) func aClaimWithoutACustomerIsListed(on kind: EngineKind) throws {
    let asked = try Asked(on: kind)
    let (desk, product, purchase) = (asked.desk, "com.example.piglet.coins100", JSONValue.string(asked.transaction))
    func listed(_ view: SavedView) throws -> [String] {
      try desk.settle()
      return try desk.view(view).map(\.subject)
    }
    let transactions = try desk.customerAnswer(for: desk.customer(asked.transaction)).transactions
    let bought = try #require(transactions.first?.purchaseDate)
    _ = try desk.store(usages: [
      Usage(json: ["purchase": purchase, "consented": false, "delivery": "UNDELIVERED_SERVER_OUTAGE", "at": 5])
    ])
    asked.world.clock.withLock { $0 = bought.adding(milliseconds: 3_600_000) }
    #expect(try listed(.unfinished).isEmpty)
    asked.world.clock.withLock { $0 = bought.adding(milliseconds: 25 * 3_600_000) }
    #expect(try listed(.unfinished) == [asked.transaction])
    #expect(try desk.viewRows().first { $0.name == "unfinished" }?.count == 1)
    _ = try desk.store(usages: [
      Usage(json: ["purchase": purchase, "consented": false, "delivery": "DELIVERED", "at": 6])
    ])
    #expect(try listed(.unfinished).isEmpty)

    func claim(by user: String, at: Int64) throws {
      let claim = try Claim(json: [
        "purchase": purchase, "user": .string(user), "productId": .string(product), "entitled": true, "at": .number(at),
      ])
      _ = try desk.store(claims: [claim])
    }
    #expect(try listed(.tokenUnmatched).isEmpty)
    try claim(by: "0b1c7c1e-0000-4000-8000-000000000000", at: 1)
    #expect(try listed(.tokenUnmatched) == [product])
    try claim(by: asked.token, at: 2)
    #expect(try listed(.tokenUnmatched).isEmpty)
    #expect(try desk.examine(rebuilds: true).ok)
  }

  /// Tests the form by which a person answers Apple.
  ///
  /// Consent is what was recorded, and an answer that Apple would refuse is refused here.
  @Test(arguments: EngineKind.here) func aPersonAnswers(on kind: EngineKind) throws {
    let asked = try Asked(on: kind)
    let (desk, store) = (asked.desk, NotingStore())
    let customer = try desk.customer(asked.transaction)
    func answer(_ reply: ConsumptionReply) throws {
      try desk.reply(reply, about: asked.transaction, of: customer, by: "anna")
    }
    #expect(try desk.questions(of: customer).map(\.consent) == [nil])
    #expect(throws: DeskError.self, "nobody recorded a consent") { try answer(ConsumptionReply()) }
    _ = try desk.store(usages: [asked.usage(consented: true, at: 3)])
    let question = try #require(try desk.questions(of: customer).first)
    #expect(question.consent == Timestamp(milliseconds: 3) && question.recorded == ConsumptionReply(share: 60_000))
    #expect(throws: DeskError.self) { try answer(ConsumptionReply(delivery: "UNDELIVERED_OTHER", share: 1)) }
    #expect(throws: DeskError.self) { try answer(ConsumptionReply(share: 100_000, preference: "GRANT_PRORATED")) }
    #expect(throws: DeskError.self) { try answer(ConsumptionReply(share: 100_001)) }
    #expect(throws: DeskError.self) { try answer(ConsumptionReply(preference: "PLEASE")) }
    try answer(ConsumptionReply(share: 50_000, preference: "GRANT_PRORATED"))
    #expect(throws: DeskError.self, "once") { try answer(ConsumptionReply()) }
    #expect(try desk.questions(of: customer).map(\.asked) == ["consumption"])
    // The worker's rules do not answer a question that a person has answered.
    let worker = DeskWorker(desk, at: store, rules: ConsumptionRules(), name: "one")
    #expect(try worker.round().map(\.outcome) == [.done])
    #expect(try worker.round().isEmpty)
    #expect(
      store.sent[asked.transaction] == [
        "customerConsented": true, "deliveryStatus": "DELIVERED", "sampleContentProvided": false,
        "consumptionPercentage": 50_000, "refundPreference": "GRANT_PRORATED",
      ])
    asked.world.clock.withLock { $0 = question.until }
    #expect(try desk.questions(of: customer).isEmpty, "twelve hours, no more")
  }
}

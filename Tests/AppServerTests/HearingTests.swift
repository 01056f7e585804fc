import AppStoreModel
import Device
import Foundation
import TestSupport
import Testing

@testable import AppServer

/// Tests of the app server reading the App Store's notifications without a device.
///
/// What it credits, ends and returns rests on what Apple signed, whether or not a device ever reports the purchase.
@Suite struct HearingTests {
  let backend: Backend
  let server: EmbeddedAppServer

  init() throws {
    backend = try Backend()
    server = try backend.server()
  }

  private func right(_ productId: String = Backend.premium, of user: String) async throws -> Right? {
    try await server.account(of: user).rights.first { $0.productId == productId }
  }

  @Test func creditsAUsersPurchaseThatNoDeviceReports() async throws {
    _ = try await server.account(of: "ann")
    try await server.receive(
      notification: backend.notification(.oneTimeCharge, .coins(1, quantity: 3, token: token(of: "ann"))))
    #expect(try await server.balance(Backend.coins, of: "ann") == 3)
  }

  @Test func creditsByTheUUIDOfAnAnnouncedOrder() async throws {
    let intent = Intent(
      id: "o-1", account: "a", user: "ann", productId: Backend.coins, quantity: 1, appAccountToken: "o-1",
      createdDate: date(1), storeDate: date(1))
    try await server.register(intent)
    try await server.receive(notification: backend.notification(.oneTimeCharge, .coins(1, token: "O-1")))
    #expect(try await server.balance(Backend.coins, of: "ann") == 1)
    // The device reports the purchase later and gets the same credit.
    let credit = try await server.credit(
      backend.upload(.coins(1, token: "o-1"), order: "order", intent: "o-1", intended: "ann", current: "ann"))
    #expect(credit == Credit(users: ["ann"], quantity: 1, attribution: .intent))
    #expect(try await server.balance(Backend.coins, of: "ann") == 1)
  }

  @Test func aPurchaseWithoutAnOwnerWaitsForItsToken() async throws {
    try await server.receive(notification: backend.notification(.oneTimeCharge, .coins(1, token: token(of: "ann"))))
    #expect(try server.users().isEmpty)
    #expect(try await server.balance(Backend.coins, of: "ann") == 1, "credited when ann is first heard of")
    try await server.receive(notification: backend.notification(.oneTimeCharge, .coins(2)))
    #expect(try await server.balance(Backend.coins, of: "ann") == 1, "without a token it is nobody's")
  }

  @Test func aNotificationCountsOnce() async throws {
    _ = try await server.account(of: "ann")
    let signed = try backend.notification(.oneTimeCharge, .coins(1, token: token(of: "ann")))
    for _ in 0..<3 { try await server.receive(notification: signed) }
    #expect(try await server.balance(Backend.coins, of: "ann") == 1)
    #expect(try server.events(limit: 50).filter { $0.kind == .heard }.count == 1)
  }

  @Test func refusesAnInvalidSignature() async throws {
    var signed = try backend.notification(.oneTimeCharge, .coins(1, token: token(of: "ann")))
    signed.removeLast(4)
    await #expect(throws: VerificationError.self) { try await server.receive(notification: signed) }
    #expect(try await server.balance(Backend.coins, of: "ann") == 0)
  }

  @Test func aRefundEndsARightAndItsReversalGivesItBack() async throws {
    _ = try await server.account(of: "ann")
    let bought = Transaction.bought(1, token: token(of: "ann"))
    try await server.receive(notification: backend.notification(.oneTimeCharge, bought))
    #expect(try await right(of: "ann")?.ended == nil)
    let refunded = bought.refunded(at: 20)
    try await server.receive(notification: backend.notification(.refund, refunded))
    let ended = try #require(try await right(of: "ann")?.ended)
    #expect(ended == Right.End(date: date(20), why: .refunded, transactionId: "1"))
    // The notifications arrive late and out of order: the older statement changes nothing.
    try await server.receive(notification: backend.notification(.oneTimeCharge, bought, uuid: "again"))
    #expect(try await right(of: "ann")?.ended != nil)
    try await server.receive(notification: backend.notification(.refundReversed, bought.signed(at: 30)))
    #expect(try await right(of: "ann")?.ended == nil)
  }

  @Test func aServerThatLostItsDataHasNoUnknownNames() async throws {
    try await server.receive(notification: backend.notification(NotificationType(rawValue: "NEW_KIND"), .bought(1)))
    #expect(try EmbeddedAppServer.unknownNames(path: backend.path).count == 1)
    try await server.forget()
    #expect(try EmbeddedAppServer.unknownNames(path: backend.path).isEmpty)
  }

  @Test func aRequestAfterADeclinedOneIsOpenAgain() async throws {
    _ = try await server.account(of: "ann")
    let bought = Transaction.bought(1, token: token(of: "ann"))
    func declined(after type: NotificationType, at second: Int) async throws -> [String] {
      try await server.receive(
        notification: backend.notification(type, bought.signed(at: second), uuid: "\(second)"))
      return try await server.account(of: "ann").declinedRefunds
    }
    #expect(try await declined(after: .oneTimeCharge, at: 10).isEmpty)
    #expect(try await declined(after: .consumptionRequest, at: 20).isEmpty)
    #expect(try await declined(after: .refundDeclined, at: 30) == ["1"])
    #expect(try await declined(after: .consumptionRequest, at: 40).isEmpty)
    #expect(try await declined(after: .refundDeclined, at: 50) == ["1"])
  }

  @Test func aSubscriptionFollowsItsRenewalsAndEnds() async throws {
    _ = try await server.account(of: "ann")
    let first = Transaction.period(1, of: 1, from: 10, to: 90, token: token(of: "ann"))
    let second = Transaction.period(2, of: 1, from: 90, to: 200, token: token(of: "ann"), isRenewal: true)
    try await server.receive(notification: backend.notification(.didRenew, second))
    try await server.receive(notification: backend.notification(.subscribed, first))
    #expect(try await right(Backend.monthly, of: "ann")?.expiresDate == date(200))
    backend.setTime(300)
    let ended = try await right(Backend.monthly, of: "ann")?.ended
    #expect(ended == Right.End(date: date(200), why: .expired, transactionId: "2"), "time ends it without a device")
  }

  @Test func aPurchaseClosedBySupportIsNotCreditedByItself() async throws {
    _ = try await server.account(of: "ann")
    #expect(try await server.close(OrderClosing(orderId: "order", transactionId: "1", reason: "told by mail")))
    try await server.receive(notification: backend.notification(.oneTimeCharge, .coins(1, token: token(of: "ann"))))
    #expect(try await server.balance(Backend.coins, of: "ann") == 0)
    // The user's device nevertheless retries the order.
    try await server.credit(backend.upload(.coins(1, token: token(of: "ann")), order: "order", current: "ann"))
    #expect(try await server.balance(Backend.coins, of: "ann") == 1)
  }

  @Test func twoIdsOfOnePurchaseAreOneCredit() async throws {
    _ = try await server.account(of: "ann")
    var first = Transaction.period(1, of: 1, from: 10, to: 200, token: token(of: "ann"))
    first.webOrderLineItemId = "77"
    var other = Transaction.period(9, of: 1, from: 10, to: 200, token: token(of: "ann"))
    other.webOrderLineItemId = "77"
    try await server.receive(notification: backend.notification(.subscribed, first))
    #expect(try await server.credit(backend.upload(other, order: "a", intended: "ann", current: "ann")).quantity == 0)
    var bought = Transaction.bought(11, token: token(of: "ann"))
    try await server.credit(backend.upload(bought, order: "b", intended: "ann", current: "ann"))
    bought.transactionId = "12"
    #expect(try await server.credit(backend.upload(bought, order: "c", intended: "ann", current: "ann")).quantity == 0)
  }

  @Test func aTransferMovesOnePurchaseAndIsKept() async throws {
    try await server.credit(backend.upload(.bought(1), order: "a", intended: "ann", current: "ann"))
    try await server.credit(backend.upload(.coins(2), order: "b", intended: "ann", current: "ann"))
    let transfer = PurchaseTransfer(id: "t", transactionId: "1", user: "bob", reason: "bought for the wrong user")
    for _ in 0..<2 { try await server.transfer(transfer) }
    #expect(try await right(of: "bob")?.ended == nil)
    #expect(try await right(of: "ann")?.ended?.why == .transferred)
    // Ann's device restores the purchase: support's decision stays.
    _ = try await server.claim(backend.claim(.bought(1), by: "ann", isRestore: true))
    #expect(try await right(of: "bob")?.ended == nil)
    try await server.transfer(PurchaseTransfer(id: "u", transactionId: "2", user: "bob", reason: "too"))
    #expect(try await server.balance(Backend.coins, of: "bob") == 1)
    #expect(try await server.balance(Backend.coins, of: "ann") == 0)
    #expect(try server.events(limit: 50).filter { $0.kind == .transferred }.count == 2)
    await #expect(throws: VerificationError.self) {
      try await server.transfer(PurchaseTransfer(id: "v", transactionId: "404", user: "bob", reason: "x"))
    }
  }

  @Test func aGrantCanEndEarlyAndAPurchaseElsewhereHasItsOwnEnd() async throws {
    try await server.grant(
      Grant(
        id: "g", user: "ann", productId: Backend.premium, reason: "staff", grantedDate: date(1), untilDate: date(500)))
    try await server.endGrant("g", reason: "left the company")
    #expect(try await server.account(of: "ann").grants.first?.untilDate == date(100))
    let elsewhere = OtherPurchase(
      reference: "GPA-1", platform: "Google Play", user: "ann", productId: Backend.monthly, purchaseDate: date(5),
      expiresDate: date(400))
    try await server.record(elsewhere)
    let right = try #require(try await right(Backend.monthly, of: "ann"))
    #expect(right.attribution == .otherPlatform && right.expiresDate == date(400) && right.purchase == "GPA-1")
    var stolen = elsewhere
    stolen.user = "bob"
    await #expect(throws: VerificationError.self) { try await server.record(stolen) }
  }

  /// Tests that each purchase is credited once, to the same user, in any order of events.
  ///
  /// A device may crash after the charge, report late, or never report. A notification may be late, repeated, out of
  /// order, or lost until the app server reads the history.
  @Test func anyInterleavingOfDeviceAndNotificationsCreditsOnce() async throws {
    let seeds = ProcessInfo.processInfo.environment["TILL_INTERLEAVINGS"].flatMap { Int($0) } ?? 50
    for seed in 0..<seeds {
      var generator = SeededGenerator(seed: UInt64(seed) + 1)
      let fresh = try Backend(signer: backend.signer)
      let story = try Story(fresh, using: &generator)
      let server = try fresh.server(hearing: story.source)
      for step in story.steps.shuffled(using: &generator) {
        switch step {
        case .upload(let upload): try await server.upload(upload)
        case .notification(let signed): try await server.receive(notification: signed)
        case .claim(let claim): _ = try await server.claim(claim)
        case .hear: try await server.hear()
        case .logIn(let user): _ = try await server.account(of: user)
        }
      }
      try await server.hear()
      for (user, expected) in story.coins {
        let balance = try await server.balance(Backend.coins, of: user)
        #expect(balance == expected, "seed \(seed): \(user) has \(balance), not \(expected)")
        let rights = Set(
          try await server.account(of: user).rights.filter { $0.ended == nil }.map(\.originalTransactionId))
        #expect(rights == story.standing[user] ?? [], "seed \(seed): \(user) owns \(rights)")
      }
    }
  }
}

/// The purchases of two users, and the messages that report them.
///
/// Each purchase is reported by some of: the device, notifications, the App Store's history.
private struct Story {
  enum Step {
    case upload(OrderUpload), notification(String), claim(OwnershipClaim), hear, logIn(String)
  }

  var steps: [Step] = [.hear, .hear, .logIn("ann"), .logIn("bob")]
  var coins = ["ann": 0, "bob": 0]
  var standing: [String: Set<String>] = [:]
  private var items: [AppStoreNews.Item] = []

  init(_ backend: Backend, using generator: inout SeededGenerator) throws {
    for id in 1...6 {
      let owner = Bool.random(using: &generator) ? "ann" : "bob"
      let isConsumable = Bool.random(using: &generator)
      let quantity = Int32.random(in: 1...5, using: &generator)
      let bought =
        isConsumable
        ? Transaction.coins(id, quantity: quantity, token: token(of: owner))
        : Transaction.bought(id, token: token(of: owner))
      var versions: [(NotificationType, Transaction)] = [(.oneTimeCharge, bought)]
      var isStanding = true
      if Bool.random(using: &generator) {
        versions.append((.refund, bought.refunded(at: 20)))
        isStanding = false
        if Bool.random(using: &generator) {
          versions.append((.refundReversed, bought.signed(at: 30)))
          isStanding = true
        }
      }
      for (number, (type, version)) in versions.enumerated() {
        let signed = try backend.notification(type, version, uuid: "\(id)-\(number)")
        // A lost notification is only in the history; some notifications arrive twice.
        let isLost = Bool.random(using: &generator)
        items.append(
          AppStoreNews.Item(
            place: Int64(items.count + 1), notificationUUID: "\(id)-\(number)", signed: signed, hasArrived: !isLost))
        if !isLost { steps += Array(repeating: .notification(signed), count: Int.random(in: 1...2, using: &generator)) }
      }
      // The device crashed after the charge (no upload), or reports the purchase once or twice.
      for attempt in 0..<Int.random(in: 0...2, using: &generator) {
        let version = versions.randomElement(using: &generator)?.1 ?? bought
        steps.append(
          .upload(
            try backend.upload(version, order: "order-\(id)-\(attempt)", intended: owner, current: owner)))
      }
      if Bool.random(using: &generator) { steps.append(.claim(try backend.claim(bought, by: owner))) }
      if isConsumable, isStanding { coins[owner, default: 0] += Int(quantity) }
      if !isConsumable, isStanding { standing[owner, default: []].insert(String(id)) }
    }
  }

  var source: AppStoreNewsSource {
    let items = items
    return AppStoreNewsSource(
      after: { place, limit throws(StoreError) in
        let rest = items.filter { $0.place > place }
        return AppStoreNews(items: Array(rest.prefix(limit)), hasMore: rest.count > limit)
      },
      before: { place, limit throws(StoreError) in
        let rest = Array(items.filter { $0.place < place }.reversed())
        return AppStoreNews(items: Array(rest.prefix(limit)), hasMore: rest.count > limit)
      })
  }
}

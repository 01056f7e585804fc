import AppServer
import AppStoreModel
import Core
import TestSupport
import Testing

@testable import Device

/// Tests that durations and grants are kept at the app server, so that all devices of a user agree.
struct GivenTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  private func grant(_ productId: String, _ id: String = "request", until: Timestamp? = nil, quantity: Int? = nil)
    -> Grant
  {
    Grant(
      id: id, user: "one", productId: productId, reason: "lost", grantedDate: shop.clock.now, untilDate: until,
      quantity: quantity)
  }

  @Test func aSeasonEndsOnEveryDeviceOfTheUser() async throws {
    let phone = try await shop.device(server: server)
    #expect(try await phone.purchasing.setDuration(ProductDuration(productId: Shop.season, period: .month)) == .done)
    _ = try await phone.buy(Shop.season)
    let end = try #require(try await phone.status(Shop.season).expiresDate)
    let tablet = try await shop.device("two", server: server)
    _ = try await tablet.purchasing.restore()
    #expect(try await tablet.status(Shop.season).expiresDate == end)
    #expect(try await phone.purchasing.holdings(of: "one").rights.map(\.expiresDate) == [end])
    shop.clock.move(by: 70 * 86_400_000)
    for device in [phone, tablet] {
      _ = try await device.purchasing.refundCheck()
      let status = try await device.status(Shop.season)
      #expect(status.state == .expired && !status.entitled && status.expiresDate == end)
      #expect(try await device.purchasing.help(.endedThoughPaying).products.map(\.productId) == [Shop.season])
    }
  }

  @Test func stackingSeasonsOfTwoAppleAccountsAddUp() async throws {
    let phone = try await shop.device(server: server)
    let month = try #require(SubscriptionPeriod(30, .day))
    let told = try await phone.purchasing.setDuration(
      ProductDuration(productId: Shop.season, period: month, stacks: true))
    #expect(told == .done)
    _ = try await phone.buy(Shop.season)
    try await phone.purchasing.signIn("again@")
    _ = try await phone.buy(Shop.season)
    let begun = try #require(try await phone.status(Shop.season).since)
    let end = try #require(try await phone.status(Shop.season).expiresDate)
    #expect(end > begun.adding(milliseconds: 59 * 86_400_000))
    #expect(try await phone.purchasing.holdings(of: "one").rights.compactMap(\.expiresDate).max() == end)
  }

  @Test func whatIsSetWhileTheServerIsDownWaitsAndIsSaid() async throws {
    let phone = try await shop.device(server: server)
    _ = try await phone.buy(Shop.season)
    server.isDown.withLock { $0 = true }
    let told = [
      try await phone.purchasing.setDuration(ProductDuration(productId: Shop.season, period: .week)),
      try await phone.purchasing.grant(grant(Shop.coins, quantity: 2)),
    ]
    #expect(told == [.waits("down"), .waits("down")])
    #expect(try await phone.status(Shop.season).reasons.contains { $0.rule == "waitsForServer" })
    #expect(try await phone.status(Shop.coins).reasons.contains { $0.rule == "waitsForServer" })
    #expect(try await phone.status(Shop.coins).balance == 0)
    _ = try await phone.purchasing.refundCheck()
    #expect(try phone.memory.waitingServerCalls().count == 2)
    server.isDown.withLock { $0 = false }
    _ = try await phone.purchasing.refundCheck()
    #expect(try phone.memory.waitingServerCalls().isEmpty)
    #expect(try await phone.status(Shop.coins).balance == 2)
    #expect(try await phone.status(Shop.season).expiresDate != nil)
    #expect(try await !phone.status(Shop.coins).reasons.contains { $0.rule == "waitsForServer" })
  }

  /// Tests that what a grant makes up for is not delivered too, even if the grant had to wait for the app server.
  @Test func aGrantThatCompensatesForAnOrderClosesIt() async throws {
    let phone = try await shop.device(server: server)
    server.isDown.withLock { $0 = true }
    var grant = grant(Shop.coins, quantity: 1)
    grant.compensates = try await phone.purchasing.buy(Shop.coins).transactionId
    #expect(try await phone.purchasing.grant(grant) == .waits("down"))
    #expect(try phone.order().closedReason == nil)
    server.isDown.withLock { $0 = false }
    _ = try await phone.purchasing.retry()
    #expect(try phone.order().ground == .compensated)
    let status = try await phone.status(Shop.coins)
    #expect(status.balance == 1 && status.next.action == .use(productId: Shop.coins), "\(status.next)")
  }

  @Test func aGrantClosesOnlyTheOrderOfItsUserAlsoOneThatIsOverdue() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.appServerOverdue, once: true)
    var grant = grant(Shop.coins, quantity: 1)
    grant.compensates = try await phone.purchasing.buy(Shop.coins).transactionId
    #expect(try phone.order().ground == .overdue)
    (grant.user, grant.id) = ("two", "another")
    #expect(try await phone.purchasing.grant(grant) == .done)
    #expect(try phone.order().ground == .overdue)
    (grant.user, grant.id) = ("one", "own")
    #expect(try await phone.purchasing.grant(grant) == .done)
    #expect(try phone.order().ground == .compensated)
  }

  /// Tests an app server that keeps no durations: a duration then applies to this device only.
  @Test func aServerThatKeepsNoDurationsLeavesThemHere() async throws {
    let phone = try await shop.device(server: WithoutDurations(server.base))
    let told = try await phone.purchasing.setDuration(ProductDuration(productId: Shop.season, period: .month))
    #expect(told == .hereOnly)
    _ = try await phone.buy(Shop.season)
    #expect(try await phone.status(Shop.season).expiresDate != nil)
  }

  @Test func aGrantOfAConsumableAddsToTheBalanceOnceForARequest() async throws {
    let phone = try await shop.device(server: server)
    #expect(try await phone.purchasing.grant(grant(Shop.coins, quantity: 3)) == .done)
    #expect(try await phone.purchasing.grant(grant(Shop.coins, quantity: 3)) == .done)
    let status = try await phone.status(Shop.coins)
    #expect(status.balance == 3 && status.state == .notPurchased && status.next.action == .use(productId: Shop.coins))
    #expect(status.reasons.contains { $0.grantId == "request" && $0.text.contains("3 granted by us: lost") })
    #expect(try await phone.purchasing.use(Shop.coins, count: 2) == .used(balance: 1))
    await #expect(throws: VerificationError.self) { try await phone.purchasing.grant(grant(Shop.coins, quantity: 4)) }
    await #expect(throws: VerificationError.self) {
      try await phone.purchasing.grant(grant(Shop.coins, "other", until: .distantFuture, quantity: 4))
    }
    await #expect(throws: VerificationError.self) { try await phone.purchasing.endGrant("request", reason: "no") }
  }

  @Test func refundedAfterUseAndBoughtAgainIsOwed() async throws {
    let phone = try await shop.device(server: server)
    let first = try await phone.buy(Shop.coins)
    #expect(try await phone.purchasing.use(Shop.coins, count: 1) == .used(balance: 0))
    shop.clock.move(by: 1000)
    try await phone.refund(first)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.coins).balance == -1)
    shop.clock.move(by: 1000)
    _ = try await phone.buy(Shop.coins)
    let status = try await phone.status(Shop.coins)
    #expect(status.balance == 0 && status.next.who == .us)
    #expect(status.next.action == .grant(productId: Shop.coins), "\(status.next)")
    _ = try await phone.purchasing.grant(grant(Shop.coins, quantity: 1))
    #expect(try await phone.status(Shop.coins).next.action == .use(productId: Shop.coins))
  }
}

/// Tests of a user who was charged twice, with two Apple Accounts and one login.
struct ChargedTwiceStoryTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  @Test func oneUserWithASubscriptionOnEachOfTwoAppleAccounts() async throws {
    let phone = try await shop.device(server: server)
    let first = try await phone.buy(Shop.monthly)
    try await phone.purchasing.signIn("again@")
    let second = try await phone.buy(Shop.monthly)
    let status = try await phone.status(Shop.monthly)
    #expect(status.chargedTwice?.isCertain == true && status.chargedTwice?.isSubscription == true)
    #expect(status.next.action == .askRefund(transactionId: second))
    #expect(status.next.say?.contains("cancel one") == true)
    // A device with the other account gives the same answer. A user with only one of the purchases gets no warning.
    try await phone.purchasing.signIn(Shop.account)
    _ = try await phone.purchasing.restore()
    #expect(try await phone.status(Shop.monthly).next.action == .askRefund(transactionId: first))
    try await phone.purchasing.logIn("two")
    #expect(try await phone.status(Shop.monthly).chargedTwice == nil)
    try await phone.purchasing.logIn("one")
    // After one refund there is no double charge any more.
    try await phone.refund(first)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.monthly).chargedTwice == nil)
  }
}

/// Tests of the answers to typical questions of customers, given after Till asked the App Store.
struct HelpTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  @Test func paidAndNothingEndsInADelivery() async throws {
    let phone = try await shop.device(server: server)
    server.isDown.withLock { $0 = true }
    _ = try await phone.purchasing.buy(Shop.premium)
    let waiting = try await phone.purchasing.help(.paidAndNothing)
    #expect(waiting.products.map(\.productId) == [Shop.premium] && waiting.products[0].state == .paidNotDelivered)
    #expect(waiting.next.say != nil && waiting.next.who == .us)
    server.isDown.withLock { $0 = false }
    let helped = try await phone.purchasing.help(.paidAndNothing)
    #expect(helped.isChecked && helped.products.map(\.productId) == [Shop.premium] && helped.products[0].entitled)
    #expect(helped.next.say?.isEmpty == false)
  }

  @Test func everyCaseAnswersWithASentence() async throws {
    let phone = try await shop.device(server: server)
    for customerCase in CustomerCase.allCases {
      let help = try await phone.purchasing.help(customerCase)
      #expect(help.isChecked && help.products.isEmpty && help.next.say?.isEmpty == false, "\(customerCase)")
    }
    let id = try await phone.buy(Shop.premium)
    let changed = try await phone.purchasing.help(.changedPhone)
    #expect(changed.products.map(\.productId) == [Shop.premium])
    #expect(changed.next.say?.contains("Everything looks fine") == true)
    try await phone.refund(id)
    let refunded = try await phone.purchasing.help(.refundedAndStillThere)
    #expect(refunded.products.map(\.state) == [.refunded] && refunded.next.say != nil)
  }

  @Test func whatCannotBeCheckedIsAnsweredFromWhatIsKnown() async throws {
    let phone = try await shop.device(server: server)
    _ = try await phone.buy(Shop.monthly)
    try await phone.purchasing.signIn(nil)
    let help = try await phone.purchasing.help(.endedThoughPaying)
    #expect(!help.isChecked && help.problem != nil && help.next.say != nil)
  }
}

/// An app server of an earlier protocol, which does not keep durations.
private final class WithoutDurations: VerificationService {
  private let base: EmbeddedAppServer

  init(_ base: EmbeddedAppServer) { self.base = base }

  func answer(_ call: AppServerCall) async throws(VerificationError) -> AppServerAnswer {
    if case .duration = call { throw VerificationError(.rejected, "the app server stores no durations") }
    let answer = try await base.answer(call)
    guard case .account(var account) = answer else { return answer }
    account.durations = nil
    return .account(account)
  }
}

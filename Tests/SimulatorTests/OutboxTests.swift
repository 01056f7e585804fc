import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of the outbox: Apple's schedule of attempts on the ledger's clock, and their results in the history.
struct OutboxTests {
  private func due(_ shop: Shop) throws -> [String] { try shop.store.dueNotifications().map(\.notificationUUID) }

  @Test func takenAtOnceDeliveredAndNeverDueAgain() throws {
    let shop = try Shop()
    try shop.buy(Shop.coins)
    let uuid = try #require(try due(shop).first)
    let sent = try shop.store.recordAttempt(uuid, .success)
    #expect(sent.delivery == .delivered && sent.deliveredDate == shop.clock.now)
    #expect(sent.sendAttempts == [SendAttempt(attemptDate: shop.clock.now, sendAttemptResult: .success)])
    #expect(try due(shop).isEmpty)
    try shop.store.advance(by: 30 * day)
    #expect(try due(shop).isEmpty)
  }

  @Test func neverTakenRepeatedAfter1122448And72HoursThenGivenUp() throws {
    let shop = try Shop()
    try shop.buy(Shop.coins)
    let uuid = try #require(try due(shop).first)
    for hours in [1, 12, 24, 48, 72] as [Int64] {
      #expect(try due(shop) == [uuid])
      let failed = try shop.store.recordAttempt(uuid, .timedOut)
      #expect(failed.delivery == .waiting)
      let next = try #require(try shop.store.nextNotificationAttempt())
      #expect(next.milliseconds(since: shop.clock.now) == hours * hour)
      shop.clock.move(by: hours * hour - 1)
      #expect(try due(shop).isEmpty)
      shop.clock.move(by: 1)
    }
    let last = try shop.store.recordAttempt(uuid, .socketIssue)
    #expect(last.delivery == .failed && last.nextAttempt == nil && last.sendAttempts.count == 6)
    #expect(try shop.store.nextNotificationAttempt() == nil)
    shop.clock.move(by: 90 * day)
    #expect(try due(shop).isEmpty)
    #expect(try shop.store.notificationHistory(NotificationFilter(onlyFailures: true)).notifications == [last])
  }

  @Test func theClockThatStandsStillPromisesNoInstant() throws {
    let shop = try Shop()
    try shop.buy(Shop.coins)
    try shop.store.recordAttempt(#require(due(shop).first), .other)
    try shop.store.setPaused(true)
    #expect(try shop.store.nextNotificationAttempt() == nil)
  }

  @Test func historyTwentyAPageOldestFirstByTypeCustomerAndDate() throws {
    let shop = try Shop()
    try shop.store.addAccount("other@", storefront: "USA")
    for _ in 0..<24 {
      try shop.buy(Shop.coins)
      shop.clock.move(by: minute)
    }
    let premium = try shop.buy(Shop.premium, account: "other@")
    try shop.buy(Shop.monthly, account: "other@")
    let first = try shop.store.notificationHistory()
    #expect(first.notifications.count == 20)
    let second = try shop.store.notificationHistory(after: first.paginationToken)
    #expect(second.notifications.count == 6 && second.paginationToken == nil)
    let all = first.notifications + second.notifications
    #expect(all.map(\.signedDate) == all.map(\.signedDate).sorted())
    let subscribed = try shop.store.notificationHistory(NotificationFilter(type: .subscribed, subtype: .initialBuy))
    #expect(subscribed.notifications.map(\.account) == ["other@"])
    let customer = try shop.store.notificationHistory(NotificationFilter(transactionId: premium))
    #expect(customer.notifications.map(\.account) == ["other@", "other@"])
    let early = NotificationFilter(endDate: Timestamp(milliseconds: HandClock.start + minute + 1000))
    #expect(try shop.store.notificationHistory(early).notifications.count == 2)
    #expect(try shop.store.notifications(of: "other@", PageRequest(limit: 10)).rows.count == 2)
    let page = try shop.store.notifications(PageRequest(limit: 10, productId: Shop.coins))
    #expect(page.rows.count == 10 && page.next != nil)
  }

  @Test func aTokenOfBeforeAFreshStartOrOfNothingIsRefused() throws {
    let shop = try Shop(demo: true)
    for _ in 0..<25 { try shop.buy(Shop.coins, account: "new@") }
    let token = try #require(try shop.store.notificationHistory().paginationToken)
    try shop.store.reset()
    for bad in [token, "", "77", "\u{1B}[31m"] {
      let expected = bad == token ? "paginationTokenExpired" : "invalidPaginationToken"
      #expect(refusal { try shop.store.notificationHistory(after: bad) }?.kind.rawValue == expected)
    }
  }

  @Test func aTestNotificationIsFoundByItsTokenOnceItWasSent() throws {
    let shop = try Shop()
    let test = try shop.store.requestTestNotification()
    #expect(test.notificationType == .test && test.account == nil)
    #expect(try shop.notifications().last?.data?.signedTransactionInfo == nil)
    #expect(try shop.notifications().last?.data?.bundleId == shop.store.bundleId)
    #expect(refusal { try shop.store.testNotification(test.testNotificationToken) }?.kind == .testNotificationNotFound)
    try shop.store.recordAttempt(test.notificationUUID, .noResponse)
    let status = try shop.store.testNotification(test.testNotificationToken)
    #expect(status.sendAttempts.map(\.sendAttemptResult) == [.noResponse])
    #expect(refusal { try shop.store.testNotification("nothing") }?.kind == .invalidTestNotificationToken)
  }

  @Test func anAttemptAtAnUnsentNotificationIsRefused() throws {
    let shop = try Shop()
    #expect(refusal { try shop.store.recordAttempt("\u{7}", .success) }?.kind == .notificationNotFound)
  }
}

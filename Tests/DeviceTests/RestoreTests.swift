import AppStoreModel
import TestSupport
import Testing

@testable import Device

/// Tests of a restore on another device.
struct RestoreTests {
  let shop: Shop

  init() throws { shop = try Shop() }

  @Test func entitledInactiveNotRestorableKnownAlready() async throws {
    let old = try await shop.device("old")
    let premium = try await old.buy(Shop.premium)
    let icons = try await old.buy(Shop.icons)
    let coins = try await old.buy(Shop.coins)
    try await old.refund(icons)
    let phone = try await shop.device("new")
    #expect(try await !phone.status(Shop.premium).entitled)
    let report = try await phone.purchasing.restore()
    #expect(report.result == .restored && Set(report.restored) == [premium, icons] && report.alreadyKnown == 0)
    #expect(report.entitled == [Shop.premium])
    #expect(report.inactive == [ProductOutcome(productId: Shop.icons, state: .refunded)])
    #expect(report.notRestorable.map(\.transactionId) == [coins])
    #expect(report.otherUser.isEmpty && report.failed.isEmpty)
    #expect(try phone.orders().isEmpty)
    #expect(try await phone.status(Shop.coins).balance == 0)
    let again = try await phone.purchasing.restore()
    #expect(again.result == .restored && again.restored.isEmpty && again.alreadyKnown == 2)
    #expect(try phone.memory.transaction(premium)?.origin == .history)
  }

  @Test func moreThanAPageWithProgress() async throws {
    let old = try await shop.device("old")
    for _ in 0..<23 { try await old.buy(Shop.coins) }
    try await old.buy(Shop.premium)
    let phone = try await shop.device("new")
    let report = try await phone.purchasing.restore()
    #expect(report.restored.count == 1 && report.notRestorable.count == 23)
    #expect(try phone.memory.transactions(PageRequest(limit: 99)).rows.count == 24)
  }

  @Test func whatIsUnfinishedCountsAsRestoredWithOneDelivery() async throws {
    let id = try shop.buyElsewhere(Shop.premium).id
    let phone = try await shop.device()
    let report = try await phone.purchasing.restore()
    #expect(report.result == .restored && report.restored == [id] && report.alreadyKnown == 0)
    #expect(try phone.orders().map(\.state) == [.closed])
  }

  @Test func nothingFailedSignedOutAndCancelledAreDifferent() async throws {
    let phone = try await shop.device()
    #expect(try await phone.purchasing.restore().result == .nothing)
    try shop.appStore.setNetwork(false)
    let failed = try await phone.purchasing.restore()
    #expect(failed.result == .failed && failed.message?.isEmpty == false)
    try shop.appStore.setNetwork(true)
    let purchasing = phone.purchasing
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await purchasing.restore()
    }
    task.cancel()
    #expect(try await task.value.result == .cancelled)
    try await phone.purchasing.signIn(nil)
    #expect(try await phone.purchasing.restore().result == .failed)
  }

  @Test func anotherUsersPurchasesAreNamedAndStillEntitle() async throws {
    let phone = try await shop.device()
    let id = try await phone.buy(Shop.premium)
    try await phone.purchasing.logIn("two")
    let report = try await phone.purchasing.restore()
    #expect(report.otherUser.map(\.transactionId) == [id])
    #expect(report.otherUser.first?.reason.contains("one") == true)
    #expect(report.entitled == [Shop.premium])
    try await phone.purchasing.logIn(nil)
    #expect(try phone.memory.deviceState().user == nil)
    #expect(try await phone.purchasing.restore().otherUser.map(\.transactionId) == [id])
  }

  @Test func anExpiredSubscriptionComesBackInactive() async throws {
    let old = try await shop.device("old")
    try await old.buy(Shop.monthly)
    try shop.appStore.expire(Shop.monthly, account: Shop.account)
    shop.clock.move(by: 1000)
    let report = try await shop.device("new").purchasing.restore()
    #expect(report.result == .restored && report.inactive.map(\.state) == [.expired])
    #expect(report.summary.contains("1 new") && report.entitled.isEmpty)
  }

  @Test func anUnknownAccountCannotSignIn() async throws {
    let phone = try await shop.device()
    await #expect(throws: StoreError.self) { try await phone.purchasing.signIn("nobody\u{1b}[2J") }
    #expect(try phone.memory.deviceState().account == Shop.account)
  }
}

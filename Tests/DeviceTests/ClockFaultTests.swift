import AppStoreModel
import TestSupport
import Testing

@testable import Device

/// Tests that a wrong clock never restores access that has ended and never ends access early.
struct ClockFaultTests {
  let shop: Shop
  private let day: Int64 = 86_400_000

  init() throws { shop = try Shop() }

  /// Returns a device whose user bought the monthly subscription.
  private func subscriber() async throws -> Phone {
    let phone = try await shop.device(server: shop.server())
    try await phone.buy(Shop.monthly)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.monthly).state == .subscribed)
    return phone
  }

  @Test func setForwardByMoreThanADayNothingExpiresUntilTheAppStoreHasAnswered() async throws {
    let phone = try await subscriber()
    // One day before the month is over. Two days later it would be over.
    shop.clock.move(by: 27 * day)
    _ = try await phone.purchasing.refundCheck()
    let before = try await phone.purchasing.clock().now
    try await phone.purchasing.switchOn(.clockForward, once: false)
    try shop.appStore.setNetwork(false)
    var clock = try await phone.purchasing.clock()
    #expect(clock.isSuspect && clock.now == before)
    #expect(try await phone.status(Shop.monthly).entitled)
    // The embedded App Store tells its time even without its network. The device's own network fault stops that too.
    try await phone.purchasing.switchOn(.network, once: false)
    #expect(try await phone.purchasing.refundCheck().result == .failed)
    #expect(try await phone.purchasing.switchOff(.network))
    try shop.appStore.setNetwork(true)
    _ = try await phone.purchasing.refundCheck()
    clock = try await phone.purchasing.clock()
    #expect(!clock.isSuspect && clock.now == before)
    #expect(try await phone.status(Shop.monthly).entitled)
  }

  @Test func setForwardTimeThatReallyPassedCountsAsSoonAsTheAppStoreHasAnswered() async throws {
    let phone = try await subscriber()
    try shop.appStore.setAutoRenew(false, of: Shop.monthly, account: Shop.account)
    try await phone.purchasing.switchOn(.clockForward, once: false)
    shop.clock.move(by: 40 * day)
    #expect(try await phone.purchasing.clock().isSuspect)
    #expect(try await phone.status(Shop.monthly).entitled)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await !phone.purchasing.clock().isSuspect)
    #expect(try await phone.status(Shop.monthly).state == .expired)
  }

  @Test func setBackWhatTheAppStoreHasVouchedForHolds() async throws {
    let phone = try await subscriber()
    try shop.appStore.setAutoRenew(false, of: Shop.monthly, account: Shop.account)
    shop.clock.move(by: 31 * day)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.monthly).state == .expired)
    let floor = try phone.memory.deviceState().floor
    try await phone.purchasing.switchOn(.clockBack, once: false)
    let clock = try await phone.purchasing.clock()
    #expect(clock.now >= floor && clock.machine < floor)
    #expect(try await phone.status(Shop.monthly).state == .expired)
    // A purchase works as at any other time.
    try await phone.buy(Shop.coins)
    #expect(try phone.order().state == .closed)
  }
}

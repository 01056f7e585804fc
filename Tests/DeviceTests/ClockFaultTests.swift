import AppStoreModel
import Simulator
import TestSupport
import Testing

@testable import Device

/// A clock that is set wrong on purpose brings nothing back and takes nothing away.
struct ClockFaultTests {
  let shop: Shop
  private let day: Int64 = 86_400_000

  init() throws { shop = try Shop() }

  /// A device with a month's access.
  private func subscriber() async throws -> Phone {
    let phone = try await shop.device(server: shop.server())
    try await phone.buy(Shop.monthly)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.monthly).state == .subscribed)
    return phone
  }

  @Test func setForwardByMoreThanADayNothingExpiresUntilTheAppStoreHasAnswered() async throws {
    let phone = try await subscriber()
    // A month is over but for one day: two days ahead it would be.
    shop.clock.move(by: 27 * day)
    _ = try await phone.purchasing.refundCheck()
    let before = try await phone.purchasing.clock().now
    try await phone.purchasing.switchOn(.clockForward, once: false)
    try shop.appStore.setNetwork(false)
    var clock = try await phone.purchasing.clock()
    #expect(clock.isSuspect && clock.now == before)
    #expect(try await phone.status(Shop.monthly).entitled)
    // The App Store's own clock needs no network where it is embedded; over the network it was not asked.
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
    // A purchase goes its way as at any other time.
    try await phone.buy(Shop.coins)
    #expect(try phone.order().state == .closed)
  }
}

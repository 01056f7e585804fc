import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of the App Store's clock, and of the events that follow from it.
struct ClockTests {
  @Test func theClockRunsAtTheMachinesSpeedFromAnOffset() throws {
    let shop = try Shop()
    try shop.store.advance(by: 5 * day)
    shop.clock.move(by: hour)
    #expect(try shop.store.clock().now.milliseconds == HandClock.start + 5 * day + hour)
  }

  @Test func pausedItStandsStillAndAdvancesWhenToldTo() throws {
    let shop = try Shop()
    try shop.store.setPaused(true)
    shop.clock.move(by: hour)
    #expect(try shop.store.clock().now.milliseconds == HandClock.start)
    try shop.store.advance(by: minute)
    #expect(try shop.store.situation().isPaused)
    try shop.store.setPaused(false)
    #expect(try shop.store.clock().now.milliseconds == HandClock.start + minute)
    shop.clock.move(by: hour)
    #expect(try shop.store.clock().now.milliseconds == HandClock.start + minute + hour)
  }

  @Test func aMachineClockSetBackDoesNotTakeAnythingBack() throws {
    let shop = try Shop()
    shop.clock.move(by: day)
    try shop.buy(Shop.premium)
    shop.clock.move(by: -2 * day)
    #expect(try shop.store.clock().now.milliseconds == HandClock.start + day)
    let dates = try [shop.transaction(shop.buy(Shop.coins)), shop.transaction(shop.buy(Shop.coins))].map(\.signedDate)
    #expect(try #require(dates[0]) < #require(dates[1]))
  }

  @Test(arguments: [-1, Int64.min, Int64.max, 100 * 366 * day])
  func aWayThatLeadsNowhereIsRefused(milliseconds: Int64) throws {
    let shop = try Shop()
    #expect(throws: StoreError.self) { try shop.store.advance(by: milliseconds) }
    #expect(try shop.store.clock().now.milliseconds == HandClock.start)
  }

  @Test func moreRenewalsThanTheLimitAreRefusedAndNoneOfThemHappened() throws {
    let shop = try Shop(limits: RenewalLimits(perJump: 100))
    try shop.store.setRate(.oneRenewalEveryTwoSeconds)
    try shop.buy(Shop.monthly)
    #expect(throws: StoreError.self) { try shop.store.advance(by: 101 * 2000) }
    #expect(try shop.history().count == 1)
    try shop.store.advance(by: 100 * 2000)
    #expect(try shop.subscription().renewals == 100)
  }
}

import Foundation
import Testing
import TillTesting

/// Tests with Swift Testing, which run at the same time, each in a world of its own.
@Suite struct WorldTests {
  private let world: TillWorld

  init() throws { world = try TillWorld(catalogue: shop, bundleId: "com.example.shop") }

  @Test func aRefundReachesTheServer() throws {
    let bought = try world.buy("plus")
    try world.refund(bought)
    let refund = try world.receiver.wait(for: "REFUND")
    #expect(refund.transaction["transactionId"].string == bought.transactionId)
  }

  @Test(arguments: 1...6) func aWorldSeesItsOwnPurchasesOnly(number: Int) throws {
    let bought = try (0..<number).map { _ in try world.buy("coins").transactionId }
    try world.waitIdle()
    let rows = try world.verb("transactions")["transactions"].array
    #expect(Set(rows.compactMap { $0["transactionId"].string }) == Set(bought))
    #expect(world.receiver.received.map(\.title) == Array(repeating: "ONE_TIME_CHARGE", count: number))
    try world.receiver.expectNoDuplicates()
  }

  @Test func renewalsComeInOrder() throws {
    try world.renew(world.renew(world.buy("plus")))
    try world.waitIdle()
    try world.receiver.expectOrder("SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "DID_RENEW")
    #expect(throws: TillError.self) { try world.receiver.expectOrder("DID_RENEW", "SUBSCRIBED") }
    let first = try world.receiver.wait(for: "DID_RENEW"), second = try world.receiver.wait(for: "DID_RENEW")
    #expect(first.payload["notificationUUID"] != second.payload["notificationUUID"])
  }

  @Test func theClockMovesByRequest() throws {
    let still = try TillWorld(catalogue: shop, clock: "2026-03-01")
    try still.buy("plus")
    try still.advance("32d")
    let rows = try still.verb("transactions")["transactions"].array
    #expect(rows.count == 2 && rows.contains { $0["purchaseDate"].int == 1_772_323_200_000 })
  }

  @Test func whatDoesNotComeSaysWhatCame() throws {
    try world.buy("pro")
    try world.waitIdle()
    let error = #expect(throws: TillError.self) { try world.receiver.wait(for: "REFUND", seconds: 0.1) }
    #expect(error?.description == "no REFUND within 0.1 s; came: ONE_TIME_CHARGE")
  }

  @Test func aRefusalSaysWhy() throws {
    let error = #expect(throws: TillError.self) { try world.buy("nothing-like-it") }
    #expect(error?.description.contains("nothing-like-it") == true && (error?.status ?? 0) >= 400)
  }

  @Test func askToBuyWaits() throws {
    try world.verb("ask-to-buy", ["on": true])
    #expect(try world.buy("pro").isPending)
  }

  @Test func aNotificationThatComesTwice() throws {
    try world.buy("coins")
    let charge = try world.receiver.wait(for: "ONE_TIME_CHARGE")
    try world.verb("notifications-duplicate", ["notification": charge.payload["notificationUUID"]])
    try world.receiver.wait(for: "ONE_TIME_CHARGE")
    #expect(throws: TillError.self) { try world.receiver.expectNoDuplicates() }
  }

  @Test func aServerThatDoesNotStartSaysWhy() {
    let error = #expect(throws: TillError.self) { try TillServer(options: ["--no-such-option"]) }
    #expect(error?.description.contains("--no-such-option") == true)
  }

  @Test func aServerEndsWithItsLastReference() throws {
    var server: TillServer? = try TillServer()
    let url = try #require(server?.url)
    var world: TillWorld? = try TillWorld(server: server)
    #expect(world?.url.hasPrefix("http://127.0.0.1:") == true && world?.url != url)
    (world, server) = (nil, nil)
    #expect(throws: TillError.self) {
      try TillWorld(server: TillServer(options: ["--port", port(of: url)])).buy("pro")
    }
    let free = try TillServer(options: ["--port", port(of: url)])
    #expect(free.url == url)
  }

  private func port(of url: String) -> String { url.split(separator: ":").last.map(String.init) ?? "" }
}

/// The catalogue of the tests.
let shop = Bundle.module.bundleURL.appendingPathComponent("Shop.storekit")

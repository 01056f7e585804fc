import AppStoreSimulator
import Backends
import LocalStore
import Locks
import StoreModel
import Testing

@testable import Purchasing

/// Failures that are switched on at a device: each heals, and nothing is lost or doubled by it.
struct DeviceFaultTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  @Test(arguments: ["timeout-after-payment", "no-callback"])
  func `E2: an answer that is lost leaves the intent open, and the purchase arrives once`(name: String) async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(#require(DeviceFault.Kind(name: name)), once: true)
    #expect(try await phone.purchasing.buy(Shop.coins).result == .unanswered)
    #expect(try phone.memory.faults().isEmpty && phone.memory.openIntents().count == 1)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.closed] && phone.order().intentId != nil)
    #expect(try await phone.status(Shop.coins).balance == 1)
    #expect(try shop.appStore.history(of: Shop.account).signedTransactions.count == 1)
  }

  @Test func `delivered twice, out of order and late change nothing in the end`() async throws {
    let phone = try await shop.device(server: server)
    try await phone.buy(Shop.coins)
    for kind in [DeviceFault.Kind.deliveredTwice, .outOfOrder, .late] {
      try await phone.purchasing.switchOn(kind, once: false)
      _ = try await phone.purchasing.refundCheck()
      #expect(try await phone.purchasing.switchOff(kind))
      #expect(try await !phone.purchasing.switchOff(kind))
    }
    _ = try await phone.purchasing.restore()
    #expect(try await phone.status(Shop.coins).balance == 1 && phone.orders().count == 1)
    #expect(try phone.journal().filter { $0 == "order.delivered" }.count == 1)
    #expect(try shop.appStore.unfinished(of: Shop.account).isEmpty)
  }

  @Test func `D4: a purchase that lost its token is its user's by the intent`() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.missingToken, once: true)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .success)
    let order = try phone.order()
    #expect(order.appAccountToken == nil && order.user == "one" && order.credit?.users == ["one"])
  }

  @Test func `unverifiable unlocks nothing until it is switched off`() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.unverifiable, once: false)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .unverified)
    #expect(try await !phone.status(Shop.premium).entitled)
    _ = try await phone.purchasing.switchOff(.unverifiable)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.closed])
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func `an order that is refused for its signature goes on when another device has shown that it holds`()
    async throws
  {
    let (phone, other) = (try await shop.device(server: server), try await shop.device("other", server: server))
    try await phone.purchasing.switchOn(.unverifiable, once: false)
    #expect(try await phone.purchasing.buy(Shop.coins, quantity: 3).result == .unverified)
    try await other.purchasing.settle()
    #expect(try other.order().state == .closed && shop.appStore.unfinished(of: Shop.account).isEmpty)
    _ = try await phone.purchasing.switchOff(.unverifiable)
    _ = try await phone.purchasing.refundCheck()
    #expect(try phone.order().state == .closed)
    // The server had credited it: nothing is delivered again.
    #expect(try phone.memory.delivery(of: phone.order().transactionId)?.quantity == 0)
    #expect(try await phone.status(Shop.coins).balance == 3)
  }

  @Test func `an answer about something owned that does not verify leaves no order behind`() async throws {
    let phone = try await shop.device(server: server)
    try await phone.buy(Shop.premium)
    try await phone.purchasing.switchOn(.unverifiable, once: true)
    let report = try await phone.purchasing.buy(Shop.premium)
    #expect(report.result == .unverified && report.alreadyOwned)
    #expect(try phone.orders().map(\.state) == [.closed] && phone.memory.openIntents().isEmpty)
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func `without a network nothing is reached, with one everything is made up for`() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.network, once: false)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .failed)
    #expect(try await phone.purchasing.refundCheck().result == .failed)
    _ = try await phone.purchasing.switchOff(.network)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .success)
  }

  @Test func `a full disk stores nothing and finishes nothing`() async throws {
    let phone = try await shop.device(server: server)
    guard case .success = try shop.appStore.purchase(Shop.coins, account: Shop.account) else { return }
    try await phone.purchasing.switchOn(.diskFull, once: false)
    await #expect(throws: (any Error).self) { try await phone.purchasing.settle() }
    #expect(try phone.orders().isEmpty && shop.appStore.unfinished(of: Shop.account).count == 1)
    _ = try await phone.purchasing.switchOff(.diskFull)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.closed])
  }

  @Test func `a disk that is full once fails one write, and is spent before it does`() async throws {
    let phone = try await shop.device(server: server)
    guard case .success = try shop.appStore.purchase(Shop.coins, account: Shop.account) else { return }
    try await phone.purchasing.switchOn(.diskFull, once: true)
    await #expect(throws: (any Error).self) { try await phone.purchasing.settle() }
    #expect(try phone.memory.faults().isEmpty && phone.orders().isEmpty)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.closed])
  }

  @Test func `a crash strikes once, and is spent before it does`() async throws {
    let struck = Mutex(0)
    let phone = try Phone(shop, name: "one", backend: shop.backend, server: server) { struck.withLock { $0 += 1 } }
    try await phone.purchasing.firstOpening(account: Shop.account, user: nil)
    for step in [PipelineStep.intent, .charged, .paid, .uploaded, .confirmed, .delivered, .told, .finished, .closed] {
      try await phone.purchasing.switchOn(.crash(step), once: false)
    }
    _ = try await phone.purchasing.buy(Shop.coins)
    #expect(struck.withLock { $0 } == 9)
    #expect(try phone.memory.faults().isEmpty)
  }

  @Test func `every fault has a name of its own that leads back to it`() {
    let names = DeviceFault.Kind.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(DeviceFault.Kind.all.allSatisfy { DeviceFault.Kind(name: $0.name) == $0 && !$0.words.isEmpty })
    #expect(DeviceFault.Kind(name: "crash:nowhere") == nil)
  }
}

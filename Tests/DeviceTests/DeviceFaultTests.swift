import AppStoreModel
import Core
import Simulator
import Testing

@testable import Device

/// Tests of faults that are switched on at a device: each is repaired, and no purchase is lost or doubled.
struct DeviceFaultTests {
  let shop: Shop
  let server: ScriptedServer

  init() throws {
    shop = try Shop()
    server = try shop.server()
  }

  @Test(arguments: ["timeout-after-payment", "no-callback"])
  func e2AnAnswerThatIsLostLeavesTheIntentOpenAndThePurchaseArrivesOnce(name: String) async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(#require(DeviceFault.Kind(name: name)), once: true)
    #expect(try await phone.purchasing.buy(Shop.coins).result == .unanswered)
    #expect(try phone.memory.faults().isEmpty && phone.memory.openIntents().count == 1)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.closed] && phone.order().intentId != nil)
    #expect(try await phone.status(Shop.coins).balance == 1)
    #expect(try shop.appStore.history(of: Shop.account).signedTransactions.count == 1)
  }

  @Test func deliveredTwiceOutOfOrderAndLateChangeNothingInTheEnd() async throws {
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

  @Test func d4APurchaseThatLostItsTokenIsItsUsersByTheIntent() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.missingToken, once: true)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .success)
    let order = try phone.order()
    #expect(order.appAccountToken == nil && order.user == "one" && order.credit?.users == ["one"])
  }

  @Test func unverifiableUnlocksNothingUntilItIsSwitchedOff() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.unverifiable, once: false)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .unverified)
    #expect(try await !phone.status(Shop.premium).entitled)
    _ = try await phone.purchasing.switchOff(.unverifiable)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.closed])
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func anOrderThatIsRefusedForItsSignatureGoesOnWhenAnotherDeviceHasShownThatItHolds()
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
    // The app server had credited it to the other device's order, so this order delivers nothing.
    #expect(try phone.memory.delivery(of: phone.order().transactionId)?.quantity == 0)
    #expect(try await phone.status(Shop.coins).balance == 3)
  }

  @Test func anAnswerAboutSomethingOwnedThatDoesNotVerifyLeavesNoOrderBehind() async throws {
    let phone = try await shop.device(server: server)
    try await phone.buy(Shop.premium)
    try await phone.purchasing.switchOn(.unverifiable, once: true)
    let report = try await phone.purchasing.buy(Shop.premium)
    #expect(report.result == .unverified && report.alreadyOwned)
    #expect(try phone.orders().map(\.state) == [.closed] && phone.memory.openIntents().isEmpty)
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func withoutANetworkNothingIsReachedWithOneEverythingIsMadeUpFor() async throws {
    let phone = try await shop.device(server: server)
    try await phone.purchasing.switchOn(.network, once: false)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .failed)
    #expect(try await phone.purchasing.refundCheck().result == .failed)
    _ = try await phone.purchasing.switchOff(.network)
    #expect(try await phone.purchasing.buy(Shop.premium).result == .success)
  }

  @Test func aFullDiskStoresNothingAndFinishesNothing() async throws {
    let phone = try await shop.device(server: server)
    guard case .success = try shop.appStore.purchase(PurchaseRequest(account: Shop.account, productId: Shop.coins))
    else { return }
    try await phone.purchasing.switchOn(.diskFull, once: false)
    await #expect(throws: (any Error).self) { try await phone.purchasing.settle() }
    #expect(try phone.orders().isEmpty && shop.appStore.unfinished(of: Shop.account).count == 1)
    _ = try await phone.purchasing.switchOff(.diskFull)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.closed])
  }

  @Test func aDiskThatIsFullOnceFailsOneWriteAndIsSpentBeforeItDoes() async throws {
    let phone = try await shop.device(server: server)
    guard case .success = try shop.appStore.purchase(PurchaseRequest(account: Shop.account, productId: Shop.coins))
    else { return }
    try await phone.purchasing.switchOn(.diskFull, once: true)
    await #expect(throws: (any Error).self) { try await phone.purchasing.settle() }
    #expect(try phone.memory.faults().isEmpty && phone.orders().isEmpty)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.closed])
  }

  @Test func aCrashStrikesOnceAndIsSpentBeforeItDoes() async throws {
    let struck = Mutex(0)
    let phone = try Phone(shop, name: "one", backend: shop.backend, server: server) { struck.withLock { $0 += 1 } }
    try await phone.purchasing.firstOpening(account: Shop.account, user: "one")
    for step in [PipelineStep.intent, .charged, .paid, .uploaded, .confirmed, .delivered, .told, .finished, .closed] {
      try await phone.purchasing.switchOn(.crash(step), once: false)
    }
    _ = try await phone.purchasing.buy(Shop.coins)
    #expect(struck.withLock { $0 } == 9)
    #expect(try phone.memory.faults().isEmpty)
  }

  @Test func everyFaultHasANameOfItsOwnThatLeadsBackToIt() {
    let names = DeviceFault.Kind.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(DeviceFault.Kind.all.allSatisfy { DeviceFault.Kind(name: $0.name) == $0 && !$0.words.isEmpty })
    #expect(DeviceFault.Kind(name: "crash:nowhere") == nil)
  }
}

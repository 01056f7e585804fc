import AppStoreModel
import Backends
import Core
import Foundation
import Simulator
import TestSupport
import Testing
import TillApp

@testable import Device

/// Tests that the next action repairs an interrupted purchase, and that nothing is bought twice.
struct ResumeTests {
  let shop: Shop

  init() throws { shop = try Shop() }

  /// Leaves a device as a process that crashed during a purchase would, and returns its intent.
  ///
  /// - Parameter paid: Whether the App Store had already charged.
  private func died(_ name: String = "one", paid: Bool, owner: String = "dead") async throws -> Intent {
    _ = try await shop.device(name)
    let token = userToken(of: "one", bundleId: shop.appStore.bundleId)
    let store = try LocalStore(path: path(name), identity: shop.backend.identity)
    let intent = Intent(
      id: "11111111-2222-4333-8444-555555555555", account: Shop.account, user: "one", productId: Shop.premium,
      quantity: 1, appAccountToken: token, createdDate: shop.clock.now, storeDate: shop.clock.now, owner: owner)
    try store.save(intent)
    if paid {
      _ = try shop.appStore.purchase(
        PurchaseRequest(account: Shop.account, productId: Shop.premium, appAccountToken: token))
    }
    return intent
  }

  private func path(_ name: String) -> String {
    shop.folder.appending(path: "\(name)/device.db").path(percentEncoded: false)
  }

  @Test func paidButTheAnswerWasLost() async throws {
    let intent = try await died(paid: true)
    let phone = try Phone(shop, name: "one", backend: shop.backend)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.intentId) == [intent.id])
    #expect(try phone.orders().map(\.state) == [.closed])
    #expect(try phone.memory.intent(intent.id)?.closedReason == "paid")
    #expect(try shop.appStore.history(of: Shop.account).signedTransactions.count == 1)
  }

  @Test func neverPaid() async throws {
    let intent = try await died(paid: false)
    let phone = try Phone(shop, name: "one", backend: shop.backend)
    try shop.appStore.setNetwork(false)
    #expect(try await !phone.purchasing.heal())
    #expect(try phone.memory.intent(intent.id)?.state == .open)
    try shop.appStore.setNetwork(true)
    try await phone.purchasing.settle()
    #expect(try phone.memory.intent(intent.id)?.closedReason == "nothing was charged")
    #expect(try phone.orders().isEmpty && shop.appStore.history(of: Shop.account).signedTransactions.isEmpty)
  }

  @Test(arguments: [true, false]) func theAppStoreIsAskedBeforeAPurchaseIsGivenUp(paid: Bool) async throws {
    let intent = try await died(paid: paid)
    let phone = try Phone(shop, name: "one", backend: shop.backend)
    // Another purchase that comes in at the same time is not the answer.
    _ = try shop.appStore.purchase(
      PurchaseRequest(account: Shop.account, productId: Shop.icons, appAccountToken: intent.appAccountToken))
    try shop.appStore.setNetwork(false)
    let unasked = try await phone.purchasing.closeOrder(intent.id, because: "test")
    #expect(unasked.items.isEmpty && unasked.message?.contains("could not be asked") == true)
    #expect(try phone.memory.intent(intent.id)?.state == .open)
    try shop.appStore.setNetwork(true)
    let report = try await phone.purchasing.closeOrder(intent.id, because: "test")
    #expect((report.message != nil) == paid, "\(report)")
    #expect(try phone.memory.intent(intent.id)?.closedReason == (paid ? "paid" : "nothing was charged"))
  }

  @Test func paidAndFinishedByAnotherDevice() async throws {
    let intent = try await died(paid: true)
    let other = try await shop.device("other")
    try await other.purchasing.settle()
    let phone = try Phone(shop, name: "one", backend: shop.backend)
    try await phone.purchasing.settle()
    #expect(
      try phone.memory.intent(intent.id)?.closedReason
        == "paid, and not listed as unfinished: delivered elsewhere, or late")
    #expect(try phone.orders().isEmpty)
    #expect(try await phone.status(Shop.premium).entitled)
  }

  @Test func whatALivingProcessDoesIsLeftToIt() async throws {
    let intent = try await died(paid: true, owner: "alive")
    let phone = try Phone(shop, name: "one", backend: shop.backend) { $0 == "alive" }
    try await phone.purchasing.settle()
    #expect(try phone.memory.intent(intent.id)?.state == .open)
    #expect(try phone.orders().isEmpty)
    #expect(try phone.memory.unfinished(PageRequest(limit: 9)).rows.map(\.state) == ["waiting"])
  }

  @Test(arguments: [Order.State.paid, .verified, .refused])
  func anOrderThatWasLeftOnItsWayIsDeliveredOnce(state: Order.State) async throws {
    let phone = try await shop.device()
    let (jws, id) = try shop.buyElsewhere(Shop.coins, quantity: 2)
    let transaction = try #require(try shop.verifier.verify(jws, as: .transaction).payload?.transaction)
    let store = try LocalStore(path: phone.path, identity: shop.backend.identity)
    _ = try store.save(
      Signed(payload: transaction, jws: jws, verdict: .verified, rootFingerprint: nil), account: Shop.account,
      origin: .purchase, at: shop.clock.now)
    try store.save(
      Order(
        id: "order", transactionId: id, productId: Shop.coins, quantity: 2, account: Shop.account, user: "one",
        state: state, createdDate: shop.clock.now, updatedDate: shop.clock.now, owner: "dead"))
    try await phone.purchasing.settle()
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.closed] && phone.orders().map(\.owner) == [nil])
    #expect(try phone.memory.delivery(of: id)?.quantity == 2)
    #expect(try phone.journal().filter { $0 == "order.delivered" }.count == 1)
    #expect(try await phone.status(Shop.coins).balance == 2)
    #expect(try shop.appStore.unfinished(of: Shop.account).isEmpty)
  }

  @Test func withoutNetworkAnOrderIsDeliveredAndToldWhenTheNetworkIsBack() async throws {
    let phone = try await shop.device()
    try await phone.purchasing.settle()
    let (jws, id) = try shop.buyElsewhere(Shop.coins)
    let transaction = try #require(try shop.verifier.verify(jws, as: .transaction).payload?.transaction)
    let store = try LocalStore(path: phone.path, identity: shop.backend.identity)
    _ = try store.save(
      Signed(payload: transaction, jws: jws, verdict: .verified, rootFingerprint: nil), account: Shop.account,
      origin: .purchase, at: shop.clock.now)
    try store.save(
      Order(
        id: "order", transactionId: id, productId: Shop.coins, quantity: 1, account: Shop.account, user: "one",
        createdDate: shop.clock.now, updatedDate: shop.clock.now))
    try shop.appStore.setNetwork(false)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.delivered] && phone.memory.outbox().map(\.transactionId) == [id])
    try shop.appStore.setNetwork(true)
    try await phone.purchasing.settle()
    #expect(try phone.orders().map(\.state) == [.closed] && phone.memory.outbox().isEmpty)
    #expect(try shop.appStore.unfinished(of: Shop.account).isEmpty)
    #expect(try phone.journal().filter { $0 == "order.delivered" }.count == 1)
  }

  @Test func aRenewalMatchesNoPurchaseIntent() async throws {
    let phone = try await shop.device()
    try await phone.buy(Shop.monthly)
    #expect(try await phone.purchasing.buy(Shop.monthly, outcome: .cancel).result == .cancelled)
    try shop.appStore.renew(Shop.monthly, account: Shop.account)
    try await phone.purchasing.settle()
    #expect(try phone.orders().count == 2 && phone.orders().first?.intentId == nil)
    #expect(try !phone.journal().contains("intent.reopened"))
  }

  /// A charge that came to light refunded is bought anew; one that was refunded in part stands.
  @Test(arguments: [nil, "50"] as [String?])
  func onlyAChargeThatWasRefundedInFullIsBoughtAnew(percentage: String?) throws {
    let till = CommandLine(shop: shop, device: "one")
    _ = till.run(["fault", "no-callback", "--once"])
    _ = till.run(["buy", Shop.coins, "--quantity", "2"])
    let first = try #require(try shop.appStore.transactions(PageRequest(limit: 1)).rows.first?.transactionId)
    let share = percentage.map { ["--percentage", $0] } ?? []
    #expect(till.run(["simulator", "refund", "approve", first] + share).status == .done)
    let again = till.run(["buy", Shop.coins]).document
    let charges = try shop.appStore.transactions(PageRequest(limit: 9)).rows.filter { $0.productId == Shop.coins }
    #expect(again["result"]?.stringValue == "success")
    #expect(charges.count == (percentage == nil ? 2 : 1))
    #expect((again["alreadyOwned"]?.boolValue ?? false) == (percentage != nil))
  }

  /// What is switched off at the App Store is switched on again by the device, so it must not need it to begin.
  @Test(arguments: [["network", "off"], ["fault", "loadProducts"], ["fault", "appTransaction"]])
  func aDeviceBeginsWhileTheAppStoreDoesNotAnswer(_ failure: [String]) throws {
    let till = CommandLine(shop: shop, device: "one")
    func listed() -> Int { till.run(["status"]).document["products"]?.arrayValue?.count ?? 0 }
    #expect(till.run(["account", Shop.account]).status == .done && listed() > 0)
    #expect(till.run(["simulator"] + failure).status == .done)
    #expect(till.run(["simulator", "clear", "--yes"]).status == .done)
    let products = listed()
    if failure != ["fault", "appTransaction"] {
      #expect(products == 0 && till.run(["status"], isJSON: false).message.contains("does not answer this device"))
    }
    let end = failure[0] == "network" ? ["network", "on"] : failure + ["--off"]
    #expect(till.run(["simulator"] + end).status == .done)
    #expect(listed() > 0 && till.run(["buy", Shop.premium]).status == .done)
  }

  @Test func aDeviceWhoseAccountIsGoneAfterAResetSignsInWithTheFirst() throws {
    let (till, other) = (CommandLine(shop: shop, device: "one"), CommandLine(shop: shop, device: "two"))
    #expect(till.run(["account", "mine@example.com", "--new"]).status == .done)
    #expect(other.run(["simulator", "reset", "--yes"]).status == .done)
    let status = till.run(["status"])
    #expect(status.status == .done && status.document["account"]?.stringValue == Shop.account)
    #expect(status.document["products"]?.arrayValue?.isEmpty == false)
  }
}

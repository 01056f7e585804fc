import AppStoreModel
import Foundation
import Simulator
import TestSupport

@testable import Device

/// Two devices, three Apple Accounts and three users, on one App Store and one app server, with the reference.
final class ModelWorld {
  let shop: Shop
  let server: ModelServer
  let devices: [ModelDevice]
  /// The payer and the user of each payment, by transaction id.
  var purchases: [String: Purchase] = [:]
  /// The transactions that are refunded now, and those that ever were.
  var refunded: Set<String> = []
  var everRefunded: Set<String> = []
  /// Whether an action has occurred that may end with an order given up.
  var mayGiveUp = false
  /// How many coins each user has used, as the program reported.
  var used: [String: Int] = [:]
  /// The indexes of each device's signed-in account and logged-in user.
  private var signedIn = [0, 0]
  var loggedIn = [0, 0]
  /// The transaction ids of the demo data.
  private let demo: Set<String>

  struct Purchase {
    /// The user who was logged in where the purchase was made; nil for a purchase made elsewhere.
    let user: String?
    let account: String
  }

  init(flaw: ModelFlaw?) async throws {
    let shop = try Shop()
    self.shop = shop
    for account in ModelAction.accounts { try shop.appStore.addAccount(account, storefront: "USA") }
    demo = Set(try shop.appStore.transactions(PageRequest(limit: 10_000)).rows.compactMap(\.transactionId))
    let server = ModelServer(
      try shop.embeddedServer(), verifier: try shop.verifier, flaw: flaw,
      now: { (try? shop.appStore.clock().now) ?? shop.clock.now })
    self.server = server
    devices = try ModelAction.devices.map { try ModelDevice(shop, name: $0, server: server) }
    for device in devices {
      try await device.work {
        try await $0.firstOpening(account: ModelAction.accounts[0], user: ModelAction.users[0])
      }
    }
    for user in ModelAction.users { _ = try await server.account(of: user) }
  }

  /// Performs an action, one minute after the previous one; an injected failure is ignored.
  func perform(_ action: ModelAction) async throws {
    shop.clock.move(by: 60_000)
    switch action {
    case .signIn(let device, let account):
      try await at(device) { try await $0.signIn(ModelAction.accounts[account]) }
    case .logIn(let device, let user): try await at(device) { try await $0.logIn(ModelAction.users[user]) }
    case .buy(let device, let productId, let quantity, let token):
      let purchase = Purchase(
        user: ModelAction.users[loggedIn[device]], account: ModelAction.accounts[signedIn[device]])
      try await noting(purchase) {
        try await at(device) { try await $0.buy(productId, quantity: quantity, token: token) }
      }
    case .buyElsewhere(let account, let productId, let isForeign):
      let purchase = Purchase(user: nil, account: ModelAction.accounts[account])
      try await noting(purchase) { try buyElsewhere(productId, isForeign, for: purchase.account) }
    case .restore(let device): try await at(device) { try await $0.restore() }
    case .check(let device): try await at(device) { try await $0.refundCheck() }
    case .retry(let device): try await at(device) { try await $0.retry() }
    case .use(let device, let count):
      let outcome = try await devices[device].work { try await $0.use(Shop.coins, count: count) }
      if case .used = outcome { used[ModelAction.users[loggedIn[device]], default: 0] += count }
    case .close(let device, let number): try await close(number, at: device)
    case .grant(let device, let productId): try await grant(productId, at: device)
    case .restart(let device): try devices[device].restart()
    case .reinstall(let device):
      try await devices[device].replace(keepingKeychain: true)
      try readState(of: device)
    case .newDevice(let device):
      try await devices[device].replace(keepingKeychain: false)
      try readState(of: device)
    case .fault(let device, let kind, let once):
      if kind == .appServerOverdue { mayGiveUp = true }
      try await at(device) { try await $0.switchOn(kind, once: once) }
    case .clearFaults(let device): try await clearFaults(of: device)
    case .policy(let policy): try server.setPolicy(policy)
    case .refund(let number): try refund(number)
    case .reverse(let number): try reverse(number)
    case .expire(let account): _ = try? shop.appStore.expire(Shop.monthly, account: ModelAction.accounts[account])
    case .network(let isOn): try shop.appStore.setNetwork(isOn)
    }
  }

  /// Returns the payments of the three accounts, as the App Store lists them.
  func payments() throws -> [String: Transaction] {
    let rows = try shop.appStore.transactions(PageRequest(limit: 10_000)).rows
    return Dictionary(rows.map { ($0.transactionId ?? "", $0) }) { first, _ in first }.filter { !demo.contains($0.key) }
  }

  func clearFaults(of device: Int) async throws {
    for kind in DeviceFault.Kind.all {
      try await devices[device].work { try await $0.switchOff(kind) }
    }
  }

  private func at<Value: Sendable>(
    _ device: Int, _ body: @escaping @Sendable (Purchasing) async throws -> Value
  ) async throws {
    try await devices[device].work(body)
    try readState(of: device)
  }

  /// Reads a device's account and user after an action that a fault may have prevented.
  private func readState(of device: Int) throws {
    let state = try devices[device].phone.memory.deviceState()
    signedIn[device] = ModelAction.accounts.firstIndex { $0 == state.account } ?? signedIn[device]
    loggedIn[device] = ModelAction.users.firstIndex { $0 == state.user } ?? loggedIn[device]
  }

  private func noting(_ purchase: Purchase, _ body: () async throws -> Void) async throws {
    let before = try payments()
    try await body()
    for id in try payments().keys where before[id] == nil { purchases[id] = purchase }
  }

  private func buyElsewhere(_ productId: String, _ isForeign: Bool, for account: String) throws {
    guard isForeign else {
      _ = try? shop.appStore.purchaseElsewhere(PurchaseRequest(account: account, productId: productId))
      return
    }
    let token = userToken(of: "stranger", bundleId: shop.appStore.bundleId)
    _ = try? shop.appStore.purchase(PurchaseRequest(account: account, productId: productId, appAccountToken: token))
  }

  private func close(_ number: Int, at device: Int) async throws {
    let orders = try devices[device].phone.orders().filter(\.state.isUndelivered)
    guard !orders.isEmpty else { return }
    mayGiveUp = true
    let id = orders[number % orders.count].id
    try await at(device) { try await $0.closeOrder(id, because: "test") }
  }

  private func grant(_ productId: String, at device: Int) async throws {
    let now = shop.clock.now
    let grant = Grant(
      id: UUID().uuidString, user: ModelAction.users[loggedIn[device]], productId: productId, reason: "test",
      grantedDate: now, untilDate: now.adding(milliseconds: 30 * 86_400_000))
    try await at(device) { try await $0.grant(grant) }
  }

  private func refund(_ number: Int) throws {
    let candidates = try payments().keys.filter { !refunded.contains($0) }.sorted()
    guard !candidates.isEmpty else { return }
    let id = candidates[number % candidates.count]
    let wasOn = try shop.appStore.situation().network
    try shop.appStore.setNetwork(true)
    defer { try? shop.appStore.setNetwork(wasOn) }
    guard let account = purchases[id]?.account else { return }
    try? shop.appStore.requestRefund(of: id, reason: nil, account: account)
    try shop.appStore.approveRefund(of: id)
    refunded.insert(id)
    everRefunded.insert(id)
  }

  private func reverse(_ number: Int) throws {
    let candidates = refunded.sorted()
    guard !candidates.isEmpty else { return }
    let id = candidates[number % candidates.count]
    try shop.appStore.reverseRefund(of: id)
    refunded.remove(id)
  }
}

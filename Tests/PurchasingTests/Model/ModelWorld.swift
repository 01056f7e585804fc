import AppServer
import AppStoreSimulator
import Foundation
import LocalStore
import StoreModel

@testable import Purchasing

/// Two devices, three Apple Accounts and three users on one App Store and one app's server, beside the simple model of
/// what must have come of it.
final class ModelWorld {
  private let shop: Shop
  private let server: EmbeddedAppServer
  private let devices: [ModelDevice]
  /// Whom each payment was made for, by transaction id: the user who was logged in where it was begun.
  private var owners: [String: String] = [:]
  /// Which Apple Account paid, by transaction id.
  private var payers: [String: String] = [:]
  /// What is refunded now, and what ever was.
  private var refunded: Set<String> = []
  private var everRefunded: Set<String> = []
  /// How many coins each user has asked to use, and how many of these the program said were used.
  private var asked: [String: Int] = [:]
  private var used: [String: Int] = [:]
  /// What the device of each number stands at.
  private var signedIn = [0, 0]
  private var loggedIn = [0, 0]

  init() async throws {
    shop = try Shop()
    for account in ModelAction.accounts { try shop.appStore.addAccount(account, storefront: "USA") }
    let scripted = try shop.server()
    server = scripted.base
    devices = try ModelAction.devices.map { [shop] in
      try ModelDevice(shop, name: $0, server: scripted)
    }
    for device in devices {
      try await device.work {
        try await $0.firstOpening(account: ModelAction.accounts[0], user: ModelAction.users[0])
      }
    }
    for user in ModelAction.users { _ = try await server.account(of: user) }
  }

  // MARK: What is done

  /// Does one thing; whatever fails on purpose fails.
  func perform(_ action: ModelAction) async throws {
    switch action {
    case .signIn(let device, let account):
      signedIn[device] = account
      try await devices[device].work { try await $0.signIn(ModelAction.accounts[account]) }
      try readState(of: device)
    case .logIn(let device, let user):
      try await devices[device].work { try await $0.logIn(ModelAction.users[user]) }
      try readState(of: device)
    case .buy(let device, let productId, let quantity, let token):
      let before = try payments()
      try await devices[device].work {
        try await $0.buy(productId, quantity: quantity, token: token)
      }
      for id in try payments().keys where before[id] == nil {
        owners[id] = ModelAction.users[loggedIn[device]]
        payers[id] = ModelAction.accounts[signedIn[device]]
      }
    case .restore(let device): try await devices[device].work { try await $0.restore() }
    case .check(let device): try await devices[device].work { try await $0.refundCheck() }
    case .retry(let device): try await devices[device].work { try await $0.retry() }
    case .use(let device, let count):
      let user = ModelAction.users[loggedIn[device]]
      asked[user, default: 0] += count
      let outcome = try await devices[device].work { try await $0.use(Shop.coins, count: count) }
      if case .used = outcome { used[user, default: 0] += count }
    case .restart(let device): try devices[device].restart()
    case .fault(let device, let kind, let once):
      try await devices[device].work { try await $0.switchOn(kind, once: once) }
    case .clearFaults(let device): try await clearFaults(of: device)
    case .serverFault(let isOn):
      if isOn { try server.setFault(.down, isOneShot: false) } else { try server.clearFault(.down) }
    case .refund(let number): try refund(number)
    case .reverse(let number): try reverse(number)
    case .network(let isOn): try shop.appStore.setNetwork(isOn)
    }
  }

  /// Where a device stands after something that a fault may have kept from happening.
  private func readState(of device: Int) throws {
    let state = try devices[device].phone.memory.deviceState()
    signedIn[device] = ModelAction.accounts.firstIndex { $0 == state.account } ?? signedIn[device]
    loggedIn[device] = ModelAction.users.firstIndex { $0 == state.user } ?? loggedIn[device]
  }

  private func clearFaults(of device: Int) async throws {
    for kind in DeviceFault.Kind.all {
      try await devices[device].work { try await $0.switchOff(kind) }
    }
  }

  private func refund(_ number: Int) throws {
    let candidates = try payments().keys.filter { !refunded.contains($0) }.sorted()
    guard !candidates.isEmpty else { return }
    let id = candidates[number % candidates.count]
    let wasOn = try shop.appStore.situation().network
    try shop.appStore.setNetwork(true)
    defer { try? shop.appStore.setNetwork(wasOn) }
    guard let account = payers[id] else { return }
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

  /// What the three accounts have paid.
  private func payments() throws -> [String: Transaction] {
    var payments: [String: Transaction] = [:]
    for transaction in try shop.appStore.transactions(PageRequest(limit: 10_000)).rows {
      guard let id = transaction.transactionId, transaction.appAccountToken != nil else { continue }
      payments[id] = transaction
    }
    return payments
  }

  // MARK: What must be

  /// Switches every failure off, lets each device work for every account, and compares with the model.
  ///
  /// - Returns: What is wrong, one line each.
  func problems() async throws -> [String] {
    try shop.appStore.setNetwork(true)
    try server.clearFault(.down)
    for device in devices.indices {
      try await clearFaults(of: device)
      try devices[device].restart()
      let phone = devices[device].phone
      for account in ModelAction.accounts {
        try await phone.purchasing.signIn(account)
        _ = try await phone.purchasing.refundCheck()
        for order in try phone.orders() where order.state == .refused {
          _ = try await phone.purchasing.retry(order.id)
        }
        _ = try await phone.purchasing.retry()
      }
    }
    return try await wrongAtServer() + wrongAtDevices()
  }

  private func wrongAtServer() async throws -> [String] {
    let paid = try payments()
    var problems: [String] = []
    for account in ModelAction.accounts where !(try shop.appStore.unfinished(of: account).isEmpty) {
      problems.append("\(account) has unfinished transactions")
    }
    for user in ModelAction.users {
      let coins = paid.filter { $0.value.productId == Shop.coins && owners[$0.key] == user }
      let count = try await server.account(of: user).balances[Shop.coins]
      let delivered = coins.values.reduce(0) { $0 + Int($1.quantity ?? 1) }
      let takenBack = coins.filter { refunded.contains($0.key) }.values.reduce(0) {
        $0 + Int($1.quantity ?? 1)
      }
      if (count?.delivered ?? 0) != delivered {
        problems.append("\(user) was credited \(count?.delivered ?? 0) coins, not \(delivered)")
      }
      if (count?.refunded ?? 0) != takenBack {
        problems.append("\(user): \(count?.refunded ?? 0) coins taken back, not \(takenBack)")
      }
      let range = used[user, default: 0]...max(used[user, default: 0], asked[user, default: 0])
      if !range.contains(count?.used ?? 0) {
        problems.append("\(user) used \(count?.used ?? 0) coins, not \(range)")
      }
      used[user] = count?.used ?? 0
      asked[user] = count?.used ?? 0
    }
    return problems
  }

  private func wrongAtDevices() async throws -> [String] {
    let paid = try payments()
    var (problems, delivered): ([String], [String: Int]) = ([], [:])
    for device in devices {
      let memory = try device.phone.memory
      for id in paid.keys {
        delivered[id, default: 0] += try memory.delivery(of: id)?.quantity ?? 0
      }
      for order in try device.phone.orders() where order.state != .closed {
        problems.append(
          "an order of \(order.productId) is \(order.state.rawValue): \(order.lastError ?? "")")
      }
    }
    for (id, transaction) in paid {
      let (sum, quantity) = (delivered[id] ?? 0, Int(transaction.quantity ?? 1))
      // What was refunded before it was delivered is not delivered any more.
      guard sum != quantity, sum != 0 || !everRefunded.contains(id) else { continue }
      problems.append("\(id) (\(transaction.productId ?? "")) was delivered \(sum) of \(quantity)")
    }
    for (index, device) in devices.enumerated() {
      for account in ModelAction.accounts {
        try await device.phone.purchasing.signIn(account)
        _ = try await device.phone.purchasing.refundCheck()
        let user = ModelAction.users[loggedIn[index]]
        for product in [Shop.premium, Shop.icons] {
          let owns = paid.contains { id, transaction in
            transaction.productId == product && !refunded.contains(id) && owners[id] == user
              && payers[id] == account
          }
          guard try await device.phone.status(product).entitled != owns else { continue }
          problems.append("\(product) of \(account) for \(user): entitled must be \(owns)")
        }
      }
    }
    return problems
  }
}

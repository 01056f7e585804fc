import AppStoreModel
import Simulator
import TestSupport

@testable import AppServer
@testable import Device

/// The checks at the end of a run.
extension ModelWorld {
  /// Switches all faults off, lets each device work for each account, and compares the result with the reference.
  ///
  /// - Parameter isWhole: Whether to also compare what every device shows to every user, and the owners of purchases
  ///   that   the policy gave to no user. Without it only payments and the app server are compared.
  /// - Returns: The problems, one line each.
  func problems(isWhole: Bool) async throws -> [String] {
    try shop.appStore.setNetwork(true)
    for device in devices.indices {
      try await clearFaults(of: device)
      try devices[device].restart()
    }
    try await heal()
    var problems = try wrongPayments() + wrongAtServer()
    guard isWhole, problems.isEmpty else { return problems }
    problems = try await wrongAtDevices()
    guard problems.isEmpty, server.reference.policy != .transfer else { return problems }
    // Purchases that the policy gave to no user are credited once support allows a transfer.
    try server.setPolicy(.transfer)
    try await heal()
    return try wrongPayments() + wrongAtServer()
  }

  private func heal() async throws {
    for device in devices {
      let phone = device.phone
      for account in ModelAction.accounts {
        try await phone.purchasing.signIn(account)
        _ = try await phone.purchasing.refundCheck()
        for order in try phone.orders() where order.state == .refused {
          _ = try await phone.purchasing.retry(order.id)
        }
        _ = try await phone.purchasing.retry()
      }
    }
  }

  /// Returns the problems of payments.
  ///
  /// Each payment must be credited once, to the user it was made for, delivered at most once, and finished.
  private func wrongPayments() throws -> [String] {
    let reference = server.reference
    var problems: [String] = []
    let everyOrder = try devices.flatMap { device in try device.memories.flatMap { try orders(in: $0) } }
    let givenUp = Set(everyOrder.filter { $0.closedReason != nil }.map(\.transactionId))
    if !givenUp.isEmpty, !mayGiveUp { problems.append("given up without being asked: \(givenUp.sorted())") }
    var waiting: Set<String> = []
    for (id, payment) in try payments() {
      let quantity = Int(payment.quantity ?? 1)
      let name = "\(id) (\(payment.productId ?? ""))"
      let delivered = try self.delivered(of: id)
      if delivered > quantity { problems.append("\(name) was delivered \(delivered) times, not \(quantity)") }
      guard let credit = reference.credits[id] else {
        if reference.isForeign(payment), reference.policy != .transfer {
          waiting.insert(id)
        } else if !givenUp.contains(id) {
          problems.append("\(name) was credited to nobody")
        }
        if delivered > 0 { problems.append("\(name) was delivered and never credited") }
        continue
      }
      if credit.isSaid, let user = purchases[id]?.user, credit.user != user {
        problems.append("\(name) was bought for \(user) and credited to \(credit.user)")
      }
      for user in reference.named[id] ?? [] where user != purchases[id]?.user {
        problems.append("a device said that \(name) was bought for \(user)")
      }
    }
    for account in ModelAction.accounts {
      let left = try shop.appStore.unfinished(of: account).compactMap {
        try shop.verifier.verify($0, as: .transaction).payload?.transaction?.transactionId
      }.filter { !waiting.contains($0) }
      if !left.isEmpty { problems.append("\(account) has unfinished transactions: \(left)") }
    }
    for device in devices {
      for order in try orders(in: device.phone.memory)
      where order.state != .closed && !waiting.contains(order.transactionId) {
        problems.append("an order of \(order.productId) is \(order.state.rawValue): \(order.lastError ?? "")")
      }
    }
    return problems
  }

  /// Returns every order of the three accounts.
  private func orders(in memory: LocalStore) throws -> [Order] {
    try ModelAction.accounts.flatMap { try memory.latestOrders(account: $0, limit: 1000) }
  }

  /// Returns the quantity of a transaction that the devices delivered.
  ///
  /// An order that exists in two stores because of a reinstall counts once.
  private func delivered(of id: String) throws -> Int {
    let deliveries = try devices.flatMap { try $0.memories.compactMap { try $0.delivery(of: id) } }
    return Dictionary(deliveries.map { ($0.orderId, $0.quantity) }, uniquingKeysWith: max).values.reduce(0, +)
  }

  /// Returns the differences between the app server and the reference.
  private func wrongAtServer() throws -> [String] {
    let reference = server.reference
    var problems: [String] = []
    for user in ModelAction.users {
      let count = try server.base.perform { try $0.balances(of: user)[Shop.coins] }
      let found = count ?? ConsumableCount(delivered: 0, used: 0, refunded: 0)
      let expected = reference.coins(of: user)
      if found != expected { problems.append("\(user) has \(found.words), not \(expected.words)") }
      if used[user, default: 0] > expected.used {
        problems.append("\(user) was told that \(used[user, default: 0]) coins are used: it was \(expected.used)")
      }
    }
    for (id, payment) in try payments() where !payment.isConsumable {
      guard let shown = ShownTransaction(payment) else { continue }
      let users = try server.base.perform { try $0.lineage(of: shown)?.users ?? [] }
      let expected = reference.holdings[payment.lineage]?.users ?? []
      if users != expected { problems.append("\(id) (\(payment.productId ?? "")) is of \(users), not of \(expected)") }
      if payment.revocationDate != nil && reference.credits[id] != nil && !refunded.contains(id) {
        problems.append("\(id) is refunded, which nobody did")
      }
    }
    return problems
  }

  /// Returns the differences between the entitlements on the devices, for every user and account, and the reference.
  private func wrongAtDevices() async throws -> [String] {
    var problems: [String] = []
    for device in devices {
      for account in ModelAction.accounts {
        try await device.phone.purchasing.signIn(account)
        _ = try await device.phone.purchasing.refundCheck()
        for user in ModelAction.users {
          try await device.phone.purchasing.logIn(user)
          for product in [Shop.premium, Shop.icons, Shop.monthly] {
            // A credit follows the user, whichever Apple Account is signed in.
            let expected = try ModelAction.accounts.contains { try isEntitled(product, account: $0, user: user) }
            let status = try await device.phone.status(product)
            guard status.entitled != expected else { continue }
            problems.append(
              "\(product) of \(account) for \(user): entitled must be \(expected), not \(status.state.rawValue): "
                + "\(status.reasons.map(\.text))"
            )
          }
        }
      }
    }
    return problems
  }

  private func isEntitled(_ product: String, account: String, user: String) throws -> Bool {
    let reference = server.reference
    if reference.grants[user]?.contains(product) == true { return true }
    let now = try shop.appStore.clock().now
    let lineages = Dictionary(
      grouping: try payments().filter { $0.value.productId == product && purchases[$0.key]?.account == account }.values,
      by: \.lineage)
    return lineages.contains { lineage, payments in
      guard reference.holdings[lineage]?.users.contains(user) == true,
        let deciding = payments.max(by: { ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast) })
      else { return false }
      return deciding.expiresDate == nil ? deciding.revocationDate == nil : deciding.givesAccess(at: now)
    }
  }
}

extension ConsumableCount {
  fileprivate var words: String { "\(delivered) coins, \(used) used, \(refunded) taken back" }
}

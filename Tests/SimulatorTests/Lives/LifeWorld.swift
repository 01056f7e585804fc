import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// A simulated App Store with three customers, each with a device.
///
/// After each event the devices' answers are compared with the ledger.
final class LifeWorld {
  static let accounts = [Shop.customer, "child@", "other@"]

  let shop: Shop
  var devices: [LifeDevice] = []
  /// The problems found; empty while everything is right.
  var problems: [String] = []
  /// The time rate in force.
  var rate = TimeRate.realTime
  /// Whether a period that begins in the current action starts a new billing cycle.
  var beginsAnew = false

  /// Whether the current action forces a renewal.
  var isForced = false
  /// The time before the clock was set back.
  var latest: Int64 = 0
  /// The start dates of periods that were forced while the previous one still ran.
  var forced: Set<Int64> = []

  /// Makes a world that starts at noon on 31 January 2025, a day that most months do not have.
  init() throws {
    shop = try Shop(catalogue: Array(LifeCatalogue.text.utf8), startingAt: 1_738_324_800_000)
    for name in Self.accounts.dropFirst() { try shop.store.addAccount(name, storefront: "USA") }
    devices = try Self.accounts.map { try LifeDevice(shop, account: $0) }
  }

  var now: Int64 { get throws { try shop.store.clock().now.milliseconds } }

  /// The date at which something next changes by itself.
  var nextEdge: Int64? { get throws { try shop.store.read { try $0.nextDueSubscription()?.dueDate } } }

  /// Performs an action and compares; an action that the App Store refuses does nothing.
  func perform(_ action: LifeAction) throws {
    beginsAnew = false
    isForced = false
    do {
      try happen(action)
    } catch let error as StoreError where error.kind != .unusable {
      // The action is impossible now.
    }
    try compare()
  }

  private func happen(_ action: LifeAction) throws {
    let store = shop.store
    switch action {
    case .buy(let account, let product):
      _ = try store.purchase(
        PurchaseRequest(account: Self.accounts[account], productId: LifeCatalogue.products[product]))
    case .redeem(let account, let isCode): try redeem(isCode, account: Self.accounts[account])
    case .buyInThePast(let account, let product, let days, let renewals):
      beginsAnew = renewals == .default
      _ = try store.purchaseElsewhere(
        PurchaseRequest(account: Self.accounts[account], productId: LifeCatalogue.products[product]),
        at: Timestamp(milliseconds: now - days * day), renewals: renewals)
    case .grace(let isOn): try store.setGrace(isOn)
    case .rate(let rate):
      try store.setRate(rate)
      self.rate = rate
    case .refund(let account, let number, let percentage):
      try store.approveRefund(of: transaction(number, account), percentage: percentage)
    case .askForRefund(let account, let number):
      try store.requestRefund(of: transaction(number, account), reason: nil, account: Self.accounts[account])
    case .reverse(let account, let number): try store.reverseRefund(of: refunded(number, account))
    case .delete(let account, let number):
      try store.deleteTransaction(transaction(number, account))
      for device in devices { try device.startOver() }
    case .join(let account, let other):
      try store.joinFamily(Self.accounts[account], of: Self.accounts[other])
    case .leave(let account): try store.leaveFamily(Self.accounts[account])
    case .share(let account, let product, let isOn):
      try store.setSharing(isOn, of: LifeCatalogue.products[product], account: Self.accounts[account])
    case .toTheEdge(let offset):
      guard let edge = try nextEdge else { return }
      try pass(to: edge + offset)
    case .jump(let milliseconds): try pass(to: now + milliseconds)
    case .setBack(let milliseconds):
      latest = max(latest, try now)
      try store.setClock(to: Timestamp(milliseconds: now - milliseconds))
    case .autoRenew, .billing, .raisePrice, .answer, .extend, .expire, .renew: try manage(action)
    }
  }

  /// Performs an action on a subscription of an account.
  private func manage(_ action: LifeAction) throws {
    let store = shop.store
    switch action {
    case .autoRenew(let account, let isOn):
      try store.setAutoRenew(isOn, of: subscription(account), account: Self.accounts[account])
    case .billing(let account, fails: true):
      try store.failBilling(of: subscription(account), account: Self.accounts[account])
    case .billing(let account, fails: false):
      beginsAnew = try store.subscriptions(of: Self.accounts[account]).first?.state == .retry
      try store.resolveBilling(of: subscription(account), account: Self.accounts[account])
    case .raisePrice(let account): try store.increasePrice(of: subscription(account), account: Self.accounts[account])
    case .answer(let account, let agrees):
      try store.answerPriceIncrease(agrees: agrees, of: subscription(account), account: Self.accounts[account])
    case .extend(let account, let days):
      try store.extendRenewal(of: subscription(account), days: days, account: Self.accounts[account])
    case .expire(let account): try store.expire(subscription(account), account: Self.accounts[account])
    case .renew(let account):
      beginsAnew = true
      isForced = true
      try store.renew(subscription(account), account: Self.accounts[account])
    default: break
    }
  }

  /// Advances the clock and compares the answers at each date of a change, and one millisecond before and after it.
  private func pass(to end: Int64) throws {
    var edges = 0
    while let edge = try nextEdge, edge <= end, edges < 40 {
      edges += 1
      for instant in [edge - 1, edge, edge + 1] where instant <= end {
        try shop.store.advance(by: max(0, instant - now))
        try compare()
      }
      if edge + 1 > end { break }
    }
    try shop.store.advance(by: max(0, end - now))
  }

  private func redeem(_ isCode: Bool, account: String) throws {
    let offer: PurchaseOffer =
      isCode
      ? .code("SPRING")
      : .promotional(
        id: "comeback", signature: try shop.store.signOffer("comeback", productId: LifeCatalogue.silver, token: nil))
    _ = try shop.store.purchase(PurchaseRequest(account: account, productId: LifeCatalogue.silver, offer: offer))
  }

  /// Returns the account's first subscription, which is mostly the one in the group of levels.
  private func subscription(_ account: Int) throws -> String {
    try shop.store.subscriptions(of: Self.accounts[account]).first?.originalTransactionId ?? "none"
  }

  private func transaction(_ number: Int, _ account: Int) -> String {
    let ids = devices[account].transactions.keys.sorted()
    return ids.isEmpty ? "none" : ids[number % ids.count]
  }

  private func refunded(_ number: Int, _ account: Int) -> String {
    let ids = devices[account].transactions.values.filter { $0.revocationDate != nil }.compactMap(\.transactionId)
    return ids.isEmpty ? "none" : ids.sorted()[number % ids.count]
  }
}

import AppStoreModel
import Core
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Simulator

/// Tests that a ledger which is opened later has the same content as one that stays open, for all readers.
struct CatchUpTests {
  /// A random generator with the same numbers in every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 1
      return SeededNumbers.number(0x7111, at: state)
    }
  }

  /// One event in the shop, or a wait.
  private enum Step {
    case wait(Int64)
    case buy(String, String)
    case bill(fails: Bool, String)
    case autoRenew(Bool, String)
    case rate(TimeRate)
    case grace(Bool)
    case refund(String)
  }

  private static let accounts = ["new@", "b@", "c@"]

  /// Returns a random script; a wait is at most twenty days of a subscription period, so that few renewals are due.
  private func script(_ seed: UInt64) -> [Step] {
    var dice = Dice(state: seed &* 1000)
    var longest = 20 * day
    return (0..<40).flatMap { _ -> [Step] in
      let account = Self.accounts.randomElement(using: &dice) ?? "new@"
      let wait = Step.wait(Int64.random(in: 1...longest, using: &dice))
      switch Int.random(in: 0..<8, using: &dice) {
      case 0, 1, 2:
        let product = [Shop.monthly, Shop.yearly, Shop.coins].randomElement(using: &dice) ?? Shop.coins
        return [wait, .buy(product, account)]
      case 3: return [wait, .bill(fails: .random(using: &dice), account)]
      case 4: return [wait, .autoRenew(.random(using: &dice), account)]
      case 5:
        let rates: [(TimeRate, Int64)] = [(.realTime, day), (.oneHourIsOneDay, hour), (.oneMinuteIsOneDay, minute)]
        let (rate, dayOfPeriod) = rates.randomElement(using: &dice) ?? (.realTime, day)
        longest = 20 * dayOfPeriod
        return [wait, .rate(rate)]
      case 6: return [wait, .grace(.random(using: &dice))]
      default: return [wait, .refund(account)]
      }
    }
  }

  /// Runs a script; steps that the shop refuses are part of it.
  private func play(_ script: [Step], in shop: Shop, wait: (Int64) throws -> Void) throws {
    let store = shop.store
    for name in Self.accounts.dropFirst() { try store.addAccount(name, storefront: "USA") }
    for step in script {
      switch step {
      case .wait(let time): try wait(time)
      case .buy(let product, let account):
        _ = try? store.purchase(PurchaseRequest(account: account, productId: product))
      case .bill(true, let account): _ = try? store.failBilling(of: Shop.monthly, account: account)
      case .bill(false, let account): _ = try? store.resolveBilling(of: Shop.monthly, account: account)
      case .autoRenew(let isOn, let account): _ = try? store.setAutoRenew(isOn, of: Shop.monthly, account: account)
      case .rate(let rate): try store.setRate(rate)
      case .grace(let isOn): try store.setGrace(isOn)
      case .refund(let account):
        guard let id = try shop.history(account).last?.transactionId else { continue }
        try? store.requestRefund(of: id, reason: nil, account: account)
        try? store.approveRefund(of: id)
      }
    }
  }

  private func everything(_ shop: Shop) throws -> [JSONObject] {
    try Self.accounts.flatMap { account in
      try shop.history(account).map(\.json) + shop.store.renewalInfos(of: account).map(json)
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>) func oneJumpEqualsManySmallSteps(seed: UInt64) throws {
    let script = script(seed)
    let (jumping, stepping) = (try Shop(), try Shop())
    try play(script, in: jumping) { jumping.clock.move(by: $0) }
    var dice = Dice(state: seed)
    try play(script, in: stepping) { time in
      var left = time
      while left > 0 {
        let step = min(left, Int64.random(in: 1...max(1, time / 5), using: &dice))
        stepping.clock.move(by: step)
        left -= step
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: _ = try stepping.store.situation()
        case 1: try stepping.store.settle()
        default: break
        }
      }
    }
    let (one, other) = (try everything(jumping), try everything(stepping))
    #expect(one.count > 5)
    #expect(one == other)
    let advancing = try Shop()
    try play(script, in: advancing) { try advancing.store.advance(by: $0) }
    #expect(try everything(advancing) == one)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func periodsOfASubscriptionNeverOverlapByThemselves(
    seed: UInt64
  ) throws {
    let shop = try Shop()
    let script = script(seed + 100).filter { if case .refund = $0 { false } else { true } }
    try play(script, in: shop) { shop.clock.move(by: $0) }
    for account in Self.accounts {
      let periods = try shop.history(account).filter { $0.type == .autoRenewableSubscription && $0.isUpgraded != true }
        .sorted { ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast) }
      for (one, next) in zip(periods, periods.dropFirst()) {
        #expect(try #require(one.expiresDate) <= #require(next.purchaseDate))
        #expect(one.originalTransactionId == next.originalTransactionId)
      }
    }
  }

  @Test func twoConnectionsSeeAndContinueEachOthersWork() throws {
    let shop = try Shop()
    let other = try shop.reopened()
    try shop.buy(Shop.premium)
    #expect(try other.history(of: Shop.customer).signedTransactions.count == 1)
    guard
      case .success(let signed, false) = try other.purchase(
        PurchaseRequest(account: Shop.customer, productId: Shop.coins))
    else {
      Issue.record("not bought")
      return
    }
    #expect(try shop.history().last?.transactionId == payload(signed).transactionId)
    try other.setNetwork(false)
    #expect(throws: StoreError.noNetwork) { try shop.buy(Shop.coins) }
    let text = String(decoding: DemoCatalogue.bytes, as: UTF8.self).replacing("coins550", with: "coins999")
    try other.importCatalogue(Array(text.utf8), name: "other")
    try other.setNetwork(true)
    #expect(try shop.store.products(for: nil).contains { $0.id.hasSuffix("coins999") })
  }

  @Test func manyAtOnceLoseNothing() async throws {
    let shop = try Shop()
    let stores = [shop.store, try shop.reopened()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        let store = stores[index % 2]
        group.addTask { _ = try store.purchase(PurchaseRequest(account: Shop.customer, productId: Shop.coins)) }
      }
      try await group.waitForAll()
    }
    let ids = try shop.history().compactMap(\.transactionId)
    #expect(ids.count == 40 && Set(ids).count == 40)
    #expect(ids == ids.sorted())
  }

  /// Returns how many commits a ledger has had, as SQLite counts them in the index of its log.
  private func commits(_ store: SimulatedAppStore) throws -> UInt32 {
    let index = try Data(contentsOf: URL(filePath: store.path + "-shm"))
    return index.dropFirst(8).prefix(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }

  @Test func purchasesOfTheSameMomentAreStoredByOneCommit() throws {
    let shop = try Shop()
    let store = shop.store
    let (isHeld, gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      try? store.perform { _ in
        isHeld.signal()
        gate.wait()
      }
    }
    isHeld.wait()
    let before = try commits(store)
    for _ in 0..<8 {
      Thread.detachNewThread {
        _ = try? store.purchase(PurchaseRequest(account: Shop.customer, productId: Shop.coins))
        done.signal()
      }
    }
    while store.writes.count < 8 { sched_yield() }
    gate.signal()
    for _ in 0..<8 { done.wait() }
    #expect(try commits(store) == before + 1)
    #expect(try shop.history().count == 8)
  }
}

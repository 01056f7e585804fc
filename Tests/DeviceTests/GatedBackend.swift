import AppStoreModel
import Backends
import Core
import TestSupport

@testable import Device

/// The simulated App Store behind gates: what a test wants to hold up waits, what it wants to bend is bent.
final class GatedBackend: StoreBackend {
  let base: SimulatorBackend
  /// Holds a purchase back after it was paid, until it is opened.
  let purchaseGate = TaskGate()
  /// Holds the catalogue back.
  let productsGate = TaskGate()
  /// The pages that are answered instead of the history's own, by the revision asked for; the last one stays.
  let pages = Mutex<[Result<HistoryPage, StoreError>]>([])
  /// Whether finish calls fail for a while.
  let failsToFinish = Mutex(false)
  /// Whether the App Store knows none of the products.
  let listsNothing = Mutex(false)
  /// How often a history page was asked for.
  let historyCalls = Mutex(0)

  init(_ base: SimulatorBackend) { self.base = base }

  var identity: StoreIdentity { base.identity }
  var capabilities: BackendCapabilities { base.capabilities }
  var control: (any StoreControl)? { base.control }

  func clock() async throws(StoreError) -> StoreClock? { try await base.clock() }
  func accounts() async throws(StoreError) -> [AppleAccount] { try await base.accounts() }

  func products(for account: String?) async throws(StoreError) -> ProductListing {
    await productsGate.pass()
    var listing = try await base.products(for: account)
    listing.unknownIds = ["com.example.gone"]
    if listsNothing.withLock({ $0 }) { listing.products = [] }
    return listing
  }

  func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseAnswer {
    let answer = try await base.purchase(request)
    await purchaseGate.pass()
    return answer
  }

  func unfinished(for account: String) async throws(StoreError) -> [String] {
    try await base.unfinished(for: account)
  }

  func finish(_ transactionId: String, for account: String) async throws(StoreError) {
    if failsToFinish.withLock({ $0 }) { throw StoreError(.systemError, "later", isTemporary: true) }
    try await base.finish(transactionId, for: account)
  }

  func history(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    historyCalls.withLock { $0 += 1 }
    let bent = pages.withLock { $0.isEmpty ? nil : $0.count == 1 ? $0[0] : $0.removeFirst() }
    guard let bent else { return try await base.history(for: account, after: revision) }
    return try bent.get()
  }

  func refundHistory(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try await base.refundHistory(for: account, after: revision)
  }

  func renewalInfos(for account: String) async throws(StoreError) -> [String] {
    try await base.renewalInfos(for: account)
  }

  func requestRefund(of transactionId: String, reason: String?, for account: String) async throws(StoreError) {
    try await base.requestRefund(of: transactionId, reason: reason, for: account)
  }

  func updates() -> AsyncStream<Void> { base.updates() }
}

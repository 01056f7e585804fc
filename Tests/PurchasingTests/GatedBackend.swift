import Backends
import Locks
import StoreModel

@testable import Purchasing

/// The simulated App Store behind gates: what a test wants to hold up waits, what it wants to bend is bent.
final class GatedBackend: StoreBackend {
  let base: SimulatorBackend
  /// Holds a purchase back after it was paid, until it is opened.
  let purchaseGate = Gate()
  /// Holds the catalogue back.
  let productsGate = Gate()
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

/// Open until it is closed; whoever comes to a closed one waits.
actor Gate {
  private var isClosed = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []

  func close() { isClosed = true }

  func open() {
    isClosed = false
    waiting.forEach { $0.resume() }
    waiting = []
  }

  func pass() async {
    guard isClosed else { return }
    watching.forEach { $0.resume() }
    watching = []
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Returns as soon as somebody waits at the gate.
  func arrival() async {
    guard waiting.isEmpty else { return }
    await withCheckedContinuation { watching.append($0) }
  }
}

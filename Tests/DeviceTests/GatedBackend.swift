import AppStoreModel
import Backends
import Core
import TestSupport

@testable import Device

/// The simulated App Store with gates, by which a test delays calls, and with replaced answers.
final class GatedBackend: StoreBackend {
  let base: SimulatorBackend
  /// The gate that delays the answer to a purchase after its payment.
  let purchaseGate = TaskGate()
  /// The gate that delays the catalogue.
  let productsGate = TaskGate()
  /// History pages that are returned one after the other instead of the real ones; the last one is returned again.
  let pages = Mutex<[Result<HistoryPage, StoreError>]>([])
  /// Whether `finish` fails with a temporary error.
  let failsToFinish = Mutex(false)
  /// Whether the catalogue is empty.
  let listsNothing = Mutex(false)
  /// How often a history page was requested.
  let historyCalls = Mutex(0)

  private let isControlled: Bool

  /// - Parameter isControlled: Whether the App Store has controls, as a simulated one has.
  init(_ base: SimulatorBackend, isControlled: Bool = true) {
    self.base = base
    self.isControlled = isControlled
  }

  var identity: StoreIdentity { base.identity }
  var capabilities: BackendCapabilities { base.capabilities }
  var control: (any StoreControl)? { isControlled ? base.control : nil }

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

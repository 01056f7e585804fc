package import AppStoreModel
import Core
package import Device
package import Simulator
package import Verbs

/// The embedded simulated App Store as a backend: a ledger in the store's directory or elsewhere on this machine.
///
/// Each call checks for cancellation before it reads or changes the ledger.
package struct SimulatorBackend: StoreBackend {
  /// The simulated App Store.
  package let store: SimulatedAppStore

  /// The language of product names, which is the device's; prices are those of the storefront.
  let locale: String

  /// How long to wait for an answer that the simulator never gives.
  let patience: Duration

  /// The fixed time that is used while the machine's clock is in doubt.
  private let heldAt: @Sendable () -> Timestamp?

  /// Creates a backend on an open ledger, for a device with a locale such as `en_US` or `zh_CN`.
  package init(
    _ store: SimulatedAppStore, locale: String = "en_US", patience: Duration = .seconds(15),
    heldAt: @escaping @Sendable () -> Timestamp? = { nil }
  ) {
    self.store = store
    self.locale = locale
    self.patience = patience
    self.heldAt = heldAt
  }

  package var identity: StoreIdentity {
    StoreIdentity(
      kind: .simulator, environment: store.environment, bundleId: store.bundleId,
      rootFingerprint: store.rootFingerprint,
      ledgerId: store.ledgerId)
  }

  package var capabilities: BackendCapabilities { BackendCapabilities(isEmbedded: true) }

  package var control: (any StoreControl)? { self }

  /// Reads the ledger's clock; a simulated network failure does not affect it, since it is a local file.
  package func clock() async throws(StoreError) -> StoreClock? {
    try ask {
      var clock = try store.clock()
      clock.heldAt = heldAt()
      return clock
    }
  }

  package func accounts() async throws(StoreError) -> [AppleAccount] {
    try ask { try store.accountsForSignIn() }
  }

  package func products(for account: String?) async throws(StoreError) -> ProductListing {
    try ask {
      ProductListing(
        products: try store.products(for: account, locale: locale), canMakePayments: try store.canMakePayments())
    }
  }

  package func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseAnswer {
    do throws(StoreError) {
      return try ask { try store.purchase(request) }
    } catch  where error.kind == .noCallback {
      try? await Task.sleep(for: patience)
      throw StoreError(
        .noAnswer, say("the App Store never answered; the next start or purchase shows whether it charged"))
    }
  }

  package func unfinished(for account: String) async throws(StoreError) -> [String] {
    try ask { try store.unfinished(of: account) }
  }

  package func finish(_ transactionId: String, for account: String) async throws(StoreError) {
    try ask { try store.finish(transactionId, account: account) }
  }

  /// The number of transactions that a device commits at once; Apple's server returns 20 per page.
  private static let pageSize = 500

  package func history(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try ask { try store.history(of: account, after: revision, limit: Self.pageSize) }
  }

  package func refundHistory(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try ask { try store.refundHistory(of: account, after: revision, limit: Self.pageSize) }
  }

  package func renewalInfos(for account: String) async throws(StoreError) -> [String] {
    try ask { try store.renewalInfos(of: account) }
  }

  package func requestRefund(
    of transactionId: String, reason: String?, for account: String
  ) async throws(StoreError) {
    try ask { try store.requestRefund(of: transactionId, reason: reason, account: account) }
  }

  package func updates() -> AsyncStream<Void> { store.updates() }
}

/// Runs a call on the ledger, unless the task is cancelled.
func ask<Answer>(_ body: () throws -> Answer) throws(StoreError) -> Answer {
  guard !Task.isCancelled else { throw StoreError(.cancelled, say("cancelled before the call to the App Store")) }
  do {
    return try body()
  } catch {
    throw StoreError(wrapping: error)
  }
}

/// The App Store's side of the simulator; a simulated network failure does not affect it.
extension SimulatorBackend: StoreControl {
  package func situation() async throws(StoreError) -> AppStoreSituation {
    try ask { try store.situation(locale: locale) }
  }

  package func preview(
    _ productId: String, quantity: Int, offer: OfferName?, account: String
  ) async throws(StoreError) -> PurchasePreview {
    try ask {
      try store.preview(
        productId, quantity: Int32(clamping: quantity),
        offer: offer.map { try store.offer($0, for: productId, account: account) },
        account: account)
    }
  }

  package func offer(
    _ name: OfferName, for productId: String, account: String
  ) async throws(StoreError) -> PurchaseOffer {
    try ask { try store.offer(name, for: productId, account: account) }
  }

  package func perform(_ call: VerbCall) async throws(StoreError) -> VerbReply { try ask { try store.perform(call) } }
}

extension SimulatedAppStore {
  fileprivate func offer(
    _ name: OfferName, for productId: String, account: String
  ) throws(StoreError) -> PurchaseOffer {
    switch name {
    case .promotional(let id):
      .promotional(id: id, signature: try signOffer(id, productId: productId, token: nil))
    case .code(let name): .code(name)
    case .winBack(let id): .winBack(id)
    case .plan(let plan): .plan(plan)
    case .introductory(let isAllowed):
      .introductory(eligibility: try signEligibility(isAllowed, productId: productId, account: account))
    }
  }
}

package import AppStoreSimulator
package import Purchasing
import SafeText
package import StoreModel

/// The embedded simulated App Store as a backend: the ledger in the store's directory, or another one on this machine.
///
/// Every call stops before it touches the ledger when its task is cancelled.
package struct SimulatorBackend: StoreBackend {
  /// The App Store behind it.
  package let store: SimulatedAppStore

  /// The language that products are named in: the device's, while prices are the storefront's.
  let locale: String

  /// How long an answer that never comes is waited for.
  let patience: Duration

  /// A backend on an open ledger, for a device whose language is that of a locale such as `en_US` or `zh_CN`.
  package init(_ store: SimulatedAppStore, locale: String = "en_US", patience: Duration = .seconds(15)) {
    self.store = store
    self.locale = locale
    self.patience = patience
  }

  package var identity: StoreIdentity {
    StoreIdentity(
      kind: .simulator, environment: .sandbox, bundleId: store.bundleId, rootFingerprint: store.rootFingerprint,
      ledgerId: store.ledgerId)
  }

  package var capabilities: BackendCapabilities { BackendCapabilities(isEmbedded: true) }

  package var control: (any StoreControl)? { SimulatorControl(store, locale: locale) }

  /// Reads the ledger; it works without the network, since this contacts nobody.
  package func clock() async throws(BackendError) -> BackendClock {
    try ask {
      let clock = try store.clock()
      return BackendClock(now: clock.now, epoch: clock.epoch)
    }
  }

  package func accounts() async throws(BackendError) -> [AppleAccount] {
    try ask { try store.accountsForSignIn() }
  }

  package func products(for account: String?) async throws(BackendError) -> ProductListing {
    try ask {
      ProductListing(
        products: try store.products(for: account, locale: locale), canMakePayments: try store.canMakePayments())
    }
  }

  package func purchase(_ request: PurchaseRequest) async throws(BackendError) -> PurchaseAnswer {
    let answer = try ask {
      try store.purchase(
        request.productId, quantity: request.quantity, account: request.account, token: request.appAccountToken,
        outcome: request.outcome, offer: request.offer)
    }
    switch answer {
    case .success(let signed, _, let alreadyOwned):
      return .success(signedTransaction: signed, alreadyOwned: alreadyOwned)
    case .pending(let transactionId): return .pending(transactionId: transactionId)
    case .cancelled: return .cancelled
    case .unanswered:
      try? await Task.sleep(for: patience)
      throw BackendError(
        .noAnswer, "the App Store never called back: whether it charged shows at the next start or purchase")
    }
  }

  package func unfinished(for account: String) async throws(BackendError) -> [String] {
    try ask { try store.unfinished(of: account) }
  }

  package func finish(_ transactionId: String, for account: String) async throws(BackendError) {
    try ask { try store.finish(transactionId, account: account) }
  }

  package func history(for account: String, after revision: String?) async throws(BackendError) -> HistoryPage {
    try ask { HistoryPage(try store.history(of: account, after: revision)) }
  }

  package func refundHistory(for account: String, after revision: String?) async throws(BackendError) -> HistoryPage {
    try ask { HistoryPage(try store.refundHistory(of: account, after: revision)) }
  }

  package func renewalInfos(for account: String) async throws(BackendError) -> [String] {
    try ask { try store.renewalInfos(of: account) }
  }

  package func requestRefund(
    of transactionId: String, reason: String?, for account: String
  ) async throws(BackendError) {
    try ask { try store.requestRefund(of: transactionId, reason: reason, account: account) }
  }

  package func updates() -> AsyncStream<Void> { store.updates() }
}

extension HistoryPage {
  fileprivate init(_ page: SimulatedHistoryPage) {
    self.init(signedTransactions: page.signedTransactions, revision: page.revision, hasMore: page.hasMore)
  }
}

/// Asks the ledger, unless the task was cancelled before.
func ask<Answer>(_ body: () throws -> Answer) throws(BackendError) -> Answer {
  guard !Task.isCancelled else { throw BackendError(.cancelled, "cancelled before the App Store was asked") }
  do {
    return try body()
  } catch let error as SimulatorError {
    throw BackendError(error.kind, error.message, isTemporary: error.isTemporary)
  } catch {
    throw BackendError(.unknown, safeText("\(error)"))
  }
}

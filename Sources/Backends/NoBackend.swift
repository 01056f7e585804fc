package import Purchasing
package import StoreModel

/// No App Store at all: what the store holds can be looked at, and nothing else.
package struct NoBackend: StoreBackend {
  package let identity: StoreIdentity

  /// A backend for a store that is bound to no App Store.
  package init(environment: StoreEnvironment, bundleId: String) {
    identity = StoreIdentity(kind: .none, environment: environment, bundleId: bundleId)
  }

  /// Why every action is disabled.
  package static let reason = "this store has no App Store: open it with --backend"

  package var capabilities: BackendCapabilities {
    BackendCapabilities(
      buy: Self.reason, restore: Self.reason, refundCheck: Self.reason, askRefund: Self.reason,
      restoresNonRenewing: false, isEmbedded: true)
  }

  package var control: (any StoreControl)? { nil }

  /// The machine's own clock is as good as any.
  package func clock() async throws(BackendError) -> BackendClock { BackendClock(now: nil) }

  package func accounts() async throws(BackendError) -> [AppleAccount] { [] }

  package func products(for account: String?) async throws(BackendError) -> ProductListing {
    throw Self.refusal
  }

  package func purchase(_ request: PurchaseRequest) async throws(BackendError) -> PurchaseAnswer {
    throw Self.refusal
  }

  package func unfinished(for account: String) async throws(BackendError) -> [String] {
    throw Self.refusal
  }

  package func finish(_ transactionId: String, for account: String) async throws(BackendError) {
    throw Self.refusal
  }

  package func history(for account: String, after revision: String?) async throws(BackendError) -> HistoryPage {
    throw Self.refusal
  }

  package func refundHistory(for account: String, after revision: String?) async throws(BackendError) -> HistoryPage {
    throw Self.refusal
  }

  package func renewalInfos(for account: String) async throws(BackendError) -> [String] {
    throw Self.refusal
  }

  package func requestRefund(
    of transactionId: String, reason: String?, for account: String
  ) async throws(BackendError) {
    throw Self.refusal
  }

  /// Never rings.
  package func updates() -> AsyncStream<Void> {
    AsyncStream { $0.finish() }
  }

  private static let refusal = BackendError(.unsupported, reason)
}

package import AppStoreModel
import Core
package import Device

/// The backend of a store without an App Store: its content can be read, and every action is disabled.
package struct NoBackend: ReadingBackend {
  package let identity: StoreIdentity
  private let reason: String
  package let catalogue: [Product]?
  private let customers: @Sendable () -> [String]

  /// The reason why actions are disabled in a store that was opened without an App Store.
  package static var reason: String { say("this store has no App Store; open it with --backend") }

  /// The reason why actions are disabled in a case.
  package static var caseReason: String {
    say("a case has no App Store; it shows imported evidence and allows no changes")
  }

  /// Creates a backend for a store that is not bound to an App Store.
  ///
  /// - Parameters:
  ///   - catalogue: The products; nil lists the products of the transactions seen.
  ///   - customers: Returns the customers with evidence, which are the accounts that can be opened.
  package init(
    environment: StoreEnvironment, bundleId: String, reason: String = Self.reason, catalogue: [Product]? = nil,
    customers: @escaping @Sendable () -> [String] = { [] }
  ) {
    self.reason = reason
    self.catalogue = catalogue
    self.customers = customers
    identity = StoreIdentity(kind: .none, environment: environment, bundleId: bundleId)
  }

  package var capabilities: BackendCapabilities {
    BackendCapabilities(
      buy: reason, restore: reason, refundCheck: reason, askRefund: reason, restoresNonRenewing: false,
      isEmbedded: true, listsProducts: catalogue != nil)
  }

  package func accounts() async throws(StoreError) -> [AppleAccount] {
    customers().map { AppleAccount(name: $0, note: "", storefront: "") }
  }

  package func unfinished(for account: String) async throws(StoreError) -> [String] {
    throw refusal
  }

  package func finish(_ transactionId: String, for account: String) async throws(StoreError) {
    throw refusal
  }

  package func history(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    throw refusal
  }

  package func refundHistory(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    throw refusal
  }

  package func renewalInfos(for account: String) async throws(StoreError) -> [String] {
    throw refusal
  }

  private var refusal: StoreError { StoreError(.unsupported, reason) }
}

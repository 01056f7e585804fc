package import AppStoreModel
import Core
package import Device

/// The real App Store through the App Store Server API: support's view of one customer.
///
/// An *account* is the customer that support looked up. Its name is the transaction id, or the invoice's order id, that
/// support entered. This backend cannot buy, and only the customer can ask for a refund.
package struct AppStoreBackend: ReadingBackend {
  package let identity: StoreIdentity
  /// The client of the API, also used by support's actions.
  package let api: AppStoreClient
  /// The client of the other environment, used only to check whether an unknown id belongs there.
  private let other: AppStoreClient?
  package let catalogue: [Product]?
  /// The transaction id of each order id that was looked up; the copies of a backend share it.
  private let orders = Mutex<[String: String]>([:])

  /// - Parameters:
  ///   - other: The server of the other environment.
  ///   - rootFingerprint: The root that signatures are verified against, unless it is Apple's own.
  ///   - catalogue: The products; nil lists the products of the transactions seen.
  package init(
    _ api: AppStoreClient, other: AppStoreServer? = nil, rootFingerprint: String? = nil, catalogue: [Product]? = nil
  ) {
    self.api = api
    self.other = other.map { api.at($0) }
    self.catalogue = catalogue
    identity = StoreIdentity(
      kind: .appStore, environment: api.server.environment, bundleId: api.credentials.bundleId,
      rootFingerprint: rootFingerprint)
  }

  package var capabilities: BackendCapabilities {
    BackendCapabilities(
      buy: BackendText.onlyCustomerCanBuy.text, askRefund: BackendText.onlyCustomerCanAsk.text,
      updates: .live, isReal: api.server.isReal, listsProducts: catalogue != nil)
  }

  package func account(named name: String) async throws(StoreError) -> AppleAccount? {
    let id = try await transactionId(of: name)
    do {
      _ = try await api.history(of: id, after: nil)
    } catch {
      guard error.kind == .transactionNotFound else { throw error }
      throw await notFound(name, id)
    }
    return AppleAccount(name: name, note: "", storefront: "")
  }

  package func finish(_ transactionId: String, for account: String) async throws(StoreError) {
    try await api.finish(transactionId)
  }

  package func history(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try await api.history(of: transactionId(of: account), after: revision)
  }

  package func refundHistory(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try await api.refundHistory(of: transactionId(of: account), after: revision)
  }

  package func renewalInfos(for account: String) async throws(StoreError) -> [String] {
    try await api.renewalInfos(of: transactionId(of: account))
  }

  // MARK: Looking up

  /// Returns the name itself if it is a transaction id, or the first transaction id of an order id.
  package func transactionId(of name: String) async throws(StoreError) -> String {
    if !name.isEmpty, name.utf8.allSatisfy(\.isDigit) { return name }
    if let known = orders.withLock({ $0[name] }) { return known }
    guard !api.server.isReal || api.server.environment == .production else {
      throw StoreError(
        .accountNotFound,
        say(
          "only production can look up order ids; use a transaction id, or open --backend appstore:production"
        ))
    }
    guard let signed = try await api.order(name)?.first else {
      throw StoreError(
        .accountNotFound,
        say("unknown order \(safeText(name)) at \(api.server.name); check the order id in the receipt e-mail"))
    }
    // The payload is not verified here, since it only gives the id to look up; the answer to that is verified.
    guard let id = try? CompactJWS(signed.utf8).claims().string("transactionId") else {
      throw api.malformed(say("Apple answered an order with an invalid transaction"))
    }
    orders.withLock { $0[name] = id }
    return id
  }

  /// Returns the error of an unknown id, which says whether it belongs to the other environment.
  private func notFound(_ name: String, _ id: String) async -> StoreError {
    if let other, (try? await other.history(of: id, after: nil)) != nil {
      return StoreError(
        .accountNotFound,
        say(
          "\(safeText(name)) belongs to the other environment, not to "
            + "\(api.server.name); open --backend \(other.server.name)"
        )
      )
    }
    let text = BackendText.noneKnows(api.server.name, other: other?.server.name, transaction: safeText(name))
    return StoreError(.accountNotFound, text.text)
  }
}

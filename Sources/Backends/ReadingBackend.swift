package import AppStoreModel
package import Device

/// A backend at which a device only reads: the customer buys and asks for refunds in the app.
///
/// It has no accounts to list, because a person names the customer. It does not say which transactions are unfinished,
/// which the App Store tells the customer's own devices only. The machine's clock is as good as its own.
package protocol ReadingBackend: StoreBackend {
  /// The products; nil lists the products of the transactions seen.
  var catalogue: [Product]? { get }
}

extension ReadingBackend {
  package var control: (any StoreControl)? { nil }

  package func clock() async throws(StoreError) -> StoreClock? { nil }

  package func accounts() async throws(StoreError) -> [AppleAccount] { [] }

  package func products(for account: String?) async throws(StoreError) -> ProductListing {
    ProductListing(products: catalogue ?? [])
  }

  package func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseAnswer {
    throw StoreError(.unsupported, capabilities.buy ?? "")
  }

  package func unfinished(for account: String) async throws(StoreError) -> [String] { [] }

  package func requestRefund(
    of transactionId: String, reason: String?, for account: String
  ) async throws(StoreError) {
    throw StoreError(.unsupported, capabilities.askRefund ?? "")
  }

  /// Returns a stream without events: Till reads from the App Store on demand.
  package func updates() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

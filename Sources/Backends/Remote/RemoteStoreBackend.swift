package import AppStoreModel
package import Core
package import Device
package import Verbs

/// The simulated App Store of a running `till serve`, reached over HTTP; its updates arrive as a stream.
package struct RemoteStoreBackend: CallingBackend {
  /// The server.
  package let store: RemoteStore
  /// The language of product names.
  package let locale: String?

  /// Creates a backend for a device with a locale such as `en_US` or `zh_CN`.
  package init(_ store: RemoteStore, locale: String = "en_US") {
    self.store = store
    self.locale = locale
  }

  package var identity: StoreIdentity { store.identity }
  package var capabilities: BackendCapabilities { BackendCapabilities() }

  package var control: (any StoreControl)? { self }

  package func answer(to call: RemoteCall, _ arguments: JSONObject) async throws(StoreError) -> JSONObject {
    // Without an answer to a purchase, the device cannot know whether the customer was charged.
    try await store.call(call, arguments, loss: call == .purchase ? .noAnswer : .networkError)
  }

  package func unreadable(_ call: RemoteCall, _ error: JSONError) -> StoreError { RemoteStore.stranger(store.address) }

  /// Returns a stream with an event for each change of the server's ledger, and after each lost connection.
  package func updates() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        var pause = Duration.seconds(1)
        while !Task.isCancelled {
          let start = ContinuousClock.now
          await store.listen { continuation.yield() }
          // The wait doubles while the server is unreachable.
          pause = start.duration(to: .now) > .seconds(20) ? .seconds(1) : min(pause * 2, .seconds(30))
          try? await Task.sleep(for: pause)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension RemoteStoreBackend: StoreControl {
  package func situation() async throws(StoreError) -> AppStoreSituation {
    try await ask(.situation, ["locale": .string(locale ?? "en_US")], AppStoreSituation.init(json:))
  }

  package func preview(
    _ productId: String, quantity: Int, offer: OfferName?, account: String
  ) async throws(StoreError) -> PurchasePreview {
    var arguments: JSONObject = [
      "productId": .string(productId), "quantity": .number(quantity), "account": .string(account),
    ]
    arguments.append("offer", ifPresent: offer.map { .object($0.json) })
    return try await ask(.preview, arguments, PurchasePreview.init(json:))
  }

  package func offer(
    _ name: OfferName, for productId: String, account: String
  ) async throws(StoreError) -> PurchaseOffer {
    var arguments = name.json
    arguments.append("productId", .string(productId))
    arguments.append("account", .string(account))
    return try await ask(.offer, arguments, PurchaseOffer.init(json:))
  }

  package func perform(_ call: VerbCall) async throws(StoreError) -> VerbReply {
    try await ask(.verb, call.remote, VerbReply.init(remote:))
  }
}

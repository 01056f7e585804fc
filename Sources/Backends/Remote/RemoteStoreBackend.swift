package import AppStoreModel
import Core
package import Device

/// The simulated App Store behind a running `till serve`: every call goes over HTTP, and updates come as a stream.
package struct RemoteStoreBackend: StoreBackend {
  /// The server.
  package let store: RemoteStore
  /// The language that products are named in.
  let locale: String

  /// A backend for a device whose language is that of a locale such as `en_US` or `zh_CN`.
  package init(_ store: RemoteStore, locale: String = "en_US") {
    self.store = store
    self.locale = locale
  }

  package var identity: StoreIdentity { store.identity }
  package var capabilities: BackendCapabilities { BackendCapabilities() }

  package var hasImmediateHistory: Bool { true }
  package var control: (any StoreControl)? { RemoteStoreControl(store: store, locale: locale) }

  package func clock() async throws(StoreError) -> StoreClock? {
    try await store.call(RemoteCall.clock) { json throws(JSONError) in
      try StoreClock(json)
    }
  }

  package func accounts() async throws(StoreError) -> [AppleAccount] {
    try await store.call(RemoteCall.accounts) { json throws(JSONError) in
      var accounts: [AppleAccount] = []
      for one in try json.objects("accounts") ?? [] { accounts.append(try AppleAccount(json: one)) }
      return accounts
    }
  }

  package func products(for account: String?) async throws(StoreError) -> ProductListing {
    var arguments: JSONObject = ["locale": .string(locale)]
    arguments.append("account", ifPresent: account.map(JSONValue.string))
    return try await store.call(RemoteCall.products, arguments, ProductListing.init(json:))
  }

  package func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseAnswer {
    // Without an answer the device cannot know whether it was charged.
    try await store.call(RemoteCall.purchase, request.json, loss: .noAnswer, PurchaseAnswer.init(json:))
  }

  package func unfinished(for account: String) async throws(StoreError) -> [String] {
    try await signed(.unfinished, account)
  }

  package func finish(_ transactionId: String, for account: String) async throws(StoreError) {
    _ = try await store.call(RemoteCall.finish, ["transactionId": .string(transactionId), "account": .string(account)])
  }

  package func history(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try await page(.history, account, revision)
  }

  package func refundHistory(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try await page(.refundHistory, account, revision)
  }

  package func renewalInfos(for account: String) async throws(StoreError) -> [String] {
    try await signed(.renewalInfos, account)
  }

  package func requestRefund(
    of transactionId: String, reason: String?, for account: String
  ) async throws(StoreError) {
    var arguments: JSONObject = ["transactionId": .string(transactionId), "account": .string(account)]
    arguments.append("reason", ifPresent: reason.map(JSONValue.string))
    _ = try await store.call(RemoteCall.requestRefund, arguments)
  }

  /// Rings whenever the server says that its ledger changed, and once after each time that the connection was lost.
  package func updates() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        var pause = Duration.seconds(1)
        while !Task.isCancelled {
          let start = ContinuousClock.now
          await store.listen { continuation.yield() }
          // A server that was gone for a while is asked less often.
          pause = start.duration(to: .now) > .seconds(20) ? .seconds(1) : min(pause * 2, .seconds(30))
          try? await Task.sleep(for: pause)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func signed(_ call: RemoteCall, _ account: String) async throws(StoreError) -> [String] {
    try await store.call(call, ["account": .string(account)]) { json throws(JSONError) in
      try json.required("signed", json.strings("signed"))
    }
  }

  private func page(
    _ call: RemoteCall, _ account: String, _ revision: String?
  ) async throws(StoreError) -> HistoryPage {
    var arguments: JSONObject = ["account": .string(account)]
    arguments.append("revision", ifPresent: revision.map(JSONValue.string))
    return try await store.call(call, arguments, HistoryPage.init(json:))
  }
}

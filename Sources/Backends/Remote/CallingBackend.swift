package import AppStoreModel
package import Core
package import Device

/// A backend elsewhere, whose calls and answers are JSON, sent over HTTP or a program's pipes.
package protocol CallingBackend: StoreBackend {
  /// The language of product names, or nil if calls do not name it.
  var locale: String? { get }

  /// Makes a call and returns its answer.
  func answer(to call: RemoteCall, _ arguments: JSONObject) async throws(StoreError) -> JSONObject

  /// Returns the error of an answer in an unknown format.
  func unreadable(_ call: RemoteCall, _ error: JSONError) -> StoreError
}

extension CallingBackend {
  package func clock() async throws(StoreError) -> StoreClock? {
    try await ask(.clock) { json throws(JSONError) in try StoreClock(json) }
  }

  package func accounts() async throws(StoreError) -> [AppleAccount] {
    try await ask(.accounts) { json throws(JSONError) in
      try (json.objects("accounts") ?? []).map { account throws(JSONError) in try AppleAccount(json: account) }
    }
  }

  package func products(for account: String?) async throws(StoreError) -> ProductListing {
    var arguments = JSONObject()
    arguments.append("locale", ifPresent: locale.map(JSONValue.string))
    arguments.append("account", ifPresent: account.map(JSONValue.string))
    var listing = try await ask(.products, arguments, ProductListing.init(json:))
    for index in listing.products.indices { listing.products[index].fillDisplayPrice() }
    return listing
  }

  package func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseAnswer {
    if let reason = capabilities.buy { throw StoreError(.unsupported, reason) }
    return try await ask(.purchase, request.json, PurchaseAnswer.init(json:))
  }

  package func unfinished(for account: String) async throws(StoreError) -> [String] {
    try await signed(.unfinished, account)
  }

  package func finish(_ transactionId: String, for account: String) async throws(StoreError) {
    _ = try await answer(to: .finish, ["transactionId": .string(transactionId), "account": .string(account)])
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
    if let reason = capabilities.askRefund { throw StoreError(.unsupported, reason) }
    var arguments: JSONObject = ["transactionId": .string(transactionId), "account": .string(account)]
    arguments.append("reason", ifPresent: reason.map(JSONValue.string))
    _ = try await answer(to: .requestRefund, arguments)
  }

  private func signed(_ call: RemoteCall, _ account: String) async throws(StoreError) -> [String] {
    try await ask(call, ["account": .string(account)]) { json throws(JSONError) in
      try json.required("signed", json.strings("signed"))
    }
  }

  private func page(
    _ call: RemoteCall, _ account: String, _ revision: String?
  ) async throws(StoreError) -> HistoryPage {
    var arguments: JSONObject = ["account": .string(account)]
    arguments.append("revision", ifPresent: revision.map(JSONValue.string))
    return try await ask(call, arguments, HistoryPage.init(json:))
  }

  /// Makes a call and reads its answer.
  func ask<Answer>(
    _ call: RemoteCall, _ arguments: JSONObject = [:], _ read: (JSONObject) throws(JSONError) -> Answer
  ) async throws(StoreError) -> Answer {
    let json = try await answer(to: call, arguments)
    do throws(JSONError) {
      return try read(json)
    } catch {
      throw unreadable(call, error)
    }
  }
}

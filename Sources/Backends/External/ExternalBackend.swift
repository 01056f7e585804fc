package import AppStoreModel
import Core
package import Device

/// A backend of your own: a program that answers the device's calls (`Assets/Backends/protocol.schema.json`).
///
/// It is trusted no more than any other: its data is verified against the roots of the store.
package struct ExternalBackend: StoreBackend {
  package let identity: StoreIdentity
  package let capabilities: BackendCapabilities
  private let channel: ProgramChannel

  /// Starts a program and asks it for its description.
  ///
  /// - Parameter rootFingerprint: The root that signatures are checked against, where it is not Apple's own.
  /// - Throws: A `StoreError` of kind `unusable` when it cannot be started or does not follow the protocol.
  package init(_ channel: ProgramChannel, rootFingerprint: String?) async throws(StoreError) {
    self.channel = channel
    let answer = try await channel.call("initialize", ["protocol": 1])
    do {
      guard try answer.int64("protocol") == 1 else { throw JSONError.invalid("protocol", say("must be 1")) }
      guard let environment = try answer.string("environment") else { throw JSONError.missing("environment") }
      guard let bundleId = try answer.string("bundleId") else { throw JSONError.missing("bundleId") }
      identity = StoreIdentity(
        kind: .external, environment: StoreEnvironment(rawValue: environment), bundleId: bundleId,
        rootFingerprint: rootFingerprint)
      capabilities = try BackendCapabilities(program: answer.object("capabilities") ?? JSONObject())
    } catch {
      throw StoreError(
        .unusable, say("\(safeText(channel.program)) does not follow Till's protocol: \(safeText("\(error)"))"))
    }
  }

  package var control: (any StoreControl)? { nil }

  /// The program's standard error, and how it ended.
  package func asides() -> [String] { channel.takeAsides() }

  package func clock() async throws(StoreError) -> StoreClock? {
    try await ask("clock") { json throws(JSONError) in
      try StoreClock(json)
    }
  }

  package func accounts() async throws(StoreError) -> [AppleAccount] {
    try await ask("accounts") { json throws(JSONError) in
      var accounts: [AppleAccount] = []
      for one in try json.objects("accounts") ?? [] { accounts.append(try AppleAccount(json: one)) }
      return accounts
    }
  }

  package func products(for account: String?) async throws(StoreError) -> ProductListing {
    var parameters = JSONObject()
    parameters.append("account", ifPresent: account.map(JSONValue.string))
    var listing = try await ask("products", parameters, ProductListing.init(json:))
    for index in listing.products.indices { listing.products[index].fillDisplayPrice() }
    return listing
  }

  package func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseAnswer {
    if let reason = capabilities.buy { throw StoreError(.unsupported, reason) }
    return try await ask("purchase", request.json, isRepeatable: false, PurchaseAnswer.init(json:))
  }

  package func unfinished(for account: String) async throws(StoreError) -> [String] {
    try await ask("unfinished", ["account": .string(account)]) { json throws(JSONError) in
      try json.strings("signed") ?? []
    }
  }

  package func finish(_ transactionId: String, for account: String) async throws(StoreError) {
    _ = try await channel.call("finish", ["transactionId": .string(transactionId), "account": .string(account)])
  }

  package func history(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try await page("history", account, revision)
  }

  package func refundHistory(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    try await page("refundHistory", account, revision)
  }

  package func renewalInfos(for account: String) async throws(StoreError) -> [String] {
    try await ask("renewalInfos", ["account": .string(account)]) { json throws(JSONError) in
      try json.strings("signed") ?? []
    }
  }

  package func requestRefund(
    of transactionId: String, reason: String?, for account: String
  ) async throws(StoreError) {
    if let reason = capabilities.askRefund { throw StoreError(.unsupported, reason) }
    var parameters: JSONObject = ["transactionId": .string(transactionId), "account": .string(account)]
    parameters.append("reason", ifPresent: reason.map(JSONValue.string))
    _ = try await channel.call("requestRefund", parameters, isRepeatable: false)
  }

  /// Rings with each notification `changed`.
  package func updates() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in channel.onRing { continuation.yield() } }
  }

  private func page(_ method: String, _ account: String, _ revision: String?) async throws(StoreError) -> HistoryPage {
    var parameters: JSONObject = ["account": .string(account)]
    parameters.append("revision", ifPresent: revision.map(JSONValue.string))
    return try await ask(method, parameters, HistoryPage.init(json:))
  }

  private func ask<Answer>(
    _ method: String, _ parameters: JSONObject = [:], isRepeatable: Bool = true,
    _ read: (JSONObject) throws(JSONError) -> Answer
  ) async throws(StoreError) -> Answer {
    let answer = try await channel.call(method, parameters, isRepeatable: isRepeatable)
    do throws(JSONError) {
      return try read(answer)
    } catch {
      throw StoreError(
        .systemError,
        say("\(safeText(channel.program)) answered \(method) in an unknown format: \(safeText("\(error)"))"))
    }
  }
}

extension BackendCapabilities {
  /// Reads a program's abilities: for each action nothing, or the reason against it.
  init(program json: JSONObject) throws(JSONError) {
    func reason(_ name: String) throws(JSONError) -> String? { try json.string(name).map { safeText($0) } }
    self.init(
      buy: try reason("buy"), restore: try reason("restore"), refundCheck: try reason("refundCheck"),
      askRefund: try reason("askRefund"), restoresNonRenewing: try json.bool("restoresNonRenewing") ?? true,
      updates: try json.bool("updates") == true ? .live : .held,
      listsProducts: try json.bool("listsProducts") ?? true)
  }
}

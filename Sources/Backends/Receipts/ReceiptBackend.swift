package import AppStoreModel
import Core
package import Device
import HTTP

/// The legacy `verifyReceipt` of the App Store as a backend: it shows the content of a customer's receipt.
///
/// An *account* is a receipt, and its name is the file's name. This backend cannot buy. The server's answers carry no
/// signatures: `AttestedText` describes how they are stored, and they count only on a device that is bound to this
/// server.
package struct ReceiptBackend: ReadingBackend {
  /// Asks the app for a new receipt with a given name; returns nil if there is none.
  package typealias Refresh = @Sendable (String) async throws(StoreError) -> [UInt8]?

  package let identity: StoreIdentity
  package let client: ReceiptClient
  package let catalogue: [Product]?
  private let source: ReceiptSource
  private let roots: TrustedRoots?
  private let memory = ReceiptMemory()

  /// - Parameters:
  ///   - roots: The trusted roots for the receipt's own signature; nil does not check it.
  ///   - catalogue: The products; nil lists the products of the transactions seen.
  package init(
    _ client: ReceiptClient, bundleId: String, source: ReceiptSource, roots: TrustedRoots?, catalogue: [Product]? = nil
  ) {
    self.client = client
    self.source = source
    self.roots = roots
    self.catalogue = catalogue
    identity = StoreIdentity(kind: .receipt, environment: client.server.environment, bundleId: bundleId)
  }

  package var capabilities: BackendCapabilities {
    BackendCapabilities(
      buy: BackendText.onlyCustomerCanBuy.text, askRefund: BackendText.onlyCustomerCanAsk.text,
      updates: .live, isReal: client.server.isReal, listsProducts: catalogue != nil)
  }

  package func account(named name: String) async throws(StoreError) -> AppleAccount? {
    _ = try await answer(for: name)
    return AppleAccount(name: name, note: "", storefront: "")
  }

  package func finish(_ transactionId: String, for account: String) async throws(StoreError) {
    throw StoreError(.unsupported, say("only the customer's app can finish a transaction of a receipt"))
  }

  /// Returns the whole receipt in one page, whose revision is the receipt's creation date.
  package func history(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    let answer = try await answer(for: account)
    return try page(answer, try form { () throws(JSONError) in try answer.transactions(by: .answer) })
  }

  /// Returns the refunded transactions in the last answer.
  package func refundHistory(for account: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    let answer = try await lastAnswer(for: account)
    let ids = Set(answer.entries.filter { $0["cancellation_date_ms"] != nil }.compactMap(Self.id))
    let texts = try form { () throws(JSONError) in try answer.transactions(by: .answer) }
    return try page(answer, zip(answer.entries, texts).filter { Self.id($0.0).map(ids.contains) ?? false }.map(\.1))
  }

  package func renewalInfos(for account: String) async throws(StoreError) -> [String] {
    let answer = try await lastAnswer(for: account)
    return try form { () throws(JSONError) in try answer.renewalInfos(by: .answer) }
  }

  package func asides() -> [String] { memory.takeNotes() }

  // MARK: The receipt

  /// Returns the answer that the history was read from, so that a whole restore is one request.
  private func lastAnswer(for name: String) async throws(StoreError) -> ReceiptAnswer {
    if let answer = memory.answer(for: name) { return answer }
    return try await answer(for: name)
  }

  private func answer(for name: String) async throws(StoreError) -> ReceiptAnswer {
    let file = try await receipt(name)
    try check(file.receipt, name)
    let answer = try await client.verify(file) { memory.note($0) }
    guard answer.environment == identity.environment else {
      let place = answer.environment == .production ? "production" : "sandbox"
      throw StoreError(
        .accountNotFound,
        say(
          "\(safeText(name)) is a receipt of \(place), not of \(client.server.name); "
            + "open --backend \(client.other?.name ?? "receipt:\(place)")"
        ))
    }
    guard answer.bundleId == identity.bundleId else { throw foreign(name, answer.bundleId) }
    if let seen = source.lastSeen(name), answer.creationDate.milliseconds < seen {
      throw StoreError(
        .failed,
        say(
          "\(safeText(name)) is an old receipt, created \(answer.creationDate.formatted(.minute)); Till has already "
            + "read one created \(Timestamp(milliseconds: seen).formatted(.minute)); have the app refresh it"
        ))
    }
    memory.keep(answer, for: name)
    return answer
  }

  /// Throws for a receipt that Apple would reject.
  private func check(_ receipt: AppReceipt?, _ name: String) throws(StoreError) {
    guard let receipt else { return }
    guard receipt.environment != .xcode else {
      throw StoreError(
        .failed,
        say("Xcode created \(safeText(name)) for tests; Apple does not know it and would answer 21002"))
    }
    guard receipt.bundleId == identity.bundleId else { throw foreign(name, receipt.bundleId) }
    if roots != nil, let failure = receipt.failure {
      memory.note(
        say("the own signature of \(safeText(name)) is invalid (\(safeText(failure.message))); Apple decides"))
    }
  }

  private func foreign(_ name: String, _ bundleId: String) -> StoreError {
    StoreError(
      .accountNotFound,
      say("\(safeText(name)) is a receipt of \(safeText(bundleId)), not of \(safeText(identity.bundleId))"))
  }

  /// Reads the receipt, with retries, since an app may write it late; then has the app refresh it if possible.
  private func receipt(_ name: String) async throws(StoreError) -> ReceiptFile {
    for attempt in 1...ReceiptClient.attempts {
      if let bytes = source.read(name), !bytes.isEmpty { return file(bytes) }
      memory.note(say("no receipt \(safeText(name)) yet (attempt \(attempt) of \(ReceiptClient.attempts))"))
      guard attempt < ReceiptClient.attempts else { break }
      try await client.wait(200 << Int64(attempt), for: say("the receipt \(safeText(name))"))
    }
    if let refresh = source.refresh {
      memory.note(
        say("no receipt \(safeText(name)) after \(ReceiptClient.attempts) attempts; asking the app to refresh it"))
      if let bytes = try await refresh(name), !bytes.isEmpty { return file(bytes) }
    }
    throw StoreError(
      .accountNotFound,
      say(
        ReceiptClient.attempts,
        "receipt \(safeText(name)) not found after \(ReceiptClient.attempts) "
          + "attempt\((source.refresh != nil) ? say(" and a refresh") : ""); name the "
          + "receipt's file, or have the customer's app refresh the receipt",
        "receipt \(safeText(name)) not found after \(ReceiptClient.attempts) "
          + "attempts\((source.refresh != nil) ? say(" and a refresh") : ""); name the "
          + "receipt's file, or have the customer's app refresh the receipt"
      ))
  }

  private func file(_ bytes: [UInt8]) -> ReceiptFile { ReceiptFile(bytes, roots: roots ?? .apple) }

  private func page(_ answer: ReceiptAnswer, _ texts: [String]) throws(StoreError) -> HistoryPage {
    HistoryPage(
      signedTransactions: texts, revision: String(answer.creationDate.milliseconds), hasMore: false)
  }

  private static func id(_ entry: JSONObject) -> String? { entry["transaction_id"]?.stringValue }

  private func form(_ body: () throws(JSONError) -> [String]) throws(StoreError) -> [String] {
    do {
      return try body()
    } catch {
      throw StoreError(
        .systemError,
        say("\(client.server.address.server) answered a receipt entry in an unknown format: \(safeText("\(error)"))"))
    }
  }
}

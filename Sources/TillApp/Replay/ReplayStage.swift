import AppStoreModel
import Core
import HTTP
import Serve
import Simulator
import Verbs

/// A temporary `till serve` whose customers own purchases similar to the recorded ones.
final class ReplayStage {
  private let directory: ThrowAwayDirectory
  private let emulator: Emulator
  private let store: SimulatedAppStore
  private let transport = HTTPTransport()
  /// The ledger's ids, revisions and tokens, by the recorded ones that they replace.
  private var names: [String: String] = [:]

  /// Starts a server with the recorded purchases.
  ///
  /// - Throws: A `CommandError` where the server cannot start.
  init(_ exchanges: [RecordedExchange]) throws {
    directory = try ThrowAwayDirectory(.demo)
    let purchases = RecordedPurchase.all(in: exchanges)
    let payloads = exchanges.flatMap { $0.answer.map(SignedText.payloads) ?? [] }
    var contents = LedgerContents(
      bundleId: payloads.lazy.compactMap { $0["bundleId"]?.stringValue }.first,
      catalogue: JSONValue.object(RecordedPurchase.catalogue(purchases)).serializedBytes(),
      catalogueName: say("the recording's products"), accounts: [LedgerContents.NewAccount(name: "customer@")])
    if payloads.contains(where: { $0["environment"] == "Production" }) { contents.environment = .production }
    contents.appAppleId = payloads.lazy.compactMap { $0["appAppleId"]?.numberValue?.int64 }.first
    // The ledger's clock starts at the recording's date, so that requests with dates match.
    contents.clock = payloads.compactMap { $0["signedDate"]?.numberValue?.int64 }.max().map {
      Timestamp(milliseconds: $0 + 1000)
    }
    store = try SimulatedAppStore(path: directory.path + "/appstore.db", contents: contents)
    var options = EmulatorOptions()
    options.notify = try? HTTPAddress("http://127.0.0.1:9/nobody")
    options.patience = 0
    do throws(HTTPServerError) {
      emulator = try Emulator(store, directory: directory.path, options: options)
    } catch {
      directory.discard()
      throw CommandError(.failed, error.description)
    }
    for purchase in purchases { try sell(purchase) }
  }

  func discard() {
    emulator.stop()
    directory.discard()
  }

  /// Buys a similar product with the recorded number of renewals, at most 12, and ends it as recorded.
  private func sell(_ purchase: RecordedPurchase) throws {
    guard let product = purchase.newest.productId else { return }
    var buy = VerbCall(.buy).with(.product, product).with(.account, "customer@")
    if let token = purchase.newest.appAccountToken { buy = buy.with(.token, token) }
    if let quantity = purchase.newest.quantity, quantity > 1 { buy = buy.with(.quantity, Int(quantity)) }
    let known = try Set(transactions().compactMap(\.transactionId))
    guard let first = try? store.perform(buy), case .done = first else { return }
    let isSubscription = purchase.newest.type == .autoRenewableSubscription
    if isSubscription {
      for _ in purchase.ids.dropFirst().prefix(12) {
        _ = try? store.perform(call(.renew, of: product))
      }
    }
    let made = try transactions().filter { !known.contains($0.transactionId ?? "") }
      .sorted {
        ($0.purchaseDate?.milliseconds ?? 0, $0.transactionId ?? "") < (
          $1.purchaseDate?.milliseconds ?? 0, $1.transactionId ?? ""
        )
      }
    guard let last = made.last else { return }
    for (index, id) in purchase.ids.enumerated() {
      let own = index < made.count ? made[index] : last
      names[id] = own.transactionId
      if let item = purchase.lineItems[index] { names[item] = own.webOrderLineItemId }
    }
    if let app = purchase.newest.appTransactionId { names[app] = last.appTransactionId }
    if purchase.newest.revocationDate != nil, let id = last.transactionId {
      _ = try? store.perform(VerbCall(.approveRefund).with(.transaction, id))
    } else if isSubscription, let end = purchase.newest.expiresDate, end < (try store.clock().now) {
      _ = try? store.perform(call(.expire, of: product))
    }
  }

  private func call(_ verb: Verb, of product: String) -> VerbCall {
    var call = VerbCall(verb).with(.subscription, product)
    call.signedIn = "customer@"
    return call
  }

  private func transactions() throws -> [Transaction] {
    try store.transactions(of: "customer@", PageRequest(limit: 10_000)).rows
  }

  /// Sends a recorded request to this server, with the ledger's ids in place of the recorded ones.
  func answer(to exchange: RecordedExchange) async throws -> (status: Int, body: JSONValue?) {
    let now = store.machineClock().milliseconds / 1000
    let token = try emulator.files.key.token([
      "iss": .string(emulator.issuerId), "iat": .number(now), "exp": .number(now + 300),
      "aud": "appstoreconnect-v1", "bid": .string(emulator.bundleId),
    ])
    let address = try HTTPAddress(emulator.url).appending(
      exchange.path.map(named), query: exchange.query.map { ($0.name, named($0.value)) })
    var headers = [HTTPHeader("Authorization", "Bearer " + token), HTTPHeader("Accept", "application/json")]
    if exchange.body != nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
    let request = HTTP.HTTPRequest(
      exchange.method, address, headers: headers,
      body: exchange.body.map { JSONValue.object($0).mappingTexts(named).serializedBytes() })
    let response = try await transport.send(request)
    let body = try? JSONValue(parsing: response.body, limits: JSONLimits(depth: 64))
    learn(exchange.answer?.objectValue, body?.objectValue)
    return (response.status, body)
  }

  /// Maps the recorded revision and tokens of an answer to the ledger's, for later requests.
  private func learn(_ recorded: JSONObject?, _ own: JSONObject?) {
    for name in ["revision", "paginationToken", "testNotificationToken", "requestId"] {
      if let theirs = recorded?[name]?.stringValue, let ours = own?[name]?.stringValue { names[theirs] = ours }
    }
  }

  private func named(_ text: String) -> String { names[text] ?? text }
}

import AppStoreModel
import Backends
import Core
import Device
import Foundation
import HTTP
import Simulator
import Verbs

/// A simulated device with its app server; both do their usual work in random order until the time is over.
struct LoadClient {
  private let number: Int
  private let address: HTTPAddress
  private let sharedSecret: String
  /// The header that each request of a device carries, with the ledger's id.
  private let ledger: HTTPHeader
  private let book: LoadBook
  private let verifier: Verifier
  private let transport: HTTPTransport
  private let device: RemoteStoreBackend
  private let appServer: RemoteAppServer
  private let api: AppStoreClient
  private var random: SeededNumbers
  private var account = ""
  private var user = ""
  /// The account's purchases, newest last, with their signed text.
  private var bought: [(id: String, signed: String, intent: String)] = []
  /// The history revision that the device has read up to.
  private var revision: String?

  /// The number of purchases after which a new customer starts.
  private static let purchasesEach = 60

  init(_ number: Int, at store: ServedStore, _ book: LoadBook, verifier: Verifier, seed: UInt64) async throws {
    self.number = number
    address = store.address
    sharedSecret = store.sharedSecret
    ledger = HTTPHeader(RemoteStore.ledgerField, store.remote.identity.ledgerId ?? "")
    self.book = book
    self.verifier = verifier
    transport = HTTPTransport()
    device = RemoteStoreBackend(try await RemoteStore(asking: store.address, transport: transport))
    appServer = RemoteAppServer(store.address, secrets: nil, transport: transport, now: { .machine })
    api = AppStoreClient(
      AppStoreServer(name: "till serve", origin: store.address, environment: .sandbox, isReal: false),
      credentials: store.credentials, transport: transport, now: { .machine })
    random = SeededNumbers(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
  }

  /// Works until a time; counts failures and continues after them.
  mutating func run(until end: ContinuousClock.Instant) async {
    let rings = Task { [device, book] in
      for await _ in device.updates() { book.note { $0.count("ring of the update stream") } }
    }
    while ContinuousClock.now < end {
      if account.isEmpty || bought.count >= Self.purchasesEach { await begin() }
      await something()
    }
    rings.cancel()
  }

  private mutating func begin() async {
    let name = "load\(number)-\(UUID().uuidString.prefix(8).lowercased())@"
    guard
      await attempt(
        "new account",
        { [device] in
          _ = try await device.control?.perform(VerbCall(.newAccount).with(.newName, name))
        }) != nil
    else { return }
    (account, user, bought, revision) = (name, "user of " + name, [], nil)
    book.note { $0.accounts.append(name) }
  }

  private mutating func something() async {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<25: await buy()
    case 25..<45: await finish()
    case 45..<55: await check()
    case 55..<60: await restore()
    case 60..<75: await readHistory()
    case 75..<83: await refund()
    case 83..<88: await upload()
    case 88..<90: await verifyReceipt()
    case 90..<95: await breakSomething()
    default: await sendGarbage()
    }
  }

  /// Runs an operation, and counts its success or its failure.
  private func attempt<Answer: Sendable>(
    _ name: String, _ work: @Sendable () async throws -> Answer
  ) async -> Answer? {
    do {
      let answer = try await work()
      book.note { $0.count(name) }
      return answer
    } catch {
      let kind =
        (error as? StoreError)?.kind.rawValue ?? (error as? VerificationError)?.kind.rawValue
        ?? (error as? HTTPError).map { "\($0.kind)" } ?? "\(error)"
      book.note { $0.fail(name, kind) }
      return nil
    }
  }

  // MARK: The device

  private mutating func buy() async {
    let isSubscription = Int.random(in: 0..<10, using: &random) == 0
    let product = isSubscription ? "com.example.piglet.plus.monthly" : "com.example.piglet.coins100"
    let request = PurchaseRequest(
      account: account, productId: product, quantity: 1, appAccountToken: UUID().uuidString.lowercased())
    let now = Timestamp.machine
    let intent = Intent(
      id: UUID().uuidString.lowercased(), account: account, user: user, productId: product, quantity: 1,
      appAccountToken: request.appAccountToken, createdDate: now, storeDate: now)
    guard await attempt("register", { [appServer] in try await appServer.register(intent) }) != nil else { return }
    let answer = await attempt("purchase") { [device] in try await device.purchase(request) }
    var purchase = LoadTally.Purchase(account: account, token: request.appAccountToken ?? "")
    if case .success(let signed, let alreadyOwned)? = answer {
      guard !alreadyOwned, let id = transactionId(of: signed) else { return }
      purchase.transactionId = id
      bought.append((id, signed, intent.id))
    }
    book.note { [purchase] in $0.purchases.append(purchase) }
  }

  /// Returns the id of a signed transaction, after verifying its signature.
  private func transactionId(of signed: String) -> String? {
    let result = verifier.verify(signed, as: .transaction)
    guard result.verdict == .verified, let id = try? result.json?.string("transactionId") else {
      book.note { $0.problems.append("a signature of the App Store does not hold") }
      return nil
    }
    return id
  }

  private func finish() async {
    let account = account
    guard let signed = await attempt("unfinished", { [device] in try await device.unfinished(for: account) })
    else { return }
    for text in signed.prefix(5) {
      guard let id = transactionId(of: text) else { continue }
      _ = await attempt("finish") { [device] in try await device.finish(id, for: account) }
    }
  }

  /// Runs a refund check: reads the history since the last check.
  private mutating func check() async {
    let (account, revision) = (account, revision)
    let page = await attempt("history") { [device] in try await device.history(for: account, after: revision) }
    if let page { self.revision = page.revision }
  }

  private func restore() async {
    let account = account
    _ = await attempt("restore") { [device] in
      try await wholeHistory { try await device.history(for: account, after: $0) }
    }
  }

  private mutating func refund() async {
    guard let one = bought.randomElement(using: &random)?.id, let control = device.control else { return }
    let (account, choice) = (account, Int.random(in: 0..<3, using: &random))
    guard
      await attempt(
        "refund request",
        { [device] in
          try await device.requestRefund(of: one, reason: "load", for: account)
        }) != nil
    else { return }
    _ = await attempt("refund decision") {
      func decide(_ verb: Verb) async throws { _ = try await control.perform(VerbCall(verb).with(.transaction, one)) }
      if choice == 0 { return try await decide(.declineRefund) }
      try await decide(.approveRefund)
      if choice == 2 { try await decide(.reverseRefund) }
    }
  }

  // MARK: The app server

  private mutating func readHistory() async {
    guard let one = bought.randomElement(using: &random)?.id else { return }
    _ = await attempt("App Store Server API history") { [api] in
      try await wholeHistory { try await api.history(of: one, after: $0) }
    }
  }

  private mutating func upload() async {
    guard let one = bought.randomElement(using: &random) else { return }
    let order = OrderUpload(
      orderId: UUID().uuidString, intentId: one.intent, intendedUser: user, currentUser: user, transactionId: one.id,
      signedTransactionInfo: one.signed)
    let answer = await attempt("verify") { [appServer] in
      try await appServer.upload(order)
      return try await appServer.status(of: order.orderId)
    }
    switch answer {
    case .confirmed?: book.note { $0.confirmed.insert(one.id) }
    case .refused?, .overdue?, .processing?: book.note { $0.count("verify, not confirmed") }
    case nil: break
    }
  }

  private func verifyReceipt() async {
    let account = account
    _ = await attempt("verifyReceipt") { [transport, address, ledger, sharedSecret] in
      let receipt = try await transport.send(
        HTTPRequest(
          "GET", address.appending(RemoteStore.path + ["receipt", account]), headers: [ledger]))
      guard case .object(var body) = try JSONValue(parsing: receipt.body), receipt.isSuccess else {
        throw StoreError(.failed, "no receipt")
      }
      body.append("password", .string(sharedSecret))
      let answer = try await transport.send(
        HTTPRequest(
          "POST", address.appending(["verifyReceipt"]), body: JSONValue.object(body).serializedBytes()))
      guard case .object(let json) = try JSONValue(parsing: answer.body), try json.int64("status") == 0 else {
        throw StoreError(.failed, "the receipt was refused")
      }
    }
  }

  // MARK: Faults

  private mutating func breakSomething() async {
    func once(_ fault: AppStoreFault) -> VerbCall { VerbCall(.fault).with(.fault, fault).with(.once, true) }
    let faults = [
      once(.purchase).with(.kind, .networkError), once(.timeoutAfterPayment), once(.deliveredTwice), once(.outOfOrder),
      once(.appStoreSync).with(.kind, .networkError), once(.refundRequest).with(.kind, .failed),
    ]
    let choice = Int.random(in: 0..<faults.count + 2, using: &random)
    if choice < faults.count, let control = device.control {
      _ = await attempt("fault armed") { try await control.perform(faults[choice]) }
      return
    }
    let fault =
      choice == faults.count
      ? #"{"status": 429, "times": 1, "retryAfter": 200}"# : #"{"errorCode": 5000001, "times": 1}"#
    _ = await attempt("fault armed") { [transport, address] in
      let answer = try await transport.send(
        HTTPRequest(
          "PUT", address.appending(["till", "v1", "faults"]),
          headers: [HTTPHeader("Content-Type", "application/json")], body: Array(#"{"faults": [\#(fault)]}"#.utf8)))
      guard answer.status == 200 else { throw StoreError(.failed, "the fault was answered with \(answer.status)") }
    }
  }

  /// Sends an invalid request, which a server must refuse and survive.
  private mutating func sendGarbage() async {
    let requests: [(method: String, path: [String], body: [UInt8]?)] = [
      ("POST", ["verify"], Array(#"{"orderId": "#.utf8)), ("POST", ["verifyReceipt"], Array("garbage".utf8)),
      ("POST", ["verify"], [UInt8](repeating: 0x41, count: 200_000)),
      ("GET", ["inApps", "v1", "transactions", "1"], nil),
      ("PUT", RemoteStore.path + ["calls", "purchase"], []), ("GET", ["a\u{1}b", "..", "%2F"], nil),
    ]
    let one = requests[Int.random(in: 0..<requests.count, using: &random)]
    let status = await attempt("garbage") { [transport, address] in
      try await transport.send(HTTPRequest(one.method, address.appending(one.path), body: one.body)).status
    }
    let isReceipt = one.path == ["verifyReceipt"]
    if let status, !(isReceipt ? status == 200 : (400..<500).contains(status)) {
      book.note { $0.problems.append("garbage was answered with \(status)") }
    }
  }
}

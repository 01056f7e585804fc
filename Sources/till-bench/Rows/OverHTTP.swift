import AppStoreModel
import Backends
import Core
import Device
import Foundation
import HTTP
import Serve
import Simulator

extension Measurement {
  /// The measurement of the real `till serve`, used by an app server and a device of a customer with 10,000 transactions.
  static let overHTTP = Measurement(
    rows: [
      BenchRow("token checks", unit: "of openssl speed", budget: .atLeast(0.8)),
      BenchRow("history pages over HTTP", unit: "of openssl speed", budget: .atLeast(0.06)),
      BenchRow("signing of a history page", unit: "of the time of its request"),
      BenchRow("restore of 10,000 over HTTP", unit: "of verifying them", budget: .atMost(1.5)),
    ]
  ) { _ in
    let store = try await ServedStore(notify: nil) { try LongCustomer.make(in: $0) }
    defer { store.discard() }
    let openssl = try OpenSSLSpeed.verifications()
    let customer = LongCustomer(store)
    let pages = try await customer.pagesPerSecond()
    return [
      try tokenChecks(of: store) / openssl, pages / openssl, try await customer.signingAPage() * pages,
      try await customer.restoring() / customer.verifying(),
    ]
  }

  /// Returns the number of bearer token checks per second on one core.
  private static func tokenChecks(of store: ServedStore) throws -> Double {
    let credentials = store.credentials
    let tokens = BearerTokens(
      key: credentials.key, issuerId: credentials.issuerId, bundleId: credentials.bundleId)
    let now = Timestamp.machine
    // Each token is different, as Apple's libraries create them, because a repeated token is not verified again.
    let fields = try (0..<8192).map { number in
      "Bearer "
        + (try credentials.key.token([
          "iss": .string(credentials.issuerId), "bid": .string(credentials.bundleId), "aud": "appstoreconnect-v1",
          "exp": .number(now.milliseconds / 1000 + 600), "jti": .number(number),
        ]))
    }
    let count = fields.count
    var good = 0
    let duration = ContinuousClock().measure {
      for field in fields where tokens.accept(field, at: now) { good += 1 }
    }
    guard good == count else { throw BenchFailure("a good token is refused") }
    return Double(count) / (duration / .seconds(1))
  }
}

/// A customer with many weekly subscriptions, each of which the sandbox ended after twelve renewals.
private struct LongCustomer {
  private static let account = "new@"
  private static let groups = 770

  private let store: ServedStore
  private let device: RemoteStoreBackend

  init(_ store: ServedStore) {
    self.store = store
    device = RemoteStoreBackend(store.remote)
  }

  /// Creates the ledger in a directory; every transaction is finished, so that a restore has nothing to deliver.
  static func make(in folder: String) throws {
    let appStore = try SimulatedAppStore(path: folder + "/appstore.db")
    let ids = try sell(appStore)
    let start = try appStore.clock().now.adding(milliseconds: -100 * 86_400_000)
    for id in ids {
      let request = PurchaseRequest(account: account, productId: id)
      _ = try appStore.purchaseElsewhere(request, at: start, renewals: .untilNow)
    }
    for row in try Page.allRows({ try appStore.transactions(of: account, $0) }) {
      if let id = row.transactionId { try appStore.finish(id) }
    }
  }

  /// Puts the groups on sale, each with a weekly subscription; returns the product ids.
  private static func sell(_ appStore: SimulatedAppStore) throws -> [String] {
    guard case .object(var catalogue) = try JSONValue(parsing: appStore.catalogueBytes()),
      let group = try catalogue.objects("subscriptionGroups")?.first,
      let subscription = try group.objects("subscriptions")?.first
    else { throw BenchFailure("the demo catalogue has no subscriptions") }
    var (groups, ids): ([JSONValue], [String]) = ([], [])
    for number in 0..<Self.groups {
      let (groupId, id) = ("GROUP\(number)", "com.example.bench.weekly\(number)")
      var (one, weekly) = (group, subscription)
      weekly["productID"] = .string(id)
      weekly["internalID"] = .string("WEEKLY\(number)")
      weekly["subscriptionGroupID"] = .string(groupId)
      weekly["recurringSubscriptionPeriod"] = "P1W"
      one["id"] = .string(groupId)
      one["subscriptions"] = [.object(weekly)]
      groups.append(.object(one))
      ids.append(id)
    }
    catalogue["subscriptionGroups"] = .array(groups)
    try appStore.importCatalogue(JSONValue.object(catalogue).serializedBytes(), name: "bench.storekit")
    return ids
  }

  /// Returns the history pages per second of the App Store Server API, read in sequence on one connection.
  func pagesPerSecond() async throws -> Double {
    let api = AppStoreClient(
      AppStoreServer(name: "till serve", origin: store.address, environment: .sandbox, isReal: false),
      credentials: store.credentials, transport: HTTPTransport(), now: { .machine })
    guard let some = try await device.history(for: Self.account, after: nil).signedTransactions.first else {
      throw BenchFailure("the customer has no history")
    }
    guard let id = try payload(some).string("transactionId") else { throw BenchFailure("a transaction has no id") }
    let begin = ContinuousClock.now
    let pages = try await wholeHistory { try await api.history(of: id, after: $0) }
    return Double(pages.count) / (begin.duration(to: .now) / .seconds(1))
  }

  /// Returns the seconds that one core takes to sign the transactions of a page, as the server does for each answer.
  ///
  /// A server that stored signed transactions would save this time.
  func signingAPage() async throws -> Double {
    let payloads = try await device.history(for: Self.account, after: nil).signedTransactions.prefix(20).map(payload)
    guard payloads.count == 20 else { throw BenchFailure("a page has \(payloads.count) transactions") }
    let (identity, pages) = (try SigningIdentity(), 100)
    let duration = try ContinuousClock().measure {
      for _ in 0..<pages { for payload in payloads { _ = try identity.sign(payload) } }
    }
    return duration / .seconds(1) / Double(pages)
  }

  private func payload(_ signed: String) throws -> JSONObject {
    guard let json = try verifier.verify(signed, as: .transaction).json else {
      throw BenchFailure("a signature of till serve does not hold")
    }
    return json
  }

  private var verifier: Verifier {
    get throws {
      Verifier(roots: try TrustedRoots(files: [Array(store.remote.rootCertificatePEM.utf8)])) { .machine }
    }
  }

  /// Returns the seconds that a new device takes to restore everything.
  func restoring() async throws -> Double {
    // The device has a folder of its own, because the server watches the folder of its ledger.
    let folder = store.folder + "/device"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let purchasing = Purchasing(
      store: try LocalStore(path: folder + "/device.db", identity: device.identity), backend: device,
      verifier: try verifier,
      ownership: ProcessOwnership(id: "till-bench") { _ in false }, machineClock: { .machine })
    try await purchasing.firstOpening(account: Self.account, user: nil, verification: VerificationWay.none)
    let begin = ContinuousClock.now
    let report = try await purchasing.restore()
    let duration = begin.duration(to: .now)
    // All periods are over, so the result can be `.nothing` although transactions were restored.
    guard [.restored, .nothing].contains(report.result), report.restored.count >= 10_000 else {
      throw BenchFailure("restored \(report.restored.count): \(report.message ?? report.result.rawValue)")
    }
    return duration / .seconds(1)
  }

  /// Returns the seconds that this process takes to verify the same transactions.
  func verifying() async throws -> Double {
    let pages = try await wholeHistory { try await device.history(for: Self.account, after: $0) }
    let signed = pages.flatMap(\.signedTransactions)
    let verifier = try verifier
    var good = 0
    let duration = ContinuousClock().measure {
      for text in signed where verifier.verify(text, as: .transaction).verdict == .verified { good += 1 }
    }
    guard good == signed.count else { throw BenchFailure("a signature of till serve does not hold") }
    return duration / .seconds(1)
  }
}

import AppStoreModel
import Core
import Foundation
import HTTP
import TestSupport

/// A small and correct app server: it passes every case of the exam.
///
/// It verifies, accepts each notification once, orders by signedDate, keeps a row for each transaction, compares dates,
/// and reads the notification history for missed notifications. It does not use Till's resolver. Each `Mistake`
/// switches one of these off.
final class CorrectServer: Sendable {
  enum Mistake: String, CaseIterable, Sendable {
    case countsTwice, ordersByArrival, ignoresRefunds, ignoresReversals, paysUpgradeTwice, ignoresRevocations
    case ignoresGrace, ignoresTokens, waitsForExpired, neverVerifies, trustsAnyEnvironment, trustsAnyApp
    case takesRequestsForRefunds, refundsEverything, endsOnCancel, neverHeals, changesPlanAtOnce
  }

  private struct Books: Sendable {
    var uuids: Set<String> = []
    /// The newest statement about each transaction.
    var transactions: [String: Transaction] = [:]
    /// The newest renewal info of each subscription.
    var renewals: [String: RenewalInfo] = [:]
    /// The type of the last notification for each subscription, and for each transaction with a refund request.
    var lastTypes: [String: String] = [:]
    /// How often each token was given each product, for the server that counts.
    var counts: [String: Int] = [:]
  }

  /// The access to the App Store Server API, by which missed notifications are read.
  struct API: Sendable {
    let url: String
    let key: TokenKey
    let issuerId: String
    let bundleId: String
  }

  /// Threads of the tests' own.
  static let workers = WaitingThreads(most: 8)

  private let verifier: Verifier
  private let mistake: Mistake?
  private let api: API?
  private let books = Mutex(Books())
  private let transport = HTTPTransport(limits: HTTPLimits(connectTimeout: 60_000, timeout: 60_000))
  private let sweep = Mutex<Task<Void, Never>?>(nil)

  init(roots: TrustedRoots, bundleId: String, environment: StoreEnvironment, api: API?, mistake: Mistake?) {
    let expected = ExpectedClaims(
      bundleId: mistake == .trustsAnyApp ? nil : bundleId,
      environment: mistake == .trustsAnyEnvironment ? nil : environment)
    verifier = Verifier(roots: roots, expecting: expected, now: { .machine })
    self.mistake = mistake
    self.api = api
    guard api != nil, mistake != .neverHeals else { return }
    // Threads of its own, because other tests may keep Swift's shared threads busy.
    let task = Task(executorPreference: Self.workers) { [weak self] in
      while !Task.isCancelled {
        await self?.heal()
        try? await Task.sleep(for: .milliseconds(200))
      }
    }
    sweep.withLock { $0 = task }
  }

  deinit { sweep.withLock { $0?.cancel() } }

  func answer(_ request: TestRequest) -> TestReply {
    let path = request.target.split(separator: "/").map(String.init)
    if request.method == "POST" {
      guard let signed = try? JSONValue(parsing: request.body).objectValue?.string("signedPayload") else {
        return .json("{}", status: 400)
      }
      return .json("{}", status: take(signed) ? 200 : 401)
    }
    guard path.count == 3, path[0] == "entitled" else { return .json("{}", status: 404) }
    return .json("{\"entitled\": \(isEntitled(path[1], path[2]))}")
  }

  // MARK: Receiving notifications

  private func take(_ signed: String) -> Bool {
    guard let (notification, transaction, renewal) = read(signed), let uuid = notification.notificationUUID else {
      return false
    }
    books.withLock { books in
      guard books.uuids.insert(uuid).inserted || mistake == .countsTwice || mistake == .ordersByArrival else { return }
      let type = notification.notificationType?.rawValue ?? ""
      if type == "REVOKE", mistake == .ignoresRevocations { return }
      if let transaction { store(transaction, type, &books) }
      if let renewal { store(renewal, &books) }
    }
    return true
  }

  private func store(_ new: Transaction, _ type: String, _ books: inout Books) {
    guard var transaction = Optional(new), let id = new.transactionId, let lineage = new.originalTransactionId else {
      return
    }
    let key = (new.appAccountToken ?? "") + " " + (new.productId ?? "")
    if new.expiresDate == nil, ["ONE_TIME_CHARGE", "REFUND_REVERSED"].contains(type) {
      books.counts[key, default: 0] += 1
    }
    if new.expiresDate == nil, type == "REFUND" { books.counts[key, default: 0] -= 1 }
    books.lastTypes[lineage] = type
    if type == "REFUND", mistake == .ignoresRefunds { return }
    if type == "REFUND_REVERSED", mistake == .ignoresReversals { return }
    if type == "CONSUMPTION_REQUEST", mistake == .takesRequestsForRefunds { transaction.revocationDate = .machine }
    if mistake == .ordersByArrival { transaction.purchaseDate = .machine }
    if type == "REFUND", mistake == .refundsEverything {
      for (other, row) in books.transactions where row.appAccountToken == new.appAccountToken {
        books.transactions[other]?.revocationDate = .machine
      }
    }
    if let known = books.transactions[id], mistake != .ordersByArrival,
      (known.signedDate ?? .distantPast) >= (transaction.signedDate ?? .distantPast)
    {
      return
    }
    books.transactions[id] = transaction
  }

  private func store(_ new: RenewalInfo, _ books: inout Books) {
    guard let lineage = new.originalTransactionId else { return }
    if let known = books.renewals[lineage], mistake != .ordersByArrival,
      (known.signedDate ?? .distantPast) >= (new.signedDate ?? .distantPast)
    {
      return
    }
    books.renewals[lineage] = new
  }

  private func read(_ signed: String) -> (ServerNotification, Transaction?, RenewalInfo?)? {
    guard mistake == .neverVerifies else {
      let result = verifier.verify(signed, as: .notification)
      guard result.verdict == .verified, let notification = result.payload?.notification else { return nil }
      return (
        notification, result.enclosed[.transaction]?.payload?.transaction,
        result.enclosed[.renewalInfo]?.payload?.renewalInfo
      )
    }
    func payload(_ text: String?, _ kind: SignedKind) -> SignedPayload? {
      text.flatMap { try? CompactJWS($0.utf8).payload() }.flatMap { try? JSONValue(parsing: $0).objectValue }
        .flatMap { try? SignedPayload(kind, json: $0) }
    }
    guard let notification = payload(signed, .notification)?.notification else { return nil }
    return (
      notification, payload(notification.data?.signedTransactionInfo, .transaction)?.transaction,
      payload(notification.data?.signedRenewalInfo, .renewalInfo)?.renewalInfo
    )
  }

  // MARK: Entitlements

  private func isEntitled(_ token: String, _ product: String) -> Bool {
    let (books, now) = (books.withLock { $0 }, Timestamp.machine)
    if mistake == .countsTwice, let count = books.counts[token + " " + product] { return count > 0 }
    return Dictionary(grouping: books.transactions.values) { $0.originalTransactionId ?? "" }.contains {
      lineage, rows in
      let rows = rows.sorted { ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast) }
      guard mistake == .ignoresTokens || rows.last(where: { $0.appAccountToken != nil })?.appAccountToken == token
      else { return false }
      if mistake == .endsOnCancel, books.renewals[lineage]?.autoRenewStatus == .off { return false }
      if mistake == .changesPlanAtOnce, let next = books.renewals[lineage]?.autoRenewProductId {
        return next == product && rows.contains { gives($0, lineage, $0 == rows.last, books, now) }
      }
      return rows.contains { $0.productId == product && gives($0, lineage, $0 == rows.last, books, now) }
    }
  }

  private func gives(_ row: Transaction, _ lineage: String, _ isNewest: Bool, _ books: Books, _ now: Timestamp) -> Bool
  {
    guard row.revocationDate == nil else { return false }
    guard let end = row.expiresDate else { return true }
    // The newest period of a subscription counts. The period it replaced is over, whatever its date.
    guard isNewest || mistake == .paysUpgradeTwice else { return false }
    if mistake == .waitsForExpired { return isNewest && books.lastTypes[lineage] != "EXPIRED" }
    if now < end { return true }
    guard isNewest, mistake != .ignoresGrace, let grace = books.renewals[lineage]?.gracePeriodExpiresDate else {
      return false
    }
    return now < grace
  }

  // MARK: Reading missed notifications

  /// Reads the notifications of half a year, and applies those that were missed.
  private func heal() async {
    guard let api,
      let token = try? api.key.token([
        "iss": .string(api.issuerId), "iat": .number(Timestamp.machine.milliseconds / 1000),
        "exp": .number(Timestamp.machine.milliseconds / 1000 + 300), "aud": "appstoreconnect-v1",
        "bid": .string(api.bundleId),
      ])
    else { return }
    let now = Timestamp.machine.milliseconds
    let body = JSONValue.object(["startDate": .number(now - 170 * 86_400_000), "endDate": .number(now)])
    var next: String?
    repeat {
      guard
        let address = try? HTTPAddress(api.url).appending(
          ["inApps", "v1", "notifications", "history"], query: next.map { [("paginationToken", $0)] } ?? []),
        let response = try? await transport.send(
          HTTP.HTTPRequest(
            "POST", address,
            headers: [HTTPHeader("Authorization", "Bearer " + token), HTTPHeader("Content-Type", "application/json")],
            body: body.serializedBytes())),
        response.status == 200,
        let page = try? JSONValue(parsing: response.body, limits: .request(depth: 16)).objectValue
      else { return }
      for item in page["notificationHistory"]?.arrayValue ?? [] {
        if let signed = item.objectValue?["signedPayload"]?.stringValue { _ = take(signed) }
      }
      next = page["hasMore"] == true ? page["paginationToken"]?.stringValue : nil
    } while next != nil
  }
}

import AppStoreModel
import Core
import Dashboard
import Foundation
import TestSupport
import Testing

@testable import Desk
@testable import TillApp

/// Tests of an open customer's dashboard: what it reads, and that it verifies only what is looked at.
@Suite struct CustomerAnswersTests {
  private static let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"

  /// A desk with one customer: a monthly subscription with sixty periods, and one refund.
  private final class World {
    let desk: CustomerDesk
    let path: String
    private let folder = ScratchFolder.url.appending(path: "till-customer-\(UUID().uuidString)")
    /// How often the answers opened the desk, which reading a signed text and a verifier need.
    let opened = Mutex(0)

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appending(path: "desk.db").path
      let signer = try SigningIdentity()
      let identity = DeskIdentity(
        bundleId: "com.example.app", environment: .sandbox, rootFiles: [Array(signer.rootCertificatePEM.utf8)])
      desk = try CustomerDesk.make(identity, in: SQLiteEngine(path, schema: .desk))
      let reader = DeskItemReader(try desk.verifier())
      let items = try (0..<60).flatMap { period -> [DeskImportItem] in
        var versions = [CustomerAnswersTests.period(period)]
        if period == 30 {
          var refunded = versions[0]
          refunded.revocationDate = refunded.expiresDate
          refunded.signedDate = refunded.expiresDate
          versions.append(refunded)
        }
        return try versions.map {
          reader.importItem(Array(try signer.sign($0.json).utf8)[...], place: "period \(period)")
        }
      }
      _ = try desk.store(items, deriving: .now)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func answers() throws -> CustomerAnswers {
      let customer = try desk.open(try desk.customer(CustomerAnswersTests.token))
      return CustomerAnswers(customer) { [path, opened] in
        opened.withLock { $0 += 1 }
        return try CustomerDesk(SQLiteEngine(path, schema: .desk))
      }
    }
  }

  private static func period(_ number: Int) -> Transaction {
    let month = 30 * Timestamp.millisecondsPerDay
    let start = Timestamp(milliseconds: 1_600_000_000_000)
    return Transaction {
      $0.transactionId = "\(2_000_000_000_000_000 + number)"
      $0.originalTransactionId = "2000000000000000"
      $0.originalPurchaseDate = start
      $0.bundleId = "com.example.app"
      $0.productId = "com.example.app.monthly"
      $0.subscriptionGroupIdentifier = "1"
      $0.purchaseDate = start.adding(milliseconds: Int64(number) * month)
      $0.expiresDate = start.adding(milliseconds: Int64(number + 1) * month)
      $0.signedDate = $0.purchaseDate
      $0.type = .autoRenewableSubscription
      $0.quantity = 1
      $0.appAccountToken = token
      $0.appTransactionId = "704"
      $0.inAppOwnershipType = .purchased
      $0.environment = .sandbox
      $0.price = 12_000
      $0.currency = "CNY"
    }
  }

  @Test func onlyWhatIsLookedAtIsReadAndVerified() throws {
    let world = try World()
    var answers = try world.answers()
    guard case .overview(let overview) = try answers.answer(.overview) else { throw Unexpected() }
    #expect(overview.statuses.map(\.state) == [.expired] && overview.device.user == Self.token)
    #expect(overview.statuses[0].startedDate == Self.period(0).purchaseDate)
    _ = try answers.answer(.lives)
    _ = try answers.answer(.page(.journal, PageRequest(limit: 10)))
    guard case .refunds(let refunds) = try answers.answer(.page(.refunds, PageRequest(limit: 10))) else {
      throw Unexpected()
    }
    #expect(refunds.rows.map(\.transactionId) == ["2000000000000030"])
    #expect(world.opened.withLock { $0 } == 0)
    let item = try answers.answer(.signedItem(.transaction("2000000000000030")))
    guard case .signedItem(let detail) = item else { throw Unexpected() }
    // Both versions are shown, the newest first, each with the steps of its verification.
    #expect(detail.documents.map(\.versions.count) == [2])
    #expect(detail.documents[0].versions.allSatisfy { $0.examination != nil && $0.jws != nil })
    #expect(world.opened.withLock { $0 } == 1)
  }

  @Test func pagesFollowOneAnotherInBothDirections() throws {
    var answers = try World().answers()
    func page(_ request: PageRequest) throws -> Page<StoredTransaction> {
      guard case .transactions(let page) = try answers.answer(.page(.transactions, request)) else { throw Unexpected() }
      return page
    }
    var (rows, keys): ([String?], [String]) = ([], [])
    var request = PageRequest(limit: 7)
    while true {
      let next = try page(request)
      #expect(next.rows.count <= 7)
      rows += next.rows.map(\.transaction.transactionId)
      guard let key = next.next else { break }
      keys.append(key)
      request.key = key
    }
    #expect(rows == (0..<60).reversed().map { "\(2_000_000_000_000_000 + $0)" })
    let third = try page(PageRequest(limit: 7, after: keys[1]))
    let back = try page(PageRequest(limit: 7, after: third.previous, direction: .oldestLast))
    #expect(back.rows.map(\.transaction.transactionId) == Array(rows[7..<14]))
    let last = try page(PageRequest(limit: 7, direction: .oldestLast))
    #expect(last.rows.map(\.transaction.transactionId) == Array(rows.suffix(7)) && last.next == nil)
    // The list of a past date has what was known by then, in the versions of then.
    let asOf = Self.period(30).purchaseDate
    let past = try page(PageRequest(limit: 100, asOf: asOf))
    #expect(past.rows.count == 31 && past.rows[0].transaction.revocationDate == nil && past.rows[0].versions == 1)
    #expect(try page(PageRequest(limit: 100)).rows[29].versions == 2)
  }

  @Test func thePastIsStepped() throws {
    var answers = try World().answers()
    guard case .past(_, let moment?) = try answers.answer(.past(.before(nil))) else { throw Unexpected() }
    #expect([[.subscribed], [.expired]].contains(moment.overview.statuses.map(\.state)))
    #expect(moment.date < Timestamp.machine && moment.overview.isPast)
  }

  private struct Unexpected: Error {}
}

import AppStoreModel
import Core
import Storage
import TestSupport
import Testing

@testable import Simulator

/// Tests of histories by revision: a client that reads on gets each new or changed transaction once.
struct HistoryTests {
  @Test func fortyFiveTransactionsComeInPagesOfTwenty() throws {
    let shop = try Shop()
    let ids = try (0..<45).map { _ in try shop.buy(Shop.coins) }
    var revision: String?
    var sizes: [Int] = []
    var read: [String] = []
    repeat {
      let page = try shop.store.history(of: Shop.customer, after: revision)
      sizes.append(page.signedTransactions.count)
      read += try page.signedTransactions.compactMap { try payload($0).transactionId }
      revision = page.revision
      if !page.hasMore { break }
    } while true
    #expect(sizes == [20, 20, 5])
    #expect(read == ids)

    let last = try shop.store.history(of: Shop.customer, after: revision)
    #expect(last.signedTransactions.isEmpty && !last.hasMore && last.revision == revision)
  }

  @Test func anExactPageHasNothingBehindIt() throws {
    let shop = try Shop()
    for _ in 0..<20 { try shop.buy(Shop.coins) }
    let page = try shop.store.history(of: Shop.customer)
    #expect(page.signedTransactions.count == 20 && !page.hasMore)
  }

  @Test func aRevisionGivesNewAndChangedTransactions() throws {
    let shop = try Shop()
    let first = try shop.buy(Shop.premium)
    try shop.buy(Shop.coins)
    let revision = try shop.store.history(of: Shop.customer).revision
    try shop.store.requestRefund(of: first, reason: nil, account: Shop.customer)
    #expect(try shop.store.history(of: Shop.customer, after: revision).signedTransactions.isEmpty)
    try shop.store.approveRefund(of: first)
    let third = try shop.buy(Shop.coins)
    let news = try shop.store.history(of: Shop.customer, after: revision).signedTransactions.map(payload)
    #expect(news.map(\.transactionId) == [first, third])
    #expect(news[0].revocationDate != nil)
  }

  @Test func `a history says the same under the date of the answer until something changes`() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    var before = try shop.history()[0]
    shop.clock.move(by: 10 * day)
    // One millisecond before the date that a change now would get.
    let answered = shop.clock.now.adding(milliseconds: -1)
    for after in try [shop.history()[0], shop.transaction(before.transactionId ?? "")] {
      #expect(after.signedDate == answered)
      before.signedDate = after.signedDate
      #expect(after == before)
    }
    #expect(try shop.renewalInfo().signedDate == answered)
    let status = try #require(try shop.store.subscriptionStatuses(ofAny: before.transactionId ?? "").first)
    #expect(try payload(status.signedTransactionInfo).signedDate == answered)
    #expect(try json(status.signedRenewalInfo)["signedDate"]?.numberValue?.int64 == answered.milliseconds)
  }

  @Test func `reading a history writes nothing`() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    let watching = try DatabaseConnection(shop.store.path, schema: LedgerSchema.schema, access: .readOnly)
    let version = try watching.dataVersion()
    for _ in 0..<10 {
      shop.clock.move(by: hour)
      _ = try (
        shop.history(), shop.renewalInfo(), shop.store.subscriptionStatuses(ofAny: shop.subscription().transactionId)
      )
    }
    #expect(try watching.dataVersion() == version)
  }

  @Test func `a notification is signed once: ten days on it repeats the same bytes`() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    let first = try #require(try shop.store.notifications(PageRequest(limit: 1)).rows.first)
    shop.clock.move(by: 10 * day)
    let later = try shop.store.recordAttempt(first.notificationUUID, .timedOut)
    let history = try shop.store.notificationHistory(.everything, after: nil).notifications
    #expect(later.signedPayload == first.signedPayload && history.map(\.signedPayload) == [first.signedPayload])
  }

  @Test func `a notification's transaction and renewal info have its own date, ten days after the purchase too`() throws
  {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    shop.clock.move(by: 10 * day)
    try shop.store.setAutoRenew(false, of: Shop.monthly, account: Shop.customer)
    let listed = try #require(try shop.store.notifications(PageRequest(limit: 1)).rows.first)
    let data = try #require(try ServerNotification(json: json(listed.signedPayload)).data)
    #expect(listed.signedDate > shop.clock.now.adding(milliseconds: -1))
    #expect(try payload(#require(data.signedTransactionInfo)).signedDate == listed.signedDate)
    #expect(
      try json(#require(data.signedRenewalInfo))["signedDate"]?.numberValue?.int64 == listed.signedDate.milliseconds)
  }

  @Test func aRevisionOfBeforeAFreshStartIsRefused() throws {
    let shop = try Shop()
    try shop.buy(Shop.premium)
    let history = try shop.store.history(of: Shop.customer).revision
    let refunds = try shop.store.refundHistory(of: Shop.customer).revision
    try shop.store.reset()
    for body in [
      { _ = try shop.store.history(of: Shop.customer, after: history) },
      { _ = try shop.store.refundHistory(of: Shop.customer, after: refunds) },
    ] {
      #expect(throws: StoreError.self) { try body() }
    }
    do {
      _ = try shop.store.history(of: Shop.customer, after: history)
    } catch {
      #expect(error.kind == .invalidRevision)
    }
  }

  @Test(arguments: ["", "x", "aDoxOjA6MQ", "é", String(repeating: "A", count: 5000), "\u{1B}[2J"])
  func textThatIsNoRevisionIsRefused(text: String) throws {
    let shop = try Shop()
    do {
      _ = try shop.store.history(of: Shop.customer, after: text)
      Issue.record("accepted")
    } catch {
      #expect(error.kind == .invalidRevision)
      #expect(!error.message.contains("\u{1B}"))
    }
  }

  @Test func aRevisionBelongsToItsAccountAndItsList() throws {
    let shop = try Shop()
    try shop.store.addAccount("other@", storefront: "USA")
    try shop.buy(Shop.premium)
    let revision = try shop.store.history(of: Shop.customer).revision
    #expect(throws: StoreError.self) { try shop.store.history(of: "other@", after: revision) }
    #expect(throws: StoreError.self) { try shop.store.refundHistory(of: Shop.customer, after: revision) }
  }

  @Test func idsRiseAndAreNeverUsedAgainOverAFreshStartToo() throws {
    let shop = try Shop()
    let before = try #require(try Int64(shop.buy(Shop.monthly)))
    try shop.store.reset()
    let ledger = shop.store.ledgerId
    let root = shop.store.rootFingerprint
    let again = try shop.history("again@").compactMap { $0.transactionId.flatMap { Int64($0) } }
    #expect(again.count == 2 && again.allSatisfy { $0 > before })
    #expect(try shop.store.clock().epoch == 2)
    let reopened = try shop.reopened()
    #expect(reopened.ledgerId == ledger && reopened.rootFingerprint == root)
  }
}

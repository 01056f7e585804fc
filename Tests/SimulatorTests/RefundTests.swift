import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of a refund: requested, approved or declined, and reversed.
struct RefundTests {
  private func refundHistory(_ shop: Shop, after revision: String? = nil) throws -> [Transaction] {
    try shop.store.refundHistory(of: Shop.customer, after: revision).signedTransactions.map(payload)
  }

  private func refund(_ shop: Shop, _ id: String, percentage: Int? = nil) throws {
    try shop.store.requestRefund(of: id, reason: "by mistake", account: Shop.customer)
    try shop.store.approveRefund(of: id, percentage: percentage)
  }

  @Test func grantedTheSameIdANewerSignatureARevocation() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium)
    let before = try shop.transaction(id)
    shop.clock.move(by: day)
    try shop.store.requestRefund(of: id, reason: "by mistake", account: Shop.customer)
    #expect(try shop.transaction(id).revocationDate == nil)
    let waiting = try #require(try shop.store.pending().first)
    #expect(waiting.kind == .refundRequest && waiting.note == "by mistake" && waiting.displayPrice == "¥8.00")
    #expect(waiting.productName == "高级版")
    try shop.store.approveRefund(of: id)
    let after = try shop.transaction(id)
    #expect(after.revocationDate == shop.clock.now)
    #expect(after.revocationReason == .refundedForOtherReason)
    #expect(after.revocationType == .refundFull && after.revocationPercentage == 100_000)
    #expect(try #require(after.signedDate) > #require(before.signedDate))
    #expect(try refundHistory(shop).map(\.transactionId) == [id])
    #expect(try shop.store.situation().cases.map(\.kind) == [.refunded])
    #expect(try shop.store.pending().isEmpty)
  }

  @Test func boughtAgainAfterARefundASecondTransactionThatStands() throws {
    let shop = try Shop()
    let first = try shop.buy(Shop.premium)
    try refund(shop, first)
    let second = try shop.buy(Shop.premium)
    #expect(first != second)
    #expect(try shop.history().map(\.transactionId) == [first, second])
    #expect(try shop.transaction(second).revocationDate == nil)
    #expect(try shop.transaction(second).originalTransactionId == second)
  }

  @Test(arguments: [(100, "REFUND_FULL"), (40, "REFUND_PRORATED")])
  func aPercentageIsStatedInMilliunitsOfAPercent(percentage: Int, type: String) throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.coins, quantity: 5)
    try refund(shop, id, percentage: percentage)
    let after = try shop.transaction(id)
    #expect(after.revocationPercentage == Int32(percentage * 1000))
    #expect(after.revocationType?.rawValue == type)
  }

  @Test func reversedTheRevocationVanishesAndTheRefundHistoryForgetsIt() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium)
    try refund(shop, id, percentage: 50)
    let revision = try shop.store.history(of: Shop.customer).revision
    try shop.store.reverseRefund(of: id)
    let news = try shop.store.history(of: Shop.customer, after: revision).signedTransactions.map(payload)
    let reversed = try #require(news.first)
    #expect(reversed.transactionId == id && reversed.revocationDate == nil && reversed.revocationType == nil)
    #expect(reversed.revocationPercentage == nil && reversed.revocationReason == nil)
    #expect(try refundHistory(shop).isEmpty)
    #expect(throws: StoreError.self) { try shop.store.reverseRefund(of: id) }
    try refund(shop, id)
    #expect(try refundHistory(shop).count == 1)
  }

  @Test func askingTwiceIsADuplicateAskingAfterARefusalIsNot() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.coins)
    try shop.store.requestRefund(of: id, reason: nil, account: Shop.customer)
    #expect(
      refusal { try shop.store.requestRefund(of: id, reason: nil, account: Shop.customer) }?.kind == .duplicateRequest)
    try shop.store.declineRefund(of: id)
    #expect(try refundHistory(shop).isEmpty)
    try refund(shop, id)
    #expect(refusal { try shop.store.requestRefund(of: id, reason: nil, account: Shop.customer) }?.kind == .failed)
  }

  @Test func aMissingRequestIsNotDeclinedAndAMissingPurchaseIsNotDecided() throws {
    let shop = try Shop()
    try shop.store.addAccount("other@", storefront: "USA")
    let id = try shop.buy(Shop.premium)
    let attempts: [(FailureKind, () throws -> Void)] = [
      (.failed, { try shop.store.declineRefund(of: id) }),
      (.transactionNotFound, { try shop.store.approveRefund(of: "77") }),
      (.transactionNotFound, { try shop.store.reverseRefund(of: "\u{1B}[31m") }),
      (.usage, { try shop.store.approveRefund(of: id, percentage: 101) }),
      (.failed, { try shop.store.requestRefund(of: id, reason: nil, account: "other@") }),
      (.failed, { try shop.store.requestRefund(of: "77", reason: nil, account: Shop.customer) }),
    ]
    for (kind, attempt) in attempts {
      do {
        try attempt()
        Issue.record("accepted")
      } catch {
        #expect((error as? StoreError)?.kind == kind)
      }
    }
  }

  @Test func refundsComeByDateTwentyAPageAndARevisionGoesOn() throws {
    let shop = try Shop()
    let ids = try (0..<25).map { _ in try shop.buy(Shop.coins) }
    for id in ids.reversed() {
      shop.clock.move(by: minute)
      try refund(shop, id)
    }
    let first = try shop.store.refundHistory(of: Shop.customer)
    #expect(first.signedTransactions.count == 20 && first.hasMore)
    let second = try shop.store.refundHistory(of: Shop.customer, after: first.revision)
    #expect(second.signedTransactions.count == 5 && !second.hasMore)
    let all = try (first.signedTransactions + second.signedTransactions).map(payload)
    #expect(all.map(\.transactionId) == ids.reversed())
    let dates = all.compactMap(\.revocationDate)
    #expect(dates == dates.sorted())
    let id = try shop.buy(Shop.premium)
    try refund(shop, id)
    #expect(try refundHistory(shop, after: second.revision).map(\.transactionId) == [id])
  }

  @Test func filingSwitchesAutoRenewOffGrantingEndsTheCurrentPeriod() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.monthly)
    #expect(try shop.renewalInfo().autoRenewStatus == .on)
    try shop.store.requestRefund(of: id, reason: nil, account: Shop.customer)
    #expect(try shop.renewalInfo().autoRenewStatus == .off)
    #expect(try shop.renewalInfo().renewalPrice == nil)
    #expect(try shop.subscription().state == .active)
    try shop.store.approveRefund(of: id)
    #expect(try shop.subscription().state == .revoked)
    try shop.store.advance(by: 60 * day)
    #expect(try shop.history().count == 1)

    let again = try shop.buy(Shop.yearly)
    #expect(try shop.transaction(again).originalTransactionId == id)
  }

  @Test func aRefundOfAnOldPeriodLeavesTheCurrentOne() throws {
    let shop = try Shop()
    let first = try shop.buy(Shop.monthly)
    try shop.store.advance(by: 40 * day)
    try refund(shop, first)
    #expect(try shop.subscription().state == .active)
    let history = try shop.history()
    #expect(history.count == 2)
    #expect(history.filter { $0.revocationDate == nil }.map(\.transactionReason) == [.renewal])
  }

  @Test func aReversedRefundOfTheCurrentPeriodGivesTheRestOfItBack() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.monthly)
    try refund(shop, id)
    try shop.store.advance(by: 5 * day)
    try shop.store.reverseRefund(of: id)
    #expect(try shop.subscription().state == .active)
    #expect(try shop.subscription().autoRenew == false)
    try shop.store.advance(by: 40 * day)
    #expect(try shop.subscription().state == .expired)
  }

  @Test func aReversedRefundOfAPeriodThatIsOverEndsAsExpired() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.monthly)
    try refund(shop, id)
    try shop.store.advance(by: 40 * day)
    try shop.store.reverseRefund(of: id)
    #expect(try shop.subscription().state == .expired)
    #expect(try shop.renewalInfo().expirationIntent == .customerCancelled)
  }
}

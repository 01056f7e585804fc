import AppStoreModel
import Core
import Entitlements
import Simulator
import TestSupport
import Testing

@testable import Device

/// Tests of the results and the cost of a refund check.
struct RefundCheckTests {
  let shop: Shop

  init() throws { shop = try Shop() }

  @Test func buyRefundBuyAgainSignOutSignIn() async throws {
    let phone = try await shop.device()
    func marks() async throws -> [String] {
      try await phone.purchasing.statuses().filter(\.entitled).map(\.product.id)
    }
    let first = try await phone.buy(Shop.premium)
    var check = try await phone.purchasing.refundCheck()
    #expect(check.result == .done && check.complete && check.removed.isEmpty && check.refunded.isEmpty)
    #expect(try await marks() == [Shop.premium])

    try await phone.refund(first)
    #expect(try await phone.status(Shop.premium).state == .refundAsked)
    check = try await phone.purchasing.refundCheck()
    #expect(check.refunded.map(\.transactionId) == [first] && check.removed == [Shop.premium] && check.checked == 1)
    #expect(try await marks().isEmpty)
    #expect(try await phone.status(Shop.premium).state == .refunded)

    shop.clock.move(by: 1000)
    let second = try await phone.buy(Shop.premium)
    check = try await phone.purchasing.refundCheck()
    #expect(check.refunded.isEmpty && check.removed.isEmpty)
    #expect(try await marks() == [Shop.premium])
    let status = try await phone.status(Shop.premium)
    #expect(status.decidingTransactionId == second)
    #expect(status.reasons.contains { $0.transactionId == first && !$0.supports })
    #expect(try phone.memory.refunds(PageRequest(limit: 9)).rows.map(\.transactionId) == [first])

    try await phone.purchasing.signIn(nil)
    #expect(try await marks().isEmpty)
    #expect(try await phone.purchasing.refundCheck().result == .failed)

    try await phone.purchasing.signIn(Shop.account)
    check = try await phone.purchasing.refundCheck()
    #expect(check.result == .done)
    let restore = try await phone.purchasing.restore()
    #expect(restore.result == .restored && restore.entitled == [Shop.premium])
    #expect(try await marks() == [Shop.premium])
  }

  @Test func aSecondCheckChangesNothingAndAsksForNothingTwice() async throws {
    let phone = try await shop.device()
    for _ in 0..<3 { try await phone.buy(Shop.coins) }
    #expect(try await phone.purchasing.refundCheck().checked == 3)
    let check = try await phone.purchasing.refundCheck()
    #expect(check.checked == 0 && check.complete && check.refunded.isEmpty && check.unchanged == 7)
    #expect(check.entitled.isEmpty && check.removed.isEmpty)
    try await phone.buy(Shop.premium)
    #expect(try await phone.purchasing.refundCheck().checked == 1)
  }

  @Test func aNewStateWithTheSameAccessIsCountedAsUnchanged() async throws {
    let phone = try await shop.device()
    let id = try await phone.buy(Shop.monthly)
    try shop.appStore.failBilling(of: id, account: Shop.account)
    let end = try #require(try await phone.status(Shop.monthly).expiresDate)
    try shop.appStore.advance(by: end.milliseconds(since: shop.clock.now) + 1000)
    try await phone.purchasing.synchronizeClock()
    #expect(try await phone.status(Shop.monthly).state == .renewalAwaited)
    let check = try await phone.purchasing.refundCheck()
    #expect(try await phone.status(Shop.monthly).state == .gracePeriod)
    #expect(check.removed.isEmpty && check.unchanged == 7)
  }

  @Test(
    arguments: [
      ["price": 8000.5], ["price": "8.00"], ["storefront": 5], ["quantity": "1"], ["transactionId": 5],
    ] as [JSONObject])
  func aListedTransactionWhoseNewestCopyIsUnreadableIsNotRemoved(_ members: JSONObject) async throws {
    let phone = try await shop.device()
    let id = try await phone.buy(Shop.premium)
    try await phone.buy(Shop.icons)
    try shop.appStore.restate(id, members)
    let check = try await phone.purchasing.refundCheck()
    #expect(check.removed.isEmpty && check.complete == (members["transactionId"] == nil))
    #expect(try await phone.status(Shop.premium).entitled)
    let fresh = try await shop.device("fresh")
    _ = try await fresh.purchasing.restore()
    #expect(try await fresh.status(Shop.premium).state == .verificationFailed)
  }

  @Test func refundedThenReversed() async throws {
    let phone = try await shop.device()
    let id = try await phone.buy(Shop.premium)
    try await phone.refund(id)
    #expect(try await phone.purchasing.refundCheck().refunded.count == 1)
    try shop.appStore.reverseRefund(of: id)
    let check = try await phone.purchasing.refundCheck()
    #expect(check.reversed.map(\.transactionId) == [id] && check.entitled == [Shop.premium])
    #expect(try await phone.status(Shop.premium).state == .purchased)
    #expect(try phone.memory.refunds(PageRequest(limit: 9)).rows.first?.reversedDate != nil)
    #expect(try phone.memory.transaction(id)?.refundAskedDate == nil)
  }

  @Test func aRefundOfWhatWasNeverFinishedIsReportedToo() async throws {
    let phone = try await shop.device()
    let id = try await boughtElsewhere()
    try await phone.purchasing.settle()
    try shop.appStore.requestRefund(of: id, reason: nil, account: Shop.account)
    try shop.appStore.approveRefund(of: id)
    let check = try await phone.purchasing.refundCheck()
    #expect(check.refunded.map(\.transactionId) == [id] && check.removed == [Shop.premium])
    // The device has never seen this transaction, which is unfinished and refunded. Its order delivers nothing.
    let late = try shop.buyElsewhere(Shop.coins).id
    try shop.appStore.requestRefund(of: late, reason: nil, account: Shop.account)
    try shop.appStore.approveRefund(of: late)
    #expect(try await phone.purchasing.refundCheck().refunded.map(\.transactionId) == [late])
    #expect(try phone.memory.delivery(of: late)?.quantity == 0)
    #expect(try await phone.status(Shop.coins).balance == 0)
  }

  private func boughtElsewhere() async throws -> String {
    let id = try shop.buyElsewhere(Shop.premium).id
    return id
  }

  @Test func whatAWholeHistoryDoesNotListIsRemovedAndNothingIsRemovedWithoutACompleteOne()
    async throws
  {
    let phone = try await shop.device()
    try await phone.buy(Shop.premium)
    _ = try await phone.purchasing.refundCheck()
    try shop.appStore.setNetwork(false)
    let failed = try await phone.purchasing.refundCheck()
    #expect(failed.result == .failed && !failed.complete && failed.removed.isEmpty)
    #expect(try await phone.status(Shop.premium).entitled)
    try shop.appStore.setNetwork(true)
    // The App Store starts over and refuses the revision, so the device reads the whole history again.
    try shop.appStore.reset()
    let check = try await phone.purchasing.refundCheck()
    #expect(check.result == .done && check.complete && check.removed == [Shop.premium])
    #expect(try await !phone.status(Shop.premium).entitled)
    #expect(try phone.memory.transactions(PageRequest(limit: 9)).rows.map(\.isAbsent) == [true])
  }

  @Test func askedAskedAgainAndNotToBeAsked() async throws {
    let phone = try await shop.device()
    let id = try await phone.buy(Shop.monthly)
    #expect(try await phone.purchasing.askRefund(of: id, reason: "by mistake").result == .filed)
    #expect(try phone.memory.transaction(id)?.refundAskedDate != nil)
    #expect(try phone.memory.wholeEvidence().renewalInfos.map(\.autoRenewStatus) == [.off])
    #expect(try await phone.status(Shop.monthly).state == .refundAsked)
    #expect(try await phone.purchasing.askRefund(of: id, reason: nil).result == .duplicate)
    #expect(try await phone.purchasing.askRefund(of: "12", reason: nil).result == .failed)
    try shop.appStore.approveRefund(of: id)
    _ = try await phone.purchasing.refundCheck()
    #expect(try await phone.purchasing.askRefund(of: id, reason: nil).result == .failed)
    #expect(try await !phone.status(Shop.monthly).entitled)
  }
}

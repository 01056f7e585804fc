import AppStoreModel
import Core
import TestSupport
import Testing

@testable import Simulator

/// Tests of Family Sharing: each member gets transactions and renewal infos of their own.
struct FamilyTests {
  private static let child = "child@"

  /// Returns a shop with two accounts, in which both products of the tests can be shared.
  private func shop() throws -> Shop {
    let shareable = String(decoding: DemoCatalogue.bytes, as: UTF8.self).replacing(
      #""familyShareable" : false"#, with: #""familyShareable" : true"#)
    let shop = try Shop(catalogue: Array(shareable.utf8))
    try shop.store.addAccount(Self.child, storefront: "USA")
    return shop
  }

  private func join(_ shop: Shop) throws {
    try shop.store.joinFamily(Self.child, of: Shop.customer)
  }

  @Test func joiningSharesEarlierPurchasesWithIdsOfTheMembersOwn() throws {
    let shop = try shop()
    let id = try shop.buy(Shop.premium)
    #expect(try shop.news { try join(shop) } == ["ONE_TIME_CHARGE"])
    let shared = try #require(try shop.history(Self.child).first)
    #expect(shared.inAppOwnershipType == .familyShared && shared.transactionId != id)
    #expect(shared.originalTransactionId == shared.transactionId && shared.productId == Shop.premium)
    #expect(shared.storefront == "USA" && shared.appAccountToken == nil)
    #expect(try shop.store.unfinished(of: Self.child).count == 1)
    let family = try #require(try shop.store.read { try $0.families() }.first)
    #expect(family.organizer == Shop.customer && family.members == [Shop.customer, Self.child])
    #expect(family.shares.map(\.owner) == [Shop.customer] && family.shares.map(\.member) == [Self.child])
  }

  @Test func aShareablePurchaseIsSharedAtOnceAndAnotherIsNot() throws {
    let shop = try shop()
    try join(shop)
    #expect(try shop.news { try shop.buy(Shop.premium) } == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
    #expect(try shop.news { try shop.buy(Shop.coins) } == ["ONE_TIME_CHARGE"])
    let plain = try Shop()
    try plain.store.addAccount(Self.child, storefront: "USA")
    try join(plain)
    #expect(try plain.news { try plain.buy(Shop.monthly) } == ["SUBSCRIBED INITIAL_BUY"])
    #expect(try plain.history(Self.child).isEmpty)
  }

  @Test func aSubscriptionsWholeLifeReachesTheMember() throws {
    let shop = try shop()
    try join(shop)
    #expect(try shop.news { try shop.buy(Shop.monthly) } == ["SUBSCRIBED INITIAL_BUY", "SUBSCRIBED INITIAL_BUY"])
    #expect(try shop.news { try shop.store.advance(by: 32 * day) } == ["DID_RENEW", "DID_RENEW"])
    let periods = try shop.history(Self.child)
    #expect(periods.count == 2 && Set(periods.map(\.originalTransactionId)).count == 1)
    #expect(try periods.last?.expiresDate == shop.history().last?.expiresDate)
    #expect(periods.allSatisfy { $0.inAppOwnershipType == .familyShared && $0.webOrderLineItemId != nil })
    let info = try shop.renewalInfo(account: Self.child)
    #expect(info.originalTransactionId == periods[0].originalTransactionId && info.autoRenewStatus == .on)
    let told = try #require(try shop.notifications().last?.data)
    #expect(told.status == .active)
    #expect(try payload(#require(told.signedTransactionInfo)).transactionId == periods.last?.transactionId)
    let member = try #require(periods.last?.transactionId)
    let listed = try shop.store.subscriptionStatuses(ofAny: member)
    #expect(listed.map(\.originalTransactionId) == [info.originalTransactionId] && listed.map(\.status) == [.active])
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    #expect(
      try shop.news { try shop.store.advance(by: 31 * day) }
        == ["DID_FAIL_TO_RENEW GRACE_PERIOD", "DID_FAIL_TO_RENEW GRACE_PERIOD"])
    #expect(try shop.renewalInfo(account: Self.child).gracePeriodExpiresDate != nil)
    #expect(
      try shop.news { try shop.store.advance(by: 90 * day) }.suffix(2) == [
        "EXPIRED BILLING_RETRY", "EXPIRED BILLING_RETRY",
      ])
    #expect(try shop.store.read { try $0.families() }.first?.shares == [])
    #expect(
      try shop.news { try shop.buy(Shop.monthly) } == ["SUBSCRIBED RESUBSCRIBE", "SUBSCRIBED RESUBSCRIBE"])
    #expect(try Set(shop.history(Self.child).map(\.originalTransactionId)).count == 1)
  }

  @Test func leavingRevokesTheSameIdANewerSignatureNoRefund() throws {
    let shop = try shop()
    try shop.buy(Shop.premium)
    try shop.buy(Shop.monthly)
    try join(shop)
    #expect(try shop.news { try shop.store.leaveFamily(Self.child) } == ["REVOKE", "REVOKE"])
    let history = try shop.history(Self.child)
    #expect(history.count == 2)
    #expect(history.allSatisfy { $0.revocationType == .familyRevoke && $0.revocationDate != nil })
    #expect(history.allSatisfy { $0.revocationPercentage == nil })
    #expect(try shop.store.refundHistory(of: Self.child).signedTransactions.isEmpty)
    #expect(try shop.history().allSatisfy { $0.revocationDate == nil })
    #expect(try shop.notifications().last?.data?.status == .revoked)
    #expect(try shop.store.read { try $0.families() }.isEmpty)
    #expect(try shop.news { try join(shop) } == ["ONE_TIME_CHARGE", "SUBSCRIBED RESUBSCRIBE"])
    #expect(try shop.history(Self.child).count == 4)
  }

  @Test func theOwnPurchaseRemainsWhenTheFamilysGoes() throws {
    let shop = try shop()
    try shop.buy(Shop.premium)
    try join(shop)
    let own = try shop.buy(Shop.premium, account: Self.child)
    try shop.store.leaveFamily(Self.child)
    let standing = try shop.history(Self.child).filter { $0.revocationDate == nil }
    #expect(standing.map(\.transactionId) == [own])
    #expect(standing.map(\.inAppOwnershipType) == [.purchased])
  }

  @Test func aRefundOfTheBuyerTakesItFromTheFamilyReversedTheFamilyHasItAgain() throws {
    let shop = try shop()
    let id = try shop.buy(Shop.premium)
    try join(shop)
    #expect(try shop.news { try shop.store.approveRefund(of: id) } == ["REFUND", "REVOKE"])
    #expect(try shop.news { try shop.store.reverseRefund(of: id) } == ["REFUND_REVERSED", "ONE_TIME_CHARGE"])
    let shared = try shop.history(Self.child)
    #expect(shared.filter { $0.revocationDate == nil }.count == 1 && shared.count == 2)
  }

  @Test func aRefundOfAnOldPeriodLeavesTheFamilys() throws {
    let shop = try shop()
    let first = try shop.buy(Shop.monthly)
    try join(shop)
    try shop.store.advance(by: 40 * day)
    #expect(try shop.news { try shop.store.approveRefund(of: first) } == ["REFUND"])
    #expect(try shop.history(Self.child).allSatisfy { $0.revocationDate == nil })
  }

  @Test func sharingOneProductIsSwitchedOffAndOn() throws {
    let shop = try shop()
    try shop.buy(Shop.premium)
    try shop.buy(Shop.monthly)
    try join(shop)
    #expect(
      try shop.news { try shop.store.setSharing(false, of: Shop.premium, account: Shop.customer) } == ["REVOKE"])
    #expect(try shop.store.read { try $0.families() }.first?.shares.map(\.productId) == [Shop.monthly])
    #expect(
      try shop.news { try shop.store.setSharing(true, of: Shop.premium, account: Shop.customer) }
        == ["ONE_TIME_CHARGE"])
  }

  @Test func aSharedPurchaseIsNotRefundedToAMemberWhoDidNotPay() throws {
    let shop = try shop()
    try shop.buy(Shop.premium)
    try join(shop)
    let shared = try #require(try shop.history(Self.child).first?.transactionId)
    #expect(throws: StoreError.self) {
      try shop.store.requestRefund(of: shared, reason: nil, account: Self.child)
    }
    #expect(throws: StoreError.self) { try shop.store.approveRefund(of: shared) }
    try shop.store.leaveFamily(Self.child)
    #expect(throws: StoreError.self) { try shop.store.reverseRefund(of: shared) }
  }

  @Test func whoCannotJoinLeaveOrShareIsToldWhy() throws {
    let shop = try shop()
    for attempt in [
      { try shop.store.joinFamily(Self.child, of: Self.child) }, { try shop.store.leaveFamily(Self.child) },
      { try shop.store.joinFamily("nobody@", of: Self.child) },
      { try shop.store.setSharing(true, of: Shop.coins, account: Shop.customer) },
      { try shop.store.setSharing(true, of: "\u{1B}[31m", account: Shop.customer) },
    ] as [() throws -> Void] {
      #expect(throws: StoreError.self) { try attempt() }
    }
    for number in 1...5 {
      try shop.store.addAccount("member\(number)@", storefront: "USA")
      try shop.store.joinFamily("member\(number)@", of: Shop.customer)
    }
    #expect(throws: StoreError.self) { try join(shop) }
    try shop.store.leaveFamily("member1@")
    try join(shop)
    #expect(throws: StoreError.self) { try join(shop) }
    try shop.store.leaveFamily(Shop.customer)
    #expect(try shop.store.read { try $0.families() }.isEmpty)
  }
}

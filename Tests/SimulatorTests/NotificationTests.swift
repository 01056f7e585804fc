import AppStoreModel
import Core
import TestSupport
import Testing

@testable import Simulator

extension Shop {
  /// Returns the decoded notifications, oldest first.
  func notifications() throws -> [ServerNotification] {
    try store.notifications(PageRequest(limit: 1000)).rows.reversed().map {
      try ServerNotification(json: json($0.signedPayload))
    }
  }

  /// Returns type and subtype of the notifications that some work causes, oldest first.
  func news(_ work: () throws -> Void) throws -> [String] {
    let before = try store.notifications(PageRequest(limit: 1000)).rows.count
    try work()
    return try notifications().dropFirst(before).map { notification in
      [notification.notificationType?.rawValue, notification.subtype?.rawValue].compactMap(\.self)
        .joined(separator: " ")
    }
  }
}

/// Tests of the lifecycle table, row by row, and of the content of notifications.
struct NotificationTests {
  @Test(arguments: [Shop.premium, Shop.coins, Shop.season]) func boughtOnceONETIMECHARGE(
    product: String
  ) throws {
    let shop = try Shop()
    #expect(try shop.news { try shop.buy(product) } == ["ONE_TIME_CHARGE"])
  }

  @Test func theFirstSubscriptionItsRenewalsItsEndAndTheNextOne() throws {
    let shop = try Shop()
    #expect(try shop.news { try shop.buy(Shop.monthly) } == ["SUBSCRIBED INITIAL_BUY"])
    #expect(try shop.news { try shop.store.advance(by: 32 * day) } == ["DID_RENEW"])
    #expect(
      try shop.news { try shop.store.setAutoRenew(false, of: Shop.monthly, account: Shop.customer) }
        == ["DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED"])
    #expect(
      try shop.news { try shop.store.setAutoRenew(true, of: Shop.monthly, account: Shop.customer) }
        == ["DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED"])
    try shop.store.setAutoRenew(false, of: Shop.monthly, account: Shop.customer)
    #expect(try shop.news { try shop.store.advance(by: 32 * day) } == ["EXPIRED VOLUNTARY"])
    #expect(try shop.news { try shop.buy(Shop.yearly) } == ["SUBSCRIBED RESUBSCRIBE"])
  }

  @Test func endedByTheTesterRenewedByTheTester() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    #expect(try shop.news { try shop.store.renew(Shop.monthly, account: Shop.customer) } == ["DID_RENEW"])
    #expect(try shop.news { try shop.store.expire(Shop.monthly, account: Shop.customer) } == ["EXPIRED VOLUNTARY"])
  }

  @Test func aFailedRenewalWithoutGraceAndTheEndOfBillingRetry() throws {
    let shop = try Shop()
    try shop.store.setGrace(false)
    try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    #expect(try shop.news { try shop.store.advance(by: 32 * day) } == ["DID_FAIL_TO_RENEW"])
    #expect(try shop.news { try shop.store.advance(by: 60 * day) } == ["EXPIRED BILLING_RETRY"])
  }

  @Test func aFailedRenewalWithGraceTheEndOfGraceRecoveryInRetry() throws {
    let shop = try Shop()
    try shop.store.setGrace(true)
    try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    #expect(try shop.news { try shop.store.advance(by: 32 * day) } == ["DID_FAIL_TO_RENEW GRACE_PERIOD"])
    #expect(try shop.notifications().last?.data?.status == .billingGracePeriod)
    #expect(try shop.news { try shop.store.advance(by: 16 * day) } == ["GRACE_PERIOD_EXPIRED"])
    #expect(try shop.notifications().last?.data?.status == .billingRetry)
    #expect(
      try shop.news { try shop.store.resolveBilling(of: Shop.monthly, account: Shop.customer) }
        == ["DID_RENEW BILLING_RECOVERY"])
    #expect(try shop.notifications().last?.data?.status == .active)
  }

  @Test func recoveryInGrace() throws {
    let shop = try Shop()
    try shop.store.setGrace(true)
    try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: 32 * day)
    #expect(
      try shop.news { try shop.store.resolveBilling(of: Shop.monthly, account: Shop.customer) }
        == ["DID_RENEW BILLING_RECOVERY"])
  }

  @Test func cancelledWhileBillingIsRetriedToldAndOver() throws {
    let shop = try Shop()
    try shop.store.setGrace(false)
    try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: 32 * day)
    #expect(
      try shop.news { try shop.store.setAutoRenew(false, of: Shop.monthly, account: Shop.customer) }
        == ["DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", "EXPIRED VOLUNTARY"])
  }

  @Test func noLongerForSaleEXPIREDPRODUCTNOTFORSALE() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    let empty = #"{"identifier":"A","products":[],"version":{"major":3,"minor":0}}"#
    try shop.store.importCatalogue(Array(empty.utf8), name: "empty")
    #expect(try shop.news { try shop.store.advance(by: 32 * day) } == ["EXPIRED PRODUCT_NOT_FOR_SALE"])
  }

  @Test func aRefundAskedForGrantedAndTakenBack() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.monthly)
    #expect(
      try shop.news { try shop.store.requestRefund(of: id, reason: nil, account: Shop.customer) }
        == ["DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", "CONSUMPTION_REQUEST"])
    #expect(try shop.notifications().last?.data?.consumptionRequestReason != nil)
    #expect(try shop.news { try shop.store.approveRefund(of: id) } == ["REFUND"])
    #expect(try shop.notifications().last?.data?.status == .revoked)
    #expect(try shop.news { try shop.store.reverseRefund(of: id) } == ["REFUND_REVERSED"])
    #expect(try shop.notifications().last?.data?.status == .active)
  }

  @Test func aRefundReversedAfterThePeriodsEndIsNoSecondEnd() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.monthly)
    try shop.store.requestRefund(of: id, reason: nil, account: Shop.customer)
    try shop.store.approveRefund(of: id)
    try shop.store.advance(by: 40 * day)
    #expect(try shop.news { try shop.store.reverseRefund(of: id) } == ["REFUND_REVERSED"])
    #expect(try shop.notifications().last?.data?.status == .expired)
  }

  @Test func aRefundDeclined() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.coins)
    #expect(
      try shop.news { try shop.store.requestRefund(of: id, reason: nil, account: Shop.customer) }
        == ["CONSUMPTION_REQUEST"])
    #expect(try shop.news { try shop.store.declineRefund(of: id) } == ["REFUND_DECLINED"])
  }

  @Test(arguments: [Shop.premium, Shop.season]) func appleAsksAboutProductsOfEveryType(
    product: String
  ) throws {
    let shop = try Shop()
    let id = try shop.buy(product)
    #expect(
      try shop.news { try shop.store.requestRefund(of: id, reason: nil, account: Shop.customer) }
        == ["CONSUMPTION_REQUEST"])
  }

  @Test func aRefundOfAnOldPeriodTellsOfItAndOfTheRunningSubscription() throws {
    let shop = try Shop()
    let first = try shop.buy(Shop.monthly)
    try shop.store.advance(by: 40 * day)
    try shop.store.requestRefund(of: first, reason: nil, account: Shop.customer)
    try shop.store.approveRefund(of: first)
    let data = try #require(try shop.notifications().last?.data)
    #expect(data.status == .active)
    #expect(try payload(#require(data.signedTransactionInfo)).transactionId == first)
  }

  @Test func askToBuyIsToldOnceItIsPaidNeverWhenItIsDeclined() throws {
    let shop = try Shop()
    #expect(try shop.news { try shop.buy(Shop.premium, outcome: .pending) } == [])
    let waiting = try #require(try shop.store.pending().first?.transactionId)
    #expect(try shop.news { try shop.store.approvePurchase(waiting) } == ["ONE_TIME_CHARGE"])
    let second = try shop.buy(Shop.coins, outcome: .pending)
    #expect(try shop.news { try shop.store.declinePurchase(second) } == [])
  }

  @Test func itsFormASignedStatementWithSignedStatementsInside() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.monthly)
    let listed = try #require(try shop.store.notifications(PageRequest(limit: 1)).rows.first)
    let verifier = Verifier(
      roots: try shop.store.identity.signer.identity().trustedRoots,
      expecting: ExpectedClaims(bundleId: shop.store.bundleId, environment: .sandbox), now: { HandClock().now })
    #expect(verifier.verify(listed.signedPayload, as: .notification).verdict == .verified)
    let said = try ServerNotification(json: json(listed.signedPayload))
    #expect(said.notificationUUID == listed.notificationUUID && said.version == "2.0")
    #expect(said.signedDate == listed.signedDate && said.data?.environment == .sandbox)
    #expect(said.data?.bundleId == shop.store.bundleId)
    let inside = try (payload(#require(said.data?.signedTransactionInfo)), json(#require(said.data?.signedRenewalInfo)))
    #expect(try inside.0 == shop.transaction(id) && inside.1 == shop.renewalInfo().json)
    #expect(inside.0.signedDate == listed.signedDate)
    #expect(listed.transactionId == id && listed.account == Shop.customer)
  }

  @Test
  func
    `a purchase whose signature was spoiled is told with the same one: nothing of it verifies until it is signed anew`()
    throws
  {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium, outcome: .unverified)
    let data = try #require(try shop.notifications().last?.data)
    let verifier = Verifier(
      roots: try shop.store.identity.signer.identity().trustedRoots, expecting: ExpectedClaims(),
      now: { HandClock().now })
    #expect(try verifier.verify(#require(data.signedTransactionInfo), as: .transaction).verdict != .verified)
    #expect(try payload(#require(data.signedTransactionInfo)).transactionId == id)
  }

  @Test func theSameSeedMakesTheSameNotificationsAnotherProcessSeesThemAsTheyWereSigned() throws {
    let shops = try [Shop(demo: true), Shop(demo: true)]
    let said = try shops.map { shop in
      try shop.store.notifications(PageRequest(limit: 100)).rows.map {
        [$0.notificationUUID, $0.notificationType.rawValue]
      }
    }
    #expect(said[0] == said[1] && said[0].count == 6)
    let again = try shops[0].reopened()
    #expect(
      try again.notifications(PageRequest(limit: 100)) == shops[0].store.notifications(PageRequest(limit: 100)))
  }
}

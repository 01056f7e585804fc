import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of Apple's table of events and notifications, row by row, in its order and words.
struct LifecycleTests {
  private typealias Product = LifeCatalogue

  static let rows: [LifecycleRow] = purchases + plans + offers + ends + billing + prices + refunds + others

  private static let purchases = [
    LifecycleRow("consumable bought", "ONE_TIME_CHARGE", when: .buy(Product.coins)),
    LifecycleRow("non-consumable bought", "ONE_TIME_CHARGE", when: .buy(Product.premium)),
    LifecycleRow("non-renewing subscription bought", "ONE_TIME_CHARGE", when: .buy(Product.season)),
    LifecycleRow(
      "non-consumable received by Family Sharing", "ONE_TIME_CHARGE", given: .buy(Product.premium), when: .join),
    LifecycleRow("first subscription in the group", "SUBSCRIBED INITIAL_BUY", when: .buy(Product.silver)),
    LifecycleRow(
      "first subscription in the group (also a family member gaining it)", "SUBSCRIBED INITIAL_BUY",
      given: .buy(Product.silver), when: .join),
    LifecycleRow(
      "resubscription after expiry to any product of the group", "SUBSCRIBED RESUBSCRIBE", given: .buy(Product.silver),
      .expire, when: .buy(Product.gold)),
    LifecycleRow(
      "resubscription after expiry (also family)", "SUBSCRIBED RESUBSCRIBE", "SUBSCRIBED RESUBSCRIBE", given: .join,
      .buy(Product.silver), .expire, when: .buy(Product.silver)),
    LifecycleRow("automatic renewal", "DID_RENEW", given: .buy(Product.gold), when: .passEnd),
  ]

  private static let plans = [
    LifecycleRow(
      "downgrade within the group chosen", "DID_CHANGE_RENEWAL_PREF DOWNGRADE", given: .buy(Product.gold),
      when: .buy(Product.silver)),
    LifecycleRow(
      "crossgrade of another duration chosen, like a downgrade", "DID_CHANGE_RENEWAL_PREF DOWNGRADE",
      given: .buy(Product.gold), when: .buy("life.gold.year")),
    LifecycleRow(
      "chosen downgrade taken back", "DID_CHANGE_RENEWAL_PREF", given: .buy(Product.gold), .buy(Product.silver),
      when: .buy(Product.gold)),
    LifecycleRow(
      "upgrade within the group (at once, rest refunded pro rata)", "DID_CHANGE_RENEWAL_PREF UPGRADE",
      given: .buy(Product.silver), when: .buy(Product.gold)),
    LifecycleRow(
      "crossgrade of the same duration, like an upgrade", "DID_CHANGE_RENEWAL_PREF UPGRADE",
      given: .buy(Product.silver), when: .buy("life.silver.too")),
    LifecycleRow(
      "auto-renew switched off in settings", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", given: .buy(Product.gold),
      when: .autoRenew(false)),
    LifecycleRow(
      "auto-renew switched on again", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED", given: .buy(Product.gold),
      .autoRenew(false), when: .autoRenew(true)),
    LifecycleRow(
      "auto-renew switched on again by buying", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED",
      given: .buy(Product.gold), .autoRenew(false), when: .buy(Product.gold)),
    LifecycleRow(
      "auto-renew switched off by the system because the customer filed a refund through the refund request API",
      "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", "CONSUMPTION_REQUEST", given: .buy(Product.gold),
      when: .askForRefund),
  ]

  private static let offers = [
    LifecycleRow(
      "offer redeemed on an active subscription", "OFFER_REDEEMED", given: .buy(Product.silver),
      when: .redeemPromotional),
    LifecycleRow(
      "code redeemed on an active subscription", "OFFER_REDEEMED", given: .buy(Product.silver), when: .redeemCode),
    LifecycleRow("code redeemed, first subscription", "SUBSCRIBED INITIAL_BUY", when: .redeemCode),
    LifecycleRow(
      "promotional offer redeemed after expiry", "SUBSCRIBED RESUBSCRIBE", given: .buy(Product.silver), .expire,
      when: .redeemPromotional),
    LifecycleRow(
      "code redeemed after expiry", "SUBSCRIBED RESUBSCRIBE", given: .buy(Product.silver), .expire, when: .redeemCode),
    LifecycleRow(
      "offer redeemed that upgrades (promotional offer)", "OFFER_REDEEMED UPGRADE", given: .buy(Product.bronze),
      when: .redeemPromotional),
    LifecycleRow(
      "offer redeemed that upgrades (code)", "OFFER_REDEEMED UPGRADE", given: .buy(Product.bronze), when: .redeemCode),
    LifecycleRow(
      "offer redeemed that downgrades (promotional offer)", "OFFER_REDEEMED DOWNGRADE", given: .buy(Product.gold),
      when: .redeemPromotional),
    LifecycleRow(
      "offer redeemed that changes to another duration, like a downgrade", "OFFER_REDEEMED DOWNGRADE",
      given: .buy("life.silver.half"), when: .redeemPromotional),
  ]

  private static let ends = [
    LifecycleRow(
      "expired: customer's choice", "EXPIRED VOLUNTARY", given: .buy(Product.gold), .autoRenew(false), when: .passEnd),
    LifecycleRow(
      "expired: product no longer for sale", "EXPIRED PRODUCT_NOT_FOR_SALE", given: .buy(Product.gold), .stopSelling,
      when: .passEnd),
    LifecycleRow(
      "expired: billing retry ended (60 days)", "EXPIRED BILLING_RETRY", given: .buy(Product.gold), .failBilling,
      .passEnd, .advance(by: 60 * day - 1), when: .advance(by: 1)),
    LifecycleRow(
      "expired: no consent to a price increase", "EXPIRED PRICE_INCREASE", given: .buy(Product.gold), .raisePrice(),
      when: .passEnd),
    LifecycleRow(
      "expired: a price increase was refused", "EXPIRED PRICE_INCREASE", given: .buy(Product.gold), .raisePrice(),
      .answer(agrees: false), when: .passEnd),
  ]

  private static let billing = [
    LifecycleRow(
      "renewal failed, retry without grace", "DID_FAIL_TO_RENEW", given: .buy(Product.gold), .failBilling,
      when: .passEnd),
    LifecycleRow(
      "renewal failed, retry with grace", "DID_FAIL_TO_RENEW GRACE_PERIOD", given: .grace, .buy(Product.gold),
      .failBilling, when: .passEnd),
    LifecycleRow(
      "grace ended, retry goes on", "GRACE_PERIOD_EXPIRED", given: .grace, .buy(Product.gold), .failBilling, .passEnd,
      when: .passEnd),
    LifecycleRow(
      "retry recovered", "DID_RENEW BILLING_RECOVERY", given: .buy(Product.gold), .failBilling, .passEnd,
      .advance(by: 20 * day), when: .resolveBilling),
    LifecycleRow(
      "retry recovered (in grace)", "DID_RENEW BILLING_RECOVERY", given: .grace, .buy(Product.gold), .failBilling,
      .passEnd, when: .resolveBilling),
  ]

  private static let prices = [
    LifecycleRow(
      "price increase needing consent: waiting", "PRICE_INCREASE PENDING", given: .buy(Product.gold),
      when: .raisePrice()),
    LifecycleRow(
      "price increase needing consent: accepted", "PRICE_INCREASE ACCEPTED", given: .buy(Product.gold), .raisePrice(),
      when: .answer(agrees: true)),
    LifecycleRow(
      "price increase: accepted (or none needed)", "PRICE_INCREASE ACCEPTED", given: .buy(Product.gold),
      when: .raisePrice(needsConsent: false)),
    LifecycleRow(
      "cancelled after a price notice or consent request", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED",
      given: .buy(Product.gold), .raisePrice(), when: .answer(agrees: false)),
  ]

  private static let refunds = [
    LifecycleRow("refund granted", "REFUND", given: .buy(Product.gold), when: .grantRefund),
    LifecycleRow(
      "granted refund reversed after a dispute", "REFUND_REVERSED", given: .buy(Product.gold), .grantRefund,
      when: .reverseRefund),
    LifecycleRow(
      "refund request filed through the app's refund API declined", "REFUND_DECLINED", given: .buy(Product.coins),
      .askForRefund, when: .declineRefund),
    LifecycleRow(
      "Apple asks for consumption data", "CONSUMPTION_REQUEST", given: .buy(Product.coins), when: .askForRefund),
    LifecycleRow("family member loses access", "REVOKE", given: .buy(Product.silver), .join, when: .leaveFamily),
    LifecycleRow(
      "family member loses access (the purchase was refunded)", "REFUND", "REVOKE", given: .buy(Product.premium), .join,
      when: .grantRefund),
  ]

  private static let others = [
    LifecycleRow("one subscription extended", "RENEWAL_EXTENDED", given: .buy(Product.gold), when: .extendRenewal),
    LifecycleRow(
      "mass extension finished", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION SUMMARY", given: .buy(Product.gold),
      when: .extendRenewals),
    LifecycleRow(
      "mass extension failed for one subscription", "RENEWAL_EXTENSION FAILURE", "RENEWAL_EXTENSION SUMMARY",
      given: .buy(Product.gold), .failBilling, .passEnd, when: .extendRenewals),
    LifecycleRow("requested test", "TEST", when: .requestTest),
    LifecycleRow("parental consent withdrawn", "RESCIND_CONSENT", when: .rescindConsent),
  ]

  @Test(arguments: rows) func theEventLeavesExactlyTheseNotifications(row: LifecycleRow) throws {
    let shop = try Shop.ofLevels
    for event in row.given { try event.run(shop) }
    #expect(try shop.news { try row.when.run(shop) } == row.tells)
  }

  @Test func everyTypeOfAppleIsInTheTableButThoseThatNoSimulatedCustomerCauses() {
    // External purchases and Advanced Commerce are not In-App Purchase.
    let others: Set<NotificationType> = [.externalPurchaseToken, .metadataUpdate, .migration, .priceChange]
    let told = Set(Self.rows.flatMap(\.tells).map { String($0.prefix { $0 != " " }) })
    #expect(told.union(others.map(\.rawValue)) == Set(NotificationType.known.map(\.rawValue)))
  }

  @Test func anUPGRADECarriesOnlyTheNewTransaction() throws {
    let shop = try Shop.ofLevels
    try shop.buy(Product.silver)
    let new = try shop.buy(Product.gold)
    let data = try #require(try shop.notifications().last?.data)
    #expect(try payload(#require(data.signedTransactionInfo)).transactionId == new)
  }

  @Test func aWithdrawnConsentCarriesTheAppsTransactionAndNothingOfAPurchase() throws {
    let shop = try Shop.ofLevels
    try shop.store.rescindConsent(of: Shop.child)
    let said = try #require(try shop.notifications().last)
    let app = try AppTransaction(json: json(#require(said.appData?.signedAppTransactionInfo)))
    #expect(said.data == nil && said.appData?.bundleId == shop.store.bundleId && app.bundleId == shop.store.bundleId)
  }
}

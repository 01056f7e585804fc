import AppStoreModel
import TestSupport
import Testing

@testable import Simulator

/// Tests of Apple's table of events and notifications, row by row, in its order and words.
struct LifecycleTests {
  private typealias Product = LifeCatalogue

  static let rows: [LifecycleRow] = purchases + plans + offers + ends + billing + prices + refunds + others

  private static let purchases = [
    LifecycleRow("consumable bought", "ONE_TIME_CHARGE") { try $0.buy(Product.coins) },
    LifecycleRow("non-consumable bought", "ONE_TIME_CHARGE") { try $0.buy(Product.premium) },
    LifecycleRow("non-renewing subscription bought", "ONE_TIME_CHARGE") { try $0.buy(Product.season) },
    LifecycleRow("non-consumable received by Family Sharing", "ONE_TIME_CHARGE") {
      try $0.buy(Product.premium)
    } happens: {
      try $0.join()
    },
    LifecycleRow("first subscription in the group", "SUBSCRIBED INITIAL_BUY") { try $0.buy(Product.silver) },
    LifecycleRow("first subscription in the group (also a family member gaining it)", "SUBSCRIBED INITIAL_BUY") {
      try $0.buy(Product.silver)
    } happens: {
      try $0.join()
    },
    LifecycleRow("resubscription after expiry to any product of the group", "SUBSCRIBED RESUBSCRIBE") {
      try $0.buy(Product.silver)
      try $0.expire()
    } happens: {
      try $0.buy(Product.gold)
    },
    LifecycleRow(
      "resubscription after expiry (also family)", "SUBSCRIBED RESUBSCRIBE", "SUBSCRIBED RESUBSCRIBE"
    ) {
      try $0.join()
      try $0.buy(Product.silver)
      try $0.expire()
    } happens: {
      try $0.buy(Product.silver)
    },
    LifecycleRow("automatic renewal", "DID_RENEW") {
      try $0.buy(Product.gold)
    } happens: {
      try $0.passEnd()
    },
  ]

  private static let plans = [
    LifecycleRow("downgrade within the group chosen", "DID_CHANGE_RENEWAL_PREF DOWNGRADE") {
      try $0.buy(Product.gold)
    } happens: {
      try $0.buy(Product.silver)
    },
    LifecycleRow("crossgrade of another duration chosen, like a downgrade", "DID_CHANGE_RENEWAL_PREF DOWNGRADE") {
      try $0.buy(Product.gold)
    } happens: {
      try $0.buy("life.gold.year")
    },
    LifecycleRow("chosen downgrade taken back", "DID_CHANGE_RENEWAL_PREF") {
      try $0.buy(Product.gold)
      try $0.buy(Product.silver)
    } happens: {
      try $0.buy(Product.gold)
    },
    LifecycleRow(
      "upgrade within the group (at once, rest refunded pro rata)", "DID_CHANGE_RENEWAL_PREF UPGRADE"
    ) {
      try $0.buy(Product.silver)
    } happens: {
      try $0.buy(Product.gold)
    },
    LifecycleRow("crossgrade of the same duration, like an upgrade", "DID_CHANGE_RENEWAL_PREF UPGRADE") {
      try $0.buy(Product.silver)
    } happens: {
      try $0.buy("life.silver.too")
    },
    LifecycleRow("auto-renew switched off in settings", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED") {
      try $0.buy(Product.gold)
    } happens: {
      try $0.autoRenew(false)
    },
    LifecycleRow("auto-renew switched on again", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED") {
      try $0.buy(Product.gold)
      try $0.autoRenew(false)
    } happens: {
      try $0.autoRenew(true)
    },
    LifecycleRow("auto-renew switched on again by buying", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED") {
      try $0.buy(Product.gold)
      try $0.autoRenew(false)
    } happens: {
      try $0.buy(Product.gold)
    },
    LifecycleRow(
      "auto-renew switched off by the system because the customer filed a refund through the refund request API",
      "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", "CONSUMPTION_REQUEST"
    ) {
      try $0.buy(Product.gold)
    } happens: {
      try $0.askForRefund()
    },
  ]

  private static let offers = [
    LifecycleRow("offer redeemed on an active subscription", "OFFER_REDEEMED") {
      try $0.buy(Product.silver)
    } happens: {
      try $0.redeemPromotional()
    },
    LifecycleRow("code redeemed on an active subscription", "OFFER_REDEEMED") {
      try $0.buy(Product.silver)
    } happens: {
      try $0.redeemCode()
    },
    LifecycleRow("code redeemed, first subscription", "SUBSCRIBED INITIAL_BUY") { try $0.redeemCode() },
    LifecycleRow("promotional offer redeemed after expiry", "SUBSCRIBED RESUBSCRIBE") {
      try $0.buy(Product.silver)
      try $0.expire()
    } happens: {
      try $0.redeemPromotional()
    },
    LifecycleRow("code redeemed after expiry", "SUBSCRIBED RESUBSCRIBE") {
      try $0.buy(Product.silver)
      try $0.expire()
    } happens: {
      try $0.redeemCode()
    },
    LifecycleRow("offer redeemed that upgrades (promotional offer)", "OFFER_REDEEMED UPGRADE") {
      try $0.buy(Product.bronze)
    } happens: {
      try $0.redeemPromotional()
    },
    LifecycleRow("offer redeemed that upgrades (code)", "OFFER_REDEEMED UPGRADE") {
      try $0.buy(Product.bronze)
    } happens: {
      try $0.redeemCode()
    },
    LifecycleRow("offer redeemed that downgrades (promotional offer)", "OFFER_REDEEMED DOWNGRADE") {
      try $0.buy(Product.gold)
    } happens: {
      try $0.redeemPromotional()
    },
    LifecycleRow("offer redeemed that changes to another duration, like a downgrade", "OFFER_REDEEMED DOWNGRADE") {
      try $0.buy("life.silver.half")
    } happens: {
      try $0.redeemPromotional()
    },
  ]

  private static let ends = [
    LifecycleRow("expired: customer's choice", "EXPIRED VOLUNTARY") {
      try $0.buy(Product.gold)
      try $0.autoRenew(false)
    } happens: {
      try $0.passEnd()
    },
    LifecycleRow("expired: product no longer for sale", "EXPIRED PRODUCT_NOT_FOR_SALE") {
      try $0.buy(Product.gold)
      try $0.store.importCatalogue(
        Array(LifeCatalogue.text.replacing("\"life.gold\"", with: "\"life.platinum\"").utf8), name: "other")
    } happens: {
      try $0.passEnd()
    },
    LifecycleRow("expired: billing retry ended (60 days)", "EXPIRED BILLING_RETRY") {
      try $0.buy(Product.gold)
      try $0.failBilling()
      try $0.passEnd()
      try $0.store.advance(by: 60 * day - 1)
    } happens: {
      try $0.store.advance(by: 1)
    },
    LifecycleRow("expired: no consent to a price increase", "EXPIRED PRICE_INCREASE") {
      try $0.buy(Product.gold)
      try $0.raisePrice()
    } happens: {
      try $0.passEnd()
    },
    LifecycleRow("expired: a price increase was refused", "EXPIRED PRICE_INCREASE") {
      try $0.buy(Product.gold)
      try $0.raisePrice()
      try $0.answer(agrees: false)
    } happens: {
      try $0.passEnd()
    },
  ]

  private static let billing = [
    LifecycleRow("renewal failed, retry without grace", "DID_FAIL_TO_RENEW") {
      try $0.buy(Product.gold)
      try $0.failBilling()
    } happens: {
      try $0.passEnd()
    },
    LifecycleRow("renewal failed, retry with grace", "DID_FAIL_TO_RENEW GRACE_PERIOD") {
      try $0.store.setGrace(true)
      try $0.buy(Product.gold)
      try $0.failBilling()
    } happens: {
      try $0.passEnd()
    },
    LifecycleRow("grace ended, retry goes on", "GRACE_PERIOD_EXPIRED") {
      try $0.store.setGrace(true)
      try $0.buy(Product.gold)
      try $0.failBilling()
      try $0.passEnd()
    } happens: {
      try $0.passEnd()
    },
    LifecycleRow("retry recovered", "DID_RENEW BILLING_RECOVERY") {
      try $0.buy(Product.gold)
      try $0.failBilling()
      try $0.passEnd()
      try $0.store.advance(by: 20 * day)
    } happens: {
      try $0.resolveBilling()
    },
    LifecycleRow("retry recovered (in grace)", "DID_RENEW BILLING_RECOVERY") {
      try $0.store.setGrace(true)
      try $0.buy(Product.gold)
      try $0.failBilling()
      try $0.passEnd()
    } happens: {
      try $0.resolveBilling()
    },
  ]

  private static let prices = [
    LifecycleRow("price increase needing consent: waiting", "PRICE_INCREASE PENDING") {
      try $0.buy(Product.gold)
    } happens: {
      try $0.raisePrice()
    },
    LifecycleRow("price increase needing consent: accepted", "PRICE_INCREASE ACCEPTED") {
      try $0.buy(Product.gold)
      try $0.raisePrice()
    } happens: {
      try $0.answer(agrees: true)
    },
    LifecycleRow("price increase: accepted (or none needed)", "PRICE_INCREASE ACCEPTED") {
      try $0.buy(Product.gold)
    } happens: {
      try $0.raisePrice(needsConsent: false)
    },
    LifecycleRow(
      "cancelled after a price notice or consent request", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED"
    ) {
      try $0.buy(Product.gold)
      try $0.raisePrice()
    } happens: {
      try $0.answer(agrees: false)
    },
  ]

  private static let refunds = [
    LifecycleRow("refund granted", "REFUND") {
      try $0.buy(Product.gold)
    } happens: {
      try $0.store.approveRefund(of: $0.newest)
    },
    LifecycleRow("granted refund reversed after a dispute", "REFUND_REVERSED") {
      try $0.buy(Product.gold)
      try $0.store.approveRefund(of: $0.newest)
    } happens: {
      try $0.store.reverseRefund(of: $0.newest)
    },
    LifecycleRow("refund request filed through the app's refund API declined", "REFUND_DECLINED") {
      try $0.buy(Product.coins)
      try $0.askForRefund()
    } happens: {
      try $0.store.declineRefund(of: $0.newest)
    },
    LifecycleRow("Apple asks for consumption data", "CONSUMPTION_REQUEST") {
      try $0.buy(Product.coins)
    } happens: {
      try $0.askForRefund()
    },
    LifecycleRow("family member loses access", "REVOKE") {
      try $0.buy(Product.silver)
      try $0.join()
    } happens: {
      try $0.store.leaveFamily(Shop.child)
    },
    LifecycleRow("family member loses access (the purchase was refunded)", "REFUND", "REVOKE") {
      try $0.buy(Product.premium)
      try $0.join()
    } happens: {
      try $0.store.approveRefund(of: $0.newest)
    },
  ]

  private static let others = [
    LifecycleRow("one subscription extended", "RENEWAL_EXTENDED") {
      try $0.buy(Product.gold)
    } happens: {
      try $0.store.extendRenewal(of: Product.gold, days: 5, account: Shop.customer)
    },
    LifecycleRow("mass extension finished", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION SUMMARY") {
      try $0.buy(Product.gold)
    } happens: {
      try $0.store.extendRenewals(MassExtension(requestIdentifier: "one", productId: Product.gold, days: 5))
    },
    LifecycleRow(
      "mass extension failed for one subscription", "RENEWAL_EXTENSION FAILURE", "RENEWAL_EXTENSION SUMMARY"
    ) {
      try $0.buy(Product.gold)
      try $0.failBilling()
      try $0.passEnd()
    } happens: {
      try $0.store.extendRenewals(MassExtension(requestIdentifier: "one", productId: Product.gold, days: 5))
    },
    LifecycleRow("requested test", "TEST") { _ = try $0.store.requestTestNotification() },
    LifecycleRow("parental consent withdrawn", "RESCIND_CONSENT") { try $0.store.rescindConsent(of: Shop.child) },
  ]

  @Test(arguments: rows) func theEventLeavesExactlyTheseNotifications(row: LifecycleRow) throws {
    let shop = try Shop.ofLevels
    try row.before(shop)
    #expect(try shop.news { try row.happens(shop) } == row.tells)
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

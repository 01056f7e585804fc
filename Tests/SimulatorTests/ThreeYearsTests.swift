import AppStoreModel
import Core
import TestSupport
import Testing
import Verbs

@testable import Simulator

/// Tests the notifications of a customer of three years, with days that last one second.
struct ThreeYearsTests {
  /// A notification, with the signed data in it.
  private struct Told {
    let name: String
    let uuid: String
    let signed: Int64
    let transaction: Transaction?
    let renewal: RenewalInfo?
    let status: SubscriptionStatus?
  }

  private func payload(_ text: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: CompactJWS(text.utf8).payload()).objectValue)
  }

  private func told(_ notification: SimulatedNotification) throws -> Told {
    let notice = try ServerNotification(json: payload(notification.signedPayload))
    return Told(
      name: [notification.notificationType.rawValue, notification.subtype?.rawValue].compactMap(\.self)
        .joined(separator: " "),
      uuid: notification.notificationUUID, signed: notification.signedDate.milliseconds,
      transaction: try notice.data?.signedTransactionInfo.map { try Transaction(json: payload($0)) },
      renewal: try notice.data?.signedRenewalInfo.map { try RenewalInfo(json: payload($0)) },
      status: notice.data?.status)
  }

  @Test func everyNotificationOfThreeYearsOnceInOrderPayloadByPayload() throws {
    let shop = try Shop()
    // A day lasts one second, and a month thirty.
    try shop.store.setRate(.oneSecondIsOneDay)
    _ = try shop.store.perform(VerbCall(commandLine: ["renewal-limit", "none"]))
    try shop.store.setGrace(true)
    let month = try #require(TimeRate.oneSecondIsOneDay.duration(of: .month))
    let (grace, retry) = (TimeRate.oneSecondIsOneDay.gracePeriod(for: .month), TimeRate.oneSecondIsOneDay.billingRetry)
    try shop.buy(Shop.monthly)
    try shop.store.advance(by: 11 * month + month / 2)  // a year: 11 renewals
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: month)  // the renewal fails, and the grace period runs
    try shop.store.resolveBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: 11 * month + month / 2)
    try shop.store.setAutoRenew(false, of: Shop.monthly, account: Shop.customer)
    try shop.store.setAutoRenew(true, of: Shop.monthly, account: Shop.customer)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: month + retry)  // it fails until billing retry ends
    try shop.buy(Shop.monthly)
    try shop.store.advance(by: 10 * month + month / 2)
    try shop.store.setAutoRenew(false, of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: month)

    let rows = try shop.store.notifications(PageRequest(limit: 1000)).rows
    let life = try Array(rows.reversed()).map(told)
    #expect(Set(life.map(\.uuid)).count == life.count, "each once")
    #expect(zip(life, life.dropFirst()).allSatisfy { $0.signed < $1.signed }, "in order")
    func renewals(_ count: Int) -> [String] { Array(repeating: "DID_RENEW", count: count) }
    let expected =
      ["SUBSCRIBED INITIAL_BUY"] + renewals(11) + ["DID_FAIL_TO_RENEW GRACE_PERIOD"]
      + ["DID_RENEW BILLING_RECOVERY"] + renewals(12)
      + [
        "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED",
        "DID_FAIL_TO_RENEW GRACE_PERIOD", "GRACE_PERIOD_EXPIRED", "EXPIRED BILLING_RETRY", "SUBSCRIBED RESUBSCRIBE",
      ] + renewals(10) + ["DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", "EXPIRED VOLUNTARY"]
    #expect(life.map(\.name) == expected)

    // Compare each payload.
    let first = try #require(life.first?.transaction?.transactionId)
    for told in life {
      let (bought, renewal) = (try #require(told.transaction), try #require(told.renewal))
      #expect(bought.originalTransactionId == first && renewal.originalTransactionId == first)
      #expect(renewal.productId == Shop.monthly && bought.price == 12_000)
      switch told.name {
      case "SUBSCRIBED INITIAL_BUY", "SUBSCRIBED RESUBSCRIBE":
        #expect(bought.transactionReason == .purchase && told.status == .active)
        #expect(renewal.recentSubscriptionStartDate == bought.purchaseDate)
      case "DID_RENEW", "DID_RENEW BILLING_RECOVERY":
        #expect(bought.transactionReason == .renewal && told.status == .active)
        #expect(renewal.isInBillingRetryPeriod == nil && renewal.expirationIntent == nil)
      case "DID_FAIL_TO_RENEW GRACE_PERIOD":
        #expect(told.status == .billingGracePeriod && renewal.isInBillingRetryPeriod == true)
        #expect(renewal.gracePeriodExpiresDate == bought.expiresDate?.adding(milliseconds: grace))
      case "GRACE_PERIOD_EXPIRED":
        #expect(told.status == .billingRetry && renewal.gracePeriodExpiresDate == nil)
      case "EXPIRED BILLING_RETRY":
        #expect(told.status == .expired && renewal.expirationIntent == .billingError)
      case "EXPIRED VOLUNTARY":
        #expect(told.status == .expired && renewal.expirationIntent == .customerCancelled)
      case "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED": #expect(renewal.autoRenewStatus == .off)
      default: #expect(renewal.autoRenewStatus == .on, "\(told.name)")
      }
    }
    // No period is reported twice, and the history has as many.
    let periods = life.filter { $0.name.hasPrefix("DID_RENEW") || $0.name.hasPrefix("SUBSCRIBED") }
      .compactMap(\.transaction)
    #expect(Set(periods.compactMap(\.transactionId)).count == 36)
    #expect(try shop.history().count == 36)
  }

  @Test(arguments: ["UNREPORTED", "CREATED", "ACTIVE_TOKEN_REMINDER"])
  func anExternalPurchaseTokenIsTold(subtype: String) throws {
    let shop = try Shop()
    #expect(
      try shop.news {
        _ = try shop.store.perform(VerbCall(commandLine: ["external-purchase", subtype.lowercased()]))
      } == ["EXTERNAL_PURCHASE_TOKEN " + subtype])
    let row = try #require(try shop.store.notifications(PageRequest(limit: 1)).rows.first)
    let notice = try ServerNotification(json: payload(row.signedPayload))
    let token = try #require(notice.externalPurchaseToken)
    #expect(token.externalPurchaseId?.hasPrefix("SANDBOX") == true && token.bundleId == "com.example.piglet")
    #expect(notice.data == nil && notice.summary == nil && notice.appData == nil)
  }
}

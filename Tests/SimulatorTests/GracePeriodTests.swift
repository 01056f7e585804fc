import AppStoreModel
import TestSupport
import Testing
import Verbs

@testable import Simulator

/// Tests of the Billing Grace Period with the options of App Store Connect.
///
/// They are 3, 16 or 28 days, all renewals or only paid ones, and with or without the sandbox.
struct GracePeriodTests {
  private func shop(_ words: String..., product: String = Shop.monthly) throws -> Shop {
    let shop = try Shop()
    for line in words { try perform(line, shop) }
    try shop.buy(product)
    return shop
  }

  private func perform(_ line: String, _ shop: Shop) throws {
    _ = try shop.store.perform(VerbCall(commandLine: line.split(separator: " ").map(String.init)))
  }

  /// Returns the length of the grace period after the renewal of the only subscription failed; nil without one.
  private func grace(_ shop: Shop) throws -> Int64? {
    try perform("renewals-fail on", shop)
    let end = try shop.subscription().expiresDate
    try shop.store.advance(by: end.milliseconds(since: shop.store.clock().now) + 1)
    let subscription = try shop.subscription()
    #expect(subscription.state == (subscription.gracePeriodExpiresDate == nil ? .retry : .grace))
    let told = try shop.renewalInfo().gracePeriodExpiresDate
    #expect(told == subscription.gracePeriodExpiresDate)
    return told.map { $0.milliseconds(since: end) }
  }

  @Test(arguments: [3, 16, 28]) func theLengthIsThatOfAppStoreConnect(days: Int64) throws {
    let shop = try shop("grace-period \(days)")
    #expect(try grace(shop) == days * day)
    // Access ends with the grace period, and Apple goes on trying to charge.
    try shop.store.advance(by: days * day)
    #expect(try shop.subscription().state == .retry)
  }

  @Test func withoutALengthItIsSixteenDays() throws {
    #expect(try grace(shop("grace on")) == 16 * day)
    #expect(try grace(shop("grace-period 28", "grace off")) == nil)
    #expect(try grace(shop("grace-period 28", "grace off", "grace on")) == 28 * day)
    // A reset of the settings returns to those of the catalogue's file.
    #expect(try grace(shop("grace-period 28", "reset --settings", "grace on")) == 16 * day)
  }

  /// Tests that a weekly subscription has at most six days.
  @Test(arguments: [(3, 3), (16, 6), (28, 6)]) func aWeekIsShorter(days: Int, most: Int64) {
    #expect(TimeRate.realTime.gracePeriod(for: .week, days: days) == most * day)
  }

  /// Tests that the faster time rates keep the proportion.
  @Test(arguments: TimeRate.allCases) func everyRateKeepsTheProportion(rate: TimeRate) {
    let usual = rate.gracePeriod(for: .month)
    #expect(rate.gracePeriod(for: .month, days: 28) == usual * 28 / 16)
    #expect(rate.gracePeriod(for: .month, days: 3) == usual * 3 / 16)
  }

  @Test func aFreeTrialHasNoneWhereOnlyPaidPeriodsDo() throws {
    let trial = Shop.monthlyWithTrial
    for (words, isPaid, expected) in [
      ("grace-period 16 --eligible all", false, true), ("grace-period 16 --eligible paid", false, false),
      ("grace-period 16 --eligible paid", true, true),
    ] {
      let shop = try Shop(catalogue: Array(trial.utf8))
      try perform(words, shop)
      try shop.buy("trial")
      if isPaid { try perform("advance 8d", shop) }
      #expect(try (grace(shop) != nil) == expected, "\(words) \(isPaid)")
    }
  }

  @Test func theSandboxMayBeLeftOut() throws {
    #expect(try grace(shop("grace-period 16 --sandbox off")) == nil)
    #expect(try grace(shop("grace-period 16 --sandbox off", "grace-period 16 --sandbox on")) == 16 * day)
  }

  @Test(arguments: [
    "grace-period 5", "grace-period", "grace-period 16 --eligible some", "grace-period 3 --sandbox maybe",
  ])
  func mistakesAreRefused(line: String) {
    #expect(throws: (any Error).self) { try VerbCall(commandLine: line.split(separator: " ").map(String.init)) }
  }
}

extension Shop {
  /// A catalogue with a monthly subscription that begins with a free week.
  fileprivate static let monthlyWithTrial = """
    {"products": [], "subscriptionGroups": [{"id": "21", "localizations": [], "name": "G", "subscriptions": [
      {"displayPrice": "9.99", "familyShareable": false, "groupNumber": 1, "internalID": "A2", "localizations": [],
       "introductoryOffer": {"internalID": "B1", "numberOfPeriods": 1, "paymentMode": "free", "subscriptionPeriod": "P1W"},
       "productID": "trial", "recurringSubscriptionPeriod": "P1M", "referenceName": "T", "subscriptionGroupID": "21",
       "type": "RecurringSubscription"}]}], "version": {"major": 4, "minor": 0}}
    """
}

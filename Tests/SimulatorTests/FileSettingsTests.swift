import AppStoreModel
import Core
import TestSupport
import Testing
import Verbs

@testable import Simulator

/// Tests that each setting of a `.storekit` file is applied at import, changed by a verb, and written back.
struct FileSettingsTests {
  /// A setting with its value, the condition that then holds in the ledger, and the verb that sets it back.
  struct Row: CustomTestStringConvertible {
    let member: String
    let value: String
    let holds: @Sendable (LedgerSession) throws -> Bool
    let back: String
    var testDescription: String { member }
  }

  static let rows: [Row] = [
    Row(
      member: "_timeRate", value: "15", holds: { $0.state.rate == .monthlyRenewalEveryThirtySeconds },
      back: "rate realTime"),
    Row(member: "_askToBuyEnabled", value: "true", holds: { $0.state.asksToBuy }, back: "ask-to-buy off"),
    Row(
      member: "_billingIssuesEnabled", value: "true", holds: { $0.state.interrupts }, back: "interrupted off"),
    Row(member: "_billingGracePeriodEnabled", value: "true", holds: { $0.state.grace }, back: "grace off"),
    Row(
      member: "_renewalBillingIssuesEnabled", value: "true", holds: { $0.state.failsRenewals },
      back: "renewals-fail off"),
    Row(member: "_disableDialogs", value: "true", holds: { !$0.state.showsDialogs }, back: "dialogs on"),
    Row(
      member: "_failTransactionsEnabled", value: "true", holds: { try $0.faults().map(\.fault) == [.purchase] },
      back: "fault purchase --off"),
    Row(
      member: "_storefront", value: #""JPN""#, holds: { try $0.accounts().map(\.storefront) == ["JPN"] },
      back: "storefront USA"),
    Row(
      member: "_locale", value: #""es_ES""#, holds: { try $0.accounts().map(\.chosenLocale) == ["es_ES"] },
      back: "locale en_US"),
    Row(
      member: "_storeKitErrors", value: #"[{"current": null, "enabled": true, "name": "Load Products"}]"#,
      holds: { try $0.faults().map(\.fault) == [.loadProducts] }, back: "fault loadProducts --off"),
    Row(
      member: "_storeKitErrors",
      value: #"[{"current": {"index": 2, "type": "purchase"}, "enabled": true, "name": "Purchase"}]"#,
      holds: { try $0.faults().map(\.fault) == [.purchase] }, back: "fault purchase --off"),
  ]

  private func file(_ member: String, _ value: String) -> [UInt8] {
    Array(
      #"{"products": [], "subscriptionGroups": [], "settings": {"\#(member)": \#(value)}, "version": {"major": 4}}"#
        .utf8)
  }

  private func settings(_ shop: Shop) throws -> ConfigurationSettings {
    try StoreKitConfiguration(parsing: shop.store.savedConfiguration(), name: "saved").settings
  }

  @Test(arguments: rows) func isHonouredChangedAndWrittenBack(row: Row) throws {
    let shop = try Shop()
    let plain = file("_timeRate", "0")
    try shop.store.importCatalogue(plain, name: "plain.storekit")
    try shop.store.importCatalogue(file(row.member, row.value), name: "set.storekit")
    #expect(try shop.store.read { try row.holds($0) })
    // Nothing was changed, so the saved file is the imported one.
    #expect(try shop.store.savedConfiguration() == file(row.member, row.value))
    var call = try VerbCall(commandLine: row.back.split(separator: " ").map(String.init))
    call.signedIn = Shop.customer
    _ = try shop.store.perform(call)
    #expect(try !shop.store.read { try row.holds($0) })
    let saved = try settings(shop)
    #expect(try saved == StoreKitConfiguration(parsing: plain, name: "plain").settings)
    // After another import the setting is as it was saved.
    try shop.store.importCatalogue(shop.store.savedConfiguration(), name: "again.storekit")
    #expect(try !shop.store.read { try row.holds($0) } && settings(shop) == saved)
  }

  @Test func xcodesNumberStaysWhereACallIsSwitchedOn() throws {
    let shop = try Shop()
    let text = #"[{"current": {"index": 3, "type": "generic"}, "enabled": false, "name": "App Store Sync"}]"#
    try shop.store.importCatalogue(file("_storeKitErrors", text), name: "a.storekit")
    _ = try shop.store.perform(VerbCall(commandLine: ["fault", "appStoreSync"]))
    _ = try shop.store.perform(VerbCall(commandLine: ["fault", "loadProducts"]))
    let saved = String(decoding: try shop.store.savedConfiguration(), as: UTF8.self)
    #expect(saved.contains("\"index\" : 3") && saved.contains("\"Load Products\""))
    #expect(try Set(settings(shop).simulatedErrors) == ["App Store Sync", "Load Products"])
  }

  @Test func theSandboxDeclinesOnATestersRequest() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium)
    let news = try shop.news { try shop.store.requestRefund(of: id, reason: "DECLINE", account: Shop.customer) }
    #expect(news == ["CONSUMPTION_REQUEST", "REFUND_DECLINED"])
    #expect(try shop.store.pending().isEmpty && shop.history().map(\.revocationDate) == [nil])
  }

  @Test func subscriptionsAreListedWithTheirSignedData() throws {
    let shop = try Shop()
    try shop.buy(Shop.monthly)
    guard case .done(let answer) = try shop.store.perform(VerbCall(commandLine: ["subscriptions"])),
      let row = try answer.document.objects("subscriptions")?.first, let info = try row.object("renewalInfo")
    else {
      Issue.record("no subscription")
      return
    }
    #expect(try row.string("state") == "active" && row.string("account") == Shop.customer)
    #expect(try info.string("autoRenewProductId") == Shop.monthly && info.int64("autoRenewStatus") == 1)
    #expect(answer.text.contains(Shop.monthly))
  }
}

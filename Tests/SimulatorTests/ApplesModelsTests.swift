import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing
import Verbs

@testable import Simulator

/// Tests that every signed member has the name and type of Apple's library's models.
///
/// Whether a member is present is compared with fourteen real sandbox notifications.
struct ApplesModelsTests {
  /// A script that reads lines of a model's name and a payload.
  ///
  /// It prints a line for each member that the model lacks or has with another type, and for each member of a model that
  /// no payload has.
  private static let script = """
    import enum, importlib, json, sys, typing
    import attr
    names = {"transaction": "JWSTransactionDecodedPayload", "renewalInfo": "JWSRenewalInfoDecodedPayload",
      "notification": "ResponseBodyV2DecodedPayload", "appTransaction": "AppTransaction"}
    def model(name): return getattr(importlib.import_module("appstoreserverlibrary.models." + name), name)
    def check(value, kind, where):
      plain = [one for one in typing.get_args(kind) if one is not type(None)]
      if typing.get_origin(kind) is typing.Union: return check(value, plain[0], where)
      if typing.get_origin(kind) is list:
        for one in value: check(one, typing.get_args(kind)[0], where)
      elif isinstance(kind, type) and issubclass(kind, enum.Enum):
        if value not in [one.value for one in kind]: problems.add(f"{where} is {value!r}")
      elif attr.has(kind): walk(value, kind, where + ".")
      elif type(value) is not kind: problems.add(f"{where} is a {type(value).__name__}, not {kind}")
    def walk(payload, kind, where):
      fields = {one.name: one.type for one in attr.fields(kind) if not one.name.startswith("raw")}
      unseen.setdefault(where, set(fields)).difference_update(payload)
      for name, value in payload.items():
        if name in fields: check(value, fields[name], where + name)
        else: problems.add(f"{where}{name} is in no model")
    problems, unseen, count = set(), {}, 0
    for line in sys.stdin:
      kind, text = line.split(" ", 1)
      walk(json.loads(text), model(names[kind]), kind + ".")
      count += 1
    for problem in sorted(problems): print(problem)
    for where in sorted(unseen):
      for name in sorted(unseen[where]): print("never", where + name)
    print("compared", count)
    """

  /// Returns every payload of the accounts' histories, notifications and app transaction.
  private func payloads(
    _ shop: Shop, of accounts: [String] = [Shop.customer]
  ) throws -> [(kind: String, json: JSONObject)] {
    var signed: [(String, JSONObject)] = []
    for account in accounts {
      signed += try shop.history(account).map { ("transaction", $0.json) }
      signed += try shop.store.renewalInfos(of: account).map { ("renewalInfo", try json($0)) }
    }
    for row in try shop.store.notifications(PageRequest(limit: 1000)).rows {
      let said = try json(row.signedPayload)
      signed.append(("notification", said))
      for (name, kind) in [("signedTransactionInfo", "transaction"), ("signedRenewalInfo", "renewalInfo")] {
        if let text = said["data"]?.objectValue?[name]?.stringValue { signed.append((kind, try json(text))) }
      }
    }
    let any = try #require(try shop.history().first?.transactionId)
    return signed + [("appTransaction", try json(shop.store.appTransaction(ofAny: any)))]
  }

  /// Returns an App Store for production in which a customer used offers, grace, billing plans and all that is rare.
  private func rareLife() throws -> Shop {
    let shop = try Shop(catalogue: Array(NewestProductsTests.catalogue.utf8), environment: .production)
    let (plus, customer) = (NewestProductsTests.plus, Shop.customer)
    try shop.store.setGrace(true)
    _ = try shop.store.purchase(
      PurchaseRequest(
        account: customer, productId: plus, appAccountToken: "7e3fb204-2ea1-49d0-bf3a-3e6a7a0a1d8f",
        offer: .code("STACK")))
    try shop.store.extendRenewals(
      MassExtension(requestIdentifier: "outage", productId: plus, days: 1, storefronts: ["DEU"]))
    try shop.store.failBilling(of: plus, account: customer)
    try shop.store.advance(by: 10 * day)
    try shop.store.resolveBilling(of: plus, account: customer)
    _ = try shop.store.perform(VerbCall(commandLine: ["price-increase", plus]), isForTheOnlyOne: true)
    try shop.store.expire(plus, account: customer)
    _ = try shop.store.purchase(
      PurchaseRequest(account: customer, productId: NewestProductsTests.year, offer: .plan(.monthly)))
    for event in [["external-purchase"], ["rescind-consent"]] {
      _ = try shop.store.perform(VerbCall(commandLine: event), isForTheOnlyOne: true)
    }
    return shop
  }

  @Test(.enabled(if: ApplesPythonLibrary.isPresent, ApplesPythonLibrary.absence))
  func `each member that is signed is one of Apple's models, and each of these is signed but for named ones`() throws {
    let upgraded = try OfferCatalogue.shop
    try upgraded.buy(OfferCatalogue.silver)
    try upgraded.buy(OfferCatalogue.gold)
    let all =
      try payloads(ApplesVerifierTests.life(), of: [Shop.customer, "child@"]) + payloads(rareLife())
      + payloads(upgraded)
    let lines = all.map { "\($0.kind) \(JSONValue.object($0.json).serialized())\n" }.joined()
    let said = try ApplesPythonLibrary.run(Self.script, input: Data(lines.utf8))
    // The guide's table of differences from Apple has the reasons.
    let never = ["appTransaction.preorderDate", "renewalInfo.advancedCommerceInfo", "transaction.advancedCommerceInfo"]
    #expect(
      String(decoding: said, as: UTF8.self)
        == never.map { "never \($0)\n" }.joined() + "compared \(all.count)\n")
  }

  @Test func `each member stands where it was seen in real notifications, and nowhere else`() throws {
    let shop = try ApplesVerifierTests.life()
    for (kind, json) in try payloads(shop, of: [Shop.customer, "child@"]) {
      let names = Set(json.names)
      switch kind {
      case "transaction":
        let always =
          "transactionId originalTransactionId bundleId productId purchaseDate originalPurchaseDate quantity "
          + "type inAppOwnershipType signedDate environment transactionReason storefront storefrontId price currency "
          + "appTransactionId"
        #expect(names.isSuperset(of: always.split(separator: " ").map(String.init)), "\(names.sorted())")
        let isSubscription = json["type"] == "Auto-Renewable Subscription"
        for name in ["webOrderLineItemId", "subscriptionGroupIdentifier", "expiresDate"] {
          #expect(names.contains(name) == isSubscription, "\(name)")
        }
        for name in ["revocationReason", "revocationType"] {
          #expect(names.contains(name) == names.contains("revocationDate"))
        }
        #expect(
          names.contains("revocationPercentage") == ["REFUND_FULL", "REFUND_PRORATED"].contains(json["revocationType"]))
        #expect(json["isUpgraded"] == nil || json["isUpgraded"] == true)
      case "renewalInfo":
        let always =
          "originalTransactionId autoRenewProductId productId autoRenewStatus signedDate environment "
          + "recentSubscriptionStartDate renewalDate appTransactionId"
        #expect(names.isSuperset(of: always.split(separator: " ").map(String.init)), "\(names.sorted())")
        let renews = json["autoRenewStatus"] == 1
        #expect(names.contains("renewalPrice") == renews && names.contains("currency") == renews)
        if json["isInBillingRetryPeriod"] == false || names.contains("expirationIntent") {
          #expect(names.isSuperset(of: ["isInBillingRetryPeriod"]))
        }
      case "notification":
        guard let data = json["data"]?.objectValue else { continue }
        #expect(Set(data.names).isSuperset(of: ["appAppleId", "bundleId", "bundleVersion", "environment"]))
        #expect(data["consumptionRequestReason"] == nil || json["notificationType"] == "CONSUMPTION_REQUEST")
        for name in ["signedTransactionInfo", "signedRenewalInfo"] {
          guard let text = data[name]?.stringValue else { continue }
          #expect(try SimulatorTests.json(text)["signedDate"] == json["signedDate"])
        }
      default: break
      }
    }
  }

  @Test func `billing retry without access has the intent billing error, grace has none`() throws {
    let shop = try Shop()
    try shop.store.setGrace(true)
    try shop.buy(Shop.monthly)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: 32 * day)
    #expect(try shop.subscription().state == .grace && shop.renewalInfo().expirationIntent == nil)
    try shop.store.advance(by: 20 * day)
    #expect(try shop.subscription().state == .retry && shop.renewalInfo().expirationIntent == .billingError)
    try shop.store.resolveBilling(of: Shop.monthly, account: Shop.customer)
    #expect(try shop.renewalInfo().expirationIntent == nil)
  }

  @Test func `the shape of 2025 leaves newer members out, and the sandbox's data the app's number when told so`() throws
  {
    let shop = try Shop()
    _ = try shop.store.perform(VerbCall(.shape).with(.shape, "2025"))
    _ = try shop.store.perform(VerbCall(.appInSandbox).with(.isOn, false))
    let id = try shop.buy(Shop.premium)
    try shop.store.approveRefund(of: id)
    let row = try #require(try shop.store.notifications(PageRequest(limit: 1)).rows.first)
    let data = try #require(try json(row.signedPayload)["data"]?.objectValue)
    #expect(data["appAppleId"] == nil && data["bundleVersion"] == nil)
    let inside = try json(#require(data["signedTransactionInfo"]?.stringValue))
    #expect(inside["revocationDate"] != nil && inside["revocationType"] == nil && inside["revocationPercentage"] == nil)
    _ = try shop.store.perform(VerbCall(.shape).with(.shape, "current"))
    try shop.store.reverseRefund(of: id)
    try shop.store.approveRefund(of: id)
    #expect(try shop.transaction(id).revocationType == .refundFull)
  }
}

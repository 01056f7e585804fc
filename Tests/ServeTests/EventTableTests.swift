import AppStoreModel
import Core
import Foundation
import Simulator
import TestSupport
import Testing

/// Tests of Apple's table of notification types and subtypes.
///
/// The event itself causes each one over HTTP; a small real server receives it, and the test verifies it.
@Suite(.startsPrograms) struct EventTableTests {
  /// A verb with its arguments; `$1` is the first purchase of the world, `$2` the second.
  struct Deed: Sendable {
    let verb: String
    var told: JSONObject = [:]

    init(_ verb: String, _ told: JSONObject = [:]) { (self.verb, self.told) = (verb, told) }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    /// Apple's names of the type and the subtype.
    let pair: String
    let deeds: [Deed]

    init(_ pair: String, _ deeds: Deed...) { (self.pair, self.deeds) = (pair, deeds) }

    var testDescription: String { pair }
  }

  private static func buy(_ product: String, _ more: JSONObject = [:]) -> Deed {
    var told: JSONObject = ["product": .string(product)]
    for (name, value) in more { told.append(name, value) }
    return Deed("buy", told)
  }

  private static func on(_ verb: String, _ more: JSONObject = [:], product: String = "gold") -> Deed {
    var told: JSONObject = ["subscription": .string(product)]
    for (name, value) in more { told.append(name, value) }
    return Deed(verb, told)
  }

  private static let month = Deed("advance", ["duration": "32d"])
  private static let grace = Deed("grace", ["on": true])
  private static let fails = on("billing-fail")
  private static let refund = Deed("refund-approve", ["transaction": "$1"])
  private static let ask = Deed("refund-ask", ["transaction": "$1", "reason": "UNINTENDED_PURCHASE"])
  private static let family = [
    Deed("new-account", ["name": "child@"]), Deed("family-join", ["member": "child@"]),
  ]

  /// Every type and subtype in Apple's table that an event causes.
  static let rows: [Row] =
    [
      Row("ONE_TIME_CHARGE", buy("coins")), Row("SUBSCRIBED INITIAL_BUY", buy("gold")),
      Row("SUBSCRIBED RESUBSCRIBE", buy("gold"), on("expire"), buy("silver")), Row("DID_RENEW", buy("gold"), month),
      Row("DID_RENEW BILLING_RECOVERY", buy("gold"), fails, month, on("billing-resolve")),
      Row("DID_CHANGE_RENEWAL_PREF DOWNGRADE", buy("gold"), buy("silver")),
      Row("DID_CHANGE_RENEWAL_PREF UPGRADE", buy("silver"), buy("gold")),
      Row("DID_CHANGE_RENEWAL_PREF", buy("gold"), buy("silver"), buy("gold")),
      Row("DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", buy("gold"), on("auto-renew", ["on": false])),
      Row(
        "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED", buy("gold"), on("auto-renew", ["on": false]),
        on("auto-renew", ["on": true])),
      Row("OFFER_REDEEMED", buy("silver"), buy("silver", ["code": "SPRING"])),
      Row("OFFER_REDEEMED UPGRADE", buy("silver"), buy("gold", ["code": "RISE"])),
      Row("OFFER_REDEEMED DOWNGRADE", buy("gold"), buy("silver", ["offer": "comeback"])),
      Row("EXPIRED VOLUNTARY", buy("gold"), on("auto-renew", ["on": false]), month),
      Row("EXPIRED BILLING_RETRY", buy("gold"), fails, Deed("advance", ["duration": "120d"])),
      Row("EXPIRED PRICE_INCREASE", buy("gold"), on("price-increase"), Deed("advance", ["duration": "70d"])),
      Row("EXPIRED PRODUCT_NOT_FOR_SALE", buy("gold"), Deed("take-catalogue", ["catalogue": "$less"]), month),
      Row("DID_FAIL_TO_RENEW", buy("gold"), fails, month),
      Row("DID_FAIL_TO_RENEW GRACE_PERIOD", grace, buy("gold"), fails, month),
      Row("GRACE_PERIOD_EXPIRED", grace, buy("gold"), fails, month, month),
      Row("PRICE_INCREASE PENDING", buy("gold"), on("price-increase")),
      Row("PRICE_INCREASE ACCEPTED", buy("gold"), on("price-increase"), on("consent", ["agrees": true])),
      Row("REFUND", buy("coins"), refund),
      Row("REFUND_REVERSED", buy("coins"), refund, Deed("refund-reverse", ["transaction": "$1"])),
      Row("CONSUMPTION_REQUEST", buy("coins"), ask),
      Row("REFUND_DECLINED", buy("coins"), ask, Deed("refund-decline", ["transaction": "$1"])),
      Row("REVOKE", buy("pro"), family[0], family[1], Deed("family-leave", ["member": "child@"])),
      Row("RENEWAL_EXTENDED", buy("gold"), on("extend", ["days": 5])),
      Row("RENEWAL_EXTENSION SUMMARY", buy("gold"), Deed("mass")),
      Row("RENEWAL_EXTENSION FAILURE", buy("gold"), fails, month, Deed("mass")),
      Row("TEST", Deed("notifications-test")),
      Row("RESCIND_CONSENT", Deed("rescind-consent")),
      Row("EXTERNAL_PURCHASE_TOKEN UNREPORTED", Deed("external-purchase", ["event": "unreported"])),
      Row("EXTERNAL_PURCHASE_TOKEN CREATED", Deed("external-purchase", ["event": "created"])),
      Row(
        "EXTERNAL_PURCHASE_TOKEN ACTIVE_TOKEN_REMINDER",
        Deed("external-purchase", ["event": "active-token-reminder"])),
    ]
    + ["METADATA_UPDATE", "MIGRATION", "PRICE_CHANGE"].map { type in
      // Advanced Commerce is not In-App Purchase: its three types are signed and posted as they are given.
      Row(type, Deed("notifications-post", ["payload": "$app"]))
    }

  private static func catalogue(withGold: Bool = true) -> String {
    func subscription(_ name: String, _ level: Int, _ price: String, _ offers: String) -> String {
      """
      {"productID": "\(name)", "type": "RecurringSubscription", "displayPrice": "\(price)", "groupNumber": \(level),
       "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "21", "localizations": []\(offers)}
      """
    }
    func code(_ name: String) -> String {
      """
      , "codeOffers": [{"internalID": "C\(name)", "referenceName": "\(name)", "paymentMode": "free",
        "subscriptionPeriod": "P1M", "eligibility": ["new", "existing", "expired"], "isStackable": true}]
      """
    }
    let promotional = """
      , "adHocOffers": [{"internalID": "P1", "offerID": "comeback", "referenceName": "c", "paymentMode": "free",
        "subscriptionPeriod": "P1M"}]
      """
    let gold = subscription("gold", 1, "30.00", code("RISE"))
    let silver = subscription("silver", 2, "10.00", code("SPRING") + promotional)
    return """
      {"version": {"major": 4, "minor": 0}, "settings": {"_storefront": "USA"}, "products": [
        {"productID": "coins", "type": "Consumable", "displayPrice": "0.99", "localizations": []},
        {"productID": "pro", "type": "NonConsumable", "displayPrice": "8.00", "familyShareable": true,
         "localizations": []}],
       "subscriptionGroups": [{"id": "21", "name": "Plus", "localizations": [],
         "subscriptions": [\((withGold ? [gold, silver] : [silver]).joined(separator: ", "))]}]}
      """
  }

  /// Tests each row in a world of its own, with one receiver that has a path for each world.
  @Test func eachPairIsProvokedReceivedAndVerified() async throws {
    let receiver = try TestServer { _ in .json("{}") }
    let client = try ControlClient()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, row) in Self.rows.enumerated() {
        if index >= 4 { _ = try await group.next() }
        group.addTask { try await live(row, index, client, receiver) }
      }
      try await group.waitForAll()
    }
    let told = Set(Self.rows.map { String($0.pair.prefix { $0 != " " }) })
    #expect(told == Set(NotificationType.known.map(\.rawValue)))
  }

  private func live(_ row: Row, _ index: Int, _ client: ControlClient, _ receiver: TestServer) async throws {
    let made = try await client.ask(
      "POST", "/till/v1/worlds",
      [
        "name": .string("row\(index)"), "notify": .string("\(receiver.url)/row\(index)"), "clock": "2026-03-01",
        "catalogue": .string(Self.catalogue()),
      ])
    #expect(made.status == 201, "\(made.json)")
    let world = "/worlds/row\(index)"
    var bought: [String] = []
    for deed in row.deeds {
      var told: JSONObject = [:]
      for (name, value) in deed.told {
        switch value {
        case "$1": told.append(name, .string(bought.first ?? ""))
        case "$app":
          let data: JSONObject = [
            "bundleId": .string(try #require(try made.json.string("bundleId"))), "environment": "Sandbox",
          ]
          told.append(name, ["notificationType": .string(row.pair), "data": .object(data)])
        case "$less": told.append(name, .string(Self.catalogue(withGold: false)))
        default: told.append(name, value)
        }
      }
      if deed.verb == "mass" {
        try await extendAll(made.json, client)
      } else {
        if row.pair == "REVOKE" || row.pair == "RESCIND_CONSENT" { told.append("account", .string(Self.customer)) }
        let answer = try await client.verb(deed.verb, told, in: world)
        if let id = try answer.string("transactionId") { bought.append(id) }
      }
    }
    #expect(try await client.ask("POST", world + "/till/v1/wait-idle").status == 200)
    try expectReceived(row, index, made.json, receiver)
    _ = try await client.ask("DELETE", "/till/v1/worlds/row\(index)")
  }

  private static let customer = "new@"

  private func extendAll(_ world: JSONObject, _ client: ControlClient) async throws {
    let answer = try await client.api(
      "POST", "/inApps/v1/subscriptions/extend/mass",
      ["extendByDays": 5, "extendReasonCode": 1, "requestIdentifier": "all", "productId": "gold"], in: world)
    #expect(answer.status == 200, "\(answer.json)")
  }

  private func expectReceived(_ row: Row, _ index: Int, _ world: JSONObject, _ receiver: TestServer) throws {
    let pem = try #require(try world.string("rootCertificatePEMFile"))
    let verifier = Verifier(
      roots: try TrustedRoots(files: [Array(try String(contentsOfFile: pem, encoding: .utf8).utf8)]),
      expecting: ExpectedClaims(bundleId: try world.string("bundleId"), environment: .sandbox),
      now: { .machine })
    var pairs: [String] = []
    for request in receiver.requests where request.target == "/row\(index)" {
      let signed = try #require(try JSONValue(parsing: request.body).objectValue?.string("signedPayload"))
      let result = verifier.verify(signed, as: .notification)
      #expect(result.verdict == .verified, "\(row.pair): \(result)")
      #expect(result.enclosed.values.allSatisfy { $0.verdict == .verified }, "\(row.pair)")
      pairs.append(
        [try result.json?.string("notificationType"), try result.json?.string("subtype")].compactMap(\.self)
          .joined(separator: " "))
    }
    #expect(pairs.contains(row.pair), "\(row.pair): \(pairs)")
  }
}

import AppStoreModel
import Core
import TestSupport
import Testing

@testable import Simulator

/// Tests of consumption requests to the app server, and of the answers that the App Store accepts.
struct ConsumptionTests {
  private static let good: JSONObject = [
    "customerConsented": true, "sampleContentProvided": false, "deliveryStatus": "DELIVERED",
    "consumptionPercentage": 40_000, "refundPreference": "GRANT_PRORATED",
  ]

  private func asked(_ product: String = Shop.coins, reason: String? = nil) throws -> (Shop, String) {
    let shop = try Shop()
    let id = try shop.buy(product)
    try shop.store.requestRefund(of: id, reason: reason, account: Shop.customer)
    return (shop, id)
  }

  private func request(_ shop: Shop) throws -> SimulatedConsumption {
    try #require(try shop.store.read { try $0.consumptionRequests() }.first)
  }

  @Test(arguments: [
    ("UNINTENDED_PURCHASE", "UNINTENDED_PURCHASE"), ("fulfillment issue", "FULFILLMENT_ISSUE"),
    ("my child did it", "OTHER"), (nil, "OTHER"),
  ])
  func theCustomersReasonTravelsInApplesWords(said: String?, told: String) throws {
    let (shop, id) = try asked(reason: said)
    #expect(try shop.notifications().last?.data?.consumptionRequestReason?.rawValue == told)
    #expect(try request(shop).reason?.rawValue == told && request(shop).transactionId == id)
  }

  @Test func applesReasonIsThenAnIssueWithinTheApp() throws {
    let (shop, id) = try asked(reason: "FULFILLMENT_ISSUE")
    try shop.store.approveRefund(of: id)
    #expect(try shop.transaction(id).revocationReason == .refundedDueToIssue)
  }

  @Test func answeredWithinTwelveHours() throws {
    let (shop, id) = try asked()
    #expect(try request(shop).state == .waiting)
    shop.clock.move(by: 12 * hour)
    try shop.store.answerConsumption(of: id, Self.good)
    #expect(try request(shop).state == .answered)
    #expect(try request(shop).answer == Self.good)
    #expect(try request(shop).deadline == shop.clock.now)
  }

  @Test func tooLateOrNever() throws {
    let (shop, id) = try asked()
    shop.clock.move(by: 12 * hour + 1)
    #expect(try request(shop).state == .unanswered)
    try shop.store.answerConsumption(of: id, Self.good)
    #expect(try request(shop).state == .late)
  }

  @Test func decidedBeforeTheAnswerCame() throws {
    let (shop, id) = try asked(Shop.monthly)
    try shop.store.declineRefund(of: id)
    #expect(try request(shop).state == .unanswered)
  }

  @Test func spokenUnasked() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.coins)
    try shop.store.answerConsumption(of: id, Self.good)
    #expect(try request(shop).state == .unasked)
  }

  @Test func refusalsHaveApplesNames() throws {
    let (shop, id) = try asked()
    let monthly = try shop.buy(Shop.monthly)
    func with(_ name: String, _ value: JSONValue) -> JSONObject {
      var answer: JSONObject = [:]
      for (member, old) in Self.good where member != name { answer.append(member, old) }
      answer.append(name, value)
      return answer
    }
    let attempts: [(String, String, JSONObject)] = [
      ("invalidCustomerConsented", id, [:]), ("invalidCustomerConsented", id, with("customerConsented", false)),
      ("invalidDeliveryStatus", id, with("deliveryStatus", "LOST")),
      ("invalidDeliveryStatus", id, with("deliveryStatus", 0)),
      ("invalidSampleContentProvided", id, with("sampleContentProvided", "no")),
      ("invalidRefundPreference", id, with("refundPreference", "MAYBE")),
      ("invalidRefundPreference", id, with("consumptionPercentage", 0)),
      ("consumptionPercentageOutOfRange", id, with("consumptionPercentage", 100_001)),
      ("generalBadRequest", id, with("consumptionPercentage", "40")),
      ("consumptionPercentageAutoRenewable", monthly, Self.good), ("transactionNotFound", "77", Self.good),
    ]
    for (kind, transaction, answer) in attempts {
      #expect(refusal { try shop.store.answerConsumption(of: transaction, answer) }?.kind.rawValue == kind)
    }
    #expect(try request(shop).state == .waiting)
  }

  @Test func theOlderFormWithNumbers() throws {
    let (shop, id) = try asked()
    let old: JSONObject = [
      "customerConsented": true, "consumptionStatus": 2, "platform": 1, "deliveryStatus": 0, "appAccountToken": "",
      "accountTenure": 7, "playTime": 0, "userStatus": 4, "refundPreference": 3, "sampleContentProvided": false,
      "lifetimeDollarsRefunded": 1, "lifetimeDollarsPurchased": 2,
    ]
    try shop.store.answerConsumption(of: id, old, form: .version1)
    #expect(try request(shop).state == .answered)
    let wrong: [(String, String, JSONValue)] = [
      ("invalidPlayTime", "playTime", 8), ("invalidUserStatus", "userStatus", -1),
      ("invalidAppAccountToken", "appAccountToken", "me"), ("invalidAccountTenure", "accountTenure", "long"),
    ]
    for (kind, member, value) in wrong {
      let error = refusal {
        try shop.store.answerConsumption(of: id, ["customerConsented": true, member: value], form: .version1)
      }
      #expect(error?.kind.rawValue == kind)
    }
    let premium = try shop.buy(Shop.premium)
    let error = refusal { try shop.store.answerConsumption(of: premium, old, form: .version1) }
    #expect(error?.kind.rawValue == "invalidTransactionTypeNotSupported")
  }

  @Test func aRefundWithoutARequest() throws {
    let shop = try Shop()
    let id = try shop.buy(Shop.premium)
    #expect(try shop.news { try shop.store.approveRefund(of: id) } == ["REFUND"])
    #expect(try shop.transaction(id).revocationDate == shop.clock.now)
    #expect(try shop.store.read { try $0.consumptionRequests() }.isEmpty)
    #expect(refusal { try shop.store.approveRefund(of: id) }?.kind == .failed)
  }
}

import AppStoreModel
import Core
import Simulator
import TestSupport
import Testing
import TillApp

/// Tests of `--as-of`, which shows what this device would have answered at a past date, and why.
struct PastTests {
  private let shop: Shop
  private let till: CommandLine

  init() throws {
    shop = try Shop()
    till = CommandLine(shop: shop, device: "one")
  }

  /// Runs commands one minute later, and returns the time after them.
  private func then(_ commands: [String]...) throws -> String {
    shop.clock.move(by: 60_000)
    for words in commands {
      let answer = till.run(words)
      #expect(answer.status == .done || words[0] == "buy", "\(words): \(answer.message)")
    }
    return String(try shop.appStore.clock().now.milliseconds)
  }

  private func answer(_ productId: String, at date: String) throws -> JSONObject {
    let rows = till.run(["status", "--as-of", date]).document["products"]?.arrayValue ?? []
    let row = try #require(rows.compactMap(\.objectValue).first { $0["productId"]?.stringValue == productId })
    let explain = till.run(["explain", productId, "--as-of", date]).document
    #expect(row["state"] == explain["state"] && row["entitled"] == explain["entitled"])
    return explain
  }

  @Test func statusExplainAndScreenTellEveryPastAnswer() throws {
    let bought = try then(["account", Shop.account], ["user", "one"], ["buy", Shop.premium])
    let id = try #require(try shop.appStore.transactions(PageRequest(limit: 1)).rows.first?.transactionId)
    // The app server is down, so it has not heard of the charge either.
    let unknown = try then(["fault", "no-callback"], ["fault", "app-server-down"], ["buy", Shop.icons])
    let delivered = try then(["fault", "no-callback", "--off"], ["fault", "app-server-down", "--off"], ["retry"])
    let asked = try then(["ask-refund", id])
    let refunded = try then(["simulator", "refund", "approve", id], ["refund-check"])
    let other = try then(["user", "two"])
    let now = try then(["account", "--sign-out"])

    func state(_ productId: String, _ date: String) throws -> String { try answer(productId, at: date).text("state") }
    #expect(try state(Shop.premium, bought) == "purchased" && state(Shop.icons, bought) == "notPurchased")
    #expect(try state(Shop.icons, unknown) == "chargeUnknown")
    #expect(try answer(Shop.icons, at: unknown).reasons.contains { $0.contains("it may have been charged") })
    #expect(try state(Shop.icons, delivered) == "purchased")
    #expect(try state(Shop.premium, asked) == "refundAsked" && answer(Shop.premium, at: asked)["entitled"] == true)
    #expect(try state(Shop.premium, refunded) == "refunded")
    #expect(try state(Shop.icons, other) == "notPurchased", "it is user one's")
    #expect(try state(Shop.icons, now) == "notPurchased")

    // The past answer names the account and the user of that time.
    let past = till.run(["status", "--as-of", unknown]).document
    #expect(past.text("account") == Shop.account && past.text("user") == "one")
    #expect(past["asOf"]?.numberValue?.int64 == Int64(unknown))
    let screen = till.run(["screen", "--size", "120x36", "--as-of", unknown], isJSON: false)
    #expect(screen.status == .done && screen.text.contains("unknown") && screen.text.contains("user one"))
    #expect(!till.run(["screen", "--size", "120x36"], isJSON: false).text.contains("unknown"))
  }

  @Test(arguments: ["none", "embedded"])
  func coinsBoughtBeforeALoginAreThePastAnswerOfTheTimeBeforeIt(_ server: String) throws {
    let bought = try then(
      ["account", Shop.account, "--verify-with", server], ["buy", Shop.coins, "--quantity", "3"], ["use", Shop.coins])
    let loggedIn = try then(["user", "one", "--claim"])
    let loggedOut = try then(["user", "--sign-out"])
    let again = try then(["user", "one"])
    func has(_ balance: Int, at date: String) throws -> Bool {
      try answer(Shop.coins, at: date).reasons.contains { $0.hasSuffix("balance \(balance)") }
    }
    for date in [bought, loggedIn, again] { #expect(try has(2, at: date)) }
    #expect(try !has(2, at: loggedOut), "they are user one's")
  }

  @Test func theDashboardStepsThroughThePastAnswers() throws {
    _ = try then(["account", Shop.account], ["buy", Shop.premium])
    let id = try #require(try shop.appStore.transactions(PageRequest(limit: 1)).rows.first?.transactionId)
    _ = try then(["simulator", "refund", "approve", id], ["refund-check"])
    _ = try then(["buy", Shop.icons])
    func screen(_ keys: String) -> String {
      till.run(["screen", "--size", "160x45", "--keys", keys], isJSON: false).text
    }
    let now = screen("")
    #expect(!now.contains("THE PAST") && now.contains("Timeline") && now.contains("✗"))
    let refunded = screen("<lt>")
    #expect(
      refunded.contains("THE PAST") && refunded.contains("Premium unlock refunded") && refunded.contains("not entitled")
    )
    #expect(screen("<lt><lt>").contains("● entitled: purchased"))
    #expect(screen("<lt><lt>2").contains("Premium") && !screen("<lt><lt>1").contains("amount unknown"))
    #expect(screen("<lt><lt>>").contains("not entitled: refunded"))
    #expect(screen("<lt><lt>>>").contains("Back in the present."))
    #expect(screen("<lt><lt><lt><lt><lt>").contains("earlier: this is the first answer of this device"))
  }

  @Test func aDateThatIsNotKeptOrStillToComeIsRefused() throws {
    let bought = try then(["account", Shop.account], ["user", "one"], ["buy", Shop.premium])
    let before = till.run(["status", "--as-of", "2020-01-01"])
    #expect(before.status == .failed && before.message.contains("not kept"), "\(before.message)")
    let later = till.run(["status", "--as-of", "2090-01-01"])
    #expect(later.status != .done && later.message.contains("in the future"))
    #expect(till.run(["status", "--as-of", "yesterday"]).status == .usage)
    #expect(till.run(["buy", Shop.icons, "--as-of", bought]).status == .usage)
  }
}

extension JSONObject {
  fileprivate func text(_ name: String) -> String { self[name]?.stringValue ?? "" }

  fileprivate var reasons: [String] {
    (self["reasons"]?.arrayValue ?? []).compactMap { $0.objectValue?["text"]?.stringValue }
  }
}

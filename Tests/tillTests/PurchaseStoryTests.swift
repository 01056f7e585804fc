import Core
import TestSupport
import Testing

/// Tests of the main stories of Till, with the real program on real files.
@Suite(.startsPrograms) struct PurchaseStoryTests {
  let till = TillProgram()
  let premium = "com.example.piglet.premium"

  private func refund(_ transactionId: String) throws {
    #expect(try till.json("ask-refund", transactionId, "--yes").text("result") == "filed")
    #expect(try till.run("simulator", "refund", "approve", transactionId).status == 0)
  }

  @Test func buyRefundBuyAgainSignOutSignIn() throws {
    #expect(try till.run("user", "one").status == 0)
    #expect(try till.state(premium) == .init(word: "notPurchased", entitled: false))

    let first = try #require(try till.json("buy", premium).text("transactionId"))
    #expect(try till.json("refund-check").texts("removed") == [])
    #expect(try till.state(premium) == .init(word: "purchased", entitled: true))

    try refund(first)
    #expect(try till.state(premium) == .init(word: "refundAsked", entitled: true))
    let check = try till.json("refund-check")
    #expect(check.texts("removed") == [premium])
    #expect(check.rows("refunded").map { $0.text("transactionId") } == [first])
    #expect(try till.state(premium) == .init(word: "refunded", entitled: false))
    #expect(try till.run("check", premium).status == 3)

    let second = try #require(try till.json("buy", premium).text("transactionId"))
    #expect(second != first)
    #expect(try till.json("refund-check").rows("refunded").isEmpty)
    #expect(try till.state(premium) == .init(word: "purchased", entitled: true))
    let reasons = try till.json("explain", premium).rows("reasons")
    #expect(reasons.contains { $0.text("transactionId") == second && $0["supports"] == true })
    #expect(reasons.contains { $0.text("transactionId") == first && $0["supports"] == false })

    #expect(try till.run("account", "--sign-out").status == 0)
    // A credit follows its user: another user does not have it, nor does the device after a logout.
    #expect(try till.state(premium) == .init(word: "creditedToUser", entitled: true))
    #expect(try till.run("refund-check").status == 1)
    #expect(try till.run("user", "two").status == 0)
    #expect(try till.state(premium) == .init(word: "notPurchased", entitled: false))
    #expect(try till.run("user", "--sign-out").status == 0)
    #expect(try till.state(premium) == .init(word: "notPurchased", entitled: false))
    #expect(try till.run("user", "one").status == 0)

    #expect(try till.run("account", "new@").status == 0)
    #expect(try till.json("refund-check").rows("refunded").isEmpty)
    #expect(try till.state(premium) == .init(word: "purchased", entitled: true))
    #expect(try till.run("check", premium).status == 0)
  }

  @Test func aNewDeviceHasWhatTheUserWasCreditedWithAfterTheLoginAndSeesItOnceItRestores() throws {
    #expect(try till.run("user", "one").status == 0)
    let id = try #require(try till.json("buy", premium).text("transactionId"))
    #expect(try till.run("new-device").status == 2)
    #expect(try till.run("new-device", "--yes").status == 0)
    #expect(try till.state(premium) == .init(word: "notPurchased", entitled: false))
    #expect(try till.run("user", "one").status == 0)
    #expect(try till.state(premium) == .init(word: "creditedToUser", entitled: true))
    #expect(try till.json("transactions").rows("transactions").isEmpty)
    #expect(try till.run("user", "two").status == 0)
    #expect(try till.state(premium) == .init(word: "notPurchased", entitled: false))
    #expect(try till.run("user", "one").status == 0)
    let report = try till.json("restore")
    #expect(report.text("result") == "restored")
    #expect(report.texts("restored") == [id])
    #expect(report.texts("entitled") == [premium])
    #expect(try till.state(premium) == .init(word: "purchased", entitled: true))
    #expect(try till.json("orders").rows("orders").isEmpty)
  }

  @Test func withoutAnAppServerANewDeviceKnowsNothingUntilItRestores() throws {
    func till(_ arguments: String...) throws -> TillProgram.Run {
      try self.till.run(["--verify-with", "none"] + arguments)
    }
    #expect(try till("buy", premium).status == 0)
    #expect(try till("account", "--sign-out").status == 0)
    #expect(try till("check", premium).status == 3)
    #expect(try till("account", "new@").status == 0)
    #expect(try till("check", premium).status == 0)
    #expect(try till("new-device", "--yes").status == 0)
    #expect(try till("check", premium).status == 3)
    #expect(try till("restore").status == 0)
    #expect(try till("check", premium).status == 0)
  }

  @Test func aParentApprovesAndTheNextActionDelivers() throws {
    let bought = try till.json("buy", premium, "--outcome", "pending")
    let id = try #require(bought.text("transactionId"))
    #expect(bought.text("result") == "pending")
    #expect(try till.state(premium) == .init(word: "pending", entitled: false))
    #expect(try till.run("simulator", "approve", id).status == 0)
    #expect(try till.run("refund-check").status == 0)
    #expect(try till.state(premium) == .init(word: "purchased", entitled: true))
    let orders = try till.json("orders").rows("orders")
    #expect(orders.map { $0.text("state") } == ["closed"])
    #expect(try till.json("unfinished").rows("unfinished").isEmpty)
  }

  @Test func aBadSignatureUnlocksNothing() throws {
    let run = try till.run("buy", premium, "--outcome", "unverified", "--json")
    #expect(run.status == 1)
    #expect(try run.document().text("result") == "unverified")
    // The customer was charged, which is more important than the copy's bad signature.
    #expect(try till.state(premium) == .init(word: "paidNotDelivered", entitled: false))
    #expect(try till.run("check", premium).status == 3)
    let explained = try till.json("explain", premium)
    #expect(explained.text("cause") == "badSignature")
    #expect(explained.rows("reasons").contains { $0.text("rule") == "verified" && $0["supports"] == false })
    #expect(try till.json("unfinished").rows("unfinished").count == 1)
    #expect(try till.json("orders").rows("orders").map { $0.text("state") } == ["refused"])
  }

  @Test func anOwnedProductCostsNothing() throws {
    let id = try till.json("buy", premium).text("transactionId")
    let again = try till.json("buy", premium)
    #expect(again["alreadyOwned"] == true)
    #expect(again.text("transactionId") == id)
    #expect(again.text("result") == "success")
    #expect(try till.json("orders").rows("orders").count == 1)
  }

  @Test func coinsAreCountedUsedAndOwed() throws {
    let coins = "com.example.piglet.coins100"
    let id = try #require(try till.json("buy", coins, "--quantity", "2").text("transactionId"))
    #expect(try till.product(coins)["balance"] == 2)
    #expect(try till.run("use", coins, "3").status == 1)
    #expect(try till.json("use", coins, "2")["balance"] == 0)
    try refund(id)
    _ = try till.json("refund-check")
    #expect(try till.product(coins)["balance"] == -2)
  }

  @Test func graceEndsAndTheSubscriptionRecovers() throws {
    let monthly = "com.example.piglet.plus.monthly"
    #expect(try till.run("account", "grace@").status == 0)
    #expect(try till.json("restore").texts("entitled") == [monthly])
    #expect(try till.state(monthly) == .init(word: "gracePeriod", entitled: true))
    #expect(try till.run("simulator", "billing", "resolve", monthly).status == 0)
    _ = try till.json("refund-check")
    #expect(try till.state(monthly) == .init(word: "subscribed", entitled: true))
  }

  @Test func withoutNetworkNothingIsLost() throws {
    _ = try till.json("buy", premium)
    #expect(try till.run("simulator", "network", "off").status == 0)
    let check = try till.run("refund-check", "--json")
    #expect(check.status == 1)
    #expect(try check.document()["complete"] == false)
    #expect(try till.state(premium).entitled)
    #expect(try till.run("buy", "com.example.piglet.darkicons").status == 1)
    #expect(try till.run("simulator", "network", "on").status == 0)
    #expect(try till.run("buy", "com.example.piglet.darkicons").status == 0)
  }

  @Test func resetBeginsANewDeviceToo() throws {
    _ = try till.json("buy", premium)
    #expect(try till.run("simulator", "reset").status == 2)
    #expect(try till.run("simulator", "reset", "--yes").status == 0)
    let status = try till.run("status", "--json")
    #expect(status.error.contains("set aside"))
    #expect(try till.state(premium).entitled == false)
  }

  /// Tests the hour that occurs twice in autumn: two local dates look alike and are an hour apart.
  @Test func theHourThatComesTwiceIsToldInLocalTime() throws {
    _ = try till.run("simulator", "clock", "2025-10-26T00:30Z")
    for _ in 1...2 {
      #expect(try till.run("buy", TillProgram.coins).status == 0)
      _ = try till.run("simulator", "advance", "1h")
    }
    _ = try till.run("simulator", "clock", "2026-03-29T01:01Z")
    #expect(try till.run("buy", TillProgram.coins).status == 0)
    // A time zone given by its rule, so that no zone table is needed.
    let list = try till.run(["transactions"], environment: ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"]).output
    #expect(list.matches(of: /2025-10-26 02:30/).count == 2 && list.contains("2026-03-29 03:01"), "\(list)")
    let utc = try till.run("transactions", "--utc").output
    #expect(utc.contains("2025-10-26 00:30") && utc.contains("2025-10-26 01:30"), "\(utc)")
  }

  @Test func buyingACancelledPlanOrWithAnOfferSaysWhatIsChargedLater() throws {
    let monthly = "com.example.piglet.plus.monthly"
    #expect(try till.run("buy", monthly).status == 0)
    #expect(try till.run("simulator", "auto-renew", "off", monthly).status == 0)
    let again = try till.run("buy", monthly).output
    #expect(again.contains("auto-renewal is switched on again") && again.contains("then ¥12.00/mo"), "\(again)")
    let offered = try till.run("buy", monthly, "--offer", "half-price").output
    #expect(offered.contains("with the next renewal: ¥6.00 per month"), "\(offered)")
  }

  @Test func anAnswerHasAllItsDatesInOneZone() throws {
    let monthly = "com.example.piglet.plus.monthly"
    #expect(try till.run("buy", monthly).status == 0)
    let local = try till.run(["explain", monthly], environment: ["TZ": "CST-8"]).output
    #expect(local.contains(" CST") && !local.contains("UTC"), "\(local)")
    let utc = try till.run(["explain", monthly, "--utc"], environment: ["TZ": "CST-8"]).output
    #expect(utc.contains(" UTC") && !utc.contains("CST"), "\(utc)")
  }
}

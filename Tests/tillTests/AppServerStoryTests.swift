import Core
import TestSupport
import Testing

/// Tests of the app server's handling of purchases, with the real program.
@Suite(.startsPrograms) struct AppServerStoryTests {
  let till = TillProgram()
  private static let monthly = "com.example.piglet.plus.monthly"

  @Test
  func a10D13TheSignedTransactionIsPostedToTheAppsOwnServerWhichConfirmsItOverHTTP() throws {
    let serve = try ServeProgram(store: self.till.store)
    let device = TillProgram()
    func till(_ arguments: String...) throws -> TillProgram.Run {
      try device.run(["--backend", serve.url, "--verify-with", serve.url] + arguments)
    }
    #expect(try till("user", "one").status == 0)
    #expect(try till("buy", TillProgram.premium).status == 0)
    #expect(try till("check", TillProgram.premium).status == 0)
    let steps = try till("journal", "--json").document().rows("journal").compactMap { $0.text("kind") }
    #expect(steps.contains("order.uploaded") && steps.contains("order.confirmed"))
    #expect(try till("user", "two").status == 0)
    #expect(try till("check", TillProgram.premium).status == 3)
    serve.stop()
    // Its work is in its own journal, beside the ledger.
    let journal = try self.till.json("server-journal").rows("server-journal")
    #expect(journal.first { $0.text("kind") == "credited" }?.text("user") == "one")
    #expect(journal.contains { $0.text("kind") == "registered" })
  }

  @Test
  func c1TheOrderOfATransactionItsTokenWhatElseCarriesItAndWhatTheServerRecorded() throws {
    #expect(try till.run("buy", Self.monthly, "--token", "order").status == 0)
    let bought = try #require(try till.json("orders").rows("orders").first)
    let transaction = try #require(bought.text("transactionId"))
    #expect(try till.run("simulator", "renew", Self.monthly).status == 0)
    #expect(try till.run("refund-check").status == 0)
    let renewal = try #require(try till.json("orders").rows("orders").first)
    #expect(renewal.text("orderId") != bought.text("orderId"))

    let shown = try till.json("order", "show", transaction)
    #expect(shown.text("token") == "order")
    #expect(shown.rows("sameToken").map { $0.text("orderId") } == [renewal.text("orderId")])
    #expect(shown.rows("serverJournal").map { $0.text("kind") } == ["registered", "credited", "owner", "heard"])
    let other = try till.json("order", "show", #require(renewal.text("orderId")))
    let paid = try #require(other.rows("journal").first { $0.text("kind") == "order.paid" })
    #expect(paid.text("text")?.contains("a renewal carries the token of the purchase that it renews") == true)
    let text = try till.run("order", "show", transaction)
    #expect(text.status == 0 && text.output.contains("this purchase's own") && text.output.contains("same token"))
    #expect(try till.run("order", "show", "nothing").status == 1)
    #expect(try till.run("order", "look", "nothing").status == 2)
  }

  @Test
  func d9WhatIsTooOldIsOverdueFinishedAndClosedTheEvidenceStays() throws {
    #expect(try till.json("overdue-age")["overdueAge"] == .null)
    #expect(try till.json("overdue-age", "1d")["overdueAge"] == 86_400_000)
    #expect(try till.run("doctor").output.contains("first seen more than 1d after its date is overdue"))
    // The app server had not seen the purchase, so its age is not caused by the server's own outage.
    for fault in ["app-server-down", "no-callback"] { #expect(try till.run("fault", fault).status == 0) }
    #expect(try till.run("buy", TillProgram.coins).status == 1)
    #expect(try till.run("simulator", "advance", "2d").status == 0)
    for fault in ["app-server-down", "no-callback"] { #expect(try till.run("fault", fault, "--off").status == 0) }
    _ = try till.run("retry")
    let order = try #require(try till.json("orders").rows("orders").first)
    #expect(order.text("state") == "closed" && order.text("closedReason")?.contains("too old") == true)
    #expect(try till.product(TillProgram.coins)["balance"] == 0)
    #expect(try till.json("transactions").rows("transactions").count == 1)
    #expect(try till.json("unfinished").rows("unfinished").isEmpty)
    #expect(try till.json("server-journal").rows("server-journal").contains { $0.text("kind") == "overdue" })
    #expect(try till.json("overdue-age", "never")["overdueAge"] == .null)
    #expect(try till.run("overdue-age", "soon").status == 2)
  }

  @Test func theServersJournalIsReadPageByPage() throws {
    for _ in 1...2 { #expect(try till.run("buy", TillProgram.coins).status == 0) }
    let whole = try till.json("server-journal").rows("server-journal")
    let first = try till.json("server-journal", "--limit", "2")
    let second = try till.json("server-journal", "--after", #require(first.text("next")))
    #expect(first.rows("server-journal") + second.rows("server-journal") == whole && whole.count > 2)
    #expect(try till.run("server-journal", "--after", "x").status == 2)
    let alone = try till.run("server-journal", "--verify-with", "none")
    #expect(alone.status == 1 && alone.error.contains("no app server"))
  }

  @Test func theRestorePolicyIsShown() throws {
    #expect(try till.json("status").text("restorePolicy") == "keep")
    #expect(try till.run("restore-policy", "share").status == 0)
    #expect(try till.run("refund-check").status == 0)
    #expect(try till.json("status").text("restorePolicy") == "share")
    #expect(try till.run("status").output.contains("share, every user who restores a purchase gets it"))
    #expect(try till.run("doctor").output.contains("restore policy share"))
    #expect(try till.json("status", "--verify-with", "none")["restorePolicy"] == .null)
  }

  @Test
  func aClockThatIsSetWrongNeitherTakesAccessAwayNorBringsItBack() throws {
    let until = "2099-01-01"
    #expect(try till.run("grant", TillProgram.premium, "--until", until, "--reason", "x").status == 0)
    #expect(try till.run("buy", Self.monthly).status == 0)
    #expect(try till.run("simulator", "auto-renew", "off", Self.monthly).status == 0)
    #expect(try till.run("simulator", "advance", "27d").status == 0)
    #expect(try till.run("refund-check").status == 0)
    // The clock is two days ahead, and the month is really over. Nothing expires before Till has asked the App Store.
    #expect(try till.run("fault", "clock-forward").status == 0)
    #expect(try till.run("simulator", "advance", "30d").status == 0)
    #expect(try till.state(Self.monthly) == .init(word: "subscribed", entitled: true))
    #expect(try till.run("status").output.contains("clock?"))
    #expect(try till.run("refund-check").status == 0)
    #expect(try till.state(Self.monthly) == .init(word: "expired", entitled: false))
    #expect(try !till.run("status").output.contains("clock?"))
    // The clock is two days behind. What the App Store has confirmed stays.
    #expect(try till.run("fault", "clock-forward", "--off").status == 0)
    let before = try #require(try till.json("status").int64("asOf"))
    #expect(try till.run("fault", "clock-back").status == 0)
    #expect(try #require(try till.json("status").int64("asOf")) >= before - 60_000)
    #expect(try till.state(Self.monthly) == .init(word: "expired", entitled: false))
    #expect(try till.state(TillProgram.premium).entitled)
  }
}

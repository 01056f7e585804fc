import Core
import TestSupport
import Testing

/// Tests of interrupted purchases, with the real program.
@Suite(.startsPrograms) struct PipelineStoryTests {
  let till = TillProgram()
  let coins = "com.example.piglet.coins100"
  let premium = "com.example.piglet.premium"

  @Test
  func d3D8D10ChargedNotConfirmedTriedAgainAndCounted() throws {
    #expect(try till.run("fault", "app-server-down").status == 0)
    let bought = try till.run("buy", premium, "--json")
    #expect(bought.status == 1)
    #expect(try bought.document().text("result") == "halfSuccess")
    let waiting = try #require(try till.json("unfinished").rows("unfinished").first)
    #expect(waiting.text("state") == "halfSuccess" && waiting["nextRetryDate"] != nil && waiting["advice"] != nil)
    #expect(try till.run("buy", premium, "--outcome", "cancel").status == 1)
    #expect(try till.run("fault", "app-server-down", "--off").status == 0)
    #expect(try till.json("retry").rows("orders").map { $0.text("state") } == ["closed"])
    #expect(try till.state(premium) == .init(word: "purchased", entitled: true))
    let purchases = try #require(try till.json("journal", "--stats")["purchases"]?.objectValue)
    #expect(purchases["paid"] == 1 && purchases["delivered"] == 1)
  }

  @Test func f6MissingTokensFailedPersistsAndFailedQueriesAreCounted() throws {
    func failures() throws -> [Int64?] {
      let counts = try #require(try till.json("journal", "--stats")["failures"]?.objectValue)
      return try ["missingTokens", "failedPersists", "failedQueries"].map { try counts.int64($0) }
    }
    #expect(try till.run("fault", "missing-token", "--once").status == 0)
    #expect(try till.run("buy", premium, "--token", "order").status == 0)
    #expect(try failures() == [1, 0, 0])
    #expect(try till.run("fault", "app-server-down").status == 0)
    #expect(try till.run("buy", coins).status == 1)
    #expect(try failures() == [1, 1, 0])
    // The program dies after the upload, and the server is down at the next try, so the status query fails.
    #expect(try till.run("fault", "app-server-down", "--off").status == 0)
    #expect(try till.run("retry").status == 0)
    #expect(try till.run("fault", "crash:uploaded").status == 0)
    #expect(try till.run("buy", coins).status != 0)
    #expect(try till.run("fault", "app-server-down").status == 0)
    _ = try till.run("retry")
    #expect(try failures() == [1, 1, 1])
  }

  @Test
  func d12AReinstallKeepsTheKeychainAndWhatWasUnfinishedComesBackToItsOrder() throws {
    #expect(try till.run("fault", "app-server-down").status == 0)
    let order = try till.run("buy", coins, "--json").document().text("orderId")
    #expect(try till.run("reinstall").status == 2)
    #expect(try till.run("reinstall", "--yes").status == 0)
    let orders = try till.json("orders").rows("orders")
    #expect(orders.map { $0.text("orderId") } == [order])
    #expect(orders.map { $0.text("state") } == ["closed"])
    #expect(try till.product(coins)["balance"] == 1)
  }

  @Test(arguments: ["charged", "uploaded", "delivered", "told"])
  func e2KilledAtAStepItGoesOnWhereItStopped(step: String) throws {
    #expect(try till.run("fault", "crash:\(step)").status == 0)
    #expect(try till.run("buy", coins).status != 0)
    #expect(try till.run("retry").status == 0)
    #expect(try till.product(coins)["balance"] == 1)
    #expect(try till.json("unfinished").rows("unfinished").isEmpty)
  }
}

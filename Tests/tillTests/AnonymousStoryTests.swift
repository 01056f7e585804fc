import Core
import TestSupport
import Testing

/// Tests of the demo without a login: purchases that are lost with the device, restored, or claimed by a login.
@Suite(.startsPrograms) struct AnonymousStoryTests {
  let till = TillProgram()
  let premium = TillProgram.premium
  let coins = "com.example.piglet.coins100"

  @Test func aNewDeviceAsksToRestoreAndRestoringBringsIt() throws {
    #expect(try till.json("buy", premium).text("result") == "success")
    #expect(try till.run("new-device", "--yes").status == 0)
    let unasked = try till.json("explain", premium)
    #expect(unasked.text("state") == "notPurchased" && unasked["entitled"] == false && unasked["confirmed"] == false)
    let next = unasked["next"]?.objectValue
    #expect(next?.text("command")?.contains("till restore") == true)
    let report = try till.json("restore")
    #expect(report.text("result") == "restored" && report.texts("entitled") == [premium])
    #expect(try till.state(premium) == .init(word: "purchased", entitled: true))
  }

  @Test func aReinstallKeepsWhatWasBought() throws {
    #expect(try till.run("buy", premium).status == 0)
    #expect(try till.run("buy", coins).status == 0)
    #expect(try till.run("reinstall", "--yes").status == 0)
    #expect(try till.state(premium).entitled)
    #expect(try till.json("explain", coins).text("state") == "purchased")
  }

  @Test func documentsSayThatNobodyIsLoggedIn() throws {
    let order = try #require(try till.json("buy", premium).text("orderId"))
    #expect(try till.json("status")["user"] == .null && till.json("user")["user"] == .null)
    #expect(try till.json("orders").rows("orders").first?["user"] == .null)
    for (words, said) in [
      (["status"], "not logged in"), (["user"], "not logged in"), (["orders"], "anonymous "),
      (["order", "show", order], "anonymous "),
    ] {
      let text = try till.run(words).output
      #expect(text.contains(said) && !text.contains("anonymous:"), "\(words)")
    }
    #expect(try till.json("user", "--list").rows("users").isEmpty)
    #expect(try till.json("user", "--owns").rows("rights").count == 1)
  }

  @Test func aLoginClaimsAndAsksWhereTheUserHasItAlready() throws {
    #expect(try till.run("buy", premium).status == 0)
    #expect(try till.run("user", "one").status == 0)
    #expect(try till.state(premium) == .init(word: "purchased", entitled: true))
    #expect(try till.run("user", "--sign-out").status == 0)
    #expect(try till.state(premium) == .init(word: "notPurchased", entitled: false))
    // Another Apple Account buys the same product again.
    #expect(try till.run("account", "tester@", "--new").status == 0)
    #expect(try till.run("buy", premium).status == 0)
    let refused = try till.run("user", "one")
    #expect(refused.status == 1 && refused.error.contains("--claim") && refused.error.contains("--leave"))
    #expect(try till.json("status")["user"] == .null)
    #expect(try till.run("user", "one", "--claim", "--leave").status == 2)
    #expect(try till.run("user", "--claim").status == 2)
    #expect(try till.run("user", "one", "--claim").status == 0)
    #expect(try till.json("user", "--owns").rows("rights").count == 2)
  }

  @Test func aClaimThatWaitsIsListedAndMadeAtTheNextActingCommand() throws {
    #expect(try till.run("buy", premium).status == 0)
    #expect(try till.run("fault", "app-server-down").status == 0)
    let login = try till.run("user", "one")
    #expect(login.status == 0 && login.output.contains("once the app server answers"))
    #expect(try till.run("user").output.contains("waits for the app server"))
    #expect(try till.state(premium) == .init(word: "paidNotDelivered", entitled: false))
    #expect(try till.run("fault", "app-server-down", "--off").status == 0)
    #expect(try till.run("retry").status == 0)
    #expect(try till.run("user").output == "one\n")
    #expect(try till.state(premium) == .init(word: "purchased", entitled: true))
  }

  @Test func itIsTheSameOverTheWire() throws {
    let serve = try ServeProgram(store: till.store)
    let device = TillProgram()
    func run(_ arguments: String...) throws -> TillProgram.Run {
      try device.run(["--backend", serve.url, "--verify-with", serve.url] + arguments)
    }
    #expect(try run("buy", premium).status == 0)
    #expect(try run("new-device", "--yes").status == 0)
    #expect(try run("check", premium).status == 3)
    #expect(try run("restore").status == 0)
    #expect(try run("check", premium).status == 0)
    #expect(try run("user", "one").status == 0)
    #expect(try run("check", premium).status == 0)
    #expect(try run("user", "--sign-out").status == 0)
    #expect(try run("check", premium).status == 3)
    serve.stop()
    let users = try till.json("user", "--list").rows("users")
    #expect(users.map { $0.text("user") } == ["one"] && users.first?["purchases"] == 1)
  }
}

import Core
import TestSupport
import Testing

/// Tests of the commands for the people who run the app server.
@Suite(.startsPrograms) struct AppServerCommandTests {
  let till = TillProgram()

  @Test func aGrantEntitlesUntilItsEndAndIsNoPurchase() throws {
    #expect(try till.run("user", "one").status == 0)
    let granted = try till.json("grant", TillProgram.premium, "--until", "2099-01-01", "--reason", "member of staff")
    #expect(granted.text("user") == "one")
    #expect(try till.state(TillProgram.premium) == TillProgram.State(word: "grantedByUs", entitled: true))
    #expect(try till.run("explain", TillProgram.premium).output.contains("granted by us, not bought: member of staff"))
    _ = try till.run("user", "two")
    #expect(try till.state(TillProgram.premium) == TillProgram.State(word: "notPurchased", entitled: false))
  }

  @Test(arguments: [
    ["grant", TillProgram.premium], ["grant", TillProgram.premium, "--until", "2099-01-01"],
    ["grant", TillProgram.premium, "--until", "soon", "--reason", "x"], ["restore-policy", "nobody"],
    ["user", "two", "--list"],
  ]) func aWrongCallNamesTheRemedy(_ arguments: [String]) throws {
    let run = try till.run(arguments)
    #expect(run.status == 2 && run.error.split(separator: "\n").count == 1, "\(run.error)")
  }

  @Test(arguments: [
    ["grant", "nothing", "--until", "2099-01-01", "--reason", "x"],
    ["grant", TillProgram.premium, "--until", "2000-01-01", "--reason", "x"],
  ]) func aGrantThatMakesNoSenseFails(_ arguments: [String]) throws {
    #expect(try till.run(arguments).status == 1)
  }

  @Test func aServerThatLostItsDataIsAskedAfterItRecovered() throws {
    let coins = "com.example.piglet.coins100"
    _ = try till.run("user", "one")
    #expect(try till.run("buy", coins, "--quantity", "2").status == 0)
    #expect(try till.run("fault", "app-server-forgot").status == 0)
    #expect(try till.run("refund-check").status == 0)
    #expect(try till.run("explain", coins).output.contains("purchased, balance 2"))
  }

  @Test func aConsumableOfAnotherPlatformIsAGrant() throws {
    _ = try till.run("user", "one")
    let run = try till.run("record", "com.example.piglet.coins100", "--platform", "Google", "--reference", "G2")
    #expect(run.status == 2 && run.error.contains("till grant"), "\(run.error)")
    #expect(try !till.run("user", "--owns").output.contains("G2"))
  }

  @Test func theRestorePolicyIsChosenAndFollowed() throws {
    #expect(try till.run("user", "one").status == 0)
    #expect(try till.json("restore-policy").text("restorePolicy") == "keep")
    #expect(try till.run("buy", TillProgram.premium).status == 0)
    _ = try till.run("user", "two")
    _ = try till.run("restore")
    #expect(try till.state(TillProgram.premium).entitled == false)
    #expect(try till.json("restore-policy", "transfer").text("restorePolicy") == "transfer")
    _ = try till.run("restore")
    #expect(try till.state(TillProgram.premium).entitled)
    #expect(try till.run("user", "--owns").output.contains("a restore moved it to that user"))
    #expect(try !till.run("user", "one", "--owns").output.contains("that user"))
    let users = try till.json("user", "--list").rows("users")
    #expect(users.map { $0.text("user") } == ["one", "two"])
    #expect(users.map { $0["purchases"] } == [0, 1])
  }
}

import Core
import TestSupport
import Testing

/// Tests of the token of a purchase on the command line, and of its output about the customer's plan.
@Suite(.startsPrograms) struct OwnTokenTests {
  private let till = TillProgram()
  private static let monthly = "com.example.piglet.plus.monthly"
  private static let yearly = "com.example.piglet.plus.yearly"

  @Test func aPurchaseCarriesAUUIDOfOnesOwn() throws {
    let bought = try till.json(
      "buy", "com.example.piglet.premium", "--token", "7389A31A-FB6D-4569-A2A6-DB7D85D84813")
    #expect(bought["result"] == "success")
    let row = try #require(try till.json("transactions").objects("transactions")?.first)
    #expect(row["appAccountToken"] == "7389a31a-fb6d-4569-a2a6-db7d85d84813")
    #expect(try till.state("com.example.piglet.premium").entitled)
    let refused = try till.run("buy", "com.example.piglet.premium", "--token", "somebody")
    #expect(refused.status == 2 && refused.error.contains("or a UUID such as"))
  }

  @Test func aLowerPlanNamesTheChangeAndItsDate() throws {
    #expect(try till.run("buy", Self.yearly).status == 0)
    let lower = try till.run("buy", Self.monthly)
    #expect(lower.output.contains("\(Self.monthly) starts with the next renewal, on "), "\(lower.output)")
    #expect(lower.output.contains("\(Self.yearly) continues until then, nothing was charged now; then ¥12.00/mo"))
    #expect(try till.json("buy", Self.monthly).string("message")?.contains("as already planned") == true)
    #expect(try till.run("buy", Self.yearly).output.contains("the change is cancelled"))
  }

  @Test func aHigherPlanNamesTheRefund() throws {
    #expect(try till.run("buy", Self.monthly).status == 0)
    let higher = try till.run("buy", Self.yearly).output
    // The customer gets the free week, having never had one in the group.
    #expect(higher.contains("\(Self.yearly) is active from now on for ¥0.00"), "\(higher)")
    #expect(higher.contains("; free for "), "the answer tells the offer")
    #expect(higher.contains("then ¥98.00/yr"))
    #expect(higher.contains("is refunded for the rest of its period"))
  }
}

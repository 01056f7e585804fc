import Core
import TestSupport
import Testing

/// Tests of values that Apple may add one day: they are kept, and `doctor` names them with a count and a first date.
@Suite(.startsPrograms) struct UnknownNamesTests {
  private let till = TillProgram()

  private func values() throws -> JSONObject {
    try #require(try till.json("doctor").objects("checks")?.first { $0["name"] == "values" })
  }

  @Test func unknownMembersAndValuesAreCountedByName() throws {
    let id = try #require(try till.json("buy", "com.example.piglet.premium").string("transactionId"))
    #expect(try values()["ok"] == true)
    let said = #"{"inAppOwnershipType": "GIFTED", "offerType": 9, "fromTheFuture": {"a": 1}}"#
    #expect(try till.run("simulator", "restate", id, said).status == 0)
    #expect(try till.run("refund-check").status == 0)
    let row = try values()
    let detail = try #require(try row.string("detail"))
    #expect(row["ok"] == false)
    for name in ["inAppOwnershipType GIFTED", "offerType 9", "member fromTheFuture"] {
      #expect(detail.contains("\(name) in 1 statement since 20"), "\(detail)")
    }
    // Nothing is removed, and the values are kept.
    #expect(try till.state("com.example.piglet.premium").entitled)
    let kept = try #require(try till.json("transactions").objects("transactions")?.first)
    #expect(kept["fromTheFuture"] == ["a": 1] && kept["inAppOwnershipType"] == "GIFTED")
  }

  @Test func unknownNamesOfNotificationsAreCountedToo() throws {
    let payload =
      #"{"notificationType": "GIFT", "subtype": "WRAPPED", "bow": 1, "data": {"bundleId": "com.example.piglet", "#
      + #""environment": "Sandbox", "ribbon": "red"}}"#
    #expect(try till.run("simulator", "notifications", "post", payload).status == 0)
    #expect(try till.run("refund-check").status == 0)
    let detail = try #require(try values().string("detail"))
    for name in ["notificationType GIFT", "subtype WRAPPED", "member notification.bow", "member data.ribbon"] {
      #expect(detail.contains("\(name) in 1 statement since 20"), "\(detail)")
    }
  }
}

import AppStoreModel
import Core
import Storage
import Testing

@testable import Desk

/// Tests of the team's own users: stored, found by their names, hashed, tagged, assigned and forgotten.
@Suite struct PeopleTests {
  private static let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
  private static let other = "99999999-fb6d-4569-a2a6-db7d85d84813"

  private func desk(_ world: DeskWorld) throws -> CustomerDesk {
    let desk = try world.desk()
    var refunded = purchase(5823, app: "706", token: Self.other, product: "gold")
    refunded.revocationDate = Timestamp(milliseconds: 1_704_073_100_000)
    refunded.revocationReason = .refundedForOtherReason
    try desk.store(
      lines: [
        purchase(5821, app: "704", token: Self.token),
        purchase(5822, app: "705", token: Self.token, product: "gold"), refunded,
      ].map { try world.signer.sign($0.json) })
    try desk.settle()
    return desk
  }

  private func record(_ user: String, _ token: String, _ attributes: [String: String]) throws -> PersonRecord {
    var members: JSONObject = [:]
    for (name, value) in attributes { members.append(name, .string(value)) }
    return try PersonRecord(json: [
      "user": .string(user), "tokens": .array([.string(token.uppercased())]), "attributes": .object(members),
    ])
  }

  @Test(arguments: EngineKind.here) func aUserIsFoundByEveryName(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try desk(world)
    let bob = try record("user-17", Self.token, ["email": "Bob@Example.com", "language": "zh-Hans"])
    try desk.store(people: [bob])
    try desk.store(people: [record("user-18", Self.other, ["email": "anna@example.com"])])
    for text in ["bob@example.com", "BOB@", "user-17", "email:bob@example.com", "user:user-17"] {
      #expect(try desk.find(text).count == 2, "\(text)")
    }
    #expect(try desk.tokens(of: "bob@example.com") == [Self.token])
    let found = try desk.person(of: [Self.token]).person
    #expect(found.user == "user-17" && found.language == "zh-Hans")
    #expect(found.attributes.first?.value == "Bob@Example.com")
    #expect(try desk.list(DeskListRequest(text: "user-17")).rows.allSatisfy { $0.user == "user-17" })
    // A later record replaces the earlier one, and the old names no longer find the user.
    try desk.store(people: [record("user-17", Self.token, ["email": "robert@example.com"])])
    #expect(try desk.find("bob@example.com").isEmpty)
    #expect(try desk.find("robert@").count == 2)
    #expect(try desk.find("user-17 product:gold").count == 0)
    #expect(try desk.find("user:user-17 product:gold").count == 1)
  }

  /// Tests that of several users with one token the newest one is shown, and that every one of them is forgotten.
  @Test(arguments: EngineKind.here) func aTokenIsTheNewestUsers(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try desk(world)
    try desk.store(people: [record("user-17", Self.other, ["email": "old@example.com"])])
    try desk.store(people: [record("user-18", Self.other, ["email": "new@example.com"])])
    for text in ["user-17", "user-18", "new@example.com"] {
      #expect(try desk.person(of: desk.tokens(of: text)).person.user == "user-18")
      #expect(try desk.list(DeskListRequest(text: text)).rows.map(\.user) == ["user-18"])
    }
    try desk.forget(desk.customer("706"), by: "bob")
    #expect(try desk.holds("old@example.com") == [] && desk.holds("new@example.com") == [])
  }

  /// Tests that a record that is refused names the member and the limit.
  @Test func aRefusedRecordSaysWhy() throws {
    func reason(_ changes: JSONObject) -> String {
      var json: JSONObject = ["user": "user-17", "tokens": [.string(Self.token)]]
      for (name, value) in changes { json[name] = value }
      do { return "\(try PersonRecord(json: json))" } catch { return error.description }
    }
    let long = JSONValue.string(String(repeating: "x", count: 301))
    #expect(reason(["user": ""]) == "user is missing")
    #expect(reason(["user": long]) == "user is longer than 300 bytes")
    #expect(reason(["tokens": []]) == "tokens is missing")
    #expect(reason(["tokens": [.string(Self.token), ""]]) == "tokens[1] is empty")
    #expect(reason(["tokens": [long]]) == "tokens[0] is longer than 300 bytes")
    #expect(reason(["tokens": .array((0...50).map { .string("\($0)") })]) == "tokens has 51 entries (limit 50)")
    #expect(reason(["attributes": ["email": long]]) == "attributes.email is longer than 300 bytes")
    #expect(reason(["attributes": ["email": 5]]) == "attributes.email is not a text")
    #expect(
      reason(["attributes": ["E-mail": "x"]]).hasSuffix("is no name of an attribute; use up to 40 of a-z, 0-9, _ and -")
    )
    var many: JSONObject = [:]
    for number in 0...32 { many.append("a\(number)", "x") }
    #expect(reason(["attributes": .object(many)]) == "attributes has 33 entries (limit 32)")
  }

  @Test(arguments: EngineKind.here) func hashedAttributesAreFoundByExactMatchOnly(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try desk(world)
    try desk.store(people: [record("user-17", Self.token, ["email": "bob@example.com"])], isHashed: true)
    #expect(try desk.find("Bob@example.com").count == 2)
    #expect(try desk.find("bob@example").isEmpty)
    #expect(try desk.holds("bob@example.com") == [] && desk.holds("user-17") == [])
    let person = try desk.person(of: [Self.token]).person
    #expect(person.user == nil && person.attributes.map(\.isHashed) == [true])
  }

  @Test(arguments: EngineKind.here) func forgettingACustomerForgetsTheUser(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try desk(world)
    try desk.store(people: [record("user-18", Self.other, ["email": "anna@example.com"])])
    try desk.tag(desk.customer("706"), add: ["vip"], remove: [], by: "bob")
    try desk.forget(desk.customer("706"), by: "bob")
    #expect(try desk.holds("anna@example.com") == [] && desk.holds("user-18") == [] && desk.holds("vip") == [])
    // A record that comes later does not bring the user back.
    #expect(try desk.store(people: [record("user-18", Self.other, ["email": "anna@example.com"])]) == 0)
    #expect(try desk.find("anna@example.com").isEmpty)
  }

  @Test(arguments: EngineKind.here) func tagsAndAgentsAreFilters(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try desk(world)
    let (one, two, three) = try (desk.customer("704"), desk.customer("705"), desk.customer("706"))
    for customer in [one, two, three] { try desk.tag(customer, add: ["VIP", "beta"], remove: [], by: "bob") }
    try desk.tag(two, add: [], remove: ["beta"], by: "bob")
    try desk.assign(three, to: "anna", by: "bob")
    try desk.assign(three, to: "carl", by: "bob")
    #expect(try desk.find("tag:vip").map(\.number) == [one, two, three])
    #expect(try desk.find("tag:vip !tag:beta").map(\.number) == [two])
    #expect(try desk.find("tag:vip state:refunded").map(\.number) == [three])
    #expect(try desk.find("agent:carl").map(\.assignee) == ["carl"])
    #expect(try desk.find("agent:anna").isEmpty)
    // The screen tags and assigns all Apple Accounts of a user.
    #expect(try desk.accounts(ofUsersOf: [one]) == [one, two])
    #expect(try desk.accounts(ofUsersOf: [two, three]) == [one, two, three])
    try desk.assign(three, to: nil, by: "bob")
    #expect(try desk.find("agent:carl").isEmpty)
  }

  /// Tests the search's grammar, which is that of every list, and the ends of ids.
  @Test(arguments: EngineKind.here) func theSearchIsAFilter(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try desk(world)
    #expect(try desk.find("state:refunded").count == 1)
    #expect(try desk.find("refunded").count == 1)
    #expect(try desk.find("state:refunded product:gold").count == 1)
    #expect(try desk.find("state:refunded product:premium").isEmpty)
    #expect(try desk.find("product:gold !refunded").count == 1)
    #expect(try desk.find("gold").count == 2)
    // Customers without such a product, not customers who have another one too.
    try desk.store(lines: [world.signer.sign(purchase(5824, app: "705", token: Self.token).json)], deriving: .now)
    #expect(try desk.find("!gold").count == 1 && desk.find("!refunded").count == 2)
    #expect(try desk.find("5821").count == 1 && desk.find("…5821").count == 1 && desk.find("...000005823").count == 1)
    #expect(try desk.find("…5829").isEmpty && desk.find("821").isEmpty)
    let plan = try desk.engine.plan(
      of: "SELECT customer FROM lookups WHERE id % 10000 = ? AND id % ? = ? AND app = ? AND environment = ? LIMIT ?",
      values: [5821, 10_000, 5821, 1, 1, 5].map { .integer($0) })
    #expect(kind != .sqlite || plan.contains { $0.contains("lookups_ending") }, "\(plan)")
  }

  @Test func aRecordIsCheckedWhereItIsRead() throws {
    for wrong: JSONObject in [
      [:], ["user": "a"], ["user": "a", "tokens": []], ["user": "", "tokens": ["t"]],
      ["user": "a", "tokens": ["t"], "attributes": ["E-Mail": "x"]],
      ["user": "a", "tokens": ["t"], "attributes": ["token": "x"]],
      ["user": "a", "tokens": ["t"], "attributes": ["email": 1]],
      ["user": "a", "tokens": ["t"], "attributes": ["email": .string(String(repeating: "x", count: 301))]],
    ] {
      #expect(throws: JSONError.self) { try PersonRecord(json: wrong) }
    }
  }
}

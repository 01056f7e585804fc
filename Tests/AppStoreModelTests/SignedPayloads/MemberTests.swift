import Core
import Testing

@testable import AppStoreModel

/// Tests of members that are malformed, unknown or of another type.
struct MemberTests {
  @Test(arguments: [
    ("transactionId", 1 as JSONValue, "must be a string, not a number"),
    ("purchaseDate", "1698148900000", "must be a date in milliseconds, of the years 1 to 9999, not a string"),
    (
      "purchaseDate", .number(JSONNumber(1e300)),
      "must be a date in milliseconds, of the years 1 to 9999, not 1e+300"
    ),
    ("quantity", 2_147_483_648, "must be a whole number of 32 bits, not a number"),
    ("quantity", .number(JSONNumber(1.5)), "must be a whole number of 32 bits, not 1.5"),
    ("price", true, "must be a whole number of 64 bits, not true or false"),
    ("isUpgraded", 1, "must be true or false, not a number"),
    ("type", 1, "must be a string, not a number"),
    ("offerType", "1", "must be a whole number of 64 bits, not a string"),
    ("commitmentInfo", .array([]), "must be an object, not an array"),
  ])
  func anotherTypeIsRefused(name: String, value: JSONValue, message: String) {
    var json = JSONObject()
    json.append(name, value)
    let error = #expect(throws: JSONError.self) { try Transaction(json: json) }
    #expect(error?.path == name)
    #expect(error?.message == message)
  }

  @Test func anErrorNamesTheWay() {
    let json: JSONObject = ["data": ["appAppleId": "blue"]]
    let error = #expect(throws: JSONError.self) { try ServerNotification(json: json) }
    #expect(error?.path == "data.appAppleId")
    let list: JSONObject = ["eligibleWinBackOfferIds": ["a", 1]]
    let listError = #expect(throws: JSONError.self) { try RenewalInfo(json: list) }
    #expect(listError?.path == "eligibleWinBackOfferIds")
  }

  @Test func nullIsAbsent() throws {
    let json: JSONObject = ["transactionId": nil, "commitmentInfo": nil, "advancedCommerceInfo": nil, "price": nil]
    let transaction = try Transaction(json: json)
    #expect(transaction == Transaction())
    #expect(transaction.json.isEmpty)
  }

  @Test func unknownMembersAndValuesAreKept() throws {
    let json: JSONObject = [
      "transactionId": "1", "type": "Loan", "revocationType": "ASSIGNMENT", "offerType": 9, "environment": "Mars",
      "exp": 12, "future": ["a": [1, nil]],
    ]
    let transaction = try Transaction(json: json)
    #expect(transaction.type?.isKnown == false)
    #expect(transaction.otherMembers.names == ["exp", "future"])
    #expect(transaction.json.isEquivalent(to: json))
  }

  @Test func datesMayBeExponentsAndNegative() throws {
    let value = try JSONValue(parsing: #"{"purchaseDate":1.76e12,"expiresDate":-5,"signedDate":1697679936049.7297}"#)
    let transaction = try Transaction(json: try #require(value.objectValue))
    #expect(transaction.purchaseDate == Timestamp(milliseconds: 1_760_000_000_000))
    #expect(transaction.expiresDate == Timestamp(milliseconds: -5))
    #expect(transaction.signedDate == Timestamp(milliseconds: 1_697_679_936_049))
  }
}

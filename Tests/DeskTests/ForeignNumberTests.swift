import AppStoreModel
import Backends
import Core
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests of numbers from outside that are no valid dates.
///
/// Such a number is refused where it is read. One that an earlier version stored does not stop the desk.
@Suite struct ForeignNumberTests {
  /// Milliseconds outside the years 1 to 9999, by far and by one millisecond.
  static let beyond: [Int64] = [.min, .min + 1, -62_135_769_600_001, 253_402_300_800_000, .max - 1, .max]

  private func claim(_ world: DeskWorld, at: Int64, token: String) -> JSONObject {
    [
      "user": .string(token), "productId": "com.example.piglet.premium", "entitled": true,
      "at": .number(JSONNumber(at)),
    ]
  }

  @Test(arguments: beyond) func aClaimOfNoDateIsRefused(milliseconds: Int64) throws {
    let world = try DeskWorld(customers: 1, transactions: 2)
    #expect(throws: JSONError.self) { try Claim(json: claim(world, at: milliseconds, token: "a")) }
    var until = claim(world, at: 0, token: "a")
    until.append("until", .number(JSONNumber(milliseconds)))
    #expect(throws: JSONError.self) { try Claim(json: until) }
    #expect(throws: JSONError.self) {
      try Usage(json: ["user": "a", "productId": "p", "consented": true, "at": .number(JSONNumber(milliseconds))])
    }
  }

  @Test(arguments: [-1, 100_001, Int64.max]) func aPercentageHasEnds(percentage: Int64) throws {
    #expect(throws: JSONError.self) {
      try Usage(
        json: [
          "user": "a", "productId": "p", "consented": true, "at": 0, "percentage": .number(JSONNumber(percentage)),
        ])
    }
  }

  /// Tests a claim that an earlier version of the desk may have stored.
  @Test(arguments: [Int64.min, .max]) func aDeskWithSuchAClaimGoesOn(milliseconds: Int64) throws {
    let world = try DeskWorld(customers: 3, transactions: 30)
    var desk = try world.desk()
    try desk.store(lines: try world.lines())
    try desk.settle()
    let rows = try desk.list(view: .disagree)
    #expect(rows == 0)
    let token = try #require(try desk.anyToken())
    var claim = try Claim(json: claim(world, at: 0, token: token))
    claim.at = Timestamp(milliseconds: milliseconds)
    claim.until = Timestamp(milliseconds: milliseconds)
    claim.product = "com.example.piglet.premium"
    claim.entitled.toggle()
    for product in try desk.anyProducts(of: token) {
      claim.product = product
      for entitled in [true, false] {
        claim.entitled = entitled
        _ = try desk.store(claims: [claim])
        claim.at = claim.at.adding(milliseconds: milliseconds < 0 ? 1 : -1)
      }
    }
    try desk.settle()
    desk = try world.desk()
    #expect(try desk.poisoned().isEmpty)
    for view in SavedView.allCases { _ = try desk.view(view, limit: 100) }
    _ = try desk.customerAnswer(for: desk.customer(token))
    #expect(try desk.examine(rebuilds: true).ok)
    _ = try desk.alerts()
  }

  @Test(arguments: ["purchaseDate", "expiresDate", "revocationDate", "signedDate", "originalPurchaseDate"])
  func aSignedDateThatIsNoneIsRefusedWithItsName(member: String) throws {
    let world = try DeskWorld(customers: 1, transactions: 1)
    let desk = try world.desk()
    for milliseconds in Self.beyond {
      let jws = try world.signer.sign(Self.payload([member: .number(JSONNumber(milliseconds))]))
      let result = try desk.store(lines: [jws])
      #expect(result.failed == 1 && result.imported == 0)
      // No certificate is valid at such a date, and certificates are checked first.
      let named = member == "signedDate" ? "certificate" : member
      #expect(result.failures.first?.reason.contains(named) == true, "\(result.failures)")
    }
    try desk.settle()
    #expect(try desk.examine(rebuilds: true).ok)
    #expect(try desk.quarantineCount() == Self.beyond.count)
  }

  /// Tests that the dates which Xcode writes for "unknown" stay readable, and so does the end of the year 9999.
  @Test(arguments: [-62_135_769_600_000, -62_135_596_800_000, 0, 253_402_300_799_999] as [Int64])
  func theEndsOfTimeAreDerivedAndListed(milliseconds: Int64) throws {
    let world = try DeskWorld(customers: 1, transactions: 1)
    let desk = try world.desk()
    let date = JSONValue.number(JSONNumber(milliseconds))
    for (index, member) in ["purchaseDate", "expiresDate", "revocationDate", "originalPurchaseDate"].enumerated() {
      let id = JSONValue.string("200000000000000\(index)")
      let payload = Self.payload(["transactionId": id, "originalTransactionId": id, member: date])
      let result = try desk.store(lines: [try world.signer.sign(payload)])
      #expect(result.imported == 1, "\(member): \(result.failures)")
    }
    try desk.settle()
    #expect(try desk.poisoned().isEmpty)
    for view in SavedView.allCases { _ = try desk.view(view, limit: 100) }
    for index in 0..<4 {
      let customer = try desk.customer("200000000000000\(index)")
      #expect(try desk.customerAnswer(for: customer).statuses.isEmpty == false)
      #expect(try desk.export(customer).isEmpty == false)
    }
    #expect(try desk.examine(rebuilds: true, isDeep: true).ok)
  }

  @Test func sumsOfMoneyStopAtTheirEnds() throws {
    let world = try DeskWorld(customers: 1, transactions: 1)
    let desk = try world.desk()
    for (index, revoked) in [false, true, true].enumerated() {
      let id = JSONValue.string("200000000000000\(index)")
      var members: JSONObject = [
        "transactionId": id, "originalTransactionId": id, "appTransactionId": "704", "price": .number(JSONNumber(.max)),
        "currency": "USD",
      ]
      if revoked { members.append("revocationDate", .number(1_704_067_300_000)) }
      if revoked { members.append("revocationReason", .number(0)) }
      if index == 2 { members.append("revocationPercentage", .number(JSONNumber(Int64(Int32.max)))) }
      try desk.store(lines: [try world.signer.sign(Self.payload(members))])
    }
    try desk.settle()
    #expect(try desk.poisoned().isEmpty)
    let row = try desk.rows(of: [desk.customer("2000000000000000")])[0]
    #expect(row.spent == ["USD": .max] && row.refunded == ["USD": .max])
  }

  private static func payload(_ members: JSONObject) -> JSONObject {
    var payload: JSONObject = [
      "transactionId": "2000000000000001", "originalTransactionId": "2000000000000001",
      "bundleId": "com.example.piglet",
      "productId": "com.example.piglet.plus", "purchaseDate": .number(1_704_067_200_000),
      "originalPurchaseDate": .number(1_704_067_200_000), "signedDate": .number(1_704_067_200_000),
      "quantity": .number(1),
      "type": "Auto-Renewable Subscription", "inAppOwnershipType": "PURCHASED", "environment": "Sandbox",
    ]
    for (name, value) in members { payload[name] = value }
    return payload
  }
}

extension CustomerDesk {
  fileprivate func list(view: SavedView) throws -> Int { try self.view(view, limit: 100).count }

  fileprivate func anyToken() throws -> String? { try engine.value("SELECT token FROM tokens ORDER BY token LIMIT 1") }

  fileprivate func anyProducts(of token: String) throws -> [String] {
    try customerAnswer(for: customer(token)).statuses.map(\.product.id)
  }

  fileprivate func quarantineCount() throws -> Int { try engine.value("SELECT count(*) FROM quarantine") ?? 0 }
}

import AppStoreModel
import Core
import Storage
import Testing

@testable import Desk

/// Tests of the limits on claims from the team's own server.
@Suite struct ClaimLimitTests {
  private static let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func claim(_ changes: JSONObject = [:]) throws -> Claim {
    var json: JSONObject = [
      "user": "7389a31a-fb6d-4569-a2a6-db7d85d84813", "productId": "com.example.piglet.premium", "entitled": true,
      "at": .number(Self.now.milliseconds),
    ]
    for (name, value) in changes { json[name] = value }
    return try Claim(json: json)
  }

  /// Tests that a claim from the future is refused, because it would outrank every later claim.
  @Test func aClaimIsNotOfTheFuture() throws {
    for ahead in [Int64(-1_000_000), 0, 300_000] {
      try claim(["at": .number(Self.now.milliseconds + ahead)]).check(now: Self.now)
    }
    for ahead in [Int64(300_001), 86_400_000] {
      #expect(throws: JSONError.self) {
        try claim(["at": .number(Self.now.milliseconds + ahead)]).check(now: Self.now)
      }
    }
  }

  @Test func itsIdsAreShortAndPlain() throws {
    try claim().check(now: Self.now)
    for name in ["user", "purchase", "productId"] {
      for text in [String(repeating: "a", count: 201), "a\u{1B}[2J", "a\nb", "a\u{202E}b"] {
        #expect(throws: JSONError.self) { try claim([name: .string(text)]).check(now: Self.now) }
      }
    }
  }

  @Test(arguments: EngineKind.here) func asMuchIsKeptOfACustomerAsMayBe(on kind: EngineKind) throws {
    let world = try DeskWorld(on: kind, customers: 1, transactions: 1)
    let desk = try world.desk()
    let large = JSONValue.string(String(repeating: "\u{1B}", count: 250_000))
    let claims = try (0..<300).map { number in
      try claim(["at": .number(Self.now.milliseconds + Int64(number)), "reason": large])
    }
    let taken = try desk.store(claims: claims)
    #expect(taken.count == Claim.limit && taken.full == ["7389a31a-fb6d-4569-a2a6-db7d85d84813"])
    // Claims that are kept may be sent again. Further claims of this user are refused; another user's are accepted.
    #expect(try desk.store(claims: Array(claims.prefix(10))).full.isEmpty)
    #expect(try desk.store(claims: [claims[250]]).full.count == 1)
    #expect(try desk.store(claims: [claim(["user": "other"])]).count == 1)
    let kept = try desk.engine.rows("SELECT reason FROM claims") { row -> String? in try row["reason"] }
    #expect(kept.count == Claim.limit + 1)
    for reason in kept.compactMap(\.self) {
      #expect(reason.utf8.count <= 2000 && !reason.contains("\u{1B}"))
    }
  }
}

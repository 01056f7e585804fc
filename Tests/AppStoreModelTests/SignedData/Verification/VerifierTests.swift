import Core
import Testing

@testable import AppStoreModel

@Suite struct VerifierTests {
  private let identity: SigningIdentity
  private let renewal: JSONObject = [
    "originalTransactionId": "1", "autoRenewProductId": "plus.monthly", "productId": "plus.monthly",
    "autoRenewStatus": 1, "environment": "Sandbox", "signedDate": 1_740_000_000_000,
  ]
  private let transaction: JSONObject = [
    "transactionId": "1", "originalTransactionId": "1", "bundleId": "com.example", "productId": "premium",
    "purchaseDate": 1_740_000_000_000, "originalPurchaseDate": 1_740_000_000_000, "quantity": 1,
    "type": "Non-Consumable", "inAppOwnershipType": "PURCHASED", "signedDate": 1_740_000_000_000,
    "environment": "Sandbox",
  ]

  init() throws { identity = try SigningIdentity() }

  @Test func theEffectiveDateIsTheGivenElseTheStatedElseNow() throws {
    let verifier = verifier()
    let jws = try identity.sign(renewal)
    #expect(verifier.verify(jws, at: Timestamp(milliseconds: 7)).effectiveDate == Timestamp(milliseconds: 7))
    #expect(verifier.verify(jws).effectiveDate == Timestamp(milliseconds: 1_740_000_000_000))
    var undated = renewal
    undated["signedDate"] = nil
    #expect(verifier.verify(try identity.sign(undated)).effectiveDate == Timestamp(milliseconds: 1_760_000_000_000))
  }

  @Test func theDateIsCheckedAgainWhenTheChainIsKnown() throws {
    let verifier = verifier()
    let jws = try identity.sign(renewal)
    #expect(verifier.verify(jws).verdict == .verified)
    var old = renewal
    old["signedDate"] = 1000
    let failure = verifier.verify(try identity.sign(old)).verdict.failure
    #expect(failure?.kind == .chain)
    #expect(
      failure?.message == "signed with a certificate that is valid only from 2000-01-01 on (checked at 1970-01-01)")
    #expect(verifier.verify(jws).verdict == .verified)
  }

  @Test func aKnownChainNeverReplacesTheSignature() throws {
    let verifier = verifier()
    #expect(verifier.verify(try identity.sign(renewal)).verdict == .verified)
    #expect(verifier.verify(try identity.sign(renewal, isCorrupted: true)).verdict.failure?.kind == .signature)
  }

  @Test func aKindThatIsAskedForMustBeThatKind() throws {
    let jws = try identity.sign(renewal)
    #expect(verifier().verify(jws, as: .renewalInfo).verdict == .verified)
    for kind in [SignedKind.transaction, .notification, .appTransaction] {
      #expect(verifier().verify(jws, as: kind).verdict.failure?.kind == .kindMismatch)
    }
    #expect(verifier().verify(try identity.sign(["hello": 1])).verdict.failure?.kind == .format)
    let nullId = try identity.sign(["transactionId": nil])
    #expect(verifier().verify(nullId).verdict.failure?.kind == .format)
    #expect(verifier().verify(nullId, as: .transaction).verdict.failure?.kind == .format)
  }

  @Test func aPayloadNeverSwitchesTheCheckOff() throws {
    var xcode = renewal
    xcode["environment"] = "Xcode"
    let jws = try SigningIdentity().sign(xcode)
    #expect(verifier().verify(jws).verdict.failure?.kind == .chain)
    #expect(verifier(ExpectedClaims(environment: .xcode)).verify(jws).verdict == .skipped)
  }

  @Test func aNotificationsContentsAreJudgedForThemselves() throws {
    let notification: JSONObject = [
      "notificationType": "DID_RENEW", "notificationUUID": "u", "version": "2.0", "signedDate": 1_740_000_000_000,
      "data": [
        "bundleId": "com.example", "environment": "Sandbox",
        "signedTransactionInfo": .string(try identity.sign(transaction)),
        "signedRenewalInfo": .string(try SigningIdentity().sign(renewal)),
      ],
    ]
    let claims = ExpectedClaims(bundleId: "com.example", environment: .sandbox)
    let result = verifier(claims).verify(try identity.sign(notification))
    #expect(result.verdict == .verified)
    #expect(result.enclosed[.transaction]?.verdict == .verified)
    #expect(result.enclosed[.transaction]?.payload?.transaction?.transactionId == "1")
    #expect(result.enclosed[.renewalInfo]?.verdict.failure?.kind == .chain)
    #expect(result.enclosed[.appTransaction] == nil)
    let refused = verifier(ExpectedClaims(bundleId: "other")).verify(try identity.sign(notification))
    #expect(refused.verdict.failure?.kind == .appIdentifier && refused.enclosed.isEmpty)
  }

  @Test(arguments: [
    ("summary", #"{"environment":"Sandbox","bundleId":"com.example","appAppleId":7}"#, "Sandbox"),
    ("appData", #"{"environment":"Production","bundleId":"com.example","appAppleId":7}"#, "Production"),
    (
      "externalPurchaseToken", #"{"externalPurchaseId":"SANDBOX_1","bundleId":"com.example","appAppleId":7}"#, "Sandbox"
    ),
    ("externalPurchaseToken", #"{"externalPurchaseId":"1","bundleId":"com.example","appAppleId":7}"#, "Production"),
  ])
  func aNotificationStatesItsAppInOneOfFourPlaces(member: String, object: String, environment: String) throws {
    let json: JSONObject = [
      "notificationType": "TEST", "notificationUUID": "u", "version": "2.0", "signedDate": 1_740_000_000_000,
    ]
    var notification = json
    notification[member] = try JSONValue(parsing: object)
    let stated = StatedClaims(of: .notification, in: notification)
    #expect(stated.bundleId == "com.example" && stated.appAppleId == 7 && stated.environment == environment)
    let none = StatedClaims(of: .notification, in: json)
    #expect(none.bundleId == nil && none.environment == nil && none.appAppleId == nil)
  }

  @Test func equalLookingBundleIdsDiffer() throws {
    var composed = transaction
    composed["bundleId"] = "com.caf\u{E9}"
    let jws = try identity.sign(composed)
    #expect(verifier(ExpectedClaims(bundleId: "com.caf\u{E9}")).verify(jws).verdict == .verified)
    let decomposed = verifier(ExpectedClaims(bundleId: "com.cafe\u{301}")).verify(jws)
    #expect(decomposed.verdict.failure?.kind == .appIdentifier)
  }

  @Test func manyThreadsShareOneVerifier() async throws {
    let verifier = verifier()
    let others = try (0..<4).map { _ in try SigningIdentity() }
    let objects = try (0..<100).map { number in
      var numbered = transaction
      numbered["transactionId"] = .string(String(number))
      let signer = number.isMultiple(of: 5) ? others[number % 4] : identity
      return try signer.sign(numbered, isCorrupted: number % 5 == 1)
    }
    let counts = await withTaskGroup(of: [Int: Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          Dictionary(grouping: objects.indices.filter { verifier.verify(objects[$0]).verdict == .verified }) { $0 % 5 }
            .mapValues(\.count)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [[Int: Int]](repeating: [2: 20, 3: 20, 4: 20], count: 8))
  }

  private func verifier(_ expected: ExpectedClaims = ExpectedClaims()) -> Verifier {
    Verifier(roots: identity.trustedRoots, expecting: expected, now: { Timestamp(milliseconds: 1_760_000_000_000) })
  }
}

import Core
import Testing

@testable import AppStoreModel

@Suite struct SigningIdentityTests {
  private let identity: SigningIdentity
  private let renewal: JSONObject = [
    "originalTransactionId": "1", "autoRenewProductId": "plus.monthly", "productId": "plus.monthly",
    "autoRenewStatus": 1, "environment": "Sandbox", "signedDate": 1_740_000_000_000,
  ]

  init() throws { identity = try SigningIdentity() }

  @Test func whatItSignsItsOwnRootVerifies() throws {
    let result = verifier(identity.trustedRoots).verify(try identity.sign(renewal))
    #expect(result.verdict == .verified && result.kind == .renewalInfo)
    #expect(result.json == renewal)
    #expect(result.rootFingerprint == identity.rootFingerprint)
    let fromPEM = try TrustedRoots(files: [Array(identity.rootCertificatePEM.utf8)])
    #expect(verifier(fromPEM).verify(try identity.sign(renewal)).verdict == .verified)
  }

  @Test func noOtherRootVerifiesIt() throws {
    let jws = try identity.sign(renewal)
    for roots in [TrustedRoots.apple, try SigningIdentity().trustedRoots] {
      let result = verifier(roots).verify(jws)
      #expect(result.verdict.failure?.kind == .chain && result.payload == nil && result.unverifiedPayload != nil)
    }
    let both = verifier(identity.trustedRoots.addingApple())
    #expect(both.verify(jws).verdict == .verified)
  }

  @Test func theHeaderHasAlgorithmAndCertificatesOnly() throws {
    let jws = try CompactJWS(try identity.sign(renewal).utf8)
    let header = try #require(JSONValue(parsing: jws.header()).objectValue)
    #expect(header.names == ["alg", "x5c"])
    #expect(header["x5c"]?.arrayValue?.count == 3)
    #expect(try jws.signature().count == 64)
  }

  @Test func aCorruptedSignatureFailsForTheSignatureAlone() throws {
    let result = verifier(identity.trustedRoots).verify(try identity.sign(renewal, isCorrupted: true))
    #expect(result.verdict == .failed(VerificationFailure(.signature, "the signature does not match the content")))
    #expect(result.unverifiedPayload?.renewalInfo != nil)
  }

  @Test func itSurvivesBeingKept() throws {
    let again = try SigningIdentity(certificates: identity.certificates, signingKeyPEM: identity.signingKeyPEM())
    #expect(again.rootFingerprint == identity.rootFingerprint)
    #expect(verifier(identity.trustedRoots).verify(try again.sign(renewal)).verdict == .verified)
  }

  @Test func partsThatDoNotFitAreRefused() throws {
    let other = try SigningIdentity()
    #expect(throws: SigningError.self) {
      try SigningIdentity(certificates: identity.certificates, signingKeyPEM: other.signingKeyPEM())
    }
    #expect(throws: SigningError.self) {
      try SigningIdentity(certificates: [[1]], signingKeyPEM: identity.signingKeyPEM())
    }
    #expect(throws: SigningError.self) {
      try SigningIdentity(certificates: identity.certificates, signingKeyPEM: "no key")
    }
  }

  @Test func itsCertificatesHoldFrom2000To2100() throws {
    let verifier = verifier(identity.trustedRoots)
    let inside: [Int64] = [946_684_800_000, 2_500_000_000_000, 4_102_444_800_000]
    let outside: [Int64] = [946_684_799_999, 4_102_444_801_000, 0, -1]
    for (dates, isValid) in [(inside, true), (outside, false)] {
      for date in dates {
        let result = verifier.verify(try identity.sign(renewal), at: Timestamp(milliseconds: date))
        #expect((result.verdict == .verified) == isValid, "\(date): \(result.verdict)")
      }
    }
  }

  @Test func itsCertificatesHaveTheShapeOfApples() throws {
    let certificates = try identity.certificates.map { try #require(Certificate(der: $0)) }
    #expect(certificates[0].hasExtension("1.2.840.113635.100.6.11.1"))
    #expect(certificates[1].hasExtension("1.2.840.113635.100.6.2.1"))
    #expect(!certificates[0].hasExtension("1.2.840.113635.100.6.2.1"))
    #expect(certificates[0].publicKey != nil)
    #expect(certificates[1].publicKey == nil && certificates[2].publicKey == nil, "P-384")
    #expect(certificates[0].allowsDigitalSignature && !certificates[1].allowsDigitalSignature)
  }

  private func verifier(_ roots: TrustedRoots) -> Verifier {
    Verifier(roots: roots, now: { Timestamp(milliseconds: 1_760_000_000_000) })
  }
}

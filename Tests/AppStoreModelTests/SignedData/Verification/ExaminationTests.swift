import Testing

@testable import AppStoreModel

/// Tests that the verifier's checks can be shown step by step.
@Suite struct ExaminationTests {
  private static let expected = ExpectedClaims(bundleId: "com.example", environment: .sandbox)

  private func verifier(_ signer: TestSigner) -> Verifier {
    Verifier(roots: signer.roots, expecting: Self.expected, now: { Timestamp(milliseconds: 1_740_000_000_000) })
  }

  @Test func whatHoldsPassesEveryCheckAndShowsItsChain() throws {
    let signer = try TestSigner()
    let verifier = verifier(signer)
    let jws = try signer.sign()
    // The chain is now in the cache; the examination nevertheless makes every check.
    #expect(verifier.verify(jws, as: .transaction).verdict == .verified)
    let shown = verifier.examination(of: jws.utf8, as: .transaction).shown
    #expect(shown.verdict == .verified && shown.failed == nil)
    #expect(shown.steps.map(\.check) == VerificationCheck.allCases)
    #expect(shown.steps.allSatisfy { $0.result == .passed })
    #expect(shown.chain.map(\.role) == [.leaf, .intermediate, .root])
    #expect(shown.chain.map(\.key) == ["P-256", "P-384", "P-384"])
    #expect(shown.chain.allSatisfy { $0.isSignedByNext && $0.isMarked && $0.fingerprint.count == 64 })
    #expect(shown.chain.map(\.isTrusted) == [false, false, true])
    #expect(shown.chain[0].issuer == shown.chain[1].subject && shown.chain[1].issuer == shown.chain[2].subject)
  }

  @Test func aFlippedLetterBreaksTheSignatureAndNothingBefore() throws {
    let signer = try TestSigner()
    let jws = try signer.sign(payload: #"{\#(TestSigner.goodMembers),"productId":"com.example.premium"}"#)
    let forged = try #require(CompactJWS(jws.utf8).flippingALetter())
    #expect(forged.member == "productId" && forged.before == "com.example.premium")
    #expect(forged.after == "com.example.premiun")
    let shown = verifier(signer).examination(of: forged.jws.utf8, as: .transaction).shown
    #expect(shown.failed == .signature)
    #expect(shown.steps.filter { $0.check < .signature }.allSatisfy { $0.result == .passed })
    #expect(shown.steps.filter { $0.check > .signature }.allSatisfy { $0.result == .notReached })
  }

  @Test func eachFaultIsOneStep() throws {
    let signer = try TestSigner()
    let verifier = verifier(signer)
    let foreign = try TestSigner()
    let cases: [(String, VerificationCheck)] = [
      (String(repeating: "a", count: 70_000), .size), ("a.b", .form), ("e30.e30.*", .form), ("e30.W10.AAAA", .json),
      ("e30.e30.AAAA", .algorithm),
      (try signer.sign(header: #"{"alg":"ES256","x5c":["a"]}"#), .certificateCount),
      (try signer.sign(header: #"{"alg":"ES256","x5c":["a","b","c"]}"#), .certificates),
      (try foreign.sign(), .path),
      (
        try signer.sign(
          payload: #"{"transactionId":"1","bundleId":"com.example","environment":"Sandbox","signedDate":1}"#), .dates
      ),
      (try signer.sign(payload: #"{"transactionId":"1","signedDate":1740000000000}"#), .app),
      (
        try signer.sign(
          payload:
            #"{"transactionId":"1","bundleId":"com.example","environment":"Production","signedDate":1740000000000}"#),
        .environment
      ),
      (try signer.sign(payload: #"{"notificationType":"TEST","signedDate":1740000000000}"#), .kind),
    ]
    for (jws, check) in cases {
      let (result, shown) = verifier.examination(of: jws.utf8, as: .transaction)
      #expect(shown.failed == check, "\(check): \(result.verdict)")
      #expect(verifier.verify(jws, as: .transaction).verdict == result.verdict)
    }
  }
}

import Core
import TestSupport
import Testing

@testable import AppStoreModel

@Suite(.enabled(if: Conformance.isPresent, Conformance.absence)) struct AppleSignedTests {
  private let verifier = Verifier(
    roots: .apple, expecting: ExpectedClaims(environment: .sandbox), now: { Timestamp(milliseconds: 0) })

  @Test func whatAppleSignedIsVerifiedAgainstThePinnedRoot() throws {
    let index = try #require(Conformance.json("apple-signed/index.json").arrayValue?.first)
    let result = verifier.verify(try Conformance.text("apple-signed/renewalInfo.jws"))
    #expect(result.verdict == .verified && result.kind == .renewalInfo)
    #expect(result.rootFingerprint == TrustedRoots.appleRootG3Fingerprint)
    #expect(result.json == (try index.member("payload").objectValue))
  }

  @Test func anyChangedCharacterMakesItInvalid() throws {
    let text = Array(try Conformance.text("apple-signed/renewalInfo.jws").utf8)
    let lastSegments = text.count - 500
    let sample = Array(stride(from: 0, to: lastSegments, by: 41)) + Array(lastSegments..<text.count)
    for position in sample {
      var changed = text
      changed[position] = text[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let result = verifier.verify(changed)
      #expect(result.verdict.failure != nil, "position \(position)")
      #expect(result.payload == nil)
    }
    #expect(verifier.verify(text).verdict == .verified)
  }

  @Test func anotherRootDoesNotTakeIt() throws {
    let other = Verifier(roots: try SigningIdentity().trustedRoots, now: { Timestamp(milliseconds: 0) })
    let failure = other.verify(try Conformance.text("apple-signed/renewalInfo.jws")).verdict.failure
    #expect(failure == VerificationFailure(.chain, "the chain does not end at a trusted root"))
  }
}

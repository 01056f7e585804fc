import Core
import TestSupport
import Testing

@testable import AppStoreModel

@Suite(.enabled(if: Conformance.isPresent, Conformance.absence)) struct ForeignJWSTests {
  private let verifier = Verifier(roots: .apple, now: { Timestamp(milliseconds: 1_760_000_000_000) })

  @Test func examplesOfRFC7515AreRefused() throws {
    for item in try #require(Conformance.json("rfc7515/examples.json").arrayValue) {
      #expect(try verifier.verify(item.text("jws")).verdict.failure != nil)
    }
  }

  @Test func theES256ExampleOfRFC7515HasAGoodSignature() throws {
    let example = try #require(Conformance.json("rfc7515/examples.json").arrayValue?.first)
    let jwk = try example.member("jwk")
    let point = try [jwk.text("x"), jwk.text("y")].flatMap { try #require(Base64.url.decode($0)) }
    // SubjectPublicKeyInfo of an uncompressed point on P-256.
    let prefix = try bytes(hex: "3059301306072a8648ce3d020106082a8648ce3d03010703420004")
    let key = try #require(PublicKey(subjectPublicKeyInfo: prefix + point))
    let jws = try CompactJWS(example.text("jws").utf8)
    #expect(key.verifies(try jws.signature(), over: jws.signingInput))
    #expect(!key.verifies(try jws.signature(), over: jws.signingInput.dropLast()))
  }

  @Test(arguments: [
    "jws/4_3.ecdsa_signature", "jws/4_5.signature_with_detached_content", "jws/4_8.multiple_signatures",
    "rfc7797/4.2.hmac-sha2_b64_false",
  ])
  func everySignatureOfTheCookbookIsRefused(file: String) throws {
    let output = try #require(Conformance.json("jose-cookbook/\(file).json").member("output").objectValue)
    for (name, value) in output {
      let text = value.stringValue ?? value.serialized()
      #expect(verifier.verify(text).verdict.failure != nil, "\(name)")
    }
    #expect(!output.isEmpty)
  }
}

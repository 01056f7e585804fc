import StrictJSON
import TestSupport
import Testing

@testable import SignedData

@Suite struct WycheproofTests {
  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func everyRawP256VectorHasItsResult() throws {
    let groups = try Conformance.json("wycheproof/ecdsa_secp256r1_sha256_p1363_test.json").list("testGroups")
    var counts = [true: 0, false: 0]
    for group in groups {
      let key = try #require(PublicKey(subjectPublicKeyInfo: bytes(hex: group.text("publicKeyDer"))))
      for test in try group.list("tests") {
        let isValid = try test.text("result") == "valid"
        let message = try bytes(hex: test.text("msg"))
        let verdict = try key.verifies(bytes(hex: test.text("sig")), over: message[...])
        let comment = try test.text("comment")
        #expect(verdict == isValid, "\(comment)")
        counts[isValid, default: 0] += 1
      }
    }
    #expect(counts == [true: 173, false: 89])
  }
}

import COpenSSL
import TestSupport
import Testing

@testable import AppStoreModel

@Suite struct WycheproofTests {
  /// Tests signatures in the raw form of a JWS, which Till itself decodes.
  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func everyRawP256VectorHasItsResult() throws {
    let counts = try counts(of: "ecdsa_secp256r1_sha256_p1363_test") { key, message, signature in
      try #require(PublicKey(subjectPublicKeyInfo: key)).verifies(signature, over: message[...])
    }
    #expect(counts == [true: 173, false: 89])
  }

  /// Tests signatures in the DER form of a certificate, which libcrypto decodes.
  ///
  /// A version of libcrypto that accepts other signatures fails here.
  @Test(
    .enabled(if: Conformance.isPresent, Conformance.absence),
    arguments: [
      ("ecdsa_secp256r1_sha256_test", "SHA256", [true: 174, false: 310]),
      ("ecdsa_secp384r1_sha384_test", "SHA384", [true: 194, false: 310]),
    ])
  func everyDERVectorHasItsResult(_ file: String, _ digest: String, _ expected: [Bool: Int]) throws {
    let counts = try counts(of: file) { try Self.verifies($2, over: $1, with: $0, digest) }
    #expect(counts == expected)
  }

  /// Checks every vector of a file, and counts the valid and the invalid ones.
  private func counts(
    of file: String, _ verifies: (_ key: [UInt8], _ message: [UInt8], _ signature: [UInt8]) throws -> Bool
  ) throws -> [Bool: Int] {
    var counts = [true: 0, false: 0]
    for group in try Conformance.json("wycheproof/\(file).json").list("testGroups") {
      let key = try bytes(hex: group.text("publicKeyDer"))
      for test in try group.list("tests") {
        let isValid = try test.text("result") == "valid"
        let verdict = try verifies(key, bytes(hex: test.text("msg")), bytes(hex: test.text("sig")))
        let comment = try test.text("comment")
        #expect(verdict == isValid, "\(comment)")
        counts[isValid, default: 0] += 1
      }
    }
    return counts
  }

  private static func verifies(
    _ signature: [UInt8], over message: [UInt8], with key: [UInt8], _ digest: String
  ) throws -> Bool {
    let key = key.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var next = buffer.baseAddress
      return d2i_PUBKEY(nil, &next, buffer.count)
    }
    let context = EVP_MD_CTX_new()
    defer {
      EVP_MD_CTX_free(context)
      EVP_PKEY_free(key)
      ERR_clear_error()
    }
    try #require(EVP_DigestVerifyInit(context, nil, EVP_get_digestbyname(digest), nil, key) == 1)
    return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}

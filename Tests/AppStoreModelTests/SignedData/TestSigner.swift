import Core

@testable import AppStoreModel

/// A signer of any header and payload, with a good key and a chain that a test may change.
struct TestSigner {
  /// The certificates of `x5c`.
  var certificates: [[UInt8]]
  let roots: TrustedRoots
  let key: PrivateKey

  /// Makes a signer with a good chain.
  init() throws {
    let identity = try SigningIdentity()
    certificates = identity.certificates
    roots = identity.trustedRoots
    key = try PrivateKey(pem: identity.signingKeyPEM())
  }

  /// Makes a signer with the caller's chain.
  init(certificates: [Certificate], key: PrivateKey, root: Certificate) {
    self.certificates = certificates.map(\.der)
    self.key = key
    roots = TrustedRoots(root)
  }

  /// The certificates in the form of a JWS header.
  var x5c: JSONValue {
    .array(certificates.map { .string(String(decoding: Base64.standard.encode($0), as: UTF8.self)) })
  }

  /// Returns a JWS of a header and payload given as text, with a valid signature.
  func sign(header: String? = nil, payload: String = goodPayload) throws -> String {
    let header = header ?? #"{"alg":"ES256","x5c":\#(x5c.serialized())}"#
    return try sign(header: Array(header.utf8), payload: Array(payload.utf8))
  }

  /// Returns a JWS of a header and payload given as bytes, with a valid signature.
  func sign(header: [UInt8], payload: [UInt8]) throws -> String {
    let input = Base64.url.encode(header) + [UInt8(ascii: ".")] + Base64.url.encode(payload)
    let signature = Base64.url.encode(try key.sign(input[...]))
    return String(decoding: input + [UInt8(ascii: ".")] + signature, as: UTF8.self)
  }

  /// Returns the verdict of a verifier that trusts this signer's root.
  ///
  /// The verifier expects a transaction of `com.example` in Sandbox.
  func verdict(_ jws: String) -> Verdict {
    let verifier = Verifier(
      roots: roots, expecting: ExpectedClaims(bundleId: "com.example", environment: .sandbox),
      now: { Timestamp(milliseconds: 1_740_000_000_000) })
    return verifier.verify(jws, as: .transaction).verdict
  }

  /// The members of an accepted payload, without the braces around them.
  static let goodMembers =
    #""transactionId":"1","bundleId":"com.example","environment":"Sandbox","signedDate":1740000000000"#

  /// A payload that is accepted.
  static let goodPayload = "{\(goodMembers)}"
}

extension CertificateChain {
  /// Verifies the chain, whatever check refuses it.
  func trusted(by roots: TrustedRoots) throws(VerificationFailure) -> VerifiedChain {
    var check = VerificationCheck.certificates
    return try verified(by: roots, reaching: &check)
  }
}

import COpenSSL
package import Core

/// An App Store Connect API key (`AuthKey_KEYID.p8`), which signs and checks bearer tokens (RFC 7519, ES256).
///
/// Any number of threads may use one key at once.
package struct TokenKey: Sendable {
  /// The id of the key, which the header of a token states (`kid`).
  package let keyId: String

  let key: PrivateKey
  private let publicKey: PublicKey

  /// Makes a new random key on P-256.
  package init(keyId: String) throws(SigningError) {
    try self.init(keyId: keyId, key: PrivateKey(on: .p256))
  }

  /// Reads a key from the PKCS#8 PEM text of a `.p8` file.
  ///
  /// - Throws: a `SigningError` if it is not a private key on P-256.
  package init(keyId: String, pem: String) throws(SigningError) {
    try self.init(keyId: keyId, key: PrivateKey(pem: pem))
  }

  private init(keyId: String, key: PrivateKey) throws(SigningError) {
    guard let publicKey = PublicKey(key.pointer) else {
      throw SigningError(description: say("cannot use the key: it is not on the curve P-256"))
    }
    self.keyId = keyId
    self.key = key
    self.publicKey = publicKey
  }

  /// Returns the text of the `.p8` file; keep it with mode 0600 and never print it.
  package func pem() throws(SigningError) -> String { try key.pem() }

  /// Returns a signed token with these claims.
  package func token(_ claims: JSONObject) throws(SigningError) -> String {
    try key.jws(header: ["alg": "ES256", "kid": .string(keyId), "typ": "JWT"], payload: claims)
  }

  /// Returns the claims of a token that this key signed; nil for any other text.
  ///
  /// The caller must check the claims, above all the expiry.
  package func claims(of token: some Collection<UInt8>) -> JSONObject? {
    guard let jws = try? CompactJWS(token), let bytes = try? jws.header(),
      case .object(let header) = try? JSONValue(parsing: bytes),
      (try? header.string("alg")) == "ES256", (try? header.string("kid")) == keyId, header["crit"] == nil,
      let signature = try? jws.signature(), publicKey.verifies(signature, over: jws.signingInput)
    else { return nil }
    return try? jws.claims()
  }
}

/// Signs requests with a shared secret, and checks such signatures.
///
/// The signature is HMAC-SHA256 (RFC 2104) over the method, the path, the time in milliseconds, each followed by a line
/// feed, and the body. The header field is `Till-Signature: t=MILLISECONDS,v1=HEXADECIMAL`.
package struct RequestSignature: Sendable {
  /// The name of the HTTP header field with the signature.
  package static let field = "Till-Signature"

  /// The largest accepted difference between the two clocks, in milliseconds.
  package static let window: Int64 = 5 * 60 * 1000

  private let secret: [UInt8]

  /// Makes a signature from the bytes of the shared secret.
  package init(secret: [UInt8]) {
    self.secret = secret
  }

  /// Returns the header field's value for a request that is sent at a moment.
  package func value(method: String, path: String, body: [UInt8], at date: Timestamp) -> String {
    "t=\(date.milliseconds),v1=" + Digest.hex(code(method, path, date.milliseconds, body))
  }

  /// Returns whether a header field's value was made with this secret for this request within five minutes of `now`.
  ///
  /// The comparison takes the same time for every value, so that its duration reveals nothing about the secret.
  package func isValid(_ value: String?, method: String, path: String, body: [UInt8], at now: Timestamp) -> Bool {
    guard let value, let stated = Self.parts(of: value) else { return false }
    let age = now.milliseconds(since: Timestamp(milliseconds: stated.milliseconds))
    guard (-Self.window...Self.window).contains(age) else { return false }
    let expected = Array(Digest.hex(code(method, path, stated.milliseconds, body)).utf8)
    return stated.code.count == expected.count && CRYPTO_memcmp(stated.code, expected, expected.count) == 0
  }

  private static func parts(of value: String) -> (milliseconds: Int64, code: [UInt8])? {
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].hasPrefix("t="), parts[1].hasPrefix("v1="),
      let milliseconds = Int64(parts[0].dropFirst(2))
    else { return nil }
    return (milliseconds, Array(parts[1].dropFirst(3).utf8))
  }

  /// Returns the HMAC of a request; if memory runs out, an empty array, which matches no signature.
  private func code(_ method: String, _ path: String, _ milliseconds: Int64, _ body: [UInt8]) -> [UInt8] {
    let message = Array("\(method)\n\(path)\n\(milliseconds)\n".utf8) + body
    var code = [UInt8](repeating: 0, count: Digest.size)
    var count = UInt32(0)
    let made = HMAC(EVP_sha256(), secret, Int32(clamping: secret.count), message, message.count, &code, &count)
    return made == nil || Int(count) != code.count ? [] : code
  }
}

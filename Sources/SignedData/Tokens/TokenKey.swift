package import StrictJSON

/// A key as App Store Connect gives it out (`AuthKey_KEYID.p8`): signs and checks the tokens with which a server shows
/// who it is (RFC 7519, ES256).
///
/// May be used by any number of threads at once.
package struct TokenKey: Sendable {
  /// What the header of a token calls it (`kid`).
  package let keyId: String

  private let key: PrivateKey
  private let publicKey: PublicKey

  /// Makes a new key.
  package init(keyId: String) throws(SigningError) {
    try self.init(keyId: keyId, key: PrivateKey(on: .p256))
  }

  /// Takes up a key from the PKCS#8 PEM text of a `.p8` file.
  ///
  /// - Throws: a `SigningError` when it is no private key on P-256.
  package init(keyId: String, pem: String) throws(SigningError) {
    try self.init(keyId: keyId, key: PrivateKey(pem: pem))
  }

  private init(keyId: String, key: PrivateKey) throws(SigningError) {
    guard let publicKey = PublicKey(key.pointer) else {
      throw SigningError(description: "cannot use the key: it is not on the curve P-256")
    }
    self.keyId = keyId
    self.key = key
    self.publicKey = publicKey
  }

  /// The text of the `.p8` file: to be kept with mode 0600, never to be printed.
  package func pem() throws(SigningError) -> String { try key.pem() }

  /// A token that makes these claims.
  package func token(_ claims: JSONObject) throws(SigningError) -> String {
    let header: JSONValue = ["alg": "ES256", "kid": .string(keyId), "typ": "JWT"]
    var text = Base64.url.encode(header.serializedBytes())
    text.append(UInt8(ascii: "."))
    text += Base64.url.encode(JSONValue.object(claims).serializedBytes())
    let signature = try key.sign(text[...])
    text.append(UInt8(ascii: "."))
    text += Base64.url.encode(signature)
    return String(decoding: text, as: UTF8.self)
  }

  /// The claims of a token that this key signed; nil for any other text.
  ///
  /// What the claims say, when the token ends above all, is the caller's to look at.
  package func claims(of token: some Collection<UInt8>) -> JSONObject? {
    guard let jws = try? CompactJWS(token), let bytes = try? jws.header(),
      case .object(let header) = try? JSONValue(parsing: bytes),
      (try? header.string("alg")) == "ES256", (try? header.string("kid")) == keyId, header["crit"] == nil,
      let signature = try? jws.signature(), publicKey.verifies(signature, over: jws.signingInput),
      let payload = try? jws.payload(), case .object(let claims) = try? JSONValue(parsing: payload)
    else { return nil }
    return claims
  }
}

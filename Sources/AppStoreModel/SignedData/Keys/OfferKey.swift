package import Core

/// The signed fields of a promotional offer.
package struct OfferClaims: Hashable, Sendable {
  package var bundleId: String
  package var productId: String
  package var offerId: String
  /// The `appAccountToken`, as it was given.
  package var token: String?

  package init(bundleId: String, productId: String, offerId: String, token: String?) {
    self.bundleId = bundleId
    self.productId = productId
    self.offerId = offerId
    self.token = token
  }
}

/// A developer's key for subscription offers: it signs them, and the App Store checks with it.
package struct OfferKey: Sendable {
  /// The key's name (`kid`).
  package let id: String
  /// Whose key it is (`iss`); nil where nothing says it.
  package let issuerId: String?
  private let key: PrivateKey
  private let publicKey: PublicKey

  /// A key from PKCS#8 in base64, as a `.storekit` file has it.
  package init(id: String, pkcs8 base64: String) throws(SigningError) {
    let body = base64.filter { !$0.isWhitespace }
    try self.init(id: id, PrivateKey(pem: "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n"))
  }

  /// The In-App Purchase key of App Store Connect, which signs offers as well as tokens.
  package init(_ key: TokenKey, issuerId: String) throws(SigningError) {
    try self.init(id: key.keyId, key.key, issuerId: issuerId)
  }

  /// The key that stands in where a catalogue has none: that of the App Store's own signatures.
  package init(signedBy identity: SigningIdentity) throws(SigningError) {
    try self.init(id: "TILLOFFERS", PrivateKey(pem: identity.signingKeyPEM()))
  }

  private init(id: String, _ key: PrivateKey, issuerId: String? = nil) throws(SigningError) {
    guard let publicKey = PublicKey(key.pointer) else {
      throw .openSSL(Words("use the key for offers, because it is not on P-256"))
    }
    self.id = id
    self.issuerId = issuerId
    self.key = key
    self.publicKey = publicKey
  }

  /// The signature as a JWS in compact form (Apple: PromotionalOfferV2); `milliseconds` is when.
  package func sign(
    _ claims: OfferClaims, transactionId: String? = nil, at milliseconds: Int64, nonce: String
  ) throws(SigningError) -> String {
    var payload = common(audience: "promotional-offer", claims.bundleId, claims.productId, milliseconds, nonce)
    payload.append("offerIdentifier", .string(claims.offerId))
    payload.append("transactionId", ifPresent: transactionId.map(JSONValue.string))
    return try jws(payload)
  }

  /// The developer's word on an introductory offer as a JWS in compact form; `milliseconds` is when.
  ///
  /// - Parameter transactionId: Any transaction of the customer, or the app transaction's id.
  package func signEligibility(
    _ isAllowed: Bool, bundleId: String, productId: String, transactionId: String, at milliseconds: Int64, nonce: String
  ) throws(SigningError) -> String {
    var payload = common(audience: "introductory-offer-eligibility", bundleId, productId, milliseconds, nonce)
    payload.append("allowIntroductoryOffer", .bool(isAllowed))
    payload.append("transactionId", .string(transactionId))
    return try jws(payload)
  }

  private func common(
    audience: String, _ bundleId: String, _ productId: String, _ milliseconds: Int64, _ nonce: String
  ) -> JSONObject {
    [
      "nonce": .string(nonce), "iss": .string(issuerId ?? "till"), "bid": .string(bundleId), "aud": .string(audience),
      "iat": .number(JSONNumber(milliseconds / 1000)), "productId": .string(productId),
    ]
  }

  /// Signs any payload with any header members in place of the key's own: for tests of what is refused.
  package func jws(_ payload: JSONObject, header: JSONObject? = nil) throws(SigningError) -> String {
    let header = header ?? ["alg": "ES256", "kid": .string(id), "typ": "JWT"]
    var text = Base64.url.encode(JSONValue.object(header).serializedBytes())
    text.append(UInt8(ascii: "."))
    text += Base64.url.encode(JSONValue.object(payload).serializedBytes())
    let signature = try key.sign(text[...])
    text.append(UInt8(ascii: "."))
    text += Base64.url.encode(signature)
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether the signature of a JWS is this key's.
  package func verifies(_ jws: CompactJWS) -> Bool {
    guard let signature = try? jws.signature() else { return false }
    return publicKey.verifies(signature, over: jws.signingInput)
  }

  /// The signature of version 1: base64 of DER over the joined fields (Apple: token and nonce in lower case).
  package func signLegacy(
    _ claims: OfferClaims, nonce: String, timestamp: Int64
  ) throws(SigningError) -> String {
    let raw = try key.sign(Self.joined(claims, keyId: id, nonce: nonce, timestamp: timestamp)[...])
    return String(decoding: Base64.standard.encode(ECDSASignature.der(raw: raw) ?? []), as: UTF8.self)
  }

  /// Whether a signature of version 1 is this key's word for these claims, each as it is written here.
  package func verifies(_ signature: String, nonce: String, timestamp: Int64, claims: OfferClaims) -> Bool {
    guard let der = Base64.standard.decode(signature), let raw = ECDSASignature.raw(der: der) else { return false }
    return publicKey.verifies(raw, over: Self.joined(claims, keyId: id, nonce: nonce, timestamp: timestamp)[...])
  }

  /// Apple: the fields joined with U+2063.
  private static func joined(_ claims: OfferClaims, keyId: String, nonce: String, timestamp: Int64) -> [UInt8] {
    let fields = [
      claims.bundleId, keyId, claims.productId, claims.offerId, claims.token ?? "", nonce, String(timestamp),
    ]
    return Array(fields.joined(separator: "\u{2063}").utf8)
  }
}

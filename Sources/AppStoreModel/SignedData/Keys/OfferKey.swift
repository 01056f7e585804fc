package import Core

/// The signed fields of a promotional offer.
package struct OfferClaims: Hashable, Sendable {
  package var bundleId: String
  package var productId: String
  package var offerId: String
  /// The `appAccountToken`, spelled as it was given.
  package var token: String?

  package init(bundleId: String, productId: String, offerId: String, token: String?) {
    self.bundleId = bundleId
    self.productId = productId
    self.offerId = offerId
    self.token = token
  }
}

/// A developer's key for subscription offers: it signs offers, and the App Store checks the signatures.
package struct OfferKey: Sendable {
  /// The id of the key (`kid`).
  package let id: String
  /// The issuer id of the key's owner (`iss`); nil if unknown.
  package let issuerId: String?
  private let key: PrivateKey
  private let publicKey: PublicKey

  /// Reads a key from PKCS#8 in base64, as in a `.storekit` file.
  package init(id: String, pkcs8 base64: String) throws(SigningError) {
    let body = base64.filter { !$0.isWhitespace }
    try self.init(id: id, PrivateKey(pem: "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n"))
  }

  /// Makes a key from an In-App Purchase key of App Store Connect, which signs offers as well as tokens.
  package init(_ key: TokenKey, issuerId: String) throws(SigningError) {
    try self.init(id: key.keyId, key.key, issuerId: issuerId)
  }

  /// Makes the default key for a catalogue without an offer key: the key of the simulated App Store's own signatures.
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

  /// Returns a signed offer as a JWS in compact form (Apple: PromotionalOfferV2), issued at `milliseconds`.
  package func sign(_ claims: OfferClaims, at milliseconds: Int64, nonce: String) throws(SigningError) -> String {
    var payload = common(audience: "promotional-offer", claims.bundleId, claims.productId, milliseconds, nonce)
    payload.append("offerIdentifier", .string(claims.offerId))
    return try jws(payload)
  }

  /// Returns the developer's signed decision on an introductory offer, a JWS in compact form issued at `milliseconds`.
  ///
  /// - Parameter transactionId: Any transaction id of the customer, or the `appTransactionId`.
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

  /// Signs any payload, optionally with another header; tests use this to make offers that must be rejected.
  package func jws(_ payload: JSONObject, header: JSONObject? = nil) throws(SigningError) -> String {
    try key.jws(header: header ?? ["alg": "ES256", "kid": .string(id), "typ": "JWT"], payload: payload)
  }

  /// Returns whether this key signed a JWS.
  package func verifies(_ jws: CompactJWS) -> Bool {
    guard let signature = try? jws.signature() else { return false }
    return publicKey.verifies(signature, over: jws.signingInput)
  }

  /// Returns a version 1 signature: DER in base64 over the joined fields; Apple wants token and nonce in lower case.
  package func signLegacy(
    _ claims: OfferClaims, nonce: String, timestamp: Int64
  ) throws(SigningError) -> String {
    let raw = try key.sign(Self.joined(claims, keyId: id, nonce: nonce, timestamp: timestamp)[...])
    return String(decoding: Base64.standard.encode(ECDSASignature.der(raw: raw) ?? []), as: UTF8.self)
  }

  /// Returns whether this key made a version 1 signature for exactly these claims, nonce and timestamp.
  package func verifies(_ signature: String, nonce: String, timestamp: Int64, claims: OfferClaims) -> Bool {
    guard let der = Base64.standard.decode(signature), let raw = ECDSASignature.raw(der: der) else { return false }
    return publicKey.verifies(raw, over: Self.joined(claims, keyId: id, nonce: nonce, timestamp: timestamp)[...])
  }

  /// Returns the fields joined with U+2063, the form that Apple signs.
  private static func joined(_ claims: OfferClaims, keyId: String, nonce: String, timestamp: Int64) -> [UInt8] {
    let fields = [
      claims.bundleId, keyId, claims.productId, claims.offerId, claims.token ?? "", nonce, String(timestamp),
    ]
    return Array(fields.joined(separator: "\u{2063}").utf8)
  }
}

import StrictJSON
import Texts

/// What a promotional offer's signature is about.
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

/// A developer's key for subscription offers: it signs promotional offers, and the App Store checks with it.
package struct OfferKey: Sendable {
  /// The key's name.
  package let id: String
  private let key: PrivateKey
  private let publicKey: PublicKey

  /// A key from PKCS#8 in base64, as a `.storekit` file has it.
  package init(id: String, pkcs8 base64: String) throws(SigningError) {
    let body = base64.filter { !$0.isWhitespace }
    try self.init(id: id, PrivateKey(pem: "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n"))
  }

  /// The key that stands in where a catalogue has none: that of the App Store's own signatures.
  package init(signedBy identity: SigningIdentity) throws(SigningError) {
    try self.init(id: "TILLOFFERS", PrivateKey(pem: identity.signingKeyPEM()))
  }

  private init(id: String, _ key: PrivateKey) throws(SigningError) {
    guard let publicKey = PublicKey(key.pointer) else {
      throw .openSSL(Words("use the key for offers, which is not on P-256"))
    }
    self.id = id
    self.key = key
    self.publicKey = publicKey
  }

  /// The signature as a JWS in compact form (Apple: PromotionalOfferV2); `milliseconds` is when.
  package func sign(_ claims: OfferClaims, at milliseconds: Int64, nonce: String) throws(SigningError) -> String {
    try jws([
      "nonce": .string(nonce), "iss": "till", "bid": .string(claims.bundleId), "aud": "promotional-offer",
      "iat": .number(JSONNumber(milliseconds / 1000)), "productId": .string(claims.productId),
      "offerIdentifier": .string(claims.offerId),
    ])
  }

  private func jws(_ payload: JSONObject) throws(SigningError) -> String {
    let header: JSONObject = ["alg": "ES256", "kid": .string(id), "typ": "JWT"]
    var text = Base64.url.encode(JSONValue.object(header).serializedBytes())
    text.append(UInt8(ascii: "."))
    text += Base64.url.encode(JSONValue.object(payload).serializedBytes())
    let signature = try key.sign(text[...])
    text.append(UInt8(ascii: "."))
    text += Base64.url.encode(signature)
    return String(decoding: text, as: UTF8.self)
  }

  /// The developer's word on an introductory offer as a JWS in compact form; `milliseconds` is when.
  ///
  /// - Parameter transactionId: Any transaction of the customer, or the app transaction's id.
  package func signEligibility(
    _ isAllowed: Bool, bundleId: String, productId: String, transactionId: String, at milliseconds: Int64, nonce: String
  ) throws(SigningError) -> String {
    try jws([
      "nonce": .string(nonce), "iss": "till", "bid": .string(bundleId), "aud": "introductory-offer-eligibility",
      "iat": .number(JSONNumber(milliseconds / 1000)), "productId": .string(productId),
      "allowIntroductoryOffer": .bool(isAllowed), "transactionId": .string(transactionId),
    ])
  }

  /// What a JWS of this key says of an introductory offer; nil where it is none, or not for this app and product.
  package func allowsIntroductoryOffer(_ text: String, bundleId: String, productId: String) -> Bool? {
    guard let payload = payload(of: text), payload["aud"]?.stringValue == "introductory-offer-eligibility",
      payload["bid"]?.stringValue == bundleId, payload["productId"]?.stringValue == productId,
      payload["transactionId"]?.stringValue != nil, case .bool(let isAllowed)? = payload["allowIntroductoryOffer"]
    else { return nil }
    return isAllowed
  }

  /// The signature in the older form, base64 of DER over the joined fields.
  package func signLegacy(
    _ claims: OfferClaims, nonce: String, timestamp: Int64
  ) throws(SigningError) -> String {
    let raw = try key.sign(Self.joined(claims, keyId: id, nonce: nonce, timestamp: timestamp)[...])
    return String(decoding: Base64.standard.encode(ECDSASignature.der(raw: raw) ?? []), as: UTF8.self)
  }

  /// Whether a JWS is this key's word for these claims.
  package func verifies(_ text: String, claims: OfferClaims) -> Bool {
    guard let payload = payload(of: text) else { return false }
    return payload["aud"]?.stringValue == "promotional-offer" && payload["bid"]?.stringValue == claims.bundleId
      && payload["productId"]?.stringValue == claims.productId
      && payload["offerIdentifier"]?.stringValue == claims.offerId
  }

  /// What a JWS says that this key signed; nil for any other text.
  private func payload(of text: String) -> JSONObject? {
    guard let jws = try? CompactJWS(text.utf8), let signature = try? jws.signature(), let bytes = try? jws.payload(),
      let header = try? jws.header(), case .object(let head)? = try? JSONValue(parsing: header),
      case .object(let payload)? = try? JSONValue(parsing: bytes), head["alg"]?.stringValue == "ES256",
      head["kid"]?.stringValue == id, publicKey.verifies(signature, over: jws.signingInput)
    else { return nil }
    return payload
  }

  /// Whether a signature in the older form is this key's word for these claims.
  package func verifies(
    _ signature: String, keyId: String, nonce: String, timestamp: Int64, claims: OfferClaims
  ) -> Bool {
    guard keyId == id, let der = Base64.standard.decode(signature), let raw = ECDSASignature.raw(der: der) else {
      return false
    }
    return publicKey.verifies(raw, over: Self.joined(claims, keyId: keyId, nonce: nonce, timestamp: timestamp)[...])
  }

  /// Apple: the fields joined with U+2063, token and nonce in lower case.
  private static func joined(_ claims: OfferClaims, keyId: String, nonce: String, timestamp: Int64) -> [UInt8] {
    let fields = [
      claims.bundleId, keyId, claims.productId, claims.offerId, (claims.token ?? "").lowercased(), nonce.lowercased(),
      String(timestamp),
    ]
    return Array(fields.joined(separator: "\u{2063}").utf8)
  }
}

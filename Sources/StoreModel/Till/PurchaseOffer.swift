/// An offer that a purchase asks for.
package enum PurchaseOffer: Hashable, Sendable {
  /// A promotional offer by its id, with the developer's signature.
  case promotional(id: String, signature: OfferSignature)
  /// An offer code by its reference name.
  case code(String)
}

/// The developer's word that a customer may have a promotional offer.
package enum OfferSignature: Hashable, Sendable {
  /// A JWS in compact form with the audience `promotional-offer`.
  case jws(String)
  /// The older form: ECDSA over the joined fields, in base64 of DER; `timestamp` in milliseconds.
  case legacy(keyId: String, nonce: String, timestamp: Int64, signature: String)
}

import AppStoreModel
import Core

/// The App Store's check of an app server's signature for an offer; each refusal names the invalid field.
///
/// Apple: "Generating JWS to sign App Store requests" and "Generating a signature for promotional offers".
struct OfferSignatureCheck {
  /// The longest validity of a signature: 24 hours, in milliseconds.
  ///
  /// Apple documents it for signatures of version 1. Apple documents no limit for a JWS; Till uses the same.
  static let longest: Int64 = 24 * 3_600_000

  /// How far the app server's clock may be ahead, in milliseconds.
  private static let skew: Int64 = 60_000

  /// The keys that may sign; refusals recommend the first one.
  let keys: [OfferKey]
  let bundleId: String
  let productId: String
  /// The customer's Apple Account.
  let account: String
  /// The machine's time: the app server signs by that clock.
  let now: Int64
  /// Returns whether an id is a transaction or the app transaction of the customer.
  let isCustomers: (String) -> Bool
  /// Returns whether a nonce, in lower case, was used before.
  let isSpent: (String) throws -> Bool

  /// Checks the signature of a promotional offer.
  ///
  /// - Throws: `invalidOfferSignature`.
  func check(_ signature: OfferSignature, offer: String, token: String?) throws {
    switch signature {
    case .jws(let text): try check(text, offer: offer, needsTransaction: false)
    case .legacy(let keyId, let nonce, let timestamp, let signature):
      let claims = OfferClaims(bundleId: bundleId, productId: productId, offerId: offer, token: token?.lowercased())
      try check(signature, keyId: keyId, nonce: nonce, timestamp: timestamp, claims)
    }
  }

  /// Checks the JWS of a promotional offer; with `needsTransaction`, the JWS has to name a transaction of the customer.
  func check(_ text: String, offer: String, needsTransaction: Bool) throws {
    let payload = try payload(of: text, audience: "promotional-offer", needsTransaction: needsTransaction)
    try expect(offer, of: payload["offerIdentifier"], as: "offerIdentifier")
  }

  /// Returns whether a JWS allows the introductory offer, after checking it.
  func allowsIntroductoryOffer(_ text: String) throws -> Bool {
    let payload = try payload(of: text, audience: "introductory-offer-eligibility", needsTransaction: true)
    guard case .bool(let isAllowed)? = payload["allowIntroductoryOffer"] else {
      throw refusal(say("the offer's JWS has no allowIntroductoryOffer; use true or false"))
    }
    return isAllowed
  }

  /// Returns the nonce of an offer's signature, in lower case; nil for an offer that needs no signature.
  static func nonce(_ offer: PurchaseOffer) -> String? {
    switch offer {
    case .promotional(_, .legacy(_, let nonce, _, _)): nonce.lowercased()
    case .promotional(_, .jws(let text)), .introductory(let text):
      (try? CompactJWS(text.utf8).claims())?["nonce"]?.stringValue?.lowercased()
    case .code, .winBack, .plan: nil
    }
  }

  /// Returns the audience of a JWS and the offer it names, without checking the signature.
  static func request(of text: String) -> (audience: String?, offer: String?) {
    let payload = try? CompactJWS(text.utf8).claims()
    return (payload?["aud"]?.stringValue, payload?["offerIdentifier"]?.stringValue)
  }

  // MARK: JWS

  private func payload(of text: String, audience: String, needsTransaction: Bool) throws -> JSONObject {
    guard let jws = try? CompactJWS(text.utf8),
      case .object(let header)? = try? JSONValue(parsing: jws.header()), let payload = try? jws.claims()
    else { throw refusal(say("the offer's JWS cannot be read; use the text of Apple's signature creator")) }
    try expect("ES256", of: header["alg"], as: "alg")
    try expect("JWT", of: header["typ"], as: "typ")
    guard let key = keys.first(where: { header["kid"]?.stringValue == $0.id }) else {
      try expect(keys[0].id, of: header["kid"], as: "kid")
      return payload
    }
    guard key.verifies(jws) else {
      throw refusal(say("the offer's JWS is not signed by the key \(safeText(key.id, limit: 60)); use that key"))
    }
    try expect(audience, of: payload["aud"], as: "aud")
    try expect(bundleId, of: payload["bid"], as: "bid")
    if let issuer = key.issuerId { try expect(issuer, of: payload["iss"], as: "iss") }
    guard payload["iss"]?.stringValue?.isEmpty == false else {
      throw refusal(say("the offer's JWS has no iss; use the issuer id of the key"))
    }
    // Apple's Swift library writes `iat` with a fraction.
    guard let issued = payload["iat"]?.numberValue?.truncatedInt64 else {
      throw refusal(say("the offer's JWS has no iat; use seconds since 1970"))
    }
    try checkDate(issued.multipliedReportingOverflow(by: 1000), named: "iat", unit: say("seconds"))
    try checkNonce(payload["nonce"]?.stringValue ?? "")
    try expect(productId, of: payload["productId"], as: "productId")
    try checkTransaction(payload["transactionId"], isNeeded: needsTransaction)
    return payload
  }

  private func checkTransaction(_ value: JSONValue?, isNeeded: Bool) throws {
    guard let value else {
      guard isNeeded else { return }
      throw refusal(
        say("the offer's JWS has no transactionId; use a transaction id of the customer, or their appTransactionId"))
    }
    guard let id = value.stringValue, isCustomers(id) else {
      throw refusal(
        say(
          "the offer's JWS has transactionId \(shown(value)), which is not of \(safeText(account)); use a transaction id of the customer, or their appTransactionId"
        ))
    }
  }

  private func expect(_ expected: String, of value: JSONValue?, as name: String) throws {
    guard let value else {
      throw refusal(say("the offer's JWS has no \(name); use \(safeText(expected, limit: 80))"))
    }
    guard value.stringValue == expected else {
      throw refusal(say("the offer's JWS has \(name) \(shown(value)); use \(safeText(expected, limit: 80))"))
    }
  }

  // MARK: Signatures of version 1

  private func check(
    _ signature: String, keyId: String, nonce: String, timestamp: Int64, _ claims: OfferClaims
  ) throws {
    guard let key = keys.first(where: { $0.id == keyId }) else {
      throw refusal(
        say(
          "the offer's signature has the key id \(safeText(keyId, limit: 60)); use \(safeText(keys[0].id, limit: 60))"))
    }
    try checkNonce(nonce)
    try checkDate((timestamp, false), named: "timestamp", unit: say("milliseconds"))
    let nonce = nonce.lowercased()
    guard !key.verifies(signature, nonce: nonce, timestamp: timestamp, claims: claims) else { return }
    throw refusal(reason(signature, key, nonce: nonce, timestamp: timestamp, claims))
  }

  /// Returns why a version 1 signature is invalid; it recognises the usual mistakes, such as a nonce in upper case.
  private func reason(
    _ signature: String, _ key: OfferKey, nonce: String, timestamp: Int64, _ claims: OfferClaims
  ) -> String {
    func holds(_ nonce: String, _ timestamp: Int64, _ claims: OfferClaims) -> Bool {
      key.verifies(signature, nonce: nonce, timestamp: timestamp, claims: claims)
    }
    if holds(nonce.uppercased(), timestamp, claims) {
      return say("the offer's signature covers the nonce in upper case; sign it in lower case")
    }
    if holds(nonce, timestamp / 1000, claims) {
      return say("the offer's signature covers the timestamp in seconds; sign it in milliseconds")
    }
    var other = claims
    other.token = claims.token?.uppercased()
    if claims.token != nil, holds(nonce, timestamp, other) {
      return say("the offer's signature covers the app account token in upper case; sign it in lower case")
    }
    other.token = nil
    if claims.token != nil, holds(nonce, timestamp, other) {
      return say("the offer's signature covers no app account token; sign the token of the purchase")
    }
    return say(
      "the offer's signature does not match bundle id, key id, product id, offer id, app account token, nonce and timestamp of this purchase; sign these seven, joined by U+2063"
    )
  }

  // MARK: Nonce, date and errors

  private func checkNonce(_ nonce: String) throws {
    guard UUIDText.isValid(nonce) else {
      throw refusal(say("the offer's nonce “\(safeText(nonce, limit: 60))” is no UUID; use a new UUID for each offer"))
    }
    guard try !isSpent(nonce.lowercased()) else {
      throw refusal(say("the offer's nonce \(safeText(nonce)) was used before; use a new UUID for each offer"))
    }
  }

  private func checkDate(
    _ date: (partialValue: Int64, overflow: Bool), named name: String, unit: String
  ) throws {
    guard !date.overflow, date.partialValue <= now.addingSaturated(Self.skew) else {
      throw refusal(say("the offer's \(name) is later than now; use \(unit) since 1970"))
    }
    guard date.partialValue >= now.subtractingSaturated(Self.longest) else {
      throw refusal(say("the offer's \(name) is more than 24 hours ago; use the present time in \(unit) since 1970"))
    }
  }

  private func shown(_ value: JSONValue) -> String {
    safeText(value.stringValue.map { "“\($0)”" } ?? value.serialized(), limit: 80)
  }

  private func refusal(_ message: String) -> StoreError { StoreError(.invalidOfferSignature, message) }
}

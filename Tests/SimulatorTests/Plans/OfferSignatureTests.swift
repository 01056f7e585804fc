import AppStoreModel
import Core
import TestSupport
import Testing
import Verbs

@testable import Simulator

/// Tests of the App Store's checks of offers, which an app server signs with its API key.
struct OfferSignatureTests {
  private let shop: Shop
  private let key: OfferKey
  private let issuer = "57246542-96fe-1a63-e053-0824d011072a"

  init() throws {
    shop = try OfferCatalogue.shop
    key = try OfferKey(TokenKey(keyId: "ABC123DEFG"), issuerId: issuer)
    try shop.store.acceptOffers(signedBy: key)
    try shop.buy(OfferCatalogue.silver)
    try shop.store.expire(OfferCatalogue.silver, account: Shop.customer)
  }

  private var customer: String {
    get throws { try #require(try shop.history().first?.appTransactionId) }
  }

  /// Returns a valid promotional JWS with some members changed; null leaves a member out.
  private func jws(_ changes: JSONObject = [:], header: JSONObject? = nil) throws -> String {
    let good: JSONObject = [
      "nonce": .string(UUIDText.random()), "iss": .string(issuer), "bid": .string(shop.store.bundleId),
      "aud": "promotional-offer", "iat": .number(shop.clock.now.milliseconds / 1000),
      "productId": .string(OfferCatalogue.silver), "offerIdentifier": "comeback",
    ]
    var payload: JSONObject = [:]
    for (name, value) in good where changes[name] == nil { payload.append(name, value) }
    for (name, value) in changes where value != .null { payload.append(name, value) }
    return try key.jws(payload, header: header)
  }

  private func buy(_ offer: PurchaseOffer, _ product: String = OfferCatalogue.silver, token: String? = nil) throws {
    _ = try shop.store.purchase(
      PurchaseRequest(account: Shop.customer, productId: product, appAccountToken: token, offer: offer))
  }

  private func buy(_ text: String) throws { try buy(.promotional(id: "comeback", signature: .jws(text))) }

  private func refusal(_ body: () throws -> Void) throws -> String {
    let error = try #require(throws: StoreError.self) { try body() }
    #expect(error.kind == .invalidOfferSignature)
    return error.message
  }

  @Test func `the key that serves the API signs promotional offers, with and without a transaction`() throws {
    try buy(jws(["transactionId": .string(customer)]))
    #expect(try shop.history().last?.offerIdentifier == "comeback")
    try shop.store.expire(OfferCatalogue.silver, account: Shop.customer)
    try buy(jws(["iat": .number(JSONNumber(Double(shop.clock.now.milliseconds) / 1000 + 0.5))]))
    #expect(try shop.history().map(\.offerType) == [nil, .promotionalOffer, .promotionalOffer])
  }

  @Test func `each wrong claim is refused with its name`() throws {
    let seconds = shop.clock.now.milliseconds / 1000
    let wrong: [(JSONObject, String)] = [
      (["aud": "introductory-offer-eligibility"], "aud “introductory-offer-eligibility”; use promotional-offer"),
      (["aud": .null], "no aud"), (["bid": "com.example.other"], "bid “com.example.other”"), (["bid": .null], "no bid"),
      (["iss": "someone"], "iss “someone”; use \(issuer)"), (["iss": .null], "no iss"),
      (["productId": .string(OfferCatalogue.gold)], "productId “com.example.gold”"),
      (["productId": .null], "no productId"),
      (["offerIdentifier": "other"], "offerIdentifier “other”; use comeback"),
      (["offerIdentifier": .null], "no offerIdentifier"), (["nonce": "1"], "nonce “1” is no UUID"),
      (["nonce": .null], "is no UUID"), (["iat": .null], "no iat"),
      (["iat": .number(shop.clock.now.milliseconds)], "iat is later than now; use seconds"),
      (["iat": .number(seconds - 86_401)], "iat is more than 24 hours ago"),
      (["transactionId": "2000000000000001"], "transactionId “2000000000000001”, which is not of new@"),
      (["transactionId": 7], "transactionId 7"),
    ]
    for (changes, said) in wrong {
      let message = try refusal { try buy(jws(changes)) }
      #expect(message.contains(said) && !message.contains("\n"), "\(changes): \(message)")
    }
    let heads: [(JSONObject, String)] = [
      (["alg": "none", "kid": .string(key.id), "typ": "JWT"], "alg “none”; use ES256"),
      (["alg": "ES256", "kid": "OTHER", "typ": "JWT"], "kid “OTHER”; use ABC123DEFG"),
      (["alg": "ES256", "typ": "JWT"], "no kid"), (["alg": "ES256", "kid": .string(key.id)], "no typ"),
    ]
    for (header, said) in heads {
      let message = try refusal { try buy(jws(header: header)) }
      #expect(message.contains(said), "\(message)")
    }
    let stranger = try OfferKey(TokenKey(keyId: key.id), issuerId: issuer)
    let claims = OfferClaims(
      bundleId: shop.store.bundleId, productId: OfferCatalogue.silver, offerId: "comeback", token: nil)
    let forged = try stranger.sign(claims, at: shop.clock.now.milliseconds, nonce: UUIDText.random())
    #expect(try refusal { try buy(forged) }.contains("is not signed by the key ABC123DEFG"))
    #expect(try refusal { try buy("a.b") }.contains("cannot be read"))
    #expect(try shop.history().count == 1)
  }

  @Test func `a nonce is good once, and stays so when the ledger is opened again`() throws {
    let text = try jws()
    try buy(text)
    let again = try shop.reopened()
    try again.acceptOffers(signedBy: key)
    try again.expire(OfferCatalogue.silver, account: Shop.customer)
    let error = try #require(throws: StoreError.self) {
      try again.purchase(
        PurchaseRequest(
          account: Shop.customer, productId: OfferCatalogue.silver,
          offer: .promotional(id: "comeback", signature: .jws(text))))
    }
    #expect(error.message.contains("was used before"))
  }

  @Test func `the introductory offer needs a transaction of the customer and a decision`() throws {
    func word(_ changes: JSONObject) throws -> String {
      var members: JSONObject = [
        "aud": "introductory-offer-eligibility", "allowIntroductoryOffer": true, "transactionId": .string(try customer),
        "productId": .string(OfferCatalogue.trial), "offerIdentifier": .null,
      ]
      for (name, value) in changes { members[name] = value }
      return try jws(members)
    }
    for (changes, said) in [
      (["transactionId": .null], "no transactionId; use a transaction id of the customer"),
      (["allowIntroductoryOffer": .null], "no allowIntroductoryOffer"),
      (["aud": "promotional-offer"], "use introductory"),
    ] as [(JSONObject, String)] {
      let message = try refusal { try buy(.introductory(eligibility: word(changes)), OfferCatalogue.trial) }
      #expect(message.contains(said), "\(message)")
    }
    try buy(.introductory(eligibility: word([:])), OfferCatalogue.trial)
    #expect(try shop.history().last?.offerType == .introductoryOffer)
  }

  @Test func `version 1 covers the seven fields, nonce and token in lower case, for 24 hours and once`() throws {
    let (nonce, token) = (UUIDText.random(), UUIDText.random())
    let now = shop.clock.now.milliseconds
    func claims(_ token: String?) -> OfferClaims {
      OfferClaims(bundleId: shop.store.bundleId, productId: OfferCatalogue.silver, offerId: "comeback", token: token)
    }
    func offer(_ signature: String, nonce: String, _ timestamp: Int64, keyId: String? = nil) -> PurchaseOffer {
      .promotional(
        id: "comeback",
        signature: .legacy(keyId: keyId ?? key.id, nonce: nonce, timestamp: timestamp, signature: signature))
    }
    let good = try key.signLegacy(claims(token), nonce: nonce, timestamp: now)
    let (capital, old) = (nonce.uppercased(), now - 86_400_001)
    let wrong: [(String, PurchaseOffer)] = [
      (
        "nonce in upper case",
        offer(try key.signLegacy(claims(token), nonce: capital, timestamp: now), nonce: nonce, now)
      ),
      (
        "timestamp in seconds",
        offer(try key.signLegacy(claims(token), nonce: nonce, timestamp: now / 1000), nonce: nonce, now)
      ),
      (
        "token in upper case",
        offer(try key.signLegacy(claims(token.uppercased()), nonce: nonce, timestamp: now), nonce: nonce, now)
      ),
      ("no app account token", offer(try key.signLegacy(claims(nil), nonce: nonce, timestamp: now), nonce: nonce, now)),
      ("does not match", offer(good, nonce: UUIDText.random(), now)),
      ("key id OTHER", offer(good, nonce: nonce, now, keyId: "OTHER")),
      ("is no UUID", offer(good, nonce: "N", now)),
      ("timestamp is more than 24 hours ago", offer(good, nonce: nonce, old)),
      ("timestamp is later", offer(good, nonce: nonce, now * 1000)),
    ]
    for (said, offer) in wrong {
      let message = try refusal { try buy(offer, token: token) }
      #expect(message.contains(said), "\(message)")
    }
    // StoreKit converts a nonce to lower case, so the app may pass it on in upper case.
    try buy(offer(good, nonce: capital, now), token: token)
    #expect(try shop.history().last?.offerIdentifier == "comeback")
    #expect(try refusal { try buy(offer(good, nonce: nonce, now), token: token) }.contains("was used before"))
  }

  @Test func `the verb buy takes both signatures`() throws {
    func buy(_ body: JSONObject) throws -> VerbReply {
      var whole: JSONObject = ["product": .string(OfferCatalogue.silver), "account": .string(Shop.customer)]
      for (name, value) in body { whole.append(name, value) }
      return try shop.store.perform(VerbCall(.buy, body: whole))
    }
    _ = try buy(["offerJWS": .string(jws())])
    try shop.store.expire(OfferCatalogue.silver, account: Shop.customer)
    let (nonce, now) = (UUIDText.random(), shop.clock.now.milliseconds)
    let claims = OfferClaims(
      bundleId: shop.store.bundleId, productId: OfferCatalogue.silver, offerId: "comeback", token: nil)
    let signature: JSONObject = [
      "keyId": .string(key.id), "nonce": .string(nonce), "timestamp": .number(now),
      "signature": .string(try key.signLegacy(claims, nonce: nonce, timestamp: now)),
    ]
    #expect(throws: StoreError.self) { try buy(["signature": .object(signature)]) }
    _ = try buy(["offer": "comeback", "signature": .object(signature)])
    #expect(try shop.history().map(\.offerIdentifier) == [nil, "comeback", "comeback"])
    #expect(throws: StoreError.self) { try buy(["offerJWS": .string(jws()), "code": "SPRING"]) }
  }
}

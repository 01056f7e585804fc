import StoreModel
import StrictJSON

// Offers, and what a purchase will charge, as JSON.

extension OfferName {
  init(remote json: JSONObject) throws(JSONError) {
    if let name = try json.string("code") { self = .code(name) } else { self = .promotional(try json.text("id")) }
  }

  var remote: JSONObject {
    switch self {
    case .promotional(let id): ["id": .string(id)]
    case .code(let name): ["code": .string(name)]
    }
  }
}

extension PurchaseOffer {
  init(remote json: JSONObject) throws(JSONError) {
    switch try OfferName(remote: json) {
    case .code(let name): self = .code(name)
    case .promotional(let id):
      let signature = try json.text("signature")
      guard let keyId = try json.string("keyId") else {
        self = .promotional(id: id, signature: .jws(signature))
        return
      }
      self = .promotional(
        id: id,
        signature: .legacy(
          keyId: keyId, nonce: try json.text("nonce"), timestamp: try json.integer("timestamp"), signature: signature))
    }
  }

  var remote: JSONObject {
    switch self {
    case .code(let name): OfferName.code(name).remote
    case .promotional(let id, .jws(let text)): ["id": .string(id), "signature": .string(text)]
    case .promotional(let id, .legacy(let keyId, let nonce, let timestamp, let signature)):
      [
        "id": .string(id), "keyId": .string(keyId), "nonce": .string(nonce), "timestamp": .number(timestamp),
        "signature": .string(signature),
      ]
    }
  }
}

extension PreviewedOffer {
  init(remote json: JSONObject) throws(JSONError) {
    self.init(
      type: OfferType(rawValue: Int(try json.integer("type"))), id: try json.string("id"),
      words: try json.text("words"), reason: try json.string("reason"))
  }

  var remote: JSONObject {
    var json: JSONObject = ["type": .number(type.rawValue), "words": .string(words)]
    json.append("id", ifPresent: id.map(JSONValue.string))
    json.append("reason", ifPresent: reason.map(JSONValue.string))
    return json
  }
}

extension PurchasePreview {
  init(remote json: JSONObject) throws(JSONError) {
    self.init(
      productId: try json.text("productId"), change: try json.string("change").flatMap(PlanChange.init(rawValue:)),
      currentProductId: try json.string("currentProductId"), charged: try json.text("charged"),
      refund: try json.string("refund"),
      effectiveDate: try json.int64("effectiveDate").map(Timestamp.init(milliseconds:)),
      renewal: try json.string("renewal"), offer: try json.string("offer"),
      isEligibleForIntroductoryOffer: try json.bool("isEligibleForIntroductoryOffer"),
      offers: try json.all("offers", PreviewedOffer.init(remote:)))
  }

  var remote: JSONObject {
    var json: JSONObject = [
      "productId": .string(productId), "charged": .string(charged), "offers": .array(offers.map { .object($0.remote) }),
    ]
    json.append("change", ifPresent: change.map { .string($0.rawValue) })
    json.append("currentProductId", ifPresent: currentProductId.map(JSONValue.string))
    json.append("refund", ifPresent: refund.map(JSONValue.string))
    json.append("effectiveDate", ifPresent: effectiveDate.map { .number($0.milliseconds) })
    json.append("renewal", ifPresent: renewal.map(JSONValue.string))
    json.append("offer", ifPresent: offer.map(JSONValue.string))
    json.append("isEligibleForIntroductoryOffer", ifPresent: isEligibleForIntroductoryOffer.map(JSONValue.bool))
    return json
  }
}

package import Core

/// The members of a request for an offer.
extension OfferName: JSONRepresentable {
  /// Reads the members.
  package init(json: JSONObject) throws(JSONError) {
    if let name = try json.string("code") {
      self = .code(name)
    } else if let id = try json.string("winBack") {
      self = .winBack(id)
    } else if let plan = try json.string("billingPlanType") {
      self = .plan(BillingPlanType(rawValue: plan))
    } else if let isAllowed = try json.bool("allowIntroductoryOffer") {
      self = .introductory(allowed: isAllowed)
    } else {
      self = .promotional(try json.required("id", json.string("id")))
    }
  }

  /// The members.
  package var json: JSONObject {
    switch self {
    case .promotional(let id): ["id": .string(id)]
    case .code(let name): ["code": .string(name)]
    case .winBack(let id): ["winBack": .string(id)]
    case .plan(let plan): ["billingPlanType": .string(plan.rawValue)]
    case .introductory(let isAllowed): ["allowIntroductoryOffer": .bool(isAllowed)]
    }
  }
}

/// The members of an offer with what the developer's server signed for it.
extension PurchaseOffer: JSONRepresentable {
  /// Reads the members.
  package init(json: JSONObject) throws(JSONError) {
    if let text = try json.string("introductoryEligibility") {
      self = .introductory(eligibility: text)
      return
    }
    switch try OfferName(json: json) {
    case .code(let name): self = .code(name)
    case .winBack(let id): self = .winBack(id)
    case .plan(let plan): self = .plan(plan)
    case .introductory: throw JSONError.missing("introductoryEligibility")
    case .promotional(let id):
      let signature = try json.required("signature", json.string("signature"))
      guard let keyId = try json.string("keyId") else {
        self = .promotional(id: id, signature: .jws(signature))
        return
      }
      self = .promotional(
        id: id,
        signature: .legacy(
          keyId: keyId, nonce: try json.required("nonce", json.string("nonce")),
          timestamp: try json.required("timestamp", json.int64("timestamp")), signature: signature))
    }
  }

  /// The members.
  package var json: JSONObject {
    switch self {
    case .code(let name): OfferName.code(name).json
    case .winBack(let id): OfferName.winBack(id).json
    case .plan(let plan): OfferName.plan(plan).json
    case .introductory(let text): ["introductoryEligibility": .string(text)]
    case .promotional(let id, .jws(let text)): ["id": .string(id), "signature": .string(text)]
    case .promotional(let id, .legacy(let keyId, let nonce, let timestamp, let signature)):
      [
        "id": .string(id), "keyId": .string(keyId), "nonce": .string(nonce), "timestamp": .number(timestamp),
        "signature": .string(signature),
      ]
    }
  }
}

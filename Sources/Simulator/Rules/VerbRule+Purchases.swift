import AppStoreModel
import Core
import Verbs

/// Verbs for decisions of a parent and of Apple, and for purchases on other devices.
extension VerbRule {
  static let purchases: [VerbRule] = [
    VerbRule(.approve) { session, call in
      try session.decide(call, "a parent approved", .askToBuy) { try $0.approvePurchase($1) }
    },
    VerbRule(.decline) { session, call in
      try session.decide(call, "a parent declined", .askToBuy) { try $0.declinePurchase($1) }
    },
    VerbRule(.resolve) { session, call in
      try session.decide(call, "the customer resolved the interruption", .interrupted) { try $0.resolvePurchase($1) }
    },
    VerbRule(.askForRefund) { session, call in
      let id = try call[.transaction]
      let account = try session.knownTransaction(id).account
      try session.requestRefund(of: id, reason: call[maybe: .reason], account: account)
      return VerbAnswer(
        "\(account) requested a refund of \(id)", ["transactionId": .string(id), "account": .string(account)])
    },
    VerbRule(.approveRefund) { session, call in
      try session.decide(call, "Apple granted the refund of", .refundRequest) {
        try $0.approveRefund(of: $1, percentage: call[maybe: .percentage])
      }
    },
    VerbRule(.declineRefund) { session, call in
      try session.decide(call, "Apple declined the refund of", .refundRequest) { try $0.declineRefund(of: $1) }
    },
    VerbRule(.reverseRefund) { session, call in
      try session.decide(call, "Apple reversed the refund of", .refunded) { try $0.reverseRefund(of: $1) }
    },
  ]

  static let buying: [VerbRule] = [
    VerbRule(.buy) { session, call in try session.buyElsewhere(call) },
    VerbRule(.preview) { session, call in
      let quantity = Int32(call[maybe: .quantity] ?? 1)
      let preview = try session.preview(
        of: call[.product], quantity: quantity, offer: nil, account: call.chosenAccount())
      return VerbAnswer("\(preview.sentences { call.date($0) }.joined(separator: "; "))", preview.members)
    },
    VerbRule(.promote) { session, call in
      let promoted = try session.promote(call[.product], account: call.chosenAccount())
      return VerbAnswer(
        "\(promoted.account) started to buy \(promoted.productId) in the App Store; the app continues it with buy",
        promoted.document)
    },
    VerbRule(.giveUpPromoted) { session, call in
      let (product, account) = (try call[.product], try call.chosenAccount())
      try session.forgetPromotion(of: product, account: account)
      return VerbAnswer("\(account) gave up the purchase of \(product)", ["productId": .string(product)])
    },
    VerbRule(.promoted) { session, call in
      VerbAnswer(
        list: "promoted", try session.promotedPurchases(of: nil), call, header: ["PRODUCT", "ACCOUNT", "BEGUN"],
        document: \.document, cells: { [$0.productId, $0.account, call.date($0.date)] })
    },
  ]
}

extension LedgerSession {
  /// Runs a decision on a transaction; the answer names the product and the account.
  fileprivate mutating func decide(
    _ call: VerbCall, _ what: Words, _ kind: AppStoreCase.Kind,
    _ decision: (inout LedgerSession, String) throws -> Void
  ) throws -> VerbAnswer {
    let id = try call[.transaction]
    let decided = try openCases().first { $0.transactionId == id && $0.kind == kind }
    try decision(&self, id)
    let known = try Int64(id).flatMap(findTransaction)
    var members: JSONObject = ["transactionId": .string(id)]
    members.append("productId", text: decided?.productId ?? known?.productId)
    members.append("account", text: decided?.account)
    let product = decided.map { " (\($0.productId))" } ?? ""
    return VerbAnswer("\(what) \(id)\(product)", members)
  }

  /// Returns the offer or the billing plan that a call selects; nil for the regular price.
  private func offer(_ call: VerbCall, product: String, account: String) throws -> PurchaseOffer? {
    let asked = [call[maybe: .code], call[maybe: .offer], call[maybe: .winBack], call[maybe: .billingPlan]]
    let isDecided = call[maybe: .introductory] != nil
    guard asked.compactMap(\.self).count + (isDecided ? 1 : 0) <= 1 else {
      throw StoreError(.usage, say("use only one of --offer, --code, --win-back, --billing-plan and --introductory"))
    }
    if let signed = try signedOffer(call, product: product, isAlone: asked.allSatisfy { $0 == nil } && !isDecided) {
      return signed
    }
    if let code = call[maybe: .code] { return .code(code) }
    if let id = call[maybe: .winBack] { return .winBack(id) }
    if let plan = call[maybe: .billingPlan] { return .plan(BillingPlanType(rawValue: plan)) }
    if let isAllowed = call[maybe: .introductory] {
      return .introductory(eligibility: try signEligibility(isAllowed, productId: product, account: account))
    }
    return try call[maybe: .offer].map { id in
      .promotional(id: id, signature: try signOffer(id, productId: product, token: call[maybe: .token]))
    }
  }

  /// Returns the offer that the app server signed; nil if the call has no signature.
  private func signedOffer(_ call: VerbCall, product: String, isAlone: Bool) throws -> PurchaseOffer? {
    let (signature, text) = (call[maybe: .signature], call[maybe: .offerJWS])
    guard signature != nil || text != nil else { return nil }
    guard signature == nil || text == nil, isAlone || call[maybe: .offer] != nil else {
      throw StoreError(.usage, say("take one of signature and offerJWS, alone or with offer"))
    }
    if let text {
      let request = OfferSignatureCheck.request(of: text)
      if request.audience == "introductory-offer-eligibility" { return .introductory(eligibility: text) }
      let first = catalogue.product(product)?.subscription?.promotionalOffers.first?.offerID
      return .promotional(id: call[maybe: .offer] ?? request.offer ?? first ?? "", signature: .jws(text))
    }
    guard let id = call[maybe: .offer], let json = signature,
      let keyId = (json["keyId"] ?? json["keyIdentifier"])?.stringValue, let nonce = json["nonce"]?.stringValue,
      let timestamp = json["timestamp"]?.numberValue?.int64,
      let signed = (json["signature"] ?? json["encodedSignature"])?.stringValue
    else {
      throw StoreError(
        .usage, say("signature needs offer, and in it keyId, nonce, timestamp in milliseconds, and signature"))
    }
    return .promotional(
      id: id, signature: .legacy(keyId: keyId, nonce: nonce, timestamp: timestamp, signature: signed))
  }

  fileprivate mutating func buyElsewhere(_ call: VerbCall) throws -> VerbAnswer {
    let (product, account) = (try call[.product], try call.chosenAccount())
    let date = call[maybe: .ago].map { now - $0.milliseconds }
    let renewals = call[maybe: .renewals]
    guard date != nil || renewals == nil else {
      throw StoreError(.usage, say("invalid --renewals; use default, cancel or until-now, together with --ago"))
    }
    let offer = try offer(call, product: product, account: account)
    let request = PurchaseRequest(
      account: account, productId: product, quantity: call[maybe: .quantity] ?? 1,
      appAccountToken: call[maybe: .token], offer: offer)
    let (answer, id) = try purchaseElsewhere(request, at: date, renewals ?? .default)
    var members: JSONObject = ["productId": .string(product), "account": .string(account)]
    members.append("transactionId", text: id.map { String($0) })
    let name = id.map { String($0) } ?? ""
    switch answer {
    case .success(_, let alreadyOwned):
      members.append("alreadyOwned", .bool(alreadyOwned))
      let message: Words =
        alreadyOwned ? "nothing was charged; \(name) is unchanged" : "\(account) bought \(product): \(name)"
      return VerbAnswer(message, members)
    case .pending, .interrupted:
      members.append("pending", true)
      return VerbAnswer("the purchase \(name) of \(account) is pending", members)
    case .cancelled: return VerbAnswer("cancelled: nothing was charged", members)
    }
  }
}

extension PurchasePreview {
  fileprivate var members: JSONObject {
    var members: JSONObject = ["productId": .string(productId), "charged": .string(charged)]
    members.append("change", text: change?.rawValue)
    members.append("currentProductId", text: currentProductId)
    members.append("refund", text: refund)
    members.append("effectiveDate", date: effectiveDate)
    members.append("renewal", text: renewal)
    members.append("offer", text: offer)
    members.append("isEligibleForIntroductoryOffer", ifPresent: isEligibleForIntroductoryOffer.map(JSONValue.bool))
    members.append("offers", .array(offers.map { .object($0.document) }))
    return members
  }
}

extension PreviewedOffer {
  fileprivate var document: JSONObject {
    var document: JSONObject = [
      "text": .string(words), "eligible": .bool(reason == nil),
    ]
    document.append("type", ifPresent: type.map { .number(JSONNumber(Int64($0.rawValue))) })
    document.append("offerId", text: id)
    document.append("billingPlanType", text: plan?.rawValue)
    document.append("reason", text: reason)
    return document
  }
}

extension PromotedPurchase {
  fileprivate var document: JSONObject {
    ["productId": .string(productId), "account": .string(account), "date": date.json]
  }
}

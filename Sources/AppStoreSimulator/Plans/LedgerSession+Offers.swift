import Database
import SafeText
import SignedData
import StoreKitFiles
import StoreModel
import Texts

/// Offers: which one a customer gets.
extension LedgerSession {
  /// What a purchase of a subscription is charged by; nil for the regular price.
  ///
  /// - Throws: a `StoreError` with StoreKit's name for why the offer cannot be had.
  func terms(
    of product: ConfiguredProduct, account: String, offer: PurchaseOffer?, token: String?, _ change: PlanChange
  ) throws -> OfferTerms? {
    guard let subscription = product.subscription else { return nil }
    switch offer {
    case nil: return try introductoryTerms(of: subscription, account: account, plan: nil, change)
    case .plan(let plan): return try introductoryTerms(of: subscription, account: account, plan: plan, change)
    case .introductory(let eligibility):
      guard
        let isAllowed = try offerKey().allowsIntroductoryOffer(
          eligibility, bundleId: identity.bundleId, productId: product.id)
      else {
        throw StoreError(
          .invalidOfferSignature, say("the developer's word on the introductory offer does not hold for \(product.id)"))
      }
      guard isAllowed, change.chargesNow else { return nil }
      guard let introductory = subscription.introductoryOffers.first else {
        throw StoreError(.invalidOfferIdentifier, say("\(product.id) has no introductory offer"))
      }
      return OfferTerms(introductory)
    case .winBack(let id): return try winBackTerms(id, of: product, subscription, account: account)
    case .promotional(let id, let signature):
      guard let found = subscription.promotionalOffers.first(where: { $0.offerID == id }) else {
        throw StoreError(
          .invalidOfferIdentifier, say("\(product.id) has no promotional offer \(safeText(id))"))
      }
      try check(signature, offer: id, productId: product.id, token: token)
      guard change != .first else {
        throw StoreError(
          .ineligibleForOffer, say("promotional offers are for those who have, or had, a subscription of the group"))
      }
      return OfferTerms(found)
    case .code(let name):
      guard let found = subscription.offerCodes.first(where: { $0.offerID == name }) else {
        throw StoreError(
          .invalidOfferIdentifier, say("\(product.id) has no offer code \(safeText(name))"))
      }
      let customer =
        switch change {
        case .first: "new"
        case .again: "expired"
        default: "existing"
        }
      guard found.eligibility.contains(customer) else {
        throw StoreError(
          .ineligibleForOffer,
          say(
            "the code \(safeText(name)) is for \(found.eligibility.joined(separator: ", ")) customers; this one is "
              + "\(customer)"
          )
        )
      }
      guard try !hasUsed(.offerCode, id: name, group: subscription.groupID, account: account) else {
        throw StoreError(.ineligibleForOffer, say("\(account) has redeemed \(safeText(name)) already"))
      }
      guard found.isStackable,
        var first = try introductoryTerms(
          of: subscription, account: account, plan: found.billingPlanType, change)
      else { return OfferTerms(found) }
      first.stackedCode = name
      return first
    }
  }

  /// The introductory offer of a plan, where the customer has not had one of the group.
  private func introductoryTerms(
    of subscription: ConfiguredSubscription, account: String, plan: BillingPlanType?, _ change: PlanChange
  ) throws -> OfferTerms? {
    let plan = plan ?? (subscription.billingPlans.isEmpty ? nil : .billedUpfront)
    guard change.chargesNow,
      let introductory = subscription.introductoryOffers.first(where: { offer in
        offer.billingPlanType == nil || plan == nil || offer.billingPlanType == plan
      }), try isEligibleForIntroductoryOffer(group: subscription.groupID, account: account)
    else { return nil }
    return OfferTerms(introductory)
  }

  /// Whether an account has not yet had an introductory offer of a group.
  func isEligibleForIntroductoryOffer(group: String, account: String) throws -> Bool {
    try !hasUsed(.introductoryOffer, id: nil, group: group, account: account)
  }

  private func hasUsed(_ type: OfferType, id: String?, group: String, account: String) throws -> Bool {
    try first(
      """
      SELECT 1 FROM transactions WHERE account = ? AND group_id = ? AND offer_type = ? AND (? IS NULL OR offer_id = ?)
        AND ownership = 'PURCHASED' LIMIT 1
      """,
      [
        account.databaseValue, group.databaseValue, type.rawValue.databaseValue, id.databaseValue, id.databaseValue,
      ]
    ) { _ in true } ?? false
  }

  /// Checks the developer's signature with the catalogue's key for offers, or else this ledger's.
  private func check(_ signature: OfferSignature, offer: String, productId: String, token: String?) throws {
    let claims = OfferClaims(bundleId: identity.bundleId, productId: productId, offerId: offer, token: token)
    let isGood =
      switch signature {
      case .jws(let text): try offerKey().verifies(text, claims: claims)
      case .legacy(let keyId, let nonce, let timestamp, let signature):
        try offerKey().verifies(signature, keyId: keyId, nonce: nonce, timestamp: timestamp, claims: claims)
      }
    guard isGood else {
      throw StoreError(
        .invalidOfferSignature, say("the developer's signature of the offer \(safeText(offer)) does not hold"))
    }
  }

  /// The developer's signature for a promotional offer, as the app's server would give it.
  func signOffer(_ id: String, productId: String, token: String?) throws -> OfferSignature {
    let claims = OfferClaims(bundleId: identity.bundleId, productId: productId, offerId: id, token: token)
    return .jws(
      try offerKey().sign(claims, at: now, nonce: LedgerNumbers.uuid(seed: identity.seed, state.lastSequence)))
  }

  /// The developer's word on an introductory offer, as the app's server would give it.
  func signEligibility(_ isAllowed: Bool, productId: String, account: String?) throws -> String {
    let id = try account.map { try self.account($0).appTransactionId } ?? 0
    return try offerKey().signEligibility(
      isAllowed, bundleId: identity.bundleId, productId: productId, transactionId: String(id), at: now,
      nonce: LedgerNumbers.uuid(seed: identity.seed, state.lastSequence))
  }

  private func offerKey() throws -> OfferKey {
    if let pair = catalogue.offersKey, let key = try? OfferKey(id: pair.id, pkcs8: pair.privateKey) { return key }
    return try OfferKey(signedBy: identity.signer.identity())
  }
}

import AppStoreModel
import Core
import Storage

/// Offers: which one applies to a purchase.
extension LedgerSession {
  /// Returns the offer terms of a subscription's purchase; nil for the regular price.
  ///
  /// - Throws: a `StoreError` with StoreKit's error if the offer cannot be used.
  func terms(
    of product: ConfiguredProduct, account: String, offer: PurchaseOffer?, token: String?, _ change: PlanChange
  ) throws -> OfferTerms? {
    guard let subscription = product.subscription else { return nil }
    switch offer {
    case nil: return try introductoryTerms(of: subscription, account: account, plan: nil, change)
    case .plan(let plan): return try introductoryTerms(of: subscription, account: account, plan: plan, change)
    case .introductory(let eligibility):
      let isAllowed = try offerCheck(productId: product.id, account: account).allowsIntroductoryOffer(eligibility)
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
      try offerCheck(productId: product.id, account: account).check(signature, offer: id, token: token)
      guard change != .first else {
        throw StoreError(
          .ineligibleForOffer, say("only current and former subscribers of the group can use promotional offers"))
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
            "offer code \(safeText(name)) is for "
              + "\(Language.alternatives(found.eligibility)) customers; this "
              + "customer is \(customer)"
          )
        )
      }
      let holder = try self.subscription(group: subscription.groupID, account: account)
      guard holder?.hasRedeemed(name, of: product.id) != true,
        try !hasUsed(.offerCode, id: name, group: subscription.groupID, account: account)
      else {
        throw StoreError(.ineligibleForOffer, say("\(account) has already redeemed \(safeText(name))"))
      }
      guard found.isStackable,
        var first = try introductoryTerms(
          of: subscription, account: account, plan: found.billingPlanType, change)
      else { return OfferTerms(found) }
      first.stackedCode = name
      return first
    }
  }

  /// Returns the introductory offer of a plan; nil if the customer has already used one of the group.
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

  /// Returns whether an account has not yet used an introductory offer of a group.
  func isEligibleForIntroductoryOffer(group: String, account: String) throws -> Bool {
    try !hasUsed(.introductoryOffer, id: nil, group: group, account: account)
  }

  private func hasUsed(_ type: OfferType, id: String?, group: String, account: String) throws -> Bool {
    try connection.value(
      """
      SELECT 1 FROM transactions WHERE account = ? AND group_id = ? AND offer_type = ? AND (? IS NULL OR offer_id = ?)
        AND ownership = 'PURCHASED' LIMIT 1
      """, account, group, type.rawValue, id, id, as: Int.self) != nil
  }

  /// Returns the check for an offer signature of this product and account.
  func offerCheck(productId: String, account: String) throws -> OfferSignatureCheck {
    OfferSignatureCheck(
      keys: try offerKeys(), bundleId: identity.bundleId, productId: productId, account: account, now: machine,
      isCustomers: { id in (try? self.account(ofAny: id).name) == account },
      isSpent: { try connection.value("SELECT 1 FROM offer_nonces WHERE nonce = ?", $0, as: Int.self) != nil })
  }

  /// Records the nonce of an offer signature as used: each nonce is valid for one purchase.
  ///
  /// Nonces older than the longest valid signature are deleted, because such a signature is refused for its age.
  func spendNonce(of offer: PurchaseOffer?) throws {
    guard let nonce = offer.flatMap(OfferSignatureCheck.nonce) else { return }
    try connection.execute(
      "DELETE FROM offer_nonces WHERE date < ?", machine.subtractingSaturated(2 * OfferSignatureCheck.longest))
    try connection.execute("INSERT OR REPLACE INTO offer_nonces (nonce, date) VALUES (?, ?)", nonce, machine)
  }

  /// Signs a promotional offer with the developer's key, as the app server would.
  func signOffer(_ id: String, productId: String, token: String?) throws -> OfferSignature {
    let claims = OfferClaims(bundleId: identity.bundleId, productId: productId, offerId: id, token: token)
    return .jws(try offerKeys()[0].sign(claims, at: machine, nonce: UUIDText.random()))
  }

  /// Signs whether the account is eligible for an introductory offer, as the app server would.
  func signEligibility(_ isAllowed: Bool, productId: String, account: String) throws -> String {
    try offerKeys()[0].signEligibility(
      isAllowed, bundleId: identity.bundleId, productId: productId,
      transactionId: String(try self.account(account).appTransactionId), at: machine, nonce: UUIDText.random())
  }

  /// Returns the keys that may sign offers; Till signs with the first one.
  ///
  /// They are the catalogue's key and the key that serves the App Store Server API. If the catalogue has none, this
  /// ledger's own key is the last one.
  private func offerKeys() throws -> [OfferKey] {
    let own = catalogue.offersKey.flatMap { try? OfferKey(id: $0.id, pkcs8: $0.privateKey) }
    let keys = [own, offerKey].compactMap(\.self)
    return own == nil ? keys + [try OfferKey(signedBy: identity.signer.identity())] : keys
  }
}

/// Win-back offers: Apple's offers to customers whose subscription has expired.
extension LedgerSession {
  /// Returns the terms of a win-back offer.
  ///
  /// - Throws: `invalidOfferIdentifier`; `ineligibleForOffer` if the customer has a subscription of the group or never
  ///   had one, or if the file makes customers ineligible.
  func winBackTerms(
    _ id: String, of product: ConfiguredProduct, _ subscription: ConfiguredSubscription, account: String
  ) throws -> OfferTerms {
    guard let found = subscription.winBackOffers.first(where: { $0.offerID == id }) else {
      throw StoreError(.invalidOfferIdentifier, say("\(product.id) has no win-back offer \(safeText(id))"))
    }
    guard try self.subscription(group: subscription.groupID, account: account)?.state == .expired else {
      throw StoreError(
        .ineligibleForOffer, say("only customers whose subscription of the group has expired can use win-back offers"))
    }
    guard found.isEligible else {
      throw StoreError(.ineligibleForOffer, say("the configuration makes no customer eligible for \(safeText(id))"))
    }
    return OfferTerms(found)
  }

  /// Returns the ids of the win-back offers that the customer can redeem, best first (Apple: eligibleWinBackOfferIds).
  ///
  /// It is nil if there are none.
  func eligibleWinBackOfferIds(of row: SubscriptionRow) -> [String]? {
    guard row.state == .expired else { return nil }
    let offers = catalogue.products(inGroup: row.groupId).flatMap { $0.subscription?.winBackOffers ?? [] }
      .filter { $0.isEligible && $0.offerID != nil }
    // Cheaper is better; at the same price longer is better; else the file's order counts.
    let sorted = offers.enumerated().sorted { one, other in
      let (first, second) = (OfferTerms(one.element), OfferTerms(other.element))
      if first.price != second.price { return first.price < second.price }
      let lengths = [first, second].map { Double($0.charges) * $0.applied.period.days }
      return lengths[0] == lengths[1] ? one.offset < other.offset : lengths[0] > lengths[1]
    }
    var ids: [String] = []
    for id in sorted.compactMap(\.element.offerID) where !ids.contains(id) { ids.append(id) }
    return ids.isEmpty ? nil : ids
  }
}

extension SubscriptionPeriod {
  /// The number of days, with 30 for a month and 365 for a year.
  fileprivate var days: Double {
    let unit: Double =
      switch self.unit {
      case .day: 1
      case .week: 7
      case .month: 30
      case .year: 365
      }
    return Double(value) * unit
  }
}

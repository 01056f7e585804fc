package import StoreModel

/// `preview`, `buy`, `resolve`, `interrupted`, `price-increase`, `consent`, `promote`, `sign-offer`, `save`.
extension SimulatedAppStore {
  /// What a purchase will charge and change, for a person to confirm.
  package func preview(
    _ productId: String, quantity: Int32 = 1, offer: PurchaseOffer? = nil, account: String
  ) throws(StoreError) -> PurchasePreview {
    try read { try $0.preview(of: productId, quantity: quantity, offer: offer, account: account) }
  }

  /// A purchase on another device of the account, with no need of this one's network.
  ///
  /// - Parameters:
  ///   - date: When it was bought; nil for now.
  ///   - renewals: What has become of a subscription since.
  package func purchaseElsewhere(
    _ request: PurchaseRequest, at date: Timestamp? = nil, renewals: PastRenewals = .default
  ) throws(StoreError) -> PurchaseAnswer {
    try write { try $0.purchaseElsewhere(request, at: date?.milliseconds, renewals).answer }
  }

  /// Whether purchases are interrupted until the customer has settled something with the App Store.
  package func setInterrupted(_ isOn: Bool) throws(StoreError) {
    try write { $0.state.interruptsPurchases = isOn }
  }

  /// Whether the first renewal of every new subscription fails.
  package func setFailsRenewals(_ isOn: Bool) throws(StoreError) {
    try write { $0.state.failsRenewals = isOn }
  }

  /// The customer settled what interrupted a purchase: it is paid now, and its transaction waits as unfinished.
  package func resolvePurchase(_ transactionId: String) throws(StoreError) {
    try write { try $0.resolvePurchase(transactionId) }
  }

  /// Announces a higher price.
  ///
  /// - Parameters:
  ///   - price: Milliunits; nil takes a quarter more than now.
  ///   - needsConsent: Whether the customer has to agree; else a notice is all, and the price counts from the next
  ///     renewal on.
  @discardableResult
  package func increasePrice(
    of subscription: String, to price: Int64? = nil, needsConsent: Bool = true, account: String
  ) throws(StoreError) -> Subscription {
    try write {
      try $0.shown(
        $0.increasePrice(of: subscription, to: price, needsConsent: needsConsent, account: account))
    }
  }

  /// The customer agrees to a price increase or refuses it; who does neither loses the subscription too.
  @discardableResult
  package func answerPriceIncrease(
    agrees: Bool, of subscription: String, account: String
  ) throws(StoreError) -> Subscription {
    try strike(.manageSubscriptions)
    return try write {
      try $0.shown($0.answerPriceIncrease(agrees: agrees, of: subscription, account: account))
    }
  }

  /// A customer begins a purchase in the App Store; the app is to continue it.
  @discardableResult
  package func promote(_ productId: String, account: String) throws(StoreError) -> PromotedPurchase {
    try write { try $0.promote(productId, account: account) }
  }

  /// The purchases begun in the App Store that nobody continued, of one account or of all, oldest first.
  package func promotedPurchases(of account: String? = nil) throws(StoreError) -> [PromotedPurchase] {
    try read { try $0.promotedPurchases(of: account) }
  }

  /// Gives a purchase up that was begun in the App Store.
  package func dismissPromotion(of productId: String, account: String) throws(StoreError) {
    try write { try $0.forgetPromotion(of: productId, account: account) }
  }

  /// The developer's signature for a promotional offer, as the app's server would give it.
  package func signOffer(_ id: String, productId: String, token: String?) throws(StoreError) -> OfferSignature {
    try read { try $0.signOffer(id, productId: productId, token: token) }
  }

  /// The developer's word on an introductory offer, as the app's server would give it.
  package func signEligibility(_ isAllowed: Bool, productId: String) throws(StoreError) -> String {
    try read { try $0.signEligibility(isAllowed, productId: productId, account: nil) }
  }

  /// The catalogue's file with the present settings, in Xcode's own format; the exact bytes when nothing changed.
  package func savedConfiguration() throws(StoreError) -> [UInt8] {
    try read { try $0.savedConfiguration() }
  }

  /// Sets the clock to an instant: forward as `advance`, or back.
  ///
  /// Set back, nothing is undone; what is signed then still gets a later date than anything before.
  package func setClock(to date: Timestamp) throws(StoreError) {
    try write { try $0.setClock(to: date.milliseconds) }
  }
}

package import AppStoreModel

/// `preview`, `buy`, `resolve`, `interrupted`, `price-increase`, `consent`, `promote`, `sign-offer`, `save`.
extension SimulatedAppStore {
  /// The charge and the change of a purchase, for a person to confirm.
  package func preview(
    _ productId: String, quantity: Int32 = 1, offer: PurchaseOffer? = nil, account: String
  ) throws(StoreError) -> PurchasePreview {
    try read { try $0.preview(of: productId, quantity: quantity, offer: offer, account: account) }
  }

  /// A purchase on another device of the account, with no need of this one's network.
  ///
  /// - Parameters:
  ///   - date: When it was bought; nil for now.
  ///   - renewals: The renewals of a subscription since then.
  package func purchaseElsewhere(
    _ request: PurchaseRequest, at date: Timestamp? = nil, renewals: PastRenewals = .default
  ) throws(StoreError) -> PurchaseAnswer {
    try write { try $0.purchaseElsewhere(request, at: date?.milliseconds, renewals).answer }
  }

  /// The purchases begun in the App Store that no app continued, of one account or of all, oldest first.
  package func promotedPurchases(of account: String? = nil) throws(StoreError) -> [PromotedPurchase] {
    try read { try $0.promotedPurchases(of: account) }
  }

  /// The developer's signature for a promotional offer, as the app server would give it.
  package func signOffer(_ id: String, productId: String, token: String?) throws(StoreError) -> OfferSignature {
    try read { try $0.signOffer(id, productId: productId, token: token) }
  }

  /// The developer's word on an introductory offer, as the app server would give it.
  package func signEligibility(
    _ isAllowed: Bool, productId: String, account: String
  ) throws(StoreError) -> String {
    try read { try $0.signEligibility(isAllowed, productId: productId, account: account) }
  }

  /// Takes the offers that a key signs: the In-App Purchase key that serves the App Store Server API, as at Apple.
  package func acceptOffers(signedBy key: OfferKey) throws(StoreError) {
    try perform { $0.offerKey = key }
  }

  /// Sets the clock to an instant: forward as `advance`, or back.
  ///
  /// Set back, nothing is undone; later signatures still get a later date than any before.
  package func setClock(to date: Timestamp) throws(StoreError) {
    try write { try $0.setClock(to: date.milliseconds) }
  }
}

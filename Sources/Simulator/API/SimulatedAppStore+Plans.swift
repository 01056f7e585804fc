package import AppStoreModel

/// Purchase previews, purchases on other devices, offers and the clock: `preview`, `buy`, `sign-offer`, `clock`.
extension SimulatedAppStore {
  /// Returns what a purchase would charge and change, for the customer to confirm.
  package func preview(
    _ productId: String, quantity: Int32 = 1, offer: PurchaseOffer? = nil, account: String
  ) throws(StoreError) -> PurchasePreview {
    try read { try $0.preview(of: productId, quantity: quantity, offer: offer, account: account) }
  }

  /// Buys on another device of the same account; the network setting of this device does not matter.
  ///
  /// - Parameters:
  ///   - date: The date of the purchase; nil for now.
  ///   - renewals: Whether a subscription bought in the past has renewed since, or was cancelled.
  package func purchaseElsewhere(
    _ request: PurchaseRequest, at date: Timestamp? = nil, renewals: PastRenewals = .default
  ) throws(StoreError) -> PurchaseAnswer {
    try write { try $0.purchaseElsewhere(request, at: date?.milliseconds, renewals).answer }
  }

  /// Signs a promotional offer with the developer's key, as the app server would.
  package func signOffer(_ id: String, productId: String, token: String?) throws(StoreError) -> OfferSignature {
    try read { try $0.signOffer(id, productId: productId, token: token) }
  }

  /// Signs whether the account is eligible for an introductory offer, as the app server would.
  package func signEligibility(
    _ isAllowed: Bool, productId: String, account: String
  ) throws(StoreError) -> String {
    try read { try $0.signEligibility(isAllowed, productId: productId, account: account) }
  }

  /// Accepts offers signed with this key: the In-App Purchase key of the App Store Server API, as Apple does.
  package func acceptOffers(signedBy key: OfferKey) throws(StoreError) {
    try perform { $0.offerKey = key }
  }

  /// Sets the App Store's clock: forward as `advance` does, or back.
  ///
  /// Setting it back undoes nothing. Later signatures still get a later date than all earlier ones.
  package func setClock(to date: Timestamp) throws(StoreError) {
    try write { try $0.setClock(to: date.milliseconds) }
  }
}

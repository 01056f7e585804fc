package import StoreModel

/// A purchase that the customer began in the App Store, and that the app is to continue (Apple: PurchaseIntent).
extension State {
  /// The oldest that is not put off, or else the oldest.
  package var promoted: PromotedPurchase? {
    let own = (situation?.promoted ?? []).filter { $0.account == device.account }
    return own.first { !deferred.contains($0.id) } ?? own.first
  }

  /// Whether it waits until somebody logs in.
  package var isPromotedDeferred: Bool { promoted.map { deferred.contains($0.id) } ?? false }

  var reasonAgainstContinuing: String? {
    guard let promoted else { return Texts.nothingPromoted }
    guard let product = products[promoted.productId] else { return Texts.noProduct }
    return reasonAgainstBuying(product)
  }

  var reasonAgainstDeferring: String? {
    guard promoted != nil else { return Texts.nothingPromoted }
    if isPromotedDeferred { return Texts.isDeferred }
    return setup.abilities.orders ?? commandsUnderWay
  }
}

extension Reducer {
  /// Opens the payment sheet for what was begun in the App Store.
  mutating func continuePurchase() {
    guard let promoted = state.promoted else { return }
    if state.products.select(promoted.productId) { state.detailTop = 0 }
    openPaymentSheet(for: promoted.productId)
  }
}

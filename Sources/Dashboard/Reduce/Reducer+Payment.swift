import StoreModel

/// The payment sheet, and what paying will lead to.
extension Reducer {
  mutating func openPaymentSheet(for productId: String) {
    state.overlays.append(.payment(PaymentSheet(productId: productId)))
    readPreview()
  }

  /// Puts an offer on the sheet, and asks anew what will follow.
  mutating func ask(for offer: OfferName?) {
    guard case .payment(var sheet) = state.overlays.last else { return }
    sheet.offer = offer
    sheet.preview = nil
    state.replaceTop(.payment(sheet))
    readPreview()
  }

  /// Asks what the purchase on the sheet will charge and change, where a subscription makes that a question.
  mutating func readPreview() {
    guard let sheet = state.paymentSheet, state.setup.abilities.chooseOutcome == nil,
      state.products[sheet.productId]?.type == .autoRenewableSubscription
    else { return }
    ask(.preview, .preview(productId: sheet.productId, quantity: sheet.quantity, offer: sheet.offer))
  }

  mutating func take(_ preview: PurchasePreview) {
    for index in state.overlays.indices {
      guard case .payment(var sheet) = state.overlays[index], sheet.productId == preview.productId else { continue }
      sheet.preview = preview
      state.overlays[index] = .payment(sheet)
    }
  }
}

extension State {
  /// The payment sheet, wherever it lies.
  var paymentSheet: PaymentSheet? {
    for case .payment(let sheet) in overlays { return sheet }
    return nil
  }
}

extension PaymentSheet {
  /// As many as the App Store sells at once (Apple: Product.PurchaseOption.quantity).
  static let greatestQuantity = 10

  func purchase(_ outcome: SimulatedOutcome) -> Purchase {
    Purchase(
      productId: productId, quantity: quantity, outcome: outcome, token: token, offer: offer, change: preview?.change)
  }
}

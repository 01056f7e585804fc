/// The next charge of a subscription, after the paid period.
package struct ComingRenewal: Hashable, Sendable {
  /// Whether the subscription renews.
  package var renews: Bool
  /// When the App Store charges the next period, or when the subscription ends.
  package var date: Timestamp?
  /// The product of the next period.
  package var productId: String?
  /// The price of the next period, if the App Store stated it.
  package var price: Price?
  /// Whether the price changes for the customer.
  ///
  /// This is a price increase or an offer that continues. The end of an offer does not count.
  package var isAnotherPrice: Bool
  /// Whether an offer applies to the next period.
  package var isOffer: Bool
  /// Whether the subscription ends unless the customer agrees to the new price.
  package var awaitsConsent: Bool

  package init(
    renews: Bool, date: Timestamp? = nil, productId: String? = nil, price: Price? = nil, isAnotherPrice: Bool = false,
    isOffer: Bool = false, awaitsConsent: Bool = false
  ) {
    self.renews = renews
    self.date = date
    self.productId = productId
    self.price = price
    self.isAnotherPrice = isAnotherPrice
    self.isOffer = isOffer
    self.awaitsConsent = awaitsConsent
  }

  /// Reads the next charge from signed data; nil if the App Store has not said whether the subscription renews.
  ///
  /// - Parameters:
  ///   - info: The renewal info of the subscription, signed in the current period or later.
  ///   - current: The transaction of the current period.
  ///   - catalogue: The products by id; their price is used if the App Store names no other.
  package init?(_ info: RenewalInfo, after current: Transaction, catalogue: [String: Product]) {
    guard let status = info.autoRenewStatus else { return nil }
    let isAbout = info.productId == nil || info.productId == current.productId
    let productId = isAbout ? info.autoRenewProductId ?? current.productId : current.productId
    let listed = productId.flatMap { catalogue[$0] }
    self.init(
      renews: status != .off, date: current.expiresDate ?? info.renewalDate, productId: productId,
      isOffer: info.offerType != nil, awaitsConsent: info.priceIncreaseStatus == .customerHasNotResponded)
    guard renews else { return }
    if let next = info.renewalPrice, let currency = info.currency ?? current.currency {
      price = Price(milliunits: next, currency: currency)
    } else if !isOffer, let listed {
      price = Price(milliunits: listed.price, currency: listed.currency)
    }
    // A different price of another product is not a price increase; neither is a return to the regular price.
    guard productId == current.productId, let price, let paid = current.price, price.currency == current.currency else {
      return
    }
    let isEndOfOffer = current.offerType != nil && !isOffer && price.milliunits == listed?.price
    isAnotherPrice = price.milliunits != paid && !isEndOfOffer
  }
}

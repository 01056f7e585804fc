/// The next charge of a subscription, after the paid period.
package struct ComingRenewal: Hashable, Sendable {
  /// Whether it renews by itself.
  package var renews: Bool
  /// When that is charged, or when the subscription ends.
  package var date: Timestamp?
  /// The product of the next period.
  package var productId: String?
  /// The price of the next period, where the App Store said it.
  package var price: Price?
  /// Whether that is another price than the customer is used to: a rise or an offer that goes on, not the end of an
  /// offer.
  package var isAnotherPrice: Bool
  /// Whether the next period is charged by an offer.
  package var isOffer: Bool
  /// Whether it ends unless the customer agrees to that price.
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

  /// The App Store's next charge, by its signed data; nil where it has not said whether the subscription renews.
  ///
  /// - Parameters:
  ///   - info: The renewal information of the lineage, signed in the period that runs or later.
  ///   - current: The transaction of the period that runs.
  ///   - catalogue: The products by id; their price counts where the App Store names no other.
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
    // Another product's price is no rise of this one's; neither is the end of an offer at the regular price.
    guard productId == current.productId, let price, let paid = current.price, price.currency == current.currency else {
      return
    }
    let isEndOfOffer = current.offerType != nil && !isOffer && price.milliunits == listed?.price
    isAnotherPrice = price.milliunits != paid && !isEndOfOffer
  }
}

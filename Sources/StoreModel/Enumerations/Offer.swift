/// The kind of an offer (Apple: OfferType).
package struct OfferType: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// For customers who are new to the group.
  package static let introductoryOffer = OfferType(rawValue: 1)
  /// For customers the app chooses.
  package static let promotionalOffer = OfferType(rawValue: 2)
  /// Redeemed with a code.
  package static let offerCode = OfferType(rawValue: 3)
  /// For customers whose subscription has ended.
  package static let winBackOffer = OfferType(rawValue: 4)

  package static let known: [OfferType] = [
    introductoryOffer, promotionalOffer, offerCode, winBackOffer,
  ]
}

/// How an offer is paid (Apple: OfferDiscountType).
package struct OfferDiscountType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Free for a time.
  package static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")
  /// A lower price each period.
  package static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")
  /// One lower price for several periods.
  package static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")
  /// A lower price once, for what does not renew.
  package static let oneTime = OfferDiscountType(rawValue: "ONE_TIME")

  package static let known: [OfferDiscountType] = [
    freeTrial, payAsYouGo, payUpFront, oneTime,
  ]
}

package import StoreModel

/// An offer of a subscription in a StoreKit configuration file.
package struct ConfiguredOffer: Hashable, Sendable {
  /// The kind of the offer.
  package let type: OfferType
  /// The id by which an app asks for it; introductory offers have none, offer codes go by their reference name.
  package let offerID: String?
  /// How it is paid.
  package let paymentMode: OfferDiscountType
  /// How long one of its periods lasts.
  package let period: SubscriptionPeriod
  /// How many periods it lasts; 1 unless the file says more.
  package let numberOfPeriods: Int
  /// The price of a period in milliunits; nil when the file states none, as for free trials.
  package let price: Int64?
  /// Whom an offer code is for, a subset of `new`, `existing`, `expired`; all of them where the file says nothing.
  package let eligibility: [String]
}

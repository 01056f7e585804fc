import StoreKitFiles
import StoreModel

/// What an offer of the catalogue charges.
struct OfferTerms: Hashable {
  var applied: AppliedOffer
  /// Milliunits of each charge.
  var price: Int64
  /// How many charges: 1, or one for each period of a lower price.
  var charges: Int

  init(_ offer: ConfiguredOffer) {
    let isEachPeriod = offer.paymentMode == .payAsYouGo
    // A free trial, and what is paid up front, is one charge for the whole time.
    let period =
      isEachPeriod
      ? offer.period : SubscriptionPeriod(offer.period.value * offer.numberOfPeriods, offer.period.unit) ?? offer.period
    applied = AppliedOffer(
      type: offer.type, id: offer.type == .introductoryOffer ? nil : offer.offerID, discount: offer.paymentMode,
      period: period)
    price = offer.paymentMode == .freeTrial ? 0 : offer.price ?? 0
    charges = isEachPeriod ? offer.numberOfPeriods : 1
  }

  /// The charges that follow when so many were made.
  func running(after made: Int) -> RunningOffer? {
    charges > made ? RunningOffer(applied: applied, price: price, left: charges - made) : nil
  }
}

import AppStoreModel
import Storage

/// An offer as a transaction's payload shows it.
struct AppliedOffer: Hashable {
  var type: OfferType
  /// The promotional offer's id or the offer code's name; nil for introductory offers.
  var id: String?
  var discount: OfferDiscountType
  /// The time that one charge of the offer covers.
  var period: SubscriptionPeriod
}

/// An offer that still applies to coming charges.
struct RunningOffer: Hashable {
  var applied: AppliedOffer
  /// The price of each charge, in milliunits.
  var price: Int64
  /// The number of coming charges.
  var left: Int
}

extension AppliedOffer: ColumnGroup {
  static func columns(_ column: inout Columns<AppliedOffer>) throws(DatabaseFault) -> AppliedOffer {
    AppliedOffer(
      type: try column("offer_type", \.type), id: try column("offer_id", \.id),
      discount: try column("offer_discount", \.discount), period: try column("offer_period", \.period))
  }
}

extension RunningOffer: ColumnGroup {
  static func columns(_ column: inout Columns<RunningOffer>) throws(DatabaseFault) -> RunningOffer {
    RunningOffer(
      applied: try column.group(\.applied), price: try column("offer_price", \.price),
      left: try column("offer_left", \.left))
  }
}

/// The terms of an offer in the catalogue: price, number of charges, billing plan.
struct OfferTerms: Hashable {
  var applied: AppliedOffer
  /// The price of each charge, in milliunits.
  var price: Int64
  /// The number of charges: one for each period with pay as you go, else 1.
  var charges: Int
  /// The billing plan that the offer is for; nil for any.
  var plan: BillingPlanType?
  /// The offer code that applies after these charges.
  var stackedCode: String?

  init(_ offer: ConfiguredOffer) {
    let isEachPeriod = offer.paymentMode == .payAsYouGo
    // A free trial and a payment up front are one charge for the whole time.
    let period =
      isEachPeriod
      ? offer.period : SubscriptionPeriod(offer.period.value * offer.numberOfPeriods, offer.period.unit) ?? offer.period
    applied = AppliedOffer(
      type: offer.type, id: offer.type == .introductoryOffer ? nil : offer.offerID, discount: offer.paymentMode,
      period: period)
    price = offer.paymentMode == .freeTrial ? 0 : offer.price ?? 0
    charges = isEachPeriod ? offer.numberOfPeriods : 1
    plan = offer.billingPlanType
  }

  /// Returns the charges that remain after `made` of them; nil if none remains.
  func running(after made: Int) -> RunningOffer? {
    charges > made ? RunningOffer(applied: applied, price: price, left: charges - made) : nil
  }
}

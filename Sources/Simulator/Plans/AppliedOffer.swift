import AppStoreModel
import Storage

/// An offer as a transaction states it.
struct AppliedOffer: Hashable {
  var type: OfferType
  /// The promotional offer's id or the offer code's name; introductory offers have none.
  var id: String?
  var discount: OfferDiscountType
  /// How long one charge of it lasts.
  var period: SubscriptionPeriod
}

/// An offer of which charges are still to come.
struct RunningOffer: Hashable {
  var applied: AppliedOffer
  /// Milliunits of each charge.
  var price: Int64
  /// Charges to come.
  var left: Int
}

extension AppliedOffer {
  /// The offer in the columns of its row; nil where there is none.
  init?(row: borrowing DatabaseRow) throws(DatabaseFault) {
    guard let type: Int = try row["offer_type"] else { return nil }
    let discount: String = try row["offer_discount"]
    let period: String = try row["offer_period"]
    self.init(
      type: OfferType(rawValue: type), id: try row["offer_id"], discount: OfferDiscountType(rawValue: discount),
      period: SubscriptionPeriod(iso8601: period) ?? .month)
  }

  /// The four columns: type, id, discount, period.
  static func values(_ offer: AppliedOffer?) -> [DatabaseValue] {
    [
      (offer?.type.rawValue).databaseValue, (offer?.id).databaseValue, (offer?.discount.rawValue).databaseValue,
      (offer?.period.iso8601).databaseValue,
    ]
  }
}

extension RunningOffer {
  /// The offer in the columns of a subscription; nil where there is none.
  init?(row: borrowing DatabaseRow) throws(DatabaseFault) {
    guard let applied = try AppliedOffer(row: row) else { return nil }
    self.init(applied: applied, price: try row["offer_price"], left: try row["offer_left"])
  }

  /// The six columns: those of the offer, price, charges left.
  static func values(_ offer: RunningOffer?) -> [DatabaseValue] {
    AppliedOffer.values(offer?.applied) + [(offer?.price).databaseValue, (offer?.left).databaseValue]
  }
}

/// The charge of an offer in the catalogue.
struct OfferTerms: Hashable {
  var applied: AppliedOffer
  /// Milliunits of each charge.
  var price: Int64
  /// How many charges: 1, or one for each period of a lower price.
  var charges: Int
  /// The billing plan that it is for; nil for any.
  var plan: BillingPlanType?
  /// The offer code whose charges come after these.
  var stackedCode: String?

  init(_ offer: ConfiguredOffer) {
    let isEachPeriod = offer.paymentMode == .payAsYouGo
    // A free trial, and an upfront payment, is one charge for the whole time.
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

  /// The charges that follow when so many were made.
  func running(after made: Int) -> RunningOffer? {
    charges > made ? RunningOffer(applied: applied, price: price, left: charges - made) : nil
  }
}

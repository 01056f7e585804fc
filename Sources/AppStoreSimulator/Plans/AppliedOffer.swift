import Database
import StoreModel

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
  /// The offer in four columns from one on; nil where there is none.
  init?(row: borrowing DatabaseRow, at column: Int) throws(DatabaseFault) {
    guard let type: Int = try row[column] else { return nil }
    let discount: String = try row[column + 2]
    let period: String = try row[column + 3]
    self.init(
      type: OfferType(rawValue: type), id: try row[column + 1], discount: OfferDiscountType(rawValue: discount),
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
  /// The offer in six columns from one on; nil where there is none.
  init?(row: borrowing DatabaseRow, at column: Int) throws(DatabaseFault) {
    guard let applied = try AppliedOffer(row: row, at: column) else { return nil }
    self.init(applied: applied, price: try row[column + 4], left: try row[column + 5])
  }

  /// The six columns: those of the offer, price, charges left.
  static func values(_ offer: RunningOffer?) -> [DatabaseValue] {
    AppliedOffer.values(offer?.applied) + [(offer?.price).databaseValue, (offer?.left).databaseValue]
  }
}

/// A catalogue for random lives, in which everything can be shared by family.
///
/// It has three levels, all lengths, every kind of offer, a second group and a non-consumable.
enum LifeCatalogue {
  static let silver = "life.silver"
  static let premium = "life.premium"
  static let gold = "life.gold"
  static let bronze = "life.bronze"
  static let coins = "life.coins"
  static let season = "life.season"

  /// The products that random lives buy.
  static let products = [
    gold, "life.gold.year", silver, "life.silver.too", "life.silver.half", bronze, "life.other",
    premium,
  ]

  private static func subscription(
    _ name: String, _ group: String, _ level: Int, _ period: String, _ offers: String = ""
  ) -> String {
    """
    {"productID": "life.\(name)", "type": "RecurringSubscription", "displayPrice": "\(40 / level).00",
     "groupNumber": \(level), "recurringSubscriptionPeriod": "\(period)", "subscriptionGroupID": "\(group)",
     "familyShareable": true, "localizations": []\(offers)}
    """
  }

  private static let offers = """
    , "adHocOffers": [{"internalID": "1", "offerID": "comeback", "referenceName": "c", "paymentMode": "payUpFront",
      "displayPrice": "3.00", "subscriptionPeriod": "P3M"}],
      "codeOffers": [{"internalID": "2", "referenceName": "SPRING", "paymentMode": "free", "subscriptionPeriod": "P2W",
      "eligibility": ["new", "existing", "expired"], "isStackable": true}],
      "introductoryOffer": {"internalID": "3", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1W",
      "numberOfPeriods": 3, "displayPrice": "2.00"}
    """

  private static let trial = """
    , "introductoryOffer": {"internalID": "4", "paymentMode": "free", "subscriptionPeriod": "P3D"}
    """

  static let text = """
    {"version": {"major": 4, "minor": 0}, "settings": {"_storefront": "USA"},
     "products": [{"productID": "\(premium)", "type": "NonConsumable", "displayPrice": "8.00", "familyShareable": true,
       "localizations": []}, {"productID": "\(coins)", "type": "Consumable", "displayPrice": "1.00",
       "familyShareable": false, "localizations": []}],
     "nonRenewingSubscriptions": [{"productID": "\(season)", "type": "NonRenewingSubscription", "displayPrice": "9.00",
       "familyShareable": false, "localizations": []}],
     "subscriptionGroups": [
      {"id": "levels", "name": "Levels", "localizations": [], "subscriptions": [
        \(subscription("gold", "levels", 1, "P1M")), \(subscription("gold.year", "levels", 1, "P1Y")),
        \(subscription("silver", "levels", 2, "P1M", offers)), \(subscription("silver.too", "levels", 2, "P1M")),
        \(subscription("silver.half", "levels", 2, "P6M")), \(subscription("bronze", "levels", 3, "P1W", trial))]},
      {"id": "other", "name": "Other", "localizations": [], "subscriptions": [
        \(subscription("other", "other", 1, "P2M", trial))]}]}
    """
}

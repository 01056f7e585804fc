/// A catalogue with every kind of offer and level, as Xcode would save it.
enum OfferCatalogue {
  static let gold = "com.example.gold"
  static let silver = "com.example.silver"
  static let silverToo = "com.example.silver.too"
  static let silverYear = "com.example.silver.year"
  static let trial = "com.example.trial"
  static let upFront = "com.example.upfront"
  static let asYouGo = "com.example.asyougo"

  static var shop: Shop { get throws { try Shop(catalogue: Array(text.utf8)) } }

  private static func subscription(
    _ id: String, group: String, level: Int, period: String = "P1M", price: String, offers: String = ""
  ) -> String {
    """
    {"productID": "\(id)", "type": "RecurringSubscription", "displayPrice": "\(price)", "groupNumber": \(level),
     "recurringSubscriptionPeriod": "\(period)", "subscriptionGroupID": "\(group)", "localizations": []
     \(offers)}
    """
  }

  private static let promotional = """
    , "adHocOffers": [{"internalID": "1", "offerID": "comeback", "referenceName": "c", "paymentMode": "payUpFront",
      "displayPrice": "3.00", "subscriptionPeriod": "P3M"}],
      "codeOffers": [{"internalID": "2", "referenceName": "SPRING", "paymentMode": "free", "subscriptionPeriod": "P1M",
      "eligibility": ["new", "expired"], "isStackable": true}]
    """

  static let text = """
    {"version": {"major": 4, "minor": 0}, "products": [], "settings": {"_storefront": "USA"}, "subscriptionGroups": [
      {"id": "levels", "name": "Levels", "localizations": [], "subscriptions": [
        \(subscription(gold, group: "levels", level: 1, price: "30.00")),
        \(subscription(silver, group: "levels", level: 2, price: "10.00", offers: promotional)),
        \(subscription(silverToo, group: "levels", level: 2, price: "12.00")),
        \(subscription(silverYear, group: "levels", level: 2, period: "P1Y", price: "100.00"))]},
      {"id": "trials", "name": "Trials", "localizations": [], "subscriptions": [
        \(subscription(trial, group: "trials", level: 1, price: "10.00", offers: introductory("free", "P1W", 2, nil))),
        \(subscription(upFront, group: "trials", level: 1, price: "10.00",
          offers: introductory("payUpFront", "P1M", 2, "5.00"))),
        \(subscription(asYouGo, group: "trials", level: 1, price: "10.00",
          offers: introductory("payAsYouGo", "P1M", 3, "2.00")))]}]}
    """

  private static func introductory(_ mode: String, _ period: String, _ count: Int, _ price: String?) -> String {
    let price = price.map { ", \"displayPrice\": \"\($0)\"" } ?? ""
    return """
      , "introductoryOffer": {"internalID": "3", "paymentMode": "\(mode)", "subscriptionPeriod": "\(period)",
        "numberOfPeriods": \(count)\(price)}
      """
  }
}

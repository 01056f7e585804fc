import AppStoreModel
import Core
import Foundation
import Testing

@Suite struct ConfigurationTests {
  private let text = #"""
    {
      "identifier" : "A1B2C3D4", "future" : { "z" : 1.50, "a" : [ ] },
      "nonRenewingSubscriptions" : [
        { "displayPrice" : "29", "productID" : "season", "referenceName" : "Season", "type" : "NonRenewingSubscription" }
      ],
      "products" : [
        { "displayPrice" : "", "familyShareable" : true, "internalID" : "I1", "localizations" : [
            { "description" : "", "displayName" : "", "locale" : "zh_TW" },
            { "description" : "Everything", "displayName" : "Premium", "locale" : "en_US" },
            { "description" : "全部功能", "displayName" : "高级版", "locale" : "zh_CN" }
          ], "productID" : "premium", "referenceName" : "Ref", "type" : "NonConsumable", "unknown" : null }
      ],
      "settings" : { "_askToBuyEnabled" : true, "_billingGracePeriodEnabled" : true, "_billingIssuesEnabled" : true,
        "_disableDialogs" : true, "_failTransactionsEnabled" : true, "_locale" : "zh_CN",
        "_renewalBillingIssuesEnabled" : true, "_storefront" : "CHN", "_timeRate" : 1003 },
      "subscriptionGroups" : [
        { "id" : "G1", "localizations" : [ { "description" : "", "displayName" : "会员", "locale" : "zh_CN" } ],
          "name" : "Plus", "subscriptions" : [
          { "adHocOffers" : [ { "displayPrice" : "1.99", "internalID" : "O1", "numberOfPeriods" : 3,
              "offerID" : "back", "paymentMode" : "payAsYouGo", "referenceName" : "Back", "subscriptionPeriod" : "P1M" } ],
            "codeOffers" : [ { "internalID" : "O2", "paymentMode" : "payUpFront", "displayPrice" : "5",
              "referenceName" : "Code", "subscriptionPeriod" : "P6M", "eligibility" : [ "new" ] } ],
            "displayPrice" : "9.990", "groupNumber" : 2, "introductoryOffer" : { "displayPrice" : "", "internalID" : "O3",
              "paymentMode" : "free", "subscriptionPeriod" : "P3D" },
            "productID" : "monthly", "recurringSubscriptionPeriod" : "P1M", "referenceName" : "Monthly",
            "subscriptionGroupID" : "G1", "type" : "RecurringSubscription" },
          { "displayPrice" : "99.99", "introductoryOffer" : null, "introductoryOffers" : [
              { "internalID" : "O4", "paymentMode" : "free", "subscriptionPeriod" : "P1W", "numberOfPeriods" : 1 },
              { "internalID" : "O5", "paymentMode" : "free", "subscriptionPeriod" : "P2W", "numberOfPeriods" : 1 } ],
            "groupNumber" : 1, "productID" : "yearly", "recurringSubscriptionPeriod" : "P1Y" }
        ] }
      ],
      "version" : { "major" : 9, "minor" : 1 }
    }
    """#

  private func configuration() throws -> StoreKitConfiguration {
    try StoreKitConfiguration(parsing: text.utf8, name: "x.storekit")
  }

  @Test func readsProductsOfAllLists() throws {
    let configuration = try configuration()
    #expect(configuration.products.map(\.id) == ["premium", "season", "monthly", "yearly"])
    #expect(
      configuration.products.map(\.type) == [
        .nonConsumable, .nonRenewingSubscription, .autoRenewableSubscription, .autoRenewableSubscription,
      ])
    #expect(configuration.products.map(\.price) == [0, 29_000, 9_990, 99_990])
    #expect(configuration.products.map(\.familyShareable) == [true, false, false, false])
    #expect(configuration.groups.map(\.productIDs) == [["monthly", "yearly"]])
  }

  @Test func readsSubscriptionsAndOffers() throws {
    let configuration = try configuration()
    let monthly = try #require(configuration.product(id: "monthly")?.subscription)
    #expect(monthly.groupID == "G1" && monthly.groupNumber == 2 && monthly.period == .month)
    #expect(monthly.offers.map(\.type) == [.introductoryOffer, .promotionalOffer, .offerCode])
    #expect(monthly.offers.map(\.offerID) == [nil, "back", "Code"])
    #expect(monthly.offers.map(\.paymentMode) == [.freeTrial, .payAsYouGo, .payUpFront])
    #expect(monthly.offers.map(\.period.iso8601) == ["P3D", "P1M", "P6M"])
    #expect(monthly.offers.map(\.numberOfPeriods) == [1, 3, 1])
    #expect(monthly.offers.map(\.price) == [nil, 1_990, 5_000])
    let yearly = try #require(configuration.product(id: "yearly")?.subscription)
    #expect(yearly.introductoryOffers.map(\.period.iso8601) == ["P1W", "P2W"])
    #expect(yearly.promotionalOffers.isEmpty)
  }

  @Test func readsSettings() throws {
    let settings = try configuration().settings
    #expect(settings.storefront == "CHN" && settings.locale == "zh_CN" && settings.timeRate == 1003)
    #expect(settings.failsTransactions && settings.asksToBuy && settings.interruptsPurchases)
    #expect(settings.hasBillingGracePeriod && settings.failsRenewals && settings.disablesDialogs)
  }

  @Test func absentSettingsHaveDefaults() throws {
    let text = #"{"products":[],"version":{"major":1}}"#
    let configuration = try StoreKitConfiguration(parsing: text.utf8, name: "x")
    let settings = configuration.settings
    #expect(settings.storefront == "USA" && settings.locale == "en_US" && settings.timeRate == 0)
    #expect(!settings.failsTransactions && !settings.asksToBuy && !settings.interruptsPurchases)
    #expect(configuration.version.description == "1.0")
    #expect(configuration.warnings.isEmpty && configuration.identifier == nil)
  }

  @Test func warnsOfUnknownValues() throws {
    #expect(
      try configuration().warnings == [
        "unknown format version 9.1; Till read it as 5.0",
        "product premium has no price; Till uses 0",
      ])
    let odd = ##"{"products":[],"settings":{"_storefront":"X\u001bY","_timeRate":7},"version":{"major":4}}"##
    #expect(
      try StoreKitConfiguration(parsing: odd.utf8, name: "x").warnings == [
        #"unknown storefront X\x1bY"#, "unknown time rate 7",
      ])
  }

  @Test func keepsEverything() throws {
    let configuration = try configuration()
    #expect(configuration.source == Array(text.utf8))
    #expect(!configuration.endsWithNewline)
    #expect(JSONValue.object(configuration.json).serialized().contains(#""future":{"z":1.50,"a":[]}"#))
    let product = configuration.json["products"]?.arrayValue?.first?.objectValue
    #expect(product?["unknown"] == .null)
    let subscriptions = configuration.json["subscriptionGroups"]?.arrayValue?.first?.objectValue?["subscriptions"]
    #expect(subscriptions?.arrayValue?.last?.objectValue?["introductoryOffer"] == .null)
  }

  @Test func choosesNamesByLocale() throws {
    let configuration = try configuration()
    let premium = try #require(configuration.product(id: "premium"))
    #expect(premium.displayName(locale: "zh_CN") == "高级版")
    #expect(premium.displayName(locale: "zh_TW") == "高级版")
    #expect(premium.displayName(locale: "en_GB") == "Premium")
    #expect(premium.displayName(locale: "de_DE") == "Premium")
    #expect(premium.description(locale: "zh-Hans") == "全部功能")
    #expect(configuration.product(id: "season")?.displayName(locale: "en_US") == "Season")
    #expect(configuration.product(id: "yearly")?.displayName(locale: "en_US") == "yearly")
    #expect(configuration.group(id: "G1")?.displayName(locale: "zh_CN") == "会员")
  }

  @Test func listsProductsForAStorefront() throws {
    let storefront = try #require(Storefront(countryCode: "CHN"))
    let products = try configuration().products(in: storefront)
    #expect(products.map(\.displayName) == ["高级版", "Season", "Monthly", "yearly"])
    #expect(products.map(\.price) == [0, 29_000, 9_990, 99_990])
    #expect(products.allSatisfy { $0.currency == "CNY" })
    let monthly = try #require(products.first { $0.id == "monthly" })
    #expect(monthly.displayPrice == "¥9.99")
    #expect(monthly.subscriptionGroupIdentifier == "G1" && monthly.subscriptionGroupName == "会员")
    #expect(monthly.groupLevel == 2 && monthly.subscriptionPeriod == .month)
    #expect(products.first?.localizedNames == ["en_US": "Premium", "zh_CN": "高级版"])
  }
}

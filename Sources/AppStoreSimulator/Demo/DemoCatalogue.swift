/// The catalogue of the demo data: a small app with products of all four types.
///
/// It is the text of `Assets/Catalogues/Demo.storekit`, so that the program needs no installed file; a test holds both
/// equal.
enum DemoCatalogue {
  static let bundleId = "com.example.piglet"

  static let name = "Demo.storekit"

  static let premium = "com.example.piglet.premium"
  static let monthly = "com.example.piglet.plus.monthly"

  static func catalogue() throws -> Catalogue { try Catalogue(bytes: Array(text.utf8), name: name) }

  static let text = """
    {
      "appPolicies" : {
        "eula" : "",
        "policies" : [
          {
            "locale" : "en_US",
            "policyText" : "",
            "policyURL" : ""
          }
        ]
      },
      "identifier" : "7C0F1E55",
      "nonRenewingSubscriptions" : [
        {
          "displayPrice" : "18.00",
          "familyShareable" : false,
          "internalID" : "5A1E0A07",
          "localizations" : [
            {
              "description" : "Three months of weekly puzzles",
              "displayName" : "Season pass",
              "locale" : "en_US"
            },
            {
              "description" : "三个月的每周谜题",
              "displayName" : "赛季通行证",
              "locale" : "zh_CN"
            }
          ],
          "productID" : "com.example.piglet.season",
          "referenceName" : "Season pass",
          "type" : "NonRenewingSubscription"
        }
      ],
      "products" : [
        {
          "displayPrice" : "8.00",
          "familyShareable" : true,
          "internalID" : "5A1E0A01",
          "localizations" : [
            {
              "description" : "Every feature, for good",
              "displayName" : "Premium unlock",
              "locale" : "en_US"
            },
            {
              "description" : "永久解锁全部功能",
              "displayName" : "高级版",
              "locale" : "zh_CN"
            }
          ],
          "productID" : "com.example.piglet.premium",
          "referenceName" : "Premium unlock",
          "type" : "NonConsumable"
        },
        {
          "displayPrice" : "3.00",
          "familyShareable" : false,
          "internalID" : "5A1E0A02",
          "localizations" : [
            {
              "description" : "App icons for the night",
              "displayName" : "Dark icons",
              "locale" : "en_US"
            },
            {
              "description" : "夜间使用的应用图标",
              "displayName" : "深色图标",
              "locale" : "zh_CN"
            }
          ],
          "productID" : "com.example.piglet.darkicons",
          "referenceName" : "Dark icons",
          "type" : "NonConsumable"
        },
        {
          "displayPrice" : "6.00",
          "familyShareable" : false,
          "internalID" : "5A1E0A03",
          "localizations" : [
            {
              "description" : "A handful of coins",
              "displayName" : "100 coins",
              "locale" : "en_US"
            },
            {
              "description" : "一小把金币",
              "displayName" : "100 金币",
              "locale" : "zh_CN"
            }
          ],
          "productID" : "com.example.piglet.coins100",
          "referenceName" : "100 coins",
          "type" : "Consumable"
        },
        {
          "displayPrice" : "30.00",
          "familyShareable" : false,
          "internalID" : "5A1E0A04",
          "localizations" : [
            {
              "description" : "A bag of coins",
              "displayName" : "550 coins",
              "locale" : "en_US"
            },
            {
              "description" : "一袋金币",
              "displayName" : "550 金币",
              "locale" : "zh_CN"
            }
          ],
          "productID" : "com.example.piglet.coins550",
          "referenceName" : "550 coins",
          "type" : "Consumable"
        }
      ],
      "settings" : {
        "_askToBuyEnabled" : false,
        "_billingGracePeriodEnabled" : true,
        "_billingIssuesEnabled" : false,
        "_disableDialogs" : false,
        "_failTransactionsEnabled" : false,
        "_locale" : "zh_CN",
        "_renewalBillingIssuesEnabled" : false,
        "_storefront" : "CHN",
        "_storeKitErrors" : [

        ],
        "_timeRate" : 0
      },
      "subscriptionGroups" : [
        {
          "id" : "5A1E0A10",
          "localizations" : [

          ],
          "name" : "Piglet Plus",
          "subscriptions" : [
            {
              "adHocOffers" : [

              ],
              "codeOffers" : [

              ],
              "displayPrice" : "98.00",
              "familyShareable" : false,
              "groupNumber" : 1,
              "internalID" : "5A1E0A05",
              "introductoryOffer" : null,
              "localizations" : [
                {
                  "description" : "Piglet Plus for a year",
                  "displayName" : "Yearly",
                  "locale" : "en_US"
                },
                {
                  "description" : "小猪存钱罐会员一年",
                  "displayName" : "年度会员",
                  "locale" : "zh_CN"
                }
              ],
              "productID" : "com.example.piglet.plus.yearly",
              "recurringSubscriptionPeriod" : "P1Y",
              "referenceName" : "Yearly",
              "subscriptionGroupID" : "5A1E0A10",
              "type" : "RecurringSubscription",
              "winbackOffers" : [

              ]
            },
            {
              "adHocOffers" : [

              ],
              "codeOffers" : [

              ],
              "displayPrice" : "12.00",
              "familyShareable" : false,
              "groupNumber" : 2,
              "internalID" : "5A1E0A06",
              "introductoryOffer" : null,
              "localizations" : [
                {
                  "description" : "Piglet Plus for a month",
                  "displayName" : "Monthly",
                  "locale" : "en_US"
                },
                {
                  "description" : "小猪存钱罐会员一个月",
                  "displayName" : "月度会员",
                  "locale" : "zh_CN"
                }
              ],
              "productID" : "com.example.piglet.plus.monthly",
              "recurringSubscriptionPeriod" : "P1M",
              "referenceName" : "Monthly",
              "subscriptionGroupID" : "5A1E0A10",
              "type" : "RecurringSubscription",
              "winbackOffers" : [

              ]
            }
          ]
        }
      ],
      "version" : {
        "major" : 4,
        "minor" : 0
      }
    }

    """
}

import Core

/// A product of a StoreKit configuration file, as its author wrote it.
///
/// All texts come from outside Till and must pass `safeText` before they are shown.
package struct ConfiguredProduct: Hashable, Sendable {
  /// The product id; never empty.
  package let id: String
  /// The type of the product, such as consumable.
  package let type: ProductType
  /// The reference name, which only the author sees.
  package let referenceName: String
  /// Xcode's own id; in a file synchronized with App Store Connect, the number there.
  package let internalID: String?
  /// The price as it is written in the file, a decimal such as `4.99` in the storefront's currency.
  package let displayPrice: String
  /// The price in milliunits; an empty text counts as 0.
  package var price: Int64
  /// The names and descriptions, by locale.
  package let localizations: [ConfiguredLocalization]
  /// Whether the product can be shared through Family Sharing.
  package let familyShareable: Bool
  /// The duration of a non-renewing subscription: Till's own member `_duration`, which Xcode ignores.
  package let duration: SubscriptionPeriod?
  /// The values of an auto-renewable subscription; nil for other products.
  package var subscription: ConfiguredSubscription?

  /// Returns the name for a locale such as `zh_CN`.
  ///
  /// The order of preference: this locale, another region with the same language, the first localization, the reference
  /// name, the id.
  package func displayName(locale: String) -> String {
    let names = [localizations.best(for: locale, \.displayName), referenceName]
    return names.compactMap(\.self).first { !$0.isEmpty } ?? id
  }

  /// Returns the description for a locale, chosen like the name; may be empty.
  package func description(locale: String) -> String {
    localizations.best(for: locale, \.description) ?? ""
  }
}

/// The values in a configuration file that only auto-renewable subscriptions have.
package struct ConfiguredSubscription: Hashable, Sendable {
  /// The id of the subscription group.
  package let groupID: String
  /// The level of service: 1 is the highest; subscriptions may share a level.
  package let groupNumber: Int
  /// The length of one subscription period.
  package let period: SubscriptionPeriod
  /// The offers of all types, in the order of the file.
  package var offers: [ConfiguredOffer]
  /// The enabled billing plans, in the order of the file; empty if the file has no such list.
  package var billingPlans: [ConfiguredBillingPlan]

  /// The introductory offers, for customers who are new to the subscription group.
  package var introductoryOffers: [ConfiguredOffer] { offers.filter { $0.type == .introductoryOffer } }

  /// The offer codes, which customers redeem.
  package var offerCodes: [ConfiguredOffer] { offers.filter { $0.type == .offerCode } }

  /// The win-back offers, for customers whose subscription has ended.
  package var winBackOffers: [ConfiguredOffer] { offers.filter { $0.type == .winBackOffer } }

  /// The promotional offers, for customers whom the app selects.
  package var promotionalOffers: [ConfiguredOffer] { offers.filter { $0.type == .promotionalOffer } }
}

/// An offer of a subscription in a StoreKit configuration file.
package struct ConfiguredOffer: Hashable, Sendable {
  /// The type of the offer.
  package let type: OfferType
  /// The id that an app uses; introductory offers have none, offer codes use their reference name.
  package let offerID: String?
  /// How the customer pays under the offer.
  package let paymentMode: OfferDiscountType
  /// The length of one period of the offer.
  package let period: SubscriptionPeriod
  /// The number of periods of the offer; 1 by default.
  package let numberOfPeriods: Int
  /// The price of one period in milliunits; nil if the file states none, as for free trials.
  package var price: Int64?
  /// The customers for an offer code, a subset of `new`, `existing`, `expired`; all of them by default.
  package let eligibility: [String]
  /// Whether an offer code applies after the introductory offer instead of replacing it.
  package let isStackable: Bool
  /// Whether customers of the test store are eligible for a win-back offer.
  package let isEligible: Bool
  /// The billing plan to which the offer applies; nil for all billing plans.
  package let billingPlanType: BillingPlanType?
}

/// A billing plan of a subscription: one payment for the whole period, or monthly payments with a commitment.
package struct ConfiguredBillingPlan: Hashable, Sendable {
  package let type: BillingPlanType
  /// The price of one payment in milliunits.
  package var price: Int64
  /// The price of the whole commitment in milliunits.
  package var commitmentPrice: Int64
}

/// A name and a description in one language; either may be empty.
package struct ConfiguredLocalization: Hashable, Sendable {
  /// The locale, such as `en_US`.
  package let locale: String
  /// The name that customers see.
  package let displayName: String
  /// The description that customers see.
  package let description: String

  private static func language(of locale: String) -> Substring { locale.prefix { $0 != "_" && $0 != "-" } }

  /// Returns how far this locale is from another: 0 same locale, 1 same language, 2 another language.
  fileprivate func distance(from locale: String) -> Int {
    if self.locale == locale { return 0 }
    return Self.language(of: self.locale) == Self.language(of: locale) ? 1 : 2
  }
}

extension [ConfiguredLocalization] {
  /// Returns a text that is not empty: for the locale, else for its language, else the first one.
  func best(for locale: String, _ text: KeyPath<ConfiguredLocalization, String>) -> String? {
    filter { !$0[keyPath: text].isEmpty }
      .min { $0.distance(from: locale) < $1.distance(from: locale) }?[keyPath: text]
  }
}

/// A subscription group: a customer can have one of its subscriptions at a time.
package struct ConfiguredGroup: Hashable, Sendable {
  /// The id of the subscription group in signed data.
  package let id: String
  /// The reference name, which only the author sees.
  package let name: String
  /// The names that customers see, by locale; usually empty.
  package let localizations: [ConfiguredLocalization]
  /// The ids of the group's products, in the order of the file.
  package let productIDs: [String]

  /// Returns the name for a locale; the reference name if there is none.
  package func displayName(locale: String) -> String {
    localizations.best(for: locale, \.displayName) ?? name
  }
}

/// The test store's settings in a StoreKit configuration file; absent settings have Xcode's default.
package struct ConfigurationSettings: Hashable, Sendable {
  /// The storefront as an alpha-3 code, `USA` by default.
  package var storefront: String
  /// The locale of prices and names, `en_US` by default.
  package var locale: String
  /// The raw value of the time rate, 0 (real time) by default.
  package var timeRate: Int
  /// Whether every purchase fails.
  package var failsTransactions: Bool
  /// Whether purchases wait for a parent's approval (Ask to Buy).
  package var asksToBuy: Bool
  /// Whether purchases are interrupted.
  package var interruptsPurchases: Bool
  /// Whether a subscription has a Billing Grace Period after a failed renewal.
  package var hasBillingGracePeriod: Bool
  /// Whether renewals fail.
  package var failsRenewals: Bool
  /// Whether purchases need no confirmation.
  package var disablesDialogs: Bool
  /// The enabled errors of `_storeKitErrors`: the names of the calls that fail, such as `Load Products`.
  ///
  /// The file also has a number for each error. It is documented nowhere, so it is kept only in the JSON.
  package var simulatedErrors: [String] = []
}

/// The prices of a file in other currencies, like the price tiers of App Store Connect.
///
/// They are in Till's own member `_priceTiers`, which Xcode ignores: a list of objects, each with a price by currency.
/// Without it, or for a price that is in no tier, every storefront uses the number in the file, as Xcode does.
struct PriceTiers: Hashable, Sendable {
  private var prices: [Int64: [String: Int64]] = [:]

  var isEmpty: Bool { prices.isEmpty }

  /// Reads the tiers; `currency` is the currency of the prices in the file.
  init(_ json: JSONObject, currency: String) throws(JSONError) {
    for case .object(let tier) in json["_priceTiers"]?.arrayValue ?? [] {
      guard let base = try ConfigurationReader.price(tier, currency) else { continue }
      for name in tier.names { prices[base, default: [:]][name] = try ConfigurationReader.price(tier, name) }
    }
  }

  /// Returns a price of the file in a currency.
  func price(_ milliunits: Int64, in currency: String) -> Int64 { prices[milliunits]?[currency] ?? milliunits }
}

extension ConfiguredProduct {
  /// Returns the product with its prices in a currency.
  func priced(in currency: String, by tiers: PriceTiers) -> ConfiguredProduct {
    guard !tiers.isEmpty else { return self }
    func price(_ milliunits: Int64) -> Int64 { tiers.price(milliunits, in: currency) }
    var product = self
    product.price = price(product.price)
    guard var plan = product.subscription else { return product }
    for place in plan.offers.indices { plan.offers[place].price = plan.offers[place].price.map(price) }
    for place in plan.billingPlans.indices {
      plan.billingPlans[place].price = price(plan.billingPlans[place].price)
      plan.billingPlans[place].commitmentPrice = price(plan.billingPlans[place].commitmentPrice)
    }
    product.subscription = plan
    return product
  }
}

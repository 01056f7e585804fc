/// A product of a StoreKit configuration file, as its author wrote it.
///
/// All texts are foreign: they pass `safeText` before they are shown.
package struct ConfiguredProduct: Hashable, Sendable {
  /// The product id; never empty.
  package let id: String
  /// The kind of purchase.
  package let type: ProductType
  /// The name that only the author sees.
  package let referenceName: String
  /// Xcode's own id, or App Store Connect's number in a synchronised file.
  package let internalID: String?
  /// The price as written, a decimal such as `4.99` in the currency of the storefront.
  package let displayPrice: String
  /// The price in milliunits; an empty text counts as 0.
  package let price: Int64
  /// Names and descriptions, by locale.
  package let localizations: [ConfiguredLocalization]
  /// Whether the family may share it.
  package let familyShareable: Bool
  /// How long a non-renewing subscription lasts: Till's own member `_duration`, which Xcode does not know.
  package let duration: SubscriptionPeriod?
  /// What only an auto-renewable subscription has.
  package let subscription: ConfiguredSubscription?

  /// The name for a locale such as `zh_CN`: its own, that of another region with the same language, the first one
  /// there is, the reference name, the id.
  package func displayName(locale: String) -> String {
    let names = [localizations.best(for: locale, \.displayName), referenceName]
    return names.compactMap(\.self).first { !$0.isEmpty } ?? id
  }

  /// The description for a locale, chosen as the name is; may be empty.
  package func description(locale: String) -> String {
    localizations.best(for: locale, \.description) ?? ""
  }
}

/// The part of a configuration file about an auto-renewable subscription beyond every product's members.
package struct ConfiguredSubscription: Hashable, Sendable {
  /// The id of the group that holds it.
  package let groupID: String
  /// The level of service: 1 is the highest, equal numbers are the same level.
  package let groupNumber: Int
  /// How long one period lasts.
  package let period: SubscriptionPeriod
  /// The offers of every kind, in the order of the file.
  package let offers: [ConfiguredOffer]
  /// The ways to pay that are enabled, in the order of the file; none where the file has no such list.
  package let billingPlans: [ConfiguredBillingPlan]

  /// The offers for customers who are new to the group.
  package var introductoryOffers: [ConfiguredOffer] { offers.filter { $0.type == .introductoryOffer } }

  /// The offers that customers redeem with a code.
  package var offerCodes: [ConfiguredOffer] { offers.filter { $0.type == .offerCode } }

  /// The offers to customers whose subscription has ended.
  package var winBackOffers: [ConfiguredOffer] { offers.filter { $0.type == .winBackOffer } }

  /// The offers that the app makes to customers it chooses.
  package var promotionalOffers: [ConfiguredOffer] { offers.filter { $0.type == .promotionalOffer } }
}

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
  /// Whether an offer code comes behind the introductory offer instead of in its place.
  package let isStackable: Bool
  /// Whether the test store's customers may have a win-back offer.
  package let isEligible: Bool
  /// The billing plan that it is for; nil for every way to pay.
  package let billingPlanType: BillingPlanType?
}

/// A way to pay for a subscription: at once for the whole period, or each month with a commitment.
package struct ConfiguredBillingPlan: Hashable, Sendable {
  package let type: BillingPlanType
  /// Milliunits of one payment.
  package let price: Int64
  /// Milliunits of the whole commitment.
  package let commitmentPrice: Int64
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

  /// How well it fits a locale; less is better.
  fileprivate func distance(from locale: String) -> Int {
    if self.locale == locale { return 0 }
    return Self.language(of: self.locale) == Self.language(of: locale) ? 1 : 2
  }
}

extension [ConfiguredLocalization] {
  /// The text for a locale that is not empty: its own, one of the same language, the first.
  func best(for locale: String, _ text: KeyPath<ConfiguredLocalization, String>) -> String? {
    filter { !$0[keyPath: text].isEmpty }
      .min { $0.distance(from: locale) < $1.distance(from: locale) }?[keyPath: text]
  }
}

/// A group of subscriptions of which a customer has one at a time.
package struct ConfiguredGroup: Hashable, Sendable {
  /// The id that signed data call it by.
  package let id: String
  /// The name that only the author sees.
  package let name: String
  /// Names that customers see, by locale; mostly none.
  package let localizations: [ConfiguredLocalization]
  /// The ids of its products in the order of the file.
  package let productIDs: [String]

  /// The name for a locale, or the author's where there is none.
  package func displayName(locale: String) -> String {
    localizations.best(for: locale, \.displayName) ?? name
  }
}

/// The settings of the test store in a StoreKit configuration file; absent ones have Xcode's default.
package struct ConfigurationSettings: Hashable, Sendable {
  /// The storefront as an alpha-3 code, `USA` by default.
  package var storefront: String
  /// The locale that prices and names are shown in, `en_US` by default.
  package var locale: String
  /// The raw value of the time rate, 0 (real time) by default.
  package var timeRate: Int
  /// Whether every purchase fails.
  package var failsTransactions: Bool
  /// Whether purchases wait for a parent.
  package var asksToBuy: Bool
  /// Whether purchases are interrupted.
  package var interruptsPurchases: Bool
  /// Whether a subscription whose renewal failed goes on for a while.
  package var hasBillingGracePeriod: Bool
  /// Whether renewals fail.
  package var failsRenewals: Bool
  /// Whether purchases need no confirmation.
  package var disablesDialogs: Bool
  /// The calls that fail (`_storeKitErrors`, those that are enabled), as Xcode names them, such as `Load Products`; the
  /// numbers beside them are documented nowhere, so they only stay in the JSON.
  package var simulatedErrors: [String] = []
}

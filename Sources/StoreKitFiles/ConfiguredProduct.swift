package import StoreModel

/// A product of a StoreKit configuration file, as its author wrote it.
///
/// All texts are foreign: they pass `safeText` before they are shown.
package struct ConfiguredProduct: Hashable, Sendable {
  /// The product id; never empty.
  package let id: String
  /// What kind of purchase it is.
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

/// What a configuration file says of an auto-renewable subscription beyond what every product has.
package struct ConfiguredSubscription: Hashable, Sendable {
  /// The id of the group that holds it.
  package let groupID: String
  /// The level of service: 1 is the highest, equal numbers are the same level.
  package let groupNumber: Int
  /// How long one period lasts.
  package let period: SubscriptionPeriod
  /// The offers of every kind, in the order of the file.
  package let offers: [ConfiguredOffer]

  /// The offers for customers who are new to the group.
  package var introductoryOffers: [ConfiguredOffer] { offers.filter { $0.type == .introductoryOffer } }

  /// The offers that customers redeem with a code.
  package var offerCodes: [ConfiguredOffer] { offers.filter { $0.type == .offerCode } }

  /// The offers that the app makes to customers it chooses.
  package var promotionalOffers: [ConfiguredOffer] { offers.filter { $0.type == .promotionalOffer } }
}

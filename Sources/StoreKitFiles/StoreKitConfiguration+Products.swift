import Foundation
package import StoreModel

extension StoreKitConfiguration {
  /// The products as a storefront shows them.
  ///
  /// Prices are the numbers of the file in the storefront's currency, written as is usual for the locale `formats`, or for
  /// the storefront's; names and descriptions are in the language of `locale`, or of the storefront, where there are
  /// some. Texts are not yet safe to show.
  package func products(in storefront: Storefront, locale: String? = nil, formats: String? = nil) -> [Product] {
    let identifier = locale ?? storefront.localeIdentifier
    let formats = Locale(identifier: formats ?? storefront.localeIdentifier)
    return self.products.map { product in
      let group = product.subscription.flatMap { self.group(id: $0.groupID) }
      return Product(
        id: product.id, type: product.type, displayName: product.displayName(locale: identifier),
        description: product.description(locale: identifier), price: product.price, currency: storefront.currency,
        displayPrice: Price(milliunits: product.price, currency: storefront.currency).formatted(locale: formats),
        subscriptionGroupIdentifier: group?.id, subscriptionGroupName: group?.displayName(locale: identifier),
        groupLevel: product.subscription?.groupNumber, subscriptionPeriod: product.subscription?.period,
        familyShareable: product.familyShareable,
        localizedNames: Dictionary(
          product.localizations.filter { !$0.displayName.isEmpty }.map { ($0.locale, $0.displayName) },
          uniquingKeysWith: { first, _ in first }))
    }
  }
}

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

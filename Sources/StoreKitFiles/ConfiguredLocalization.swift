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

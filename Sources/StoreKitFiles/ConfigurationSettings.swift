/// The settings of the test store in a StoreKit configuration file; what is absent has Xcode's default.
///
/// The simulated failures by call (`_storeKitErrors`) are not among them: what their numbers mean is documented
/// nowhere, so they only stay in the JSON.
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
}

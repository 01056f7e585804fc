/// The settings of the test store in a StoreKit configuration file; what is absent has Xcode's default.
///
/// The simulated failures by call (`_storeKitErrors`) are not among them: what their numbers mean is documented
/// nowhere, so they only stay in the JSON.
package struct ConfigurationSettings: Hashable, Sendable {
  /// The storefront as an alpha-3 code, `USA` by default.
  package let storefront: String
  /// The locale that prices and names are shown in, `en_US` by default.
  package let locale: String
  /// The raw value of the time rate, 0 (real time) by default.
  package let timeRate: Int
  /// Whether every purchase fails.
  package let failsTransactions: Bool
  /// Whether purchases wait for a parent.
  package let asksToBuy: Bool
  /// Whether purchases are interrupted.
  package let interruptsPurchases: Bool
  /// Whether a subscription whose renewal failed goes on for a while.
  package let hasBillingGracePeriod: Bool
  /// Whether renewals fail.
  package let failsRenewals: Bool
  /// Whether purchases need no confirmation.
  package let disablesDialogs: Bool
}

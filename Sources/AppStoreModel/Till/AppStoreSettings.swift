/// The settings of the simulated App Store, and of the network connection to it.
///
/// Each setting is a property and an entry in `fields`. The ledger stores the settings and `till serve` sends them by
/// that list. A verb in the module `Verbs` changes each of them.
package struct AppStoreSettings: Hashable, Sendable {
  /// Whether devices can reach the App Store.
  package var network = true
  /// Whether devices are allowed to make payments.
  package var payments = true
  /// Whether every purchase waits for a parent's approval (Ask to Buy).
  package var asksToBuy = false
  /// Whether a Billing Grace Period follows a failed renewal.
  package var grace = false
  /// The length of the grace period in days: 3, 16 or 28; at most 6 for subscriptions of a week or shorter.
  package var graceDays = 16
  /// Whether only renewals after a paid period get a grace period, and not those after a free trial.
  package var graceIsForPaidPeriods = false
  /// Whether the sandbox has grace periods too, a setting of App Store Connect.
  package var graceInSandbox = true
  /// Whether purchases are interrupted until the customer resolves a problem with the App Store.
  package var interrupts = false
  /// Whether every renewal fails.
  package var failsRenewals = false
  /// Whether the payment sheet asks for confirmation.
  package var showsDialogs = true
  /// Whether sandbox notifications contain the app's number and version, as real ones do despite the documentation.
  package var namesAppInSandbox = true
  /// Whether signed data leaves out the members that Apple added after 2025.
  package var signsShapeOf2025 = false
  /// The result of the review of new retention images and messages: `approve`, `hold` or `reject`.
  package var retentionReview = "approve"

  package init() {}
}

extension AppStoreSettings: JSONFields {
  package static let fields = Fields<Self>(
    Field("network", \.network),
    Field("payments", \.payments),
    Field("asksToBuy", \.asksToBuy),
    Field("grace", \.grace),
    Field("interrupts", \.interrupts),
    Field("failsRenewals", \.failsRenewals),
    Field("showsDialogs", \.showsDialogs),
    Field("namesAppInSandbox", \.namesAppInSandbox),
    Field("signsShapeOf2025", \.signsShapeOf2025),
    Field("graceDays", \.graceDays),
    Field("graceIsForPaidPeriods", \.graceIsForPaidPeriods),
    Field("graceInSandbox", \.graceInSandbox),
    Field("retentionReview", \.retentionReview))
  package static let blank = AppStoreSettings()
}

/// The settings of the simulated App Store, and of the way to it.
///
/// Each is a property and a line of the list. The ledger keeps and `till serve` sends them by that list, and a verb's
/// row in `StoreVerbs` switches one.
package struct AppStoreSettings: Hashable, Sendable {
  /// Whether devices reach the App Store.
  package var network = true
  /// Whether devices may make payments.
  package var payments = true
  /// Whether every purchase waits for a parent.
  package var asksToBuy = false
  /// Whether a failed renewal is followed by a grace period.
  package var grace = false
  /// How many days a grace period lasts: 3, 16 or 28, with 6 at most for subscriptions of a week or shorter.
  package var graceDays = 16
  /// Whether only a renewal that follows a paid period has one, and none that follows a free trial.
  package var graceIsForPaidPeriods = false
  /// Whether the sandbox has grace periods too, as a switch of App Store Connect says.
  package var graceInSandbox = true
  /// Whether purchases wait until the customer has settled something with the App Store.
  package var interrupts = false
  /// Whether every renewal fails.
  package var failsRenewals = false
  /// Whether the payment sheet asks before it pays.
  package var showsDialogs = true
  /// Whether notifications of the sandbox carry the app's number and version, as real ones do against the documentation.
  package var namesAppInSandbox = true
  /// Whether members that Apple added after 2025 are left out of what is signed.
  package var signsShapeOf2025 = false
  /// How the review of new retention images and messages ends: `approve`, `hold` or `reject`.
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

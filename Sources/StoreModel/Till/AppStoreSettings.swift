/// What is on and what is off at the simulated App Store, and on the way to it.
///
/// Each is a property and a line of the list. The ledger keeps and `till serve` sends them by that list, and a verb's row
/// in `StoreVerbs` switches one.
package struct AppStoreSettings: Hashable, Sendable {
  /// Whether devices reach the App Store.
  package var network = true
  /// Whether devices may make payments.
  package var payments = true
  /// Whether every purchase waits for a parent.
  package var asksToBuy = false
  /// Whether a failed renewal is followed by a grace period.
  package var grace = false
  /// Whether purchases wait until the customer has settled something with the App Store.
  package var interrupts = false
  /// Whether every renewal fails.
  package var failsRenewals = false
  /// Whether the payment sheet asks before it pays.
  package var showsDialogs = true

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
    Field("showsDialogs", \.showsDialogs))
  package static let blank = AppStoreSettings()
}

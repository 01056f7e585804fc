package import StoreModel

/// How the app's server is set.
package struct AppServerSettings: Hashable, Sendable {
  /// What happens when a user brings a purchase that another user already has.
  package var policy: RestorePolicy
  /// From which age on a purchase is too old to be credited, in milliseconds; nil for never.
  package var overdueAge: Int64?
}

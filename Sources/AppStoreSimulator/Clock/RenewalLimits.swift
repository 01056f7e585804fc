import StoreModel

/// How often a subscription may renew.
struct RenewalLimits: Hashable, Sendable {
  /// Renewals after which a subscription ends by itself.
  var perRun = TimeRate.maximumRenewals
  /// Renewals of one subscription that one jump of the clock may cause.
  var perJump = 1_000
}

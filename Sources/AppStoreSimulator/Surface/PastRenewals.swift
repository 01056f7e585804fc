/// What becomes of a subscription that is bought in the past (Apple: `purchaseDate(_:renewalBehavior:)`).
package enum PastRenewals: String, Hashable, Sendable, CaseIterable {
  /// A first period that is over by now is followed by one that begins now.
  case `default`
  /// It is cancelled at once and ends with its first period.
  case cancelImmediately = "cancel"
  /// Every renewal up to now has happened.
  case untilNow = "until-now"
}

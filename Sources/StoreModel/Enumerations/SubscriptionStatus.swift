/// The state of a subscription as the App Store server tells it (Apple: Status).
package struct SubscriptionStatus: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Paid and running.
  package static let active = SubscriptionStatus(rawValue: 1)
  /// Over.
  package static let expired = SubscriptionStatus(rawValue: 2)
  /// A renewal failed and is tried again; no grace period.
  package static let billingRetry = SubscriptionStatus(rawValue: 3)
  /// A renewal failed; access stays during the grace period.
  package static let billingGracePeriod = SubscriptionStatus(rawValue: 4)
  /// Refunded, or no longer shared by the family.
  package static let revoked = SubscriptionStatus(rawValue: 5)

  package static let known: [SubscriptionStatus] = [
    active, expired, billingRetry, billingGracePeriod, revoked,
  ]
}

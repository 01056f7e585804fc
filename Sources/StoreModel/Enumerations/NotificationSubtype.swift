/// The detail of what a server notification reports (Apple: Subtype).
package struct NotificationSubtype: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// For the first time in the group.
  package static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")
  /// Again after an end.
  package static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")
  /// To a lower level of service.
  package static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")
  /// To a higher level of service.
  package static let upgrade = NotificationSubtype(rawValue: "UPGRADE")
  /// Auto-renew is on.
  package static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")
  /// Auto-renew is off.
  package static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")
  /// By the customer's choice.
  package static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
  /// Charging failed to the end.
  package static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")
  /// No agreement to a higher price.
  package static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")
  /// Access stays during the grace period.
  package static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")
  /// The customer has not answered.
  package static let pending = NotificationSubtype(rawValue: "PENDING")
  /// The customer agreed, or need not.
  package static let accepted = NotificationSubtype(rawValue: "ACCEPTED")
  /// Charging succeeded after it had failed.
  package static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")
  /// The product was not for sale.
  package static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")
  /// All subscriptions are done.
  package static let summary = NotificationSubtype(rawValue: "SUMMARY")
  /// It failed for one subscription.
  package static let failure = NotificationSubtype(rawValue: "FAILURE")
  /// The token was not reported to Apple.
  package static let unreported = NotificationSubtype(rawValue: "UNREPORTED")

  package static let known: [NotificationSubtype] = [
    initialBuy, resubscribe, downgrade, upgrade, autoRenewEnabled, autoRenewDisabled, voluntary, billingRetry,
    priceIncrease, gracePeriod, pending, accepted, billingRecovery, productNotForSale, summary, failure, unreported,
  ]
}

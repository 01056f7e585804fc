/// What a server notification reports (Apple: NotificationTypeV2).
package struct NotificationType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Subscribed, first or again.
  package static let subscribed = NotificationType(rawValue: "SUBSCRIBED")
  /// Another product of the group was chosen.
  package static let didChangeRenewalPref = NotificationType(rawValue: "DID_CHANGE_RENEWAL_PREF")
  /// Auto-renew was switched.
  package static let didChangeRenewalStatus = NotificationType(rawValue: "DID_CHANGE_RENEWAL_STATUS")
  /// An offer was redeemed on an active subscription.
  package static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")
  /// A subscription renewed.
  package static let didRenew = NotificationType(rawValue: "DID_RENEW")
  /// A subscription ended.
  package static let expired = NotificationType(rawValue: "EXPIRED")
  /// A renewal could not be charged.
  package static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")
  /// The grace period is over; charging is tried on.
  package static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")
  /// A price increase was told to the customer.
  package static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")
  /// A refund was granted.
  package static let refund = NotificationType(rawValue: "REFUND")
  /// A refund asked through the app was declined.
  package static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")
  /// Apple asks how far a purchase was used.
  package static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")
  /// The renewal date of one subscription was moved.
  package static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")
  /// A member of the family lost a purchase.
  package static let revoke = NotificationType(rawValue: "REVOKE")
  /// A test that was asked for.
  package static let test = NotificationType(rawValue: "TEST")
  /// News of moving many renewal dates.
  package static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")
  /// A refund was taken back.
  package static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")
  /// A token for an external purchase.
  package static let externalPurchaseToken = NotificationType(rawValue: "EXTERNAL_PURCHASE_TOKEN")
  /// Something that does not renew was bought.
  package static let oneTimeCharge = NotificationType(rawValue: "ONE_TIME_CHARGE")
  /// A parent withdrew consent.
  package static let rescindConsent = NotificationType(rawValue: "RESCIND_CONSENT")
  /// Advanced Commerce: the texts of a subscription changed.
  package static let metadataUpdate = NotificationType(rawValue: "METADATA_UPDATE")
  /// Advanced Commerce: a subscription was moved over.
  package static let migration = NotificationType(rawValue: "MIGRATION")
  /// Advanced Commerce: the price of a subscription changed.
  package static let priceChange = NotificationType(rawValue: "PRICE_CHANGE")

  package static let known: [NotificationType] = [
    subscribed, didChangeRenewalPref, didChangeRenewalStatus, offerRedeemed, didRenew, expired, didFailToRenew,
    gracePeriodExpired, priceIncrease, refund, refundDeclined, consumptionRequest, renewalExtended, revoke, test,
    renewalExtension, refundReversed, externalPurchaseToken, oneTimeCharge, rescindConsent, metadataUpdate, migration,
    priceChange,
  ]
}

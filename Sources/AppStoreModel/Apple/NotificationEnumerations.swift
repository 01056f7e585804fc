package import Core

/// The event of a server notification (Apple: NotificationTypeV2).
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
  /// Apple informed the customer of a price increase.
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

/// The detail of a server notification's event (Apple: Subtype).
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

/// How an attempt to deliver a notification ended (Apple: SendAttemptResult).
package struct SendAttemptResult: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The server took it.
  package static let success = SendAttemptResult(rawValue: "SUCCESS")
  /// The server did not answer in time.
  package static let timedOut = SendAttemptResult(rawValue: "TIMED_OUT")
  /// No secure connection.
  package static let tlsIssue = SendAttemptResult(rawValue: "TLS_ISSUE")
  /// The server redirects in a circle.
  package static let circularRedirect = SendAttemptResult(rawValue: "CIRCULAR_REDIRECT")
  /// No answer.
  package static let noResponse = SendAttemptResult(rawValue: "NO_RESPONSE")
  /// No connection.
  package static let socketIssue = SendAttemptResult(rawValue: "SOCKET_ISSUE")
  /// The answer's text is in a set of characters that is not known.
  package static let unsupportedCharset = SendAttemptResult(rawValue: "UNSUPPORTED_CHARSET")
  /// The answer is no HTTP.
  package static let invalidResponse = SendAttemptResult(rawValue: "INVALID_RESPONSE")
  /// The connection closed before the answer was whole.
  package static let prematureClose = SendAttemptResult(rawValue: "PREMATURE_CLOSE")
  /// A status outside 200 to 206.
  package static let unsuccessfulHTTPResponseCode = SendAttemptResult(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
  /// Something else.
  package static let other = SendAttemptResult(rawValue: "OTHER")

  package static let known: [SendAttemptResult] = [
    success, timedOut, tlsIssue, circularRedirect, noResponse, socketIssue, unsupportedCharset, invalidResponse,
    prematureClose, unsuccessfulHTTPResponseCode, other,
  ]
}

/// One attempt to deliver a notification (Apple: SendAttemptItem).
package struct SendAttempt: Hashable, Sendable {
  /// When it was made.
  package var attemptDate: Timestamp
  /// How it ended.
  package var sendAttemptResult: SendAttemptResult

  /// An attempt that was made.
  package init(attemptDate: Timestamp, sendAttemptResult: SendAttemptResult) {
    self.attemptDate = attemptDate
    self.sendAttemptResult = sendAttemptResult
  }

  /// The object as Apple's notification history has it.
  package var json: JSONObject {
    ["attemptDate": attemptDate.memberValue, "sendAttemptResult": sendAttemptResult.memberValue]
  }
}

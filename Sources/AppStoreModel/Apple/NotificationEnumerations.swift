package import Core

/// The event that a server notification reports (Apple: NotificationTypeV2).
package struct NotificationType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// The customer subscribed, for the first time or again.
  package static let subscribed = NotificationType(rawValue: "SUBSCRIBED")
  /// The customer chose another product of the subscription group.
  package static let didChangeRenewalPref = NotificationType(rawValue: "DID_CHANGE_RENEWAL_PREF")
  /// The customer or Apple turned auto-renewal on or off.
  package static let didChangeRenewalStatus = NotificationType(rawValue: "DID_CHANGE_RENEWAL_STATUS")
  /// The customer redeemed an offer on an active subscription.
  package static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")
  /// A subscription renewed.
  package static let didRenew = NotificationType(rawValue: "DID_RENEW")
  /// A subscription ended.
  package static let expired = NotificationType(rawValue: "EXPIRED")
  /// Apple could not charge the renewal.
  package static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")
  /// The Billing Grace Period is over; Apple keeps trying to charge the customer.
  package static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")
  /// Apple informed the customer of a price increase.
  package static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")
  /// Apple granted a refund.
  package static let refund = NotificationType(rawValue: "REFUND")
  /// Apple declined a refund that the customer requested in the app.
  package static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")
  /// Apple asks the app server how much of the purchase the customer has used.
  package static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")
  /// Apple extended the renewal date of one subscription.
  package static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")
  /// A family member lost access to a shared purchase.
  package static let revoke = NotificationType(rawValue: "REVOKE")
  /// A test notification that the developer requested.
  package static let test = NotificationType(rawValue: "TEST")
  /// The result of a request to extend many renewal dates.
  package static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")
  /// Apple reversed a refund.
  package static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")
  /// Apple created a token for an external purchase.
  package static let externalPurchaseToken = NotificationType(rawValue: "EXTERNAL_PURCHASE_TOKEN")
  /// The customer bought a product that does not renew.
  package static let oneTimeCharge = NotificationType(rawValue: "ONE_TIME_CHARGE")
  /// A parent withdrew consent to the child's use of the app.
  package static let rescindConsent = NotificationType(rawValue: "RESCIND_CONSENT")
  /// The texts of a subscription changed (Advanced Commerce).
  package static let metadataUpdate = NotificationType(rawValue: "METADATA_UPDATE")
  /// A subscription was migrated to Advanced Commerce.
  package static let migration = NotificationType(rawValue: "MIGRATION")
  /// The price of a subscription changed (Advanced Commerce).
  package static let priceChange = NotificationType(rawValue: "PRICE_CHANGE")

  package static let known: [NotificationType] = [
    subscribed, didChangeRenewalPref, didChangeRenewalStatus, offerRedeemed, didRenew, expired, didFailToRenew,
    gracePeriodExpired, priceIncrease, refund, refundDeclined, consumptionRequest, renewalExtended, revoke, test,
    renewalExtension, refundReversed, externalPurchaseToken, oneTimeCharge, rescindConsent, metadataUpdate, migration,
    priceChange,
  ]
}

/// The details of the event that a server notification reports (Apple: Subtype).
package struct NotificationSubtype: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// The customer subscribed for the first time in the subscription group.
  package static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")
  /// The customer subscribed again after an earlier subscription had ended.
  package static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")
  /// The customer changed to a lower level of service.
  package static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")
  /// The customer changed to a higher level of service.
  package static let upgrade = NotificationSubtype(rawValue: "UPGRADE")
  /// Auto-renewal was turned on.
  package static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")
  /// Auto-renewal was turned off.
  package static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")
  /// The subscription expired because the customer turned auto-renewal off.
  package static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
  /// The subscription expired because billing retry ended without a successful charge.
  package static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")
  /// The subscription expired because the customer did not agree to a price increase.
  package static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")
  /// The renewal failed; the customer keeps access during the Billing Grace Period.
  package static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")
  /// The customer has not responded to the price increase.
  package static let pending = NotificationSubtype(rawValue: "PENDING")
  /// The customer agreed to the price increase, or no agreement was needed.
  package static let accepted = NotificationSubtype(rawValue: "ACCEPTED")
  /// A renewal was charged successfully after an earlier charge had failed.
  package static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")
  /// The subscription expired because the product was not for sale at renewal.
  package static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")
  /// Apple has finished a request to extend many renewal dates.
  package static let summary = NotificationSubtype(rawValue: "SUMMARY")
  /// Apple could not extend the renewal date of one subscription.
  package static let failure = NotificationSubtype(rawValue: "FAILURE")
  /// The developer has not reported the external purchase token to Apple.
  package static let unreported = NotificationSubtype(rawValue: "UNREPORTED")

  package static let known: [NotificationSubtype] = [
    initialBuy, resubscribe, downgrade, upgrade, autoRenewEnabled, autoRenewDisabled, voluntary, billingRetry,
    priceIncrease, gracePeriod, pending, accepted, billingRecovery, productNotForSale, summary, failure, unreported,
  ]
}

/// How an attempt to deliver a notification ended (Apple: SendAttemptResult).
package struct SendAttemptResult: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// The server accepted the notification.
  package static let success = SendAttemptResult(rawValue: "SUCCESS")
  /// The server did not answer in time.
  package static let timedOut = SendAttemptResult(rawValue: "TIMED_OUT")
  /// The TLS connection could not be made.
  package static let tlsIssue = SendAttemptResult(rawValue: "TLS_ISSUE")
  /// The server redirects in a loop.
  package static let circularRedirect = SendAttemptResult(rawValue: "CIRCULAR_REDIRECT")
  /// The server did not answer.
  package static let noResponse = SendAttemptResult(rawValue: "NO_RESPONSE")
  /// The network connection failed.
  package static let socketIssue = SendAttemptResult(rawValue: "SOCKET_ISSUE")
  /// The answer uses an unsupported character set.
  package static let unsupportedCharset = SendAttemptResult(rawValue: "UNSUPPORTED_CHARSET")
  /// The answer is not valid HTTP.
  package static let invalidResponse = SendAttemptResult(rawValue: "INVALID_RESPONSE")
  /// The connection closed before the answer was complete.
  package static let prematureClose = SendAttemptResult(rawValue: "PREMATURE_CLOSE")
  /// The HTTP status of the answer is not in the range 200 to 206.
  package static let unsuccessfulHTTPResponseCode = SendAttemptResult(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
  /// The attempt failed with another error.
  package static let other = SendAttemptResult(rawValue: "OTHER")

  package static let known: [SendAttemptResult] = [
    success, timedOut, tlsIssue, circularRedirect, noResponse, socketIssue, unsupportedCharset, invalidResponse,
    prematureClose, unsuccessfulHTTPResponseCode, other,
  ]
}

/// One attempt to deliver a notification (Apple: SendAttemptItem).
package struct SendAttempt: Hashable, Sendable {
  /// When the App Store tried to send the notification.
  package var attemptDate: Timestamp
  /// How the attempt to send the notification ended.
  package var sendAttemptResult: SendAttemptResult

  /// Makes the record of one attempt to send a notification.
  package init(attemptDate: Timestamp, sendAttemptResult: SendAttemptResult) {
    self.attemptDate = attemptDate
    self.sendAttemptResult = sendAttemptResult
  }

  /// The JSON object, in the form of Apple's notification history.
  package var json: JSONObject {
    ["attemptDate": attemptDate.memberValue, "sendAttemptResult": sendAttemptResult.memberValue]
  }
}

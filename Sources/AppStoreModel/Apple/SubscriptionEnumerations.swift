/// The state of a subscription according to the App Store Server API (Apple: Status).
package struct SubscriptionStatus: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The subscription is paid and active.
  package static let active = SubscriptionStatus(rawValue: 1)
  /// The subscription has expired.
  package static let expired = SubscriptionStatus(rawValue: 2)
  /// A renewal failed and Apple retries the charge; no Billing Grace Period applies.
  package static let billingRetry = SubscriptionStatus(rawValue: 3)
  /// A renewal failed; the customer keeps access during the Billing Grace Period.
  package static let billingGracePeriod = SubscriptionStatus(rawValue: 4)
  /// The subscription was refunded, or is no longer shared by the family.
  package static let revoked = SubscriptionStatus(rawValue: 5)

  package static let known: [Self] = [active, expired, billingRetry, billingGracePeriod, revoked]
}

/// Why a subscription expired (Apple: ExpirationIntent).
package struct ExpirationIntent: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The customer turned auto-renewal off.
  package static let customerCancelled = ExpirationIntent(rawValue: 1)
  /// Apple could not charge the customer.
  package static let billingError = ExpirationIntent(rawValue: 2)
  /// The customer did not agree to a price increase.
  package static let customerDidNotConsentToPriceIncrease = ExpirationIntent(rawValue: 3)
  /// The product was not for sale at renewal.
  package static let productNotAvailable = ExpirationIntent(rawValue: 4)
  /// A reason that is not in this list.
  package static let other = ExpirationIntent(rawValue: 5)

  package static let known: [ExpirationIntent] = [
    customerCancelled, billingError, customerDidNotConsentToPriceIncrease, productNotAvailable, other,
  ]
}

/// Whether a subscription renews at the end of its period (Apple: AutoRenewStatus).
package struct AutoRenewStatus: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The subscription ends at the end of its period.
  package static let off = AutoRenewStatus(rawValue: 0)
  /// The subscription renews at the end of its period.
  package static let on = AutoRenewStatus(rawValue: 1)

  package static let known: [Self] = [off, on]
}

/// Whether the customer agreed to a price increase (Apple: PriceIncreaseStatus).
package struct PriceIncreaseStatus: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The customer has not responded yet.
  package static let customerHasNotResponded = PriceIncreaseStatus(rawValue: 0)
  /// The customer agreed to the price increase, or no agreement was needed.
  package static let customerConsentedOrWasNotifiedWithoutNeedingConsent = PriceIncreaseStatus(rawValue: 1)

  package static let known: [Self] = [customerHasNotResponded, customerConsentedOrWasNotifiedWithoutNeedingConsent]
}

/// Why Apple refunded or revoked a transaction (Apple: RevocationReason).
package struct RevocationReason: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Apple refunded because of an issue in the app, real or perceived by the customer.
  package static let refundedDueToIssue = RevocationReason(rawValue: 1)
  /// Apple refunded for another reason, such as an accidental purchase.
  package static let refundedForOtherReason = RevocationReason(rawValue: 0)

  package static let known: [Self] = [refundedDueToIssue, refundedForOtherReason]
}

/// The type of a revocation: full refund, partial refund or end of Family Sharing (Apple: RevocationType).
package struct RevocationType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// Apple refunded the whole price.
  package static let refundFull = RevocationType(rawValue: "REFUND_FULL")
  /// Apple refunded a part of the price.
  package static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")
  /// Family Sharing of the purchase ended; Apple refunded nothing.
  package static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")

  package static let known: [Self] = [refundFull, refundProrated, familyRevoke]
}

/// The customer's reason for a refund request (Apple: ConsumptionRequestReason).
package struct ConsumptionRequestReason: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// The customer did not intend the purchase.
  package static let unintendedPurchase = ConsumptionRequestReason(rawValue: "UNINTENDED_PURCHASE")
  /// The purchase was not delivered, or did not work.
  package static let fulfillmentIssue = ConsumptionRequestReason(rawValue: "FULFILLMENT_ISSUE")
  /// The customer is not satisfied with the purchase.
  package static let unsatisfiedWithPurchase = ConsumptionRequestReason(rawValue: "UNSATISFIED_WITH_PURCHASE")
  /// The customer has a legal reason.
  package static let legal = ConsumptionRequestReason(rawValue: "LEGAL")
  /// A reason that is not in this list.
  package static let other = ConsumptionRequestReason(rawValue: "OTHER")

  package static let known: [Self] = [unintendedPurchase, fulfillmentIssue, unsatisfiedWithPurchase, legal, other]
}

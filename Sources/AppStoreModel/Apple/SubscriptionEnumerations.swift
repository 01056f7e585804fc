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

/// Why a subscription expired (Apple: ExpirationIntent).
package struct ExpirationIntent: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The customer cancelled.
  package static let customerCancelled = ExpirationIntent(rawValue: 1)
  /// The customer could not be charged.
  package static let billingError = ExpirationIntent(rawValue: 2)
  /// The customer did not agree to a higher price.
  package static let customerDidNotConsentToPriceIncrease = ExpirationIntent(rawValue: 3)
  /// The product was not for sale at renewal.
  package static let productNotAvailable = ExpirationIntent(rawValue: 4)
  /// Another reason.
  package static let other = ExpirationIntent(rawValue: 5)

  package static let known: [ExpirationIntent] = [
    customerCancelled, billingError, customerDidNotConsentToPriceIncrease, productNotAvailable, other,
  ]
}

/// Whether a subscription renews at the end of its period (Apple: AutoRenewStatus).
package struct AutoRenewStatus: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// It ends then.
  package static let off = AutoRenewStatus(rawValue: 0)
  /// It renews then.
  package static let on = AutoRenewStatus(rawValue: 1)

  package static let known: [AutoRenewStatus] = [
    off, on,
  ]
}

/// Whether the customer agreed to a higher price (Apple: PriceIncreaseStatus).
package struct PriceIncreaseStatus: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Not yet answered.
  package static let customerHasNotResponded = PriceIncreaseStatus(rawValue: 0)
  /// Agreed, or no agreement was needed.
  package static let customerConsentedOrWasNotifiedWithoutNeedingConsent = PriceIncreaseStatus(rawValue: 1)

  package static let known: [PriceIncreaseStatus] = [
    customerHasNotResponded, customerConsentedOrWasNotifiedWithoutNeedingConsent,
  ]
}

/// Why Apple refunded or revoked a transaction (Apple: RevocationReason).
package struct RevocationReason: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// An issue within the app, or a perceived one.
  package static let refundedDueToIssue = RevocationReason(rawValue: 1)
  /// Another reason, such as an accidental purchase.
  package static let refundedForOtherReason = RevocationReason(rawValue: 0)

  package static let known: [RevocationReason] = [
    refundedDueToIssue, refundedForOtherReason,
  ]
}

/// The kind of revocation (Apple: RevocationType).
package struct RevocationType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The whole price.
  package static let refundFull = RevocationType(rawValue: "REFUND_FULL")
  /// A share of the price.
  package static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")
  /// Nothing; the family stopped sharing it.
  package static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")

  package static let known: [RevocationType] = [
    refundFull, refundProrated, familyRevoke,
  ]
}

/// Why the customer asks for a refund (Apple: ConsumptionRequestReason).
package struct ConsumptionRequestReason: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The purchase was not meant.
  package static let unintendedPurchase = ConsumptionRequestReason(rawValue: "UNINTENDED_PURCHASE")
  /// It was not delivered, or did not work.
  package static let fulfillmentIssue = ConsumptionRequestReason(rawValue: "FULFILLMENT_ISSUE")
  /// The customer is not satisfied.
  package static let unsatisfiedWithPurchase = ConsumptionRequestReason(rawValue: "UNSATISFIED_WITH_PURCHASE")
  /// A legal reason.
  package static let legal = ConsumptionRequestReason(rawValue: "LEGAL")
  /// Another reason.
  package static let other = ConsumptionRequestReason(rawValue: "OTHER")

  package static let known: [ConsumptionRequestReason] = [
    unintendedPurchase, fulfillmentIssue, unsatisfiedWithPurchase, legal, other,
  ]
}

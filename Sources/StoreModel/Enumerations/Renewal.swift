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

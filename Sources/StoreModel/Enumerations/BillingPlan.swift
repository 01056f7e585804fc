/// How a subscription with a commitment is charged (Apple: BillingPlanType).
package struct BillingPlanType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// At once for the whole time.
  package static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
  /// Each month.
  package static let monthly = BillingPlanType(rawValue: "MONTHLY")

  package static let known: [BillingPlanType] = [
    billedUpfront, monthly,
  ]
}

/// How the next period of a subscription is charged (Apple: RenewalBillingPlanType).
package struct RenewalBillingPlanType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// At once for the whole time.
  package static let billedUpfront = RenewalBillingPlanType(rawValue: "BILLED_UPFRONT")
  /// Each month.
  package static let monthly = RenewalBillingPlanType(rawValue: "MONTHLY")

  package static let known: [RenewalBillingPlanType] = [
    billedUpfront, monthly,
  ]
}

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

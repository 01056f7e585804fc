package import Core

/// The app server's answer to a consumption request of Apple, without the consent (Apple: ConsumptionRequest).
package struct ConsumptionReply: Hashable, Sendable {
  package static let delivered = "DELIVERED"
  /// The values of the delivery status that Apple accepts.
  package static let deliveries = [
    delivered, "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE", "UNDELIVERED_OTHER",
  ]
  /// The values of the refund preference that Apple accepts.
  package static let preferences = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]

  package var delivery: String
  /// The share of the purchase that the customer used, in thousandths of a percent.
  package var share: Int?
  package var preference: String?
  package var sample: Bool

  package init(delivery: String = Self.delivered, share: Int? = nil, preference: String? = nil, sample: Bool = false) {
    (self.delivery, self.share, self.preference, self.sample) = (delivery, share, preference, sample)
  }

  /// The reason why Apple would reject the answer.
  package enum Refusal: Hashable, Sendable {
    case noDelivery(String)
    case shareOutOfRange
    /// The share of a subscription is not sent: Apple computes it from the elapsed time.
    case shareOfSubscription
    case shareOfUndelivered
    case noPreference(String)
    /// A prorated refund needs a used share of more than 0 % and less than 100 %.
    case partNeedsShare
  }

  /// Returns the reason why Apple would reject this answer about a purchase; nil if Apple would accept it.
  package func refusal(isRenewable: Bool) -> Refusal? {
    guard Self.deliveries.contains(delivery) else { return .noDelivery(delivery) }
    guard share.map({ (0...100_000).contains($0) }) ?? true else { return .shareOutOfRange }
    if isRenewable, share != nil { return .shareOfSubscription }
    if delivery != Self.delivered, (share ?? 0) != 0 { return .shareOfUndelivered }
    guard let preference else { return nil }
    guard Self.preferences.contains(preference) else { return .noPreference(preference) }
    guard preference == "GRANT_PRORATED", !isRenewable else { return nil }
    return (1..<100_000).contains(share ?? 0) ? nil : .partNeedsShare
  }

  /// The JSON document for Apple; it may be sent only with the customer's recorded consent.
  package var document: JSONObject {
    var document: JSONObject = [
      "customerConsented": true, "deliveryStatus": .string(delivery), "sampleContentProvided": .bool(sample),
    ]
    document.append("consumptionPercentage", ifPresent: share.map { .number($0) })
    document.append("refundPreference", ifPresent: preference.map { .string($0) })
    return document
  }
}

/// A consumption request of Apple that can still be answered.
package struct ConsumptionQuestion: Hashable, Sendable {
  package var transactionId: String
  package var productId: String
  package var until: Timestamp
  package var isRenewable: Bool
  /// When your server recorded the customer's consent; without consent (nil) Apple must not be answered.
  package var consent: Timestamp?
  /// The usage that your server recorded, in the form that Apple accepts.
  package var recorded: ConsumptionReply
  /// The latest request to the desk's worker about it: `consumption` (send an answer) or `hold`; nil without one.
  package var asked: String?

  package init(
    transactionId: String, productId: String, until: Timestamp, isRenewable: Bool, consent: Timestamp? = nil,
    recorded: ConsumptionReply = ConsumptionReply(), asked: String? = nil
  ) {
    self.transactionId = transactionId
    self.productId = productId
    self.until = until
    self.isRenewable = isRenewable
    self.consent = consent
    self.recorded = recorded
    self.asked = asked
  }
}

package import Core

/// The team's answer to Apple about the use of a purchase (Apple: ConsumptionRequest), besides the customer's consent.
package struct ConsumptionReply: Hashable, Sendable {
  package static let delivered = "DELIVERED"
  /// Apple's values of the delivery status.
  package static let deliveries = [
    delivered, "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE", "UNDELIVERED_OTHER",
  ]
  /// Apple's values of the refund preference.
  package static let preferences = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]

  package var delivery: String
  /// The used share in thousandths of a percent.
  package var share: Int?
  package var preference: String?
  package var sample: Bool

  package init(delivery: String = Self.delivered, share: Int? = nil, preference: String? = nil, sample: Bool = false) {
    (self.delivery, self.share, self.preference, self.sample) = (delivery, share, preference, sample)
  }

  /// Why Apple would not take it.
  package enum Refusal: Hashable, Sendable {
    case noDelivery(String)
    case shareOutOfRange
    /// Apple knows the share of a subscription from the time that has passed.
    case shareOfSubscription
    case shareOfUndelivered
    case noPreference(String)
    /// A part of the price needs a share between nothing and all.
    case partNeedsShare
  }

  /// Why Apple would not take this about a purchase; nil where it would.
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

  /// Apple's document, which only a recorded consent allows to be sent.
  package var document: JSONObject {
    var document: JSONObject = [
      "customerConsented": true, "deliveryStatus": .string(delivery), "sampleContentProvided": .bool(sample),
    ]
    document.append("consumptionPercentage", ifPresent: share.map { .number($0) })
    document.append("refundPreference", ifPresent: preference.map { .string($0) })
    return document
  }
}

/// A question of Apple's about the use of a purchase, while an answer still counts.
package struct ConsumptionQuestion: Hashable, Sendable {
  package var transactionId: String
  package var productId: String
  package var until: Timestamp
  package var isRenewable: Bool
  /// When your server recorded the customer's consent; nil without one, and then Apple may not be answered.
  package var consent: Timestamp?
  /// The server's record, in a form that Apple takes.
  package var recorded: ConsumptionReply
  /// The request to the worker about it: an answer, or to hold it.
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

import StoreModel
package import StrictJSON

/// By which rules the worker answers Apple's questions about consumption: the first rule that fits says what we prefer.
///
/// `{"rules": [{"product": "com.example.coins*", "atLeast": 50000, "prefer": "DECLINE"}, {"prefer": "GRANT_FULL"}]}`.
/// Without a rule that fits the answer says what was used and prefers nothing.
package struct ConsumptionRules: Hashable, Sendable {
  /// One rule; what it does not name fits always.
  package struct Rule: Hashable, Sendable {
    /// A product, or the beginning of one before a star.
    var product: String?
    /// The used share in thousandths of a percent.
    var atLeast: Int?
    var atMost: Int?
    var prefer: String?
  }

  package var rules: [Rule] = []

  package init() {}

  /// - Throws: A `JSONError` that names the member at fault.
  package init(json: JSONObject) throws(JSONError) {
    guard let list = try json.objects("rules") else { throw .missing("rules") }
    for object in list {
      let rule = Rule(
        product: try object.string("product"), atLeast: try object.int64("atLeast").map { Int($0) },
        atMost: try object.int64("atMost").map { Int($0) }, prefer: try object.string("prefer"))
      guard rule.prefer.map(Self.preferences.contains) ?? true else {
        throw .invalid("prefer", Self.preferences.joined(separator: ", "))
      }
      rules.append(rule)
    }
  }

  private static let preferences = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]

  private func preference(_ transaction: Transaction, used: Int?) -> String? {
    rules.first { rule in
      let isProduct = rule.product.map { wanted in
        wanted.hasSuffix("*")
          ? (transaction.productId ?? "").hasPrefix(wanted.dropLast()) : transaction.productId == wanted
      }
      return isProduct ?? true && rule.atLeast.map { (used ?? 0) >= $0 } ?? true
        && rule.atMost.map { (used ?? 0) <= $0 } ?? true
    }?.prefer
  }

  /// Apple's `ConsumptionRequest` as it is recorded; nil where nobody recorded a consent, for then nothing is said.
  ///
  /// What Apple would refuse is not sent: no share of a subscription, none of what was not delivered, no part of a refund
  /// without a share.
  func answer(_ transaction: Transaction, _ usage: Usage?) -> JSONObject? {
    guard let usage, usage.consented else { return nil }
    let isRenewable = transaction.type == .autoRenewableSubscription
    let delivery = usage.delivery ?? "DELIVERED"
    let share = isRenewable || delivery != "DELIVERED" ? nil : usage.percentage.map { min(max($0, 0), 100_000) }
    var answer: JSONObject = [
      "customerConsented": true, "deliveryStatus": .string(delivery),
      "sampleContentProvided": .bool(usage.sample ?? false),
    ]
    answer.append("consumptionPercentage", ifPresent: share.map { .number($0) })
    var prefer = preference(transaction, used: usage.percentage)
    if prefer == "GRANT_PRORATED", !isRenewable, !(1..<100_000).contains(share ?? 0) { prefer = nil }
    answer.append("refundPreference", ifPresent: prefer.map { .string($0) })
    return answer
  }
}

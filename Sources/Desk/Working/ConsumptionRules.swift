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
      guard rule.prefer.map(ConsumptionReply.preferences.contains) ?? true else {
        throw .invalid("prefer", ConsumptionReply.preferences.joined(separator: ", "))
      }
      rules.append(rule)
    }
  }

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
    var reply = ConsumptionReply(recorded: usage, of: transaction)
    reply.preference = preference(transaction, used: usage.percentage)
    if reply.refusal(isRenewable: transaction.isRenewable) == .partNeedsShare { reply.preference = nil }
    return reply.document
  }
}

import AppStoreModel
package import Core

/// The rules by which the worker answers consumption requests; the first rule that matches gives the preference.
///
/// `{"rules": [{"product": "com.example.coins*", "atLeast": 50000, "prefer": "DECLINE"}, {"prefer": "GRANT_FULL"}]}`.
/// If no rule matches, the answer states the usage without a preference.
package struct ConsumptionRules: Hashable, Sendable {
  /// One rule; a condition that it does not name always matches.
  package struct Rule: Hashable, Sendable {
    /// A product id, or the beginning of one followed by a star.
    var product: String?
    /// The smallest used share that matches, in thousandths of a percent.
    var atLeast: Int?
    var atMost: Int?
    var prefer: String?
  }

  package var rules: [Rule] = []

  package init() {}

  /// Parses the rules.
  ///
  /// - Throws: A `JSONError` that names the invalid member.
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

  /// Returns Apple's `ConsumptionRequest` with the recorded data; nil without a recorded consent.
  ///
  /// Members that Apple would refuse are left out: the used share of a subscription or of an undelivered purchase, and
  /// a prorated refund without a used share.
  func consumptionInfo(_ transaction: Transaction, _ usage: Usage?) -> JSONObject? {
    guard let usage, usage.consented else { return nil }
    var reply = ConsumptionReply(recorded: usage, of: transaction)
    reply.preference = preference(transaction, used: usage.percentage)
    if reply.refusal(isRenewable: transaction.isRenewable) == .partNeedsShare { reply.preference = nil }
    return reply.document
  }
}

import StoreModel

extension Reason {
  /// A reason by a rule.
  ///
  /// The text is Till's own words: what others wrote stands nowhere but in `transactionId`.
  init(_ rule: Rule, supports: Bool, transactionId: String? = nil, _ text: String) {
    self.init(supports: supports, rule: rule.rawValue, transactionId: transactionId, text: text)
  }

  /// So many reasons of one kind are told one by one; a reader does not look at more.
  static let limit = 8

  /// The reasons of a list that may be as long as a customer's history: the first ones, and how many more there are.
  static func list<Item>(_ items: [Item], reason: (Item) -> Reason) -> [Reason] {
    var reasons = items.prefix(limit).map(reason)
    if items.count > limit, let last = reasons.last, let rule = Rule(rawValue: last.rule) {
      reasons.append(Reason(rule, supports: last.supports, "and \(items.count - limit) more of this kind"))
    }
    return reasons
  }
}

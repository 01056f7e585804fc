package import AppStoreModel
package import Core
import Storage

/// Agents' answers to Apple's consumption requests; the worker sends them.
extension CustomerDesk {
  /// How long Apple waits for an answer, in milliseconds: twelve hours.
  static let answerTime: Int64 = 12 * 3_600_000

  /// Returns the consumption requests about a customer's purchases whose deadline has not passed.
  package func questions(of customer: Int64) throws -> [ConsumptionQuestion] {
    try engine.agent?.look(at: customer)
    let open: [(subject: String, until: Int64)] = try engine.rows(
      DeskQueries.questions, customer, app, environment, SavedView.consumption.rawValue, now().milliseconds
    ) { (try $0["subject"], try $0["place"]) }
    guard !open.isEmpty else { return [] }
    let transactions = try customerAnswer(for: customer).transactions
    return try open.compactMap { subject, until in
      guard let transaction = transactions.first(where: { $0.transactionId == subject }) else { return nil }
      let usage = try usage(of: transaction)
      let asked = try requests(about: subject, of: customer).last { request in
        [.hold, .consumption].contains(request.kind)
          && request.asked.milliseconds >= until.subtractingSaturated(Self.answerTime)
          && request.state != .failed
      }
      return ConsumptionQuestion(
        transactionId: subject, productId: transaction.productId ?? "", until: Timestamp(milliseconds: until),
        isRenewable: transaction.isRenewable, consent: usage.flatMap { $0.consented ? $0.at : nil },
        recorded: ConsumptionReply(recorded: usage, of: transaction), asked: asked?.kind.rawValue)
    }
  }

  /// Returns the open consumption request about a customer's purchase.
  ///
  /// - Throws: A `DeskError` if Apple asks nothing about it.
  private func question(about transactionId: String, of customer: Int64) throws -> ConsumptionQuestion {
    guard let question = try questions(of: customer).first(where: { $0.transactionId == transactionId }) else {
      throw DeskError(.unusable(say("Apple has no open question about \(safeText(transactionId))")))
    }
    return question
  }

  /// Checks that Apple can carry out a request to hold an answer or to extend a subscription.
  ///
  /// - Throws: A `DeskError` with the reason why it cannot.
  func check(_ kind: DeskRequest.Kind, about subject: String, of customer: Int64) throws {
    switch kind {
    case .hold: _ = try question(about: subject, of: customer)
    case .extend:
      try engine.agent?.look(at: customer)
      let isSubscription = try customerAnswer(for: customer).transactions.contains {
        $0.isRenewable && [$0.transactionId, $0.originalTransactionId].contains(subject)
      }
      guard isSubscription else {
        throw DeskError(.unusable(say("only an auto-renewable subscription can be extended")))
      }
    case .refresh, .consumption: break
    }
  }

  /// Returns whether the customer consented to sending Apple consumption data about the request's purchase.
  func hasConsent(to request: DeskRequest) throws -> Bool {
    let bought = try customerAnswer(for: request.customer).transactions.first { $0.transactionId == request.subject }
    return try bought.flatMap { try usage(of: $0) }?.consented ?? false
  }

  /// Asks the worker to send an agent's answer to Apple.
  ///
  /// Only the recorded consent of the customer counts; an agent cannot give it.
  ///
  /// - Throws: A `DeskError` if there is no recorded consent or no open consumption request, or if the answer is
  ///   invalid.
  @discardableResult
  package func reply(
    _ reply: ConsumptionReply, about transactionId: String, of customer: Int64, by agent: String
  ) throws -> DeskRequest {
    // An agent's audit entry must be committed before the transaction that reads.
    try engine.agent?.look(at: customer)
    return try engine.transaction {
      let question = try question(about: transactionId, of: customer)
      guard question.consent != nil else { throw DeskError(.unusable(DeskText.noConsent.text)) }
      guard question.asked != DeskRequest.Kind.consumption.rawValue else {
        throw DeskError(.unusable(say("\(safeText(transactionId)) has already been answered")))
      }
      if let refusal = reply.refusal(isRenewable: question.isRenewable) {
        throw DeskError(.unusable(DeskText.refusal(refusal)))
      }
      return try request(.consumption, about: transactionId, of: customer, body: reply.document, by: agent)
    }
  }
}

extension Transaction {
  var isRenewable: Bool { type == .autoRenewableSubscription }
}

extension ConsumptionReply {
  /// Creates the answer from a record, without members that Apple would refuse.
  init(recorded usage: Usage?, of transaction: Transaction) {
    let delivery = usage?.delivery ?? Self.delivered
    let isSaid = !transaction.isRenewable && delivery == Self.delivered
    self.init(
      delivery: delivery, share: isSaid ? usage?.percentage.map { min(max($0, 0), 100_000) } : nil,
      sample: usage?.sample ?? false)
  }
}

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

package import AppStoreModel
import Core
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
      guard let question = try questions(of: customer).first(where: { $0.transactionId == transactionId }) else {
        throw DeskError(
          .unusable(say("Apple has no open question about \(safeText(transactionId))")))
      }
      guard question.consent != nil else { throw DeskError(.unusable(DeskText.noConsent.text)) }
      guard question.asked != DeskRequest.Kind.consumption.rawValue else {
        throw DeskError(.unusable(say("\(safeText(transactionId)) has already been answered")))
      }
      if let refusal = reply.refusal(isRenewable: question.isRenewable) {
        throw DeskError(.unusable(DeskText.refusal(refusal).text))
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

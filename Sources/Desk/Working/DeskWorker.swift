package import AppStoreModel
import Core
import Storage

/// The worker: it sends the requests to Apple, and answers consumption requests by rules.
///
/// Only one worker runs at a time, because it holds a lock that expires automatically.
package struct DeskWorker {
  /// The result for one request.
  package struct Line: Hashable, Sendable {
    package enum Outcome: String, Sendable {
      case done, failed
      /// The answer was not sent, because this is a dry run.
      case wouldSend
      /// The request was not answered, because the customer's consent is not recorded.
      case noConsent
      /// An agent has taken the request over.
      case held
      /// Apple could not be reached; the worker tries again later.
      case later
    }

    package let kind: DeskRequest.Kind
    package let customer: Int64
    package let subject: String
    package let outcome: Outcome
    package let detail: String
    /// The deadline for Apple's consumption request.
    package let until: Timestamp?
  }

  private let desk: CustomerDesk
  private let store: (any DeskAppStore)?
  private let rules: ConsumptionRules
  private let name: String

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - store: The App Store; nil for a dry run, which sends nothing.
  ///   - name: The name that distinguishes this worker from others.
  package init(_ desk: CustomerDesk, at store: (any DeskAppStore)?, rules: ConsumptionRules, name: String) {
    self.desk = desk
    self.store = store
    self.rules = rules
    self.name = name
  }

  // MARK: The lock

  /// How long the lock is valid without renewal, in milliseconds: one minute.
  private static let lease: Int64 = 60_000

  /// Takes or renews the lock; returns false while another worker holds it.
  package func claim() throws -> Bool {
    try desk.engine.transaction {
      let now = desk.now().milliseconds
      try desk.engine.insert(
        [[.integer(desk.app), .integer(desk.environment), .text("worker"), .text("0")]], into: DeskTables.marks,
        whenThere: .keep)
      return try desk.engine.execute(
        """
        UPDATE marks SET value = ? WHERE name = 'worker' AND app = ? AND environment = ?
        AND (value < ? OR substr(value, 18) = ?)
        """, Self.digits(now + Self.lease) + " " + name, desk.app, desk.environment, Self.digits(now), name) > 0
    }
  }

  /// Releases the lock.
  package func release() throws {
    try desk.engine.transaction {
      try desk.engine.execute(
        """
        UPDATE marks SET value = '0' WHERE name = 'worker' AND app = ? AND environment = ? AND substr(value, 18) = ?
        """, desk.app, desk.environment, name)
    }
  }

  /// Returns a number with sixteen digits, so that texts sort like the numbers.
  private static func digits(_ number: Int64) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 16 - text.utf8.count)) + text
  }

  // MARK: Carrying out requests

  /// Carries out the waiting requests, and answers Apple's open consumption requests.
  package func round() throws -> [Line] {
    try desk.settle(limit: CustomerDesk.derivingLimit)
    var lines: [Line] = []
    if store != nil {
      for request in try desk.openRequests() where request.kind != .hold { lines.append(try carryOut(request)) }
    }
    for asked in try desk.view(.consumption, limit: 1000) {
      if let line = try applyRules(asked) { lines.append(line) }
    }
    return lines
  }

  private func carryOut(_ request: DeskRequest) throws -> Line {
    func line(_ outcome: Line.Outcome, _ detail: String = "") -> Line {
      Line(
        kind: request.kind, customer: request.customer, subject: request.subject, outcome: outcome, detail: detail,
        until: nil)
    }

    guard let store else { return line(.wouldSend) }
    try desk.engine.transaction {
      try desk.set(.begun, of: request)
      // A refresh counts its own calls.
      if request.kind == .extend || request.kind == .consumption { try desk.count(of: store) }
    }
    do {
      switch request.kind {
      case .refresh: _ = try desk.refresh(request.customer, from: store)
      case .extend:
        try store.extend(
          request.subject, days: Int(try request.body.int64("days") ?? 0),
          reasonCode: Int(try request.body.int64("reasonCode") ?? 0),
          request: try request.body.string("request") ?? "\(request.number)")
      case .consumption:
        // Only the recorded consent counts, not the one in the request's body.
        guard try desk.hasConsent(to: request) else { throw DeskError(.unusable(DeskText.noConsent.text)) }
        try store.sendConsumption(request.subject, request.body)
      case .hold: break
      }
    } catch let error as StoreError where error.isTemporary {
      return line(.later, error.message)
    } catch {
      let words = (error as? StoreError)?.message ?? "\(error)"
      try desk.set(.failed, words, of: request)
      return line(.failed, words)
    }
    try desk.set(.done, of: request)
    try desk.note("worker " + request.kind.rawValue, by: name, subject: "#\(request.customer)", detail: request.subject)
    return line(.done)
  }

  /// Answers a consumption request by the rules.
  ///
  /// - Returns: nil if it was already answered.
  private func applyRules(_ asked: ViewLine) throws -> Line? {
    let (customer, until) = (asked.row.number, asked.place.place)
    func line(_ outcome: Line.Outcome, _ detail: String = "") -> Line {
      Line(
        kind: .consumption, customer: customer, subject: asked.subject, outcome: outcome, detail: detail,
        until: Timestamp(milliseconds: until))
    }

    // Apple may send another request about the same purchase; an answer to an earlier request does not count for it.
    let earlier = try desk.requests(about: asked.subject, of: customer)
      .filter { $0.asked.milliseconds >= until - CustomerDesk.answerTime }
    if earlier.contains(where: { $0.kind == .hold }) { return line(.held) }
    if earlier.contains(where: { $0.kind == .consumption }) { return nil }
    let transactions = try desk.customerAnswer(for: customer).transactions
    guard let transaction = transactions.first(where: { $0.transactionId == asked.subject }) else { return nil }
    guard let answer = rules.consumptionInfo(transaction, try desk.usage(of: transaction)) else {
      return line(.noConsent)
    }
    let text = JSONValue.object(answer).serialized()
    guard store != nil else { return line(.wouldSend, text) }
    return try carryOut(
      desk.request(.consumption, about: asked.subject, of: customer, body: answer, by: name, state: .begun))
  }
}

/// Apple's decisions after answers with the same refund preference.
package struct ConsumptionOutcome: Hashable, Sendable {
  /// The refund preference; empty for none.
  package let preference: String
  package internal(set) var sent = 0
  package internal(set) var refunded = 0
  package internal(set) var declined = 0
}

extension CustomerDesk {
  /// Returns Apple's decisions after the recent answers, by refund preference.
  package func consumptionOutcomes(limit: Int = 1000) throws -> [ConsumptionOutcome] {
    let sent = try requests(limit: limit).filter { $0.kind == .consumption && $0.state == .done }
    let decided = try engine.rows(
      """
      SELECT type FROM notifications WHERE customer = ? AND app = ? AND environment = ? AND transaction_id = ?
      AND signed >= ? ORDER BY signed
      """, each: sent.map { owner($0.customer) + [.integer(DeskID.number($0.subject)), $0.asked.databaseValue] })
    var outcomes: [String: ConsumptionOutcome] = [:]
    for (request, rows) in zip(sent, decided) {
      let preference = (try? request.body.string("refundPreference")) ?? ""
      let types = try rows.map { NotificationType(rawValue: try $0["type"]) }
      outcomes[preference, default: ConsumptionOutcome(preference: preference)].sent += 1
      if types.contains(.refund) { outcomes[preference]?.refunded += 1 }
      if types.contains(.refundDeclined) { outcomes[preference]?.declined += 1 }
    }
    return outcomes.values.sorted { $0.preference < $1.preference }
  }
}

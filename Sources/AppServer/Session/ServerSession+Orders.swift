import AppStoreModel
import Core
import Device
import Storage

extension ServerSession {
  private enum AnswerKind: String, CaseIterable, DatabaseConvertible {
    case confirmed, refused, overdue
  }

  /// The decision about an order.
  private struct Decision {
    var kind: AnswerKind
    var reason: String?
    var quantity = 0
    var attribution: Attribution?
    var policyOutcome: PolicyOutcome?

    static func no(_ kind: AnswerKind, _ reason: String) -> Decision { Decision(kind: kind, reason: reason) }
  }

  /// Decides about an uploaded order: a confirmed order stays confirmed, a refused one is decided again.
  func settle(_ upload: OrderUpload, _ evidence: EmbeddedAppServer.Evidence<ShownTransaction>) throws {
    var upload = upload
    upload.currentUser = try owner(of: upload.currentUser)
    upload.intendedUser = try upload.intendedUser.map { try owner(of: $0) }
    try remember(upload.currentUser)
    if let user = upload.intendedUser { try remember(user) }
    let known: (transactionId: String, answer: String)? = try connection.first(
      "SELECT transaction_id, answer FROM orders WHERE id = ?", upload.orderId
    ) { (try $0["transaction_id"], try $0["answer"]) }
    if let known, known.transactionId != upload.transactionId {
      throw VerificationError(
        .rejected,
        say("order \(safeText(upload.orderId)) was uploaded for transaction \(safeText(known.transactionId))")
      )
    }
    let isConfirmed = known?.answer == AnswerKind.confirmed.rawValue
    switch evidence {
    case .refused(let reason):
      if !isConfirmed { try save(.no(.refused, reason), of: upload, environment: "") }
    case .shown(let shown):
      let newest = try keep(shown)
      if !isConfirmed {
        try save(try decide(upload, newest, withheld: release(newest)), of: upload, environment: newest.environment)
      }
    }
  }

  /// Decides about a verified transaction that a device uploaded.
  ///
  /// - Parameter withheld: Why the server had not credited the transaction so far.
  private func decide(
    _ upload: OrderUpload, _ shown: ShownTransaction, withheld: Withheld?
  ) throws -> Decision {
    func no(_ kind: AnswerKind, _ reason: String) throws -> Decision {
      try withhold(upload, shown, ground: kind == .overdue ? .overdue : nil, reason: reason)
      return .no(kind, reason)
    }
    if let withheld, let ground = withheld.ground, ground.isFinal {
      // The device reads the ground from the reason, and knows that no restore brings the purchase back.
      return .no(.overdue, ClosedByHand.stored(withheld.reason, ground: ground))
    }
    if let credit = try credit(of: shown) {
      return try adopted(upload, shown, credit) ?? repeated(upload, shown, credit)
    }
    if !upload.isBroughtBack, let reason = try overdueReason(shown, waitingSince: upload.waitingSince) {
      return try no(.overdue, reason)
    }
    let decision = try first(upload, shown)
    if let withheld, decision.kind == .confirmed { try noteReopened(withheld, shown, orderId: upload.orderId) }
    return decision
  }

  /// Returns why an uncredited purchase is too old to credit; nil when it is not.
  ///
  /// - Parameter waitingSince: Since when a device has tried to upload it to this server, which was unreachable. The
  ///   server's own outage never makes an order too old.
  func overdueReason(_ shown: ShownTransaction, waitingSince: Timestamp? = nil) throws -> String? {
    guard let age = try Self.settings(in: connection).overdueAge, let bought = shown.transaction.purchaseDate,
      min(now, waitingSince ?? now).milliseconds(since: bought) > age
    else { return nil }
    return say("the purchase is too old to credit")
  }

  /// Decides about the first upload of a transaction, the one that credits it.
  private func first(_ upload: OrderUpload, _ shown: ShownTransaction) throws -> Decision {
    var claimant = try attribution(of: shown, in: upload)
    var outcome: PolicyOutcome?
    if claimant.how == .foreignToken {
      outcome = try policyOutcome(for: shown)
      guard outcome != .kept else {
        return .no(
          .refused,
          say(
            "no user here has its token, and the restore policy skips it; let its user log in "
              + "once, or change the restore policy to transfer, then retry the order"
          ))
      }
      claimant = Claimant(user: upload.currentUser, how: .foreignToken)
    } else if upload.isBroughtBack, upload.intendedUser == nil {
      claimant = restorer(claimant, user: upload.currentUser)
    }
    let user = claimant.user ?? upload.currentUser
    try settleAnnounced(shown, intentId: upload.intentId, state: .credited)
    try insertCredit(shown, user: user, attribution: claimant.how, orderId: upload.orderId)
    if claimant.how == .intent, let id = upload.intentId {
      // The announcement was lost: its token is known from now on.
      try announce(
        Intent(
          id: id, account: "", user: user, productId: shown.productId, quantity: shown.quantity,
          appAccountToken: shown.token, state: .closed, createdDate: now, storeDate: now))
    }
    if !shown.isConsumable { try own(shown, user: user, attribution: claimant.how, policyOutcome: outcome) }
    return Decision(
      kind: .confirmed, quantity: shown.quantity - shown.refunded, attribution: claimant.how, policyOutcome: outcome)
  }

  /// Confirms the first order for a purchase that the server had credited without one.
  ///
  /// The answer is the same as if the order had come first.
  private func adopted(_ upload: OrderUpload, _ shown: ShownTransaction, _ credit: StoredCredit) throws -> Decision? {
    guard credit.orderId == nil, credit.transactionId == shown.id else { return nil }
    let claimant = try attribution(of: shown, in: upload)
    // The owner of the plan before it got a purchase without a token, until an order says for whom it was made.
    let isNamedNow = credit.attribution == .lineage && claimant.how.isExplicit
    guard let user = claimant.user, user == credit.user || isNamedNow else { return nil }
    var credit = credit
    (credit.user, credit.orderId, credit.attribution) = (user, upload.orderId, claimant.how)
    try connection.update(credit)
    try settleAnnounced(shown, intentId: upload.intentId, state: .credited)
    if !shown.isConsumable { try own(shown, user: user, attribution: claimant.how) }
    try event(
      .credited, say("a device reported a purchase that was already credited"), user: user, transactionId: shown.id,
      orderId: upload.orderId)
    return Decision(kind: .confirmed, quantity: shown.quantity - shown.refunded, attribution: claimant.how)
  }

  /// Decides about a later upload of a transaction: it credits nothing more.
  ///
  /// The owner may change where the purchase itself does not name one.
  private func repeated(
    _ upload: OrderUpload, _ shown: ShownTransaction, _ credit: StoredCredit
  ) throws -> Decision {
    var decision = Decision(kind: .confirmed, attribution: credit.attribution)
    guard !credit.attribution.isExplicit, upload.intendedUser == nil, !shown.isConsumable else { return decision }
    let user = upload.currentUser
    if let known = try lineage(of: shown) {
      if credit.attribution != .lineage { decision.policyOutcome = try bring(shown, known, to: user) }
    } else {
      try own(shown, user: user, attribution: credit.attribution)
    }
    return decision
  }

  private func save(_ decision: Decision, of upload: OrderUpload, environment: String) throws {
    try connection.execute(
      """
      INSERT INTO orders VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)
      ON CONFLICT(id) DO UPDATE SET environment = excluded.environment, user = excluded.user,
        answer = excluded.answer, reason = excluded.reason, quantity = excluded.quantity,
        attribution = excluded.attribution, policy_outcome = excluded.policy_outcome, date = excluded.date
      """,
      upload.orderId, upload.transactionId, environment, upload.currentUser, decision.kind.rawValue, decision.reason,
      decision.quantity, decision.attribution?.rawValue, decision.policyOutcome?.rawValue, now.milliseconds)
    guard let reason = decision.reason else { return }
    let text = ClosedByHand.words(of: reason).map { ServerJournalText.closedByHand($0).text } ?? reason
    try event(
      decision.kind == .overdue ? .overdue : .refused, text, user: upload.currentUser,
      transactionId: upload.transactionId, orderId: upload.orderId)
  }

  // MARK: Answers

  func orderAnswer(to orderId: String) throws -> OrderAnswer {
    let answer: OrderAnswer? = try connection.first(
      """
      SELECT answer, reason, quantity, attribution, policy_outcome, environment, transaction_id FROM orders
      WHERE id = ?
      """, orderId
    ) { row in
      let reason: String = try row["reason"] ?? ""
      switch try row["answer"] as AnswerKind {
      case .refused: return .refused(reason: reason)
      case .overdue: return .overdue(reason: reason)
      case .confirmed:
        return .confirmed(
          Credit(
            users: try users(of: try row["transaction_id"], environment: try row["environment"]),
            quantity: try row["quantity"],
            attribution: try row["attribution"] ?? .missingToken,
            policyOutcome: try row["policy_outcome"]))
      }
    }
    guard let answer else { throw VerificationError(.unknownOrder, ServerJournalText.noOrder(safeText(orderId)).text) }
    return answer
  }

  /// Returns the users who own a transaction now.
  private func users(of transactionId: String, environment: String) throws -> [String] {
    guard let shown = try transaction(transactionId, environment: environment) else { return [] }
    if !shown.isConsumable, let lineage = try lineage(of: shown) { return lineage.users }
    return try credit(of: shown).map { [$0.user] } ?? []
  }
}

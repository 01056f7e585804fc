import Database
import StoreModel
import Texts

extension ServerSession {
  /// Whose the transactions of one original transaction are.
  struct Lineage {
    var users: [String]
    var attribution: Attribution
    var policyOutcome: PolicyOutcome?
    /// When the purchase was made that decided it: a later one made for somebody else decides anew.
    var decidedDate: Timestamp
  }

  func lineage(of shown: ShownTransaction) throws -> Lineage? {
    let lineage: Lineage? = try connection.first(
      """
      SELECT attribution, policy_outcome, decided_date FROM lineages
      WHERE environment = ? AND original_transaction_id = ?
      """, shown.environment, shown.originalId
    ) { row in
      Lineage(
        users: [], attribution: try enumeration(try row["attribution"]),
        policyOutcome: try (row["policy_outcome"] as String?).map { try enumeration($0) },
        decidedDate: Timestamp(milliseconds: try row["decided_date"]))
    }
    guard var lineage else { return nil }
    lineage.users = try connection.values(
      "SELECT user FROM owners WHERE environment = ? AND original_transaction_id = ? ORDER BY position",
      shown.environment, shown.originalId
    )
    return lineage
  }

  func save(_ lineage: Lineage, of shown: ShownTransaction) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO lineages VALUES(?, ?, ?, ?, ?)", shown.environment, shown.originalId,
      lineage.attribution.rawValue, lineage.policyOutcome?.rawValue, lineage.decidedDate.milliseconds)
    try connection.execute(
      "DELETE FROM owners WHERE environment = ? AND original_transaction_id = ?", shown.environment,
      shown.originalId)
    for (position, user) in lineage.users.enumerated() {
      try connection.execute(
        "INSERT INTO owners VALUES(?, ?, ?, ?)", shown.environment, shown.originalId, user, position)
    }
  }

  /// Lets a transaction say whose its lineage is: the first who comes has it, unless a purchase made for somebody says
  /// otherwise, or a later purchase was made for another.
  func own(
    _ shown: ShownTransaction, user: String, attribution: Attribution, policyOutcome: PolicyOutcome? = nil
  ) throws {
    let new = Lineage(
      users: [user], attribution: attribution, policyOutcome: policyOutcome, decidedDate: shown.purchaseDate)
    guard var known = try lineage(of: shown) else {
      try save(new, of: shown)
      try event(.owner, say("has it, told by \(attribution.words)"), user: user, transactionId: shown.originalId)
      return
    }
    guard attribution.isExplicit, !shown.isRenewal else { return }
    let isLater = shown.purchaseDate > known.decidedDate
    if known.users.contains(user) {
      guard isLater || !known.attribution.isExplicit else { return }
      known.attribution = attribution
      known.decidedDate = max(known.decidedDate, shown.purchaseDate)
      try save(known, of: shown)
    } else if isLater || (known.policyOutcome == nil && !known.attribution.isExplicit) {
      try save(new, of: shown)
      try event(
        .owner,
        say("has it instead of \(known.users.joined(separator: ", ")), told by \(attribution.words)"),
        user: user,
        transactionId: shown.originalId)
    }
  }

  /// Lets the restore policy decide about a purchase that others have, which a user brings.
  func bring(_ shown: ShownTransaction, _ known: Lineage, to user: String) throws -> PolicyOutcome? {
    guard !known.users.contains(user) else { return known.policyOutcome }
    let outcome = try policyOutcome(for: shown)
    var lineage = known
    lineage.policyOutcome = outcome
    // What was bought before this day does not decide anew when it is shown again.
    lineage.decidedDate = max(known.decidedDate, shown.purchaseDate)
    switch outcome {
    case .kept: return outcome
    case .transferred: lineage.users = [user]
    case .shared: lineage.users.append(user)
    }
    try save(lineage, of: shown)
    try event(
      .owner,
      say("the restore policy: \(outcome.rawValue), from \(known.users.joined(separator: ", "))"),
      user: user,
      transactionId: shown.originalId)
    return outcome
  }

  /// What the policy does with a purchase that is somebody else's.
  func policyOutcome(for shown: ShownTransaction) throws -> PolicyOutcome {
    switch try Self.settings(in: connection).policy {
    case .keep: .kept
    case .transfer: .transferred
    case .transferIfInactive:
      try isActive(shown.originalId, environment: shown.environment) ? .kept : .transferred
    case .share: .shared
    }
  }

  // MARK: Claims

  /// Says whose each purchase is that a device shows, and takes in what they tell of refunds.
  func answer(_ shown: [ShownTransaction], by user: String?, isRestore: Bool) throws -> [Ownership] {
    try remember(user)
    var lineages: [String: [ShownTransaction]] = [:]
    var order: [String] = []
    for transaction in shown {
      let newest = try take(transaction)
      let key = newest.environment + "\n" + newest.originalId
      if lineages[key] == nil { order.append(key) }
      lineages[key, default: []].append(newest)
    }
    return try order.compactMap { key in
      let purchases = (lineages[key] ?? []).sorted { $0.purchaseDate < $1.purchaseDate }
      guard let newest = purchases.last else { return nil }
      return newest.isConsumable
        ? try answer(consumable: newest, by: user)
        : try answer(purchases, newest, by: user, isRestore: isRestore)
    }
  }

  private func answer(consumable shown: ShownTransaction, by user: String?) throws -> Ownership {
    guard let credit = try credit(of: shown) else {
      // Only an upload credits, and the App Store's own news.
      return Ownership(
        originalTransactionId: shown.originalId, users: [], attribution: try attribution(ofShown: shown, by: user).how)
    }
    if credit.user == nil, let user { try giveUnowned(shown, to: user) }
    return Ownership(
      originalTransactionId: shown.originalId, users: (credit.user ?? user).map { [$0] } ?? [],
      attribution: credit.attribution)
  }

  private func answer(
    _ purchases: [ShownTransaction], _ newest: ShownTransaction, by user: String?, isRestore: Bool
  ) throws -> Ownership {
    var isWithheld = false
    for purchase in purchases {
      if try credit(of: purchase) == nil, try withheld(purchase) != nil {
        // What was refused or given up is nobody's; a restore brings back what was given up without a final ground.
        guard try isRestore && bringBack(purchase) else {
          isWithheld = true
          continue
        }
      }
      let claimant = try attribution(ofShown: purchase, by: user)
      if let user = claimant.user { try own(purchase, user: user, attribution: claimant.how) }
    }
    guard let known = try lineage(of: newest) else {
      return try answer(unowned: newest, by: user, isRestore: isRestore && !isWithheld)
    }
    let outcome = if isRestore, let user { try bring(newest, known, to: user) } else { known.policyOutcome }
    let current = try lineage(of: newest) ?? known
    return Ownership(
      originalTransactionId: newest.originalId, users: current.users, attribution: current.attribution,
      policyOutcome: outcome)
  }

  /// A purchase that is nobody's here: with a foreign token the policy decides when somebody restores it.
  private func answer(unowned shown: ShownTransaction, by user: String?, isRestore: Bool) throws -> Ownership {
    let how = try attribution(ofShown: shown, by: user).how
    var ownership = Ownership(originalTransactionId: shown.originalId, users: [], attribution: how)
    guard how == .foreignToken, isRestore, let user else { return ownership }
    let outcome = try policyOutcome(for: shown)
    ownership.policyOutcome = outcome
    guard outcome != .kept else { return ownership }
    try own(shown, user: user, attribution: how, policyOutcome: outcome)
    ownership.users = [user]
    return ownership
  }
}

import AppStoreModel
import Core
import Storage

extension ServerSession {
  /// The owners of all transactions of one original transaction.
  struct Lineage {
    var users: [String]
    var attribution: Attribution
    var policyOutcome: PolicyOutcome?
    /// The date of the purchase that decided the owner; a later purchase for another user decides again.
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
        users: [], attribution: try row["attribution"], policyOutcome: try row["policy_outcome"],
        decidedDate: try row["decided_date"])
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

  /// Sets the owner of a transaction's lineage.
  ///
  /// The first user who asks becomes the owner. A purchase that was explicitly made for another user changes that if it
  /// is later, or if the present owner was not named explicitly.
  func own(
    _ shown: ShownTransaction, user: String, attribution: Attribution, policyOutcome: PolicyOutcome? = nil
  ) throws {
    let new = Lineage(
      users: [user], attribution: attribution, policyOutcome: policyOutcome, decidedDate: shown.purchaseDate)
    guard var known = try lineage(of: shown) else {
      try save(new, of: shown)
      try event(.owner, say("owns it (evidence: \(attribution.words))"), user: user, transactionId: shown.originalId)
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
        say("owns it instead of \(shownUsers(known.users)) (evidence: \(attribution.words))"),
        user: user,
        transactionId: shown.originalId)
    }
  }

  /// Applies the restore policy when a user shows a purchase that other users own.
  func bring(_ shown: ShownTransaction, _ known: Lineage, to user: String) throws -> PolicyOutcome? {
    guard !known.users.contains(user) else { return known.policyOutcome }
    let outcome = try policyOutcome(for: shown, of: known.users)
    var lineage = known
    lineage.policyOutcome = outcome
    // A purchase made before now must not change the owner when it is shown again.
    lineage.decidedDate = max(known.decidedDate, shown.purchaseDate)
    switch outcome {
    case .kept: return outcome
    case .transferred:
      (lineage.users, lineage.attribution) = ([user], .restore)
      for earlier in known.users { try noteRestore(of: shown, from: earlier, by: user) }
    case .shared: lineage.users.append(user)
    }
    try save(lineage, of: shown)
    try event(
      .owner,
      say("restore policy “\(outcome.rawValue)”, from \(shownUsers(known.users))"),
      user: user,
      transactionId: shown.originalId)
    return outcome
  }

  /// Notes that a restore took a purchase from a user, who is still told of it; support's transfers have a reason.
  private func noteRestore(of shown: ShownTransaction, from earlier: String, by user: String) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO transfers VALUES(?, ?, ?, ?, ?, ?, '', ?)",
      "restore \(shown.environment) \(shown.originalId) \(earlier)", shown.environment, shown.originalId,
      shown.purchase, earlier, user, now.milliseconds)
  }

  /// Returns what the restore policy does with another user's purchase.
  ///
  /// A purchase made without logging in is always transferred to the user who restores it with its Apple Account.
  func policyOutcome(for shown: ShownTransaction, of users: [String] = []) throws -> PolicyOutcome {
    if !users.isEmpty, users.allSatisfy({ AnonymousUser(name: $0) != nil }) { return .transferred }
    return switch try Self.settings(in: connection).policy {
    case .keep: .kept
    case .transfer: .transferred
    case .transferIfInactive:
      try isActive(shown.originalId, environment: shown.environment) ? .kept : .transferred
    case .share: .shared
    }
  }

  // MARK: Claims

  /// Returns the owner of each purchase that a device shows, and stores the purchases' refunds.
  func ownership(_ shown: [ShownTransaction], by user: String?, isRestore: Bool) throws -> [Ownership] {
    let user = try user.map { try owner(of: $0) }
    if let user { try remember(user) }
    var lineages: [String: [ShownTransaction]] = [:]
    var order: [String] = []
    for transaction in shown {
      let newest = try keep(transaction)
      let key = newest.environment + "\n" + newest.originalId
      if lineages[key] == nil { order.append(key) }
      lineages[key, default: []].append(newest)
    }
    return try order.compactMap { key in
      let purchases = (lineages[key] ?? []).sorted { $0.purchaseDate < $1.purchaseDate }
      guard let newest = purchases.last else { return nil }
      var ownership =
        newest.isConsumable
        ? try ownership(consumable: newest, by: user)
        : try ownership(purchases, newest, by: user, isRestore: isRestore)
      if ownership.users.isEmpty { ownership.ground = try withheld(newest)?.ground }
      return ownership
    }
  }

  private func ownership(consumable shown: ShownTransaction, by user: String?) throws -> Ownership {
    guard let credit = try credit(of: shown) else {
      // A consumable is credited only by an upload or by the App Store's own news.
      return Ownership(
        originalTransactionId: shown.originalId, users: [], attribution: try attribution(ofShown: shown, by: user).how)
    }
    return Ownership(originalTransactionId: shown.originalId, users: [credit.user], attribution: credit.attribution)
  }

  /// Whether a purchase was refused or given up, and never credited.
  private func isOwed(_ shown: ShownTransaction) throws -> Bool {
    try credit(of: shown) == nil && withheld(shown) != nil
  }

  /// The user to credit when a purchase is restored.
  ///
  /// A purchase made without logging in, and never credited, goes to the user who restores it: its installation may be gone.
  func restorer(_ claimant: Claimant, user: String) -> Claimant {
    guard let owner = claimant.user, owner != user, AnonymousUser(name: owner) != nil else { return claimant }
    return Claimant(user: user, how: .foreignToken)
  }

  private func ownership(
    _ purchases: [ShownTransaction], _ newest: ShownTransaction, by user: String?, isRestore: Bool
  ) throws -> Ownership {
    var isWithheld = false
    for purchase in purchases {
      // A refused or given-up purchase has no owner. A restore only brings it back where the ground is not final.
      let isOwed = try isOwed(purchase)
      guard try !isOwed || isRestore && bringBack(purchase) else {
        isWithheld = true
        continue
      }
      let claimant = try attribution(ofShown: purchase, by: user)
      guard let user = claimant.user else { continue }
      if isOwed { try insertCredit(purchase, user: user, attribution: claimant.how, orderId: nil) }
      try own(purchase, user: user, attribution: claimant.how)
    }
    guard let known = try lineage(of: newest) else {
      var ownership = try ownership(unowned: newest, by: user, isRestore: isRestore && !isWithheld)
      // A restore does not bring it back.
      if isRestore, isWithheld { ownership.policyOutcome = .kept }
      return ownership
    }
    let outcome = if isRestore, let user { try bring(newest, known, to: user) } else { known.policyOutcome }
    let current = try lineage(of: newest) ?? known
    return Ownership(
      originalTransactionId: newest.originalId, users: current.users, attribution: current.attribution,
      policyOutcome: outcome)
  }

  /// Returns the ownership of a purchase without an owner here.
  ///
  /// With an unknown token the restore policy decides, when a user restores it.
  private func ownership(unowned shown: ShownTransaction, by user: String?, isRestore: Bool) throws -> Ownership {
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

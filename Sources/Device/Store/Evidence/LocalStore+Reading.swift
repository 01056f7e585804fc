package import AppStoreModel
import Core
package import Entitlements
import Storage

extension LocalStore {
  /// The SELECT of the columns and tables from which a `StoredTransaction` is read.
  static let storedTransactionColumns = storedTransactions(of: "membership")

  static func storedTransactions(of membership: SQL) -> SQL {
    """
    SELECT signed_items.payload, signed_items.verdict, membership.origin,
      (SELECT count(*) FROM signed_items AS version WHERE version.subject = membership.transaction_id
        AND version.kind = 1 AND version.scope = '') AS versions,
      membership.is_absent, nullif(membership.arrived_date, 0) AS arrived_date, refund_requests.asked_date,
      signed_items.subject, signed_items.product_id, signed_items.revocation_date, membership.purchase_date
    FROM
    """ + membership + .newestTransactions + """
      LEFT JOIN refund_requests ON refund_requests.transaction_id = membership.transaction_id
      """
  }

  /// Reads a row of `storedTransactionColumns`, and checks its columns against the signed payload.
  static func storedTransaction(_ row: borrowing DatabaseRow) throws -> StoredTransaction {
    let transaction = try Transaction(storedPayload: try row["payload"])
    let id: String = try row["subject"]
    let productId: String? = try row["product_id"]
    let revocationDate: Timestamp? = try row["revocation_date"]
    guard transaction.transactionId == id, transaction.productId == productId,
      transaction.revocationDate == revocationDate
    else { throw StoreDamage(what: StoreText.columnsDiffer(id).text) }
    return StoredTransaction(
      transaction: transaction, verdict: try row["verdict"], origin: try row["origin"], versions: try row["versions"],
      isAbsent: try row["is_absent"], refundAskedDate: try row["asked_date"], arrivedDate: try row["arrived_date"])
  }

  /// Returns the newest stored version of a transaction, whichever account it belongs to.
  package func transaction(_ transactionId: String) throws -> StoredTransaction? {
    let account = try deviceState().account
    return try database.first(
      Self.storedTransactionColumns
        + "WHERE membership.transaction_id = ? ORDER BY membership.account IS ? DESC LIMIT 1", transactionId, account
    ) { try Self.storedTransaction($0) }
  }

  /// Returns the signed text of the newest version of a transaction, rebuilt exactly.
  package func signedTransaction(_ transactionId: String) throws -> String? {
    try signed.text(ofNewest: Transaction.self, transactionId, scope: "")
  }

  /// Returns all evidence that had arrived by a date (device time), as it counted then.
  package func evidence(asOf date: Timestamp) throws -> EvidenceSet {
    try database.read { try pastEvidence(asOf: date) }
  }

  /// Returns everything that the resolver's answer depends on.
  ///
  /// That is: transactions in their newest versions, renewal information, what is under way, refund requests,
  /// durations, deliveries, and the app server's answers. The cost does not grow with the size of the store: of
  /// transactions that the resolver treats alike, the newest are enough.
  ///
  /// - Parameters:
  ///   - productIds: Some products, which are read with those that decide together with them; nil for all.
  ///   - now: The device time that the answer is for.
  package func evidence(of productIds: [String]?, at now: Timestamp) throws -> EvidenceSet {
    try evidence { account, evidence in
      let products = try productIds.map { try decidedTogether(with: $0, of: account, in: evidence.products) }
      let search = Search(evidence, account: account, at: now)
      let named =
        evidence.orders.map(\.transactionId) + evidence.refundRequests.map(\.transactionId)
        + evidence.quarantined.compactMap(\.transactionId)
      return try relevantEvidence(products ?? Set(boughtProductIds(of: account)), named: Set(named), search)
    }
  }

  /// Returns everything that is visible to the account; `evidence(of:at:)` must give the same answers.
  package func wholeEvidence() throws -> EvidenceSet {
    try evidence { account, _ in
      try database.rows(Self.storedTransactionColumns + "WHERE membership.account = ?", account) {
        try Self.storedTransaction($0)
      }
    }
  }

  private func evidence(
    with transactions: (_ account: String, EvidenceSet) throws -> [StoredTransaction]
  ) throws -> EvidenceSet {
    try database.read {
      let state = try deviceState()
      var evidence = try emptyEvidence(account: state.account, user: state.appUser)
      evidence.lastChecked = state.lastChecked
      evidence.offlineValidity = state.offlineValidity
      evidence.canMakePayments = state.canMakePayments
      evidence.durations = try durationRules()
      evidence.waitingForServer = try waitingServerCalls()
      // Grants belong to the user, also with another Apple Account.
      evidence.consumables = try consumables(user: state.appUser)
      evidence.serverGrace = state.serverGrace
      // Without a server, only the Apple Account decides.
      if state.verification != .none { try addAppServer(of: state.appUser, to: &evidence) }
      try addUsersMoney(state, to: &evidence)
      evidence.intents = try openIntents().filter { $0.account == state.account || $0.user == state.appUser }
      evidence.intents += try intentsClosedByHand(of: state.account, or: state.appUser)
      evidence.livingOwners = Set(evidence.intents.compactMap(\.owner)).filter(isAlive)
      guard let account = state.account else { return evidence }
      evidence.orders += try undeliveredOrders(of: account)
      try addWhatFollowed(of: account, to: &evidence)
      evidence.refundRequests = try database.all(RefundRequest.self)
      evidence.quarantined = try quarantine(of: account)
      evidence.transactions = try transactions(account, evidence)
      evidence.renewalInfos = try renewalInfos(of: account, lineagesOf: evidence.transactions)
      return evidence
    }
  }

  /// Returns the part of the evidence that is the same for every date.
  func emptyEvidence(account: String?, user: String) throws -> EvidenceSet {
    var evidence = EvidenceSet(environment: identity.environment, account: account, user: user)
    evidence.attestations = Self.attestations(of: identity.kind)
    evidence.products = try products()
    evidence.appStoreSignsAnew = identity.kind == .simulator
    evidence.canBuy = identity.kind == .simulator || identity.kind == .external
    evidence.userTokens = try userTokens()
    return evidence
  }

  /// Returns the kinds of unsigned statements that count.
  ///
  /// They are the answers of Apple's server where the device is bound to `verifyReceipt`, and the contents of a signed
  /// app receipt in a case, which asks no server.
  private static func attestations(of kind: StoreIdentity.Kind) -> Set<Attestation> {
    switch kind {
    case .receipt: [.answer]
    case .none: [.receipt]
    case .simulator, .appStore, .external: []
    }
  }

  /// Returns some products with the others that decide together with them.
  ///
  /// Products of one subscription group decide together. Products that are not in the catalogue decide together with
  /// all subscriptions, because a subscription may have changed from one to the other.
  private func decidedTogether(with ids: [String], of account: String, in products: [Product]) throws -> Set<String> {
    let unlisted = Set(try boughtProductIds(of: account)).subtracting(products.map(\.id))
    let subscriptions = products.filter { $0.type == .autoRenewableSubscription }
    let asked = subscriptions.filter { ids.contains($0.id) }
    if !unlisted.isDisjoint(with: ids) || (!unlisted.isEmpty && !asked.isEmpty) {
      return unlisted.union(subscriptions.map(\.id)).union(ids)
    }
    let groups = Set(asked.map(\.subscriptionGroupIdentifier))
    return Set(ids).union(subscriptions.filter { groups.contains($0.subscriptionGroupIdentifier) }.map(\.id))
  }

  private func renewalInfos(of account: String, lineagesOf transactions: [StoredTransaction]) throws -> [RenewalInfo] {
    let lineages = Set(
      transactions.compactMap { $0.transaction.lineageId }
    ).sorted()
    return try lineages.compactMap { try signed.newest(RenewalInfo.self, $0, scope: account)?.statement }
  }

  func quarantine(of account: String) throws -> [QuarantinedItem] {
    try database.all(QuarantinedItem.self, "WHERE account IS ? ORDER BY id DESC LIMIT 1000", account)
  }
}

/// Stored signed data, for showing one item in full.
extension LocalStore {
  /// Returns the versions of a transaction, newest first.
  package func versions(of transactionId: String) throws -> [HeldText] {
    try heldTexts(Transaction.self, transactionId, scope: "")
  }

  /// Returns the renewal information of a lineage, newest first.
  package func renewalInfos(ofLineage original: String) throws -> [HeldText] {
    guard let account = try deviceState().account else { return [] }
    return try heldTexts(RenewalInfo.self, original, scope: account)
  }

  private func heldTexts<Statement: KeptStatement>(
    _ type: Statement.Type, _ subject: String, scope: String
  ) throws -> [HeldText] {
    try database.rows(
      EvidenceStore.texts + """
        WHERE subject = ? AND kind = ? AND scope = ? ORDER BY signed_date DESC, signed_items.id DESC LIMIT 100
        """, subject, Statement.kind, scope
    ) { row in
      let arrived: Timestamp = try row["arrived_date"]
      return HeldText(
        jws: try EvidenceStore.text(row),
        arrivedDate: arrived.milliseconds == 0 ? nil : arrived)
    }
  }

  /// Returns one item of the quarantine.
  package func quarantinedItem(_ id: Int64) throws -> QuarantinedItem? {
    try database.first(QuarantinedItem.self, "WHERE id = ?", id)
  }

  /// Returns one entry of the journal.
  package func journalEntry(_ id: Int64) throws -> JournalEntry? {
    try database.first(JournalEntry.self, "WHERE id = ?", id)
  }
}

/// A stored signed text with its arrival date.
package struct HeldText: Hashable, Sendable {
  package let jws: String
  package let arrivedDate: Timestamp?

  package init(jws: String, arrivedDate: Timestamp?) { (self.jws, self.arrivedDate) = (jws, arrivedDate) }
}

import AppStoreModel
import Core
import Storage

/// The result of reading an account's history.
struct HistoryPull {
  /// Whether the last page was read, every item named its transaction, and not every item failed: only then are unlisted
  /// transactions absent.
  var isComplete = false
  /// Whether nothing was charged for what the history does not list.
  var listsAll = false
  /// The number under which the store records what a complete history lists; nil where only a part is read.
  var listing: Int?
  /// The number of transactions that the App Store sent.
  var checked = 0
  /// What the caller wants to know about the verified transactions.
  var notes = HistoryNotes()
  /// The signed text to show the app server for each original transaction: that of its newest transaction.
  var claims: [String: (date: Timestamp, signed: String)] = [:]
  var failed: [TransactionOutcome] = []
  /// Whether an item failed whose transaction id cannot be read: it may be any transaction.
  var hasUnnamed = false
  var news = News()
  var message: String?
}

/// What a caller wants to know about a history, which may be larger than memory.
struct HistoryNotes {
  /// The report of a restore, which each transaction is added to; nil for other callers.
  var tale: RestoreTale?
  /// The products whose purchases without an order are collected.
  var products: Set<String> = []
  var purchases: [Transaction] = []

  func looksFor(_ transaction: Transaction) -> Bool {
    transaction.transactionReason != .renewal && transaction.productId.map(products.contains) ?? false
  }
}

extension Purchasing {
  /// The number of transactions that are committed together.
  private static let commitSize = 500

  /// Reads the account's history after the last revision, or all of it.
  ///
  /// - Parameter progress: Called with the number of transactions read so far.
  func pullHistory(
    of account: String, whole: Bool = false, origin: Origin, progress: @Sendable (Int) -> Void = { _ in },
    noting notes: HistoryNotes = HistoryNotes()
  ) async throws -> HistoryPull {
    var revision = whole ? nil : try store.revision(account: account)
    var pull = HistoryPull(listing: revision == nil ? try store.beginHistory() : nil, notes: notes)
    do {
      revision = try await readPages(of: account, after: revision, origin: origin, into: &pull, progress)
    } catch let error as StoreError where error.kind == .invalidRevision && pull.listing == nil {
      pull = HistoryPull(listing: try store.beginHistory(), notes: notes)
      revision = try await readPages(of: account, after: nil, origin: origin, into: &pull, progress)
    }
    pull.isComplete = !pull.hasUnnamed && (pull.checked == 0 || pull.failed.count < pull.checked)
    guard pull.isComplete else {
      pull.message =
        pull.failed.count < pull.checked
        ? say("a transaction's id is unreadable: no purchases were removed")
        : say("every transaction failed verification: no purchases were removed")
      return pull
    }
    try await takeRenewalInfos(of: account)
    try conclude(pull, of: account, revision: revision)
    return pull
  }

  /// Reads page by page; the next page is requested while the present one is verified.
  ///
  /// What has arrived is stored, even if a later page fails.
  ///
  /// - Returns: The revision that was reached.
  private func readPages(
    of account: String, after start: String?, origin: Origin, into pull: inout HistoryPull,
    _ progress: @Sendable (Int) -> Void
  ) async throws -> String {
    let appStore = appStore
    var page = try await appStore.history(for: account, after: start)
    var (revision, seen, arrived) = (start, Set<String>(), [String]())
    while true {
      arrived += page.signedTransactions
      let isNew = page.revision != revision && seen.insert(page.revision).inserted
      guard page.hasMore, isNew else { break }
      let reached = page.revision
      async let next = appStore.history(for: account, after: reached)
      if arrived.count >= Self.commitSize {
        try store(arrived, of: account, origin: origin, into: &pull)
        arrived = []
      }
      progress(pull.checked + arrived.count)
      do {
        try Task.checkCancellation()
        page = try await next
      } catch {
        try store(arrived, of: account, origin: origin, into: &pull)
        throw error
      }
      revision = reached
    }
    try store(arrived, of: account, origin: origin, into: &pull)
    progress(pull.checked)
    guard !page.hasMore else {
      throw StoreError(.systemError, say("the App Store's history repeats the revision \(safeText(page.revision))"))
    }
    pull.listsAll = page.listsAll
    return page.revision
  }

  /// Verifies and stores arrived transactions in one commit.
  private func store(
    _ arrived: [String], of account: String, origin: Origin, into pull: inout HistoryPull
  ) throws {
    guard !arrived.isEmpty else { return }
    let results = verifier.verify(arrived, as: .transaction)
    // The result is changed in place, because a copy for each commit would make a long history quadratic. An error ends
    // the pull.
    try store.batch {
      for (jws, result) in zip(arrived, results) {
        pull.checked += 1
        switch try check(jws, result, account: account) {
        case .refused(let transactionId, let productId, let failure):
          pull.failed.append(
            TransactionOutcome(transactionId: transactionId, productId: productId, reason: safeText(failure.message)))
          // What cannot be understood is listed nevertheless, and takes nothing away.
          if let transactionId { try pull.listing.map { try store.historyLists(transactionId, $0) } }
          pull.hasUnnamed = pull.hasUnnamed || transactionId == nil
        case .accepted(let signed):
          let outcome = try takeIn(signed, account: account, origin: origin, into: &pull.news)
          if let listing = pull.listing, let id = signed.payload.transactionId {
            try store.historyLists(id, listing)
          }
          pull.note(signed, outcome)
          pull.notes.tale?.tell(signed.payload, outcome)
          if pull.notes.looksFor(signed.payload),
            try store.order(forTransaction: signed.payload.transactionId ?? "") == nil
          {
            pull.notes.purchases.append(signed.payload)
          }
        }
      }
    }
    try reached(.history)
  }

  func takeRenewalInfos(of account: String) async throws {
    let infos = try await appStore.renewalInfos(for: account)
    try store.batch {
      for jws in infos {
        let result = verifier.verify(jws, as: .renewalInfo)
        if let failure = result.verdict.failure {
          try journal(.evidenceRefused, say("a signed renewal info record was rejected: \(failure.message)"))
        } else if let info = result.payload?.renewalInfo {
          let signed = Signed(
            payload: info, jws: jws, verdict: result.verdict, rootFingerprint: result.rootFingerprint)
          try store.save(signed, account: account, at: clock().now)
        }
      }
    }
  }

  private func conclude(_ pull: HistoryPull, of account: String, revision: String?) throws {
    try store.batch {
      if let listing = pull.listing { try store.endHistory(listing, account: account) }
      try store.setRevision(revision, account: account)
      let machine = try machineDate()
      try store.update { heardFrom(&$0, at: machine) }
      let now = try clock().now
      // Reading the history of another than the signed-in Apple Account is no check of the signed-in one.
      try store.update { if $0.account == account { $0.lastChecked = now } }
      try listProductsSeen()
    }
  }
}

extension HistoryPull {
  /// Selects the newest signed text of a purchase, from which the app server can name its owner.
  ///
  /// Of consumables, only those that were refunded, or whose refund was reversed, are news to the app server.
  fileprivate mutating func note(_ signed: Signed<Transaction>, _ outcome: EvidenceOutcome<Transaction>) {
    let transaction = signed.payload
    // The app server accepts only signatures.
    if case .attested = signed.verdict { return }
    guard let id = transaction.lineageId else { return }
    if transaction.type == .consumable, transaction.revocationDate == nil {
      guard case .newVersion = outcome else { return }
    }
    let date = transaction.purchaseDate ?? Timestamp(milliseconds: 0)
    if let held = claims[id], held.date > date { return }
    claims[id] = (date, signed.jws)
  }
}

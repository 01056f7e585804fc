import SafeText
import SignedData
import StoreModel

/// What reading an account's history brought.
struct HistoryPull {
  /// Whether the last page was read and not every item failed: only then does absence count.
  var isComplete = false
  /// Whether it began at the first transaction.
  var isWhole = false
  /// How many transactions the App Store sent.
  var checked = 0
  /// Every verified transaction that was sent.
  var transactions: [Transaction] = []
  /// The signed text of the newest one of each original transaction that the app's server has to see.
  var claims: [String: (date: Timestamp, signed: String)] = [:]
  var failed: [TransactionOutcome] = []
  var news = News()
  var message: String?
}

extension Purchasing {
  /// Reads the account's history from the last revision on, or whole, page by page; each page is one commit.
  ///
  /// - Parameter progress: Called with the number of transactions read so far.
  func pullHistory(
    of account: String, whole: Bool = false, origin: Origin, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> HistoryPull {
    var revision = whole ? nil : try store.revision(account: account)
    var pull = HistoryPull(isWhole: revision == nil)
    var seen: Set<String> = []
    while true {
      let page: HistoryPage
      do {
        page = try await appStore.history(for: account, after: revision)
      } catch {
        guard error.kind == .invalidRevision, !pull.isWhole else { throw error }
        revision = nil
        pull = HistoryPull(isWhole: true)
        continue
      }
      try take(page, of: account, origin: origin, into: &pull)
      progress(pull.checked)
      guard page.hasMore else {
        revision = page.revision
        break
      }
      guard page.revision != revision, seen.insert(page.revision).inserted else {
        throw StoreError(.systemError, "the App Store's history repeats the revision \(safeText(page.revision))")
      }
      revision = page.revision
      try Task.checkCancellation()
    }
    pull.isComplete = pull.checked == 0 || pull.failed.count < pull.checked
    guard pull.isComplete else {
      pull.message = "every transaction failed verification: nothing was removed"
      return pull
    }
    try await takeRenewalInfos(of: account)
    try conclude(pull, of: account, revision: revision)
    return pull
  }

  private func take(
    _ page: HistoryPage, of account: String, origin: Origin, into pull: inout HistoryPull
  ) throws {
    // In place: a copy for each page would make a long history quadratic. A page that throws ends the pull.
    try store.batch {
      for jws in page.signedTransactions {
        pull.checked += 1
        switch try check(jws, account: account) {
        case .refused(let transactionId, let productId, let failure):
          pull.failed.append(
            TransactionOutcome(transactionId: transactionId, productId: productId, reason: safeText(failure.message)))
        case .accepted(let signed):
          pull.transactions.append(signed.payload)
          let outcome = try takeIn(signed, account: account, origin: origin, into: &pull.news)
          pull.note(signed, outcome)
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
          try journal(.evidenceRefused, "a signed renewal information was refused: \(failure.message)")
        } else if let info = result.payload?.renewalInfo {
          let signed = Signed(
            payload: info, jws: jws, verdict: result.verdict, rootFingerprint: result.rootFingerprint)
          try store.take(signed, account: account, at: clock().now)
        }
      }
    }
  }

  private func conclude(_ pull: HistoryPull, of account: String, revision: String?) throws {
    try store.batch {
      if pull.isWhole {
        try store.setHistory(Set(pull.transactions.compactMap(\.transactionId)), account: account)
      }
      try store.setRevision(revision, account: account)
      let now = try clock().now
      try store.update { $0.lastChecked = now }
      try listProductsSeen()
    }
  }
}

extension HistoryPull {
  /// Keeps the newest text of a purchase, for the app's server to say whose it is; of consumables only those that were
  /// refunded, or whose refund was reversed, since those alone are news to it.
  fileprivate mutating func note(_ signed: Signed<Transaction>, _ outcome: EvidenceOutcome) {
    let transaction = signed.payload
    // The app's server believes signatures alone.
    if case .attested = signed.verdict { return }
    guard let id = transaction.originalTransactionId ?? transaction.transactionId else { return }
    if transaction.type == .consumable, transaction.revocationDate == nil {
      guard case .newVersion = outcome else { return }
    }
    let date = transaction.purchaseDate ?? Timestamp(milliseconds: 0)
    if let held = claims[id], held.date > date { return }
    claims[id] = (date, signed.jws)
  }
}

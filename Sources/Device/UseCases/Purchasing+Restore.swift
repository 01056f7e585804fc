package import AppStoreModel
import Core
import Entitlements
import Storage

extension Purchasing {
  /// Restores what the signed-in account owns.
  ///
  /// It reads the complete history once, and never sends a request for each transaction.
  ///
  /// - Parameter progress: Called with the number of transactions read so far.
  package func restore(progress: @Sendable (Int) -> Void = { _ in }) async throws -> RestoreReport {
    try await acting { try await restoreNow(progress: progress) }
  }

  private func restoreNow(progress: @Sendable (Int) -> Void) async throws -> RestoreReport {
    if let reason = backend.capabilities.restore { return RestoreReport(result: .failed, message: reason) }
    guard let account = try store.deviceState().account else {
      try await settle()
      return RestoreReport(
        result: .failed, message: ActionText.notSignedIn.text)
    }
    isRestoring = true
    defer { isRestoring = false }
    do {
      try bringBackOrders(of: account)
      var news = try await settle().news
      try await synchronizeClock()
      let tale = RestoreTale(restoresNonRenewing: backend.capabilities.restoresNonRenewing, new: news.new)
      let pull = try await pullHistory(
        of: account, whole: true, origin: .history, progress: progress, noting: HistoryNotes(tale: tale))
      news.add(pull.news)
      news.add(try await settleNow().news)
      try await claim(of: account, pull, isRestore: true)
      let report = try report(on: pull, pull.notes.tale ?? tale)
      try journal(.restored, report.summary)
      return report
    } catch let error as StoreError {
      if [.cancelled, .userCancelled].contains(error.kind) { return try cancelledRestore() }
      try journal(.restoreFailed, say("restore failed: \(error.message)"))
      return RestoreReport(result: .failed, message: error.message)
    } catch is CancellationError {
      return try cancelledRestore()
    }
  }

  private func cancelledRestore() throws -> RestoreReport {
    try journal(.restoreFailed, say("restore cancelled; what had arrived is kept"))
    return RestoreReport(
      result: .cancelled,
      message: say(
        "cancelled: what had arrived is kept, no purchases "
          + "were removed"))
  }

  private func report(on pull: HistoryPull, _ tale: RestoreTale) throws -> RestoreReport {
    var report = tale.report
    report.failed = pull.failed
    report.message = pull.message
    let products = tale.products
    var others: Set<String?> = []
    let state = try store.deviceState()
    for transaction in tale.purchases {
      // A purchase is listed once, however many periods it has.
      guard let reason = try otherUser(of: transaction, state),
        others.insert(transaction.lineageId).inserted
      else { continue }
      report.otherUser.append(
        TransactionOutcome(
          transactionId: transaction.transactionId ?? "", productId: transaction.productId, reason: reason))
    }
    var uncredited: [ProductStatus] = []
    for status in try statuses() where products.contains(status.product.id) {
      if status.entitled {
        report.entitled.append(status.product.id)
      } else if status.state != .notPurchased
        || !report.otherUser.contains(where: { $0.productId == status.product.id })
      {
        // Another user's purchases are listed separately above.
        report.inactive.append(
          ProductOutcome(productId: status.product.id, state: status.state, words: status.words))
        if status.state == .paidNotDelivered { uncredited.append(status) }
      }
    }
    if !report.entitled.isEmpty {
      report.result = .restored
    } else if let first = uncredited.first {
      report.result = .failed
      report.message = say("nothing is credited yet: \(first.next.text)")
    } else if !pull.isComplete {
      report.result = .failed
    } else if !report.restored.isEmpty, report.otherUser.count < products.count {
      report.result = .restored
    }
    return report
  }

  /// Returns why the transaction belongs to another user; nil where it does not.
  ///
  /// The app server decides. Without an app server, the purchase belongs to another user of this device if it carries
  /// that user's token.
  private func otherUser(of transaction: Transaction, _ state: DeviceState) throws -> String? {
    if state.verification != .none {
      guard let id = transaction.lineageId,
        let ownership = try store.ownership(of: id), !ownership.users.contains(state.appUser)
      else { return nil }
      let policy = try store.userAccount(state.appUser)?.policy.words ?? ""
      if ownership.users.isEmpty {
        return ownership.attribution == .foreignToken ? say("its account token matches no user here; \(policy)") : nil
      }
      return ownership.policyOutcome == .transferred
        ? say("transferred to user \(shownUsers(ownership.users)); \(policy)")
        : say("belongs to user \(shownUsers(ownership.users)): \(ownership.attribution.words); \(policy)")
    }
    guard let token = transaction.appAccountToken?.lowercased() else { return nil }
    guard let owner = try store.userTokens()[token], owner != state.appUser else { return nil }
    return say("bought by user \(shownUser(owner)) of this device")
  }
}

/// The report of a restore, which grows with each transaction that arrives.
struct RestoreTale {
  let restoresNonRenewing: Bool
  /// The transactions that arrived in the same restore before the history was read.
  let new: Set<String>
  private(set) var report = RestoreReport(result: .nothing, message: nil)
  private(set) var products: Set<String> = []
  /// One transaction of each purchase and token; their owners are looked up once all have arrived.
  private(set) var purchases: [Transaction] = []
  private(set) var seen: Set<[String?]> = []

  mutating func tell(_ transaction: Transaction, _ outcome: EvidenceOutcome<Transaction>) {
    let id = transaction.transactionId ?? ""
    if let reason = reasonNotToRestore(transaction) {
      report.notRestorable.append(
        TransactionOutcome(transactionId: id, productId: transaction.productId, reason: reason))
      return
    }
    if outcome == .new || new.contains(id) { report.restored.append(id) } else { report.alreadyKnown += 1 }
    if let productId = transaction.productId { products.insert(productId) }
    if seen.insert([transaction.lineageId, transaction.appAccountToken]).inserted {
      purchases.append(transaction)
    }
  }

  private func reasonNotToRestore(_ transaction: Transaction) -> String? {
    if transaction.type == .consumable { return say("a consumable is delivered once and never restored") }
    if transaction.type == .nonRenewingSubscription, !restoresNonRenewing {
      return say("this App Store does not list non-renewing subscriptions")
    }
    return nil
  }
}

extension RestoreReport {
  /// The report in one line.
  package var summary: String {
    switch result {
    case .restored:
      say(
        entitled.count,
        "restored: \(restored.count) new, \(alreadyKnown) known already, \(entitled.count) product entitled",
        "restored: \(restored.count) new, \(alreadyKnown) known already, \(entitled.count) products entitled")
    case .nothing:
      inactive.isEmpty
        ? say("nothing to restore")
        : say(
          inactive.count, "nothing to restore: \(inactive.count) product came back inactive",
          "nothing to restore: \(inactive.count) products came back inactive")
    case .cancelled, .failed: message ?? result.rawValue
    }
  }
}

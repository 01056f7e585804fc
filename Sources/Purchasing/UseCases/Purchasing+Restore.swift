import Entitlements
package import StoreModel

extension Purchasing {
  /// Brings back what the signed-in account owns: one pull of the whole history, never a request for each transaction.
  ///
  /// - Parameter progress: Called with the number of transactions read so far.
  package func restore(progress: @Sendable (Int) -> Void = { _ in }) async throws -> RestoreReport {
    if let reason = backend.capabilities.restore { return RestoreReport(result: .failed, message: reason) }
    guard let account = try store.deviceState().account else {
      return RestoreReport(
        result: .failed, message: "nobody is signed in to the App Store: sign in first (till account NAME)")
    }
    news = News()
    do {
      try await settle()
      try await synchronizeClock()
      let pull = try await pullHistory(of: account, whole: true, origin: .history, progress: progress)
      try await settle()
      try await claim(of: account, pull, isRestore: true)
      let report = try report(on: pull)
      try journal(.restored, report.summary)
      return report
    } catch let error as BackendError {
      if error.kind == .cancelled { return try cancelledRestore() }
      try journal(.restoreFailed, "restore failed: \(error.message)")
      return RestoreReport(result: .failed, message: error.message)
    } catch is CancellationError {
      return try cancelledRestore()
    }
  }

  private func cancelledRestore() throws -> RestoreReport {
    try journal(.restoreFailed, "restore was cancelled; what had arrived is kept")
    return RestoreReport(result: .cancelled, message: "cancelled: what had arrived is kept, nothing was removed")
  }

  private func report(on pull: HistoryPull) throws -> RestoreReport {
    var report = RestoreReport(result: .nothing, failed: pull.failed, message: pull.message)
    let statuses = try statuses()
    var products: Set<String> = []
    for transaction in pull.transactions {
      let id = transaction.transactionId ?? ""
      if let reason = reasonNotToRestore(transaction) {
        report.notRestorable.append(
          TransactionOutcome(transactionId: id, productId: transaction.productId, reason: reason))
        continue
      }
      if news.new.contains(id) { report.restored.append(id) } else { report.alreadyKnown += 1 }
      if let productId = transaction.productId { products.insert(productId) }
      if let reason = try otherUser(of: transaction) {
        report.otherUser.append(
          TransactionOutcome(transactionId: id, productId: transaction.productId, reason: reason))
      }
    }
    for status in statuses where products.contains(status.product.id) {
      if status.entitled {
        report.entitled.append(status.product.id)
      } else {
        report.inactive.append(ProductOutcome(productId: status.product.id, state: status.state))
      }
    }
    if !report.entitled.isEmpty {
      report.result = .restored
    } else if !pull.isComplete {
      report.result = .failed
    }
    return report
  }

  private func reasonNotToRestore(_ transaction: Transaction) -> String? {
    if transaction.type == .consumable {
      return "a consumable is delivered once and never restored"
    }
    if transaction.type == .nonRenewingSubscription, !backend.capabilities.restoresNonRenewing {
      return "this App Store does not list non-renewing subscriptions"
    }
    return nil
  }

  /// Why a transaction is another user's: the app's server says so, or without it the token of a user of this device.
  private func otherUser(of transaction: Transaction) throws -> String? {
    let state = try store.deviceState()
    if state.verification != .none {
      guard let user = state.user, let id = transaction.originalTransactionId ?? transaction.transactionId,
        let ownership = try store.ownership(of: id), !ownership.users.contains(user)
      else { return nil }
      let policy = try store.userAccount(user)?.policy.words ?? ""
      return ownership.users.isEmpty
        ? "its token is nobody's here; \(policy)"
        : "belongs to user \(ownership.users.joined(separator: ", ")): \(ownership.attribution.words); \(policy)"
    }
    guard let token = transaction.appAccountToken?.lowercased() else { return nil }
    let owner = try store.users().first { name in
      name != state.user && userToken(of: name, bundleId: backend.identity.bundleId) == token
    }
    return owner.map { "bought by user \($0) of this device" }
  }
}

extension RestoreReport {
  /// The report as one line.
  package var summary: String {
    switch result {
    case .restored:
      "restored: \(restored.count) new, \(alreadyKnown) known already, \(entitled.count) products entitled"
    case .nothing:
      inactive.isEmpty
        ? "nothing to restore" : "nothing to restore: \(inactive.count) products came back inactive"
    case .cancelled, .failed: message ?? result.rawValue
    }
  }
}

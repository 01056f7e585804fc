package import AppStoreModel
import Core
import Storage

extension Purchasing {
  /// Asks the App Store what changed for the signed-in account since the last check: refunded, revoked, reversed.
  ///
  /// The cost grows with what changed, not with what is stored. The complete history is read only when there is no
  /// revision, or the App Store rejects it.
  ///
  /// - Parameters:
  ///   - pace: Whether to retry all waiting work, or only what is due.
  ///   - progress: Called with the number of transactions read so far.
  package func refundCheck(
    _ pace: Pace = .atOnce, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> RefundCheckReport {
    try await acting { try await refundCheckNow(pace, progress: progress) }
  }

  /// Performs the check within another action: a start, or the handling of a change signal.
  func refundCheckNow(
    _ pace: Pace, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> RefundCheckReport {
    if let reason = backend.capabilities.refundCheck {
      return RefundCheckReport(result: .failed, complete: false, message: reason)
    }
    guard let account = try store.deviceState().account else {
      try await settle()
      return RefundCheckReport(
        result: .failed, complete: false,
        message: ActionText.notSignedIn.text)
    }
    let before = try statuses()
    do {
      var news = try await settle(pace).news
      try await synchronizeClock()
      let pull = try await pullHistory(of: account, origin: .update, progress: progress)
      news.add(pull.news)
      news.add(try await pullRefundHistory(of: account))
      news.add(try await settleNow(pace).news)
      try await claim(of: account, pull, isRestore: false)
      let report = try report(on: pull, news, since: before)
      try store.update { $0.waitingUpdates = 0 }
      try journal(.refundChecked, report.summary)
      return report
    } catch let error as StoreError {
      try journal(.refundCheckFailed, say("the refund check failed: \(error.message)"))
      return RefundCheckReport(
        result: [.cancelled, .userCancelled].contains(error.kind) ? .cancelled : .failed, complete: false,
        message: say("\(error.message); incomplete: no purchases were removed"))
    } catch is CancellationError {
      return RefundCheckReport(
        result: .cancelled, complete: false, message: say("cancelled; incomplete: no purchases were removed"))
    }
  }

  private func report(on pull: HistoryPull, _ news: News, since before: [ProductStatus]) throws -> RefundCheckReport {
    var report = RefundCheckReport(result: .done, complete: pull.isComplete, checked: pull.checked)
    report.message = pull.message
    report.refunded = news.refunded.compactMap(RefundCheckReport.Item.init)
    report.reversed = news.reversed.compactMap(RefundCheckReport.Item.init)
    let entitledBefore = Set(before.filter(\.entitled).map(\.product.id))
    for status in try statuses() {
      let id = status.product.id
      switch (entitledBefore.contains(id), status.entitled) {
      case (false, true): report.entitled.append(id)
      case (true, false): report.removed.append(id)
      default: report.unchanged += 1
      }
    }
    return report
  }

  /// Reads the refund history after its last revision, to fill the Refunds tab and cross-check the transactions.
  private func pullRefundHistory(of account: String) async throws -> News {
    var news = News()
    var revision = try store.refundRevision(account: account)
    var isWhole = revision == nil
    var seen: Set<String> = []
    while true {
      let page: HistoryPage
      do {
        page = try await appStore.refundHistory(for: account, after: revision)
      } catch {
        guard error.kind == .invalidRevision, !isWhole else { throw error }
        revision = nil
        isWhole = true
        continue
      }
      try store.batch {
        for jws in page.signedTransactions {
          guard case .accepted(let signed) = try check(jws, account: account) else { continue }
          guard case .new = try takeIn(signed, account: account, origin: .update, into: &news) else { continue }
          try journal(
            .refundUnmatched, say("refunded transactions that the history had not listed"),
            productId: signed.payload.productId, transactionId: signed.payload.transactionId)
        }
        try store.setRefundRevision(page.revision, account: account)
      }
      guard page.hasMore else { return news }
      guard page.revision != revision, seen.insert(page.revision).inserted else {
        throw StoreError(
          .systemError, say("the App Store's refund history repeats the revision \(safeText(page.revision))"))
      }
      revision = page.revision
      try Task.checkCancellation()
    }
  }
}

extension RefundCheckReport.Item {
  init?(_ transaction: Transaction) {
    guard let id = transaction.transactionId, let productId = transaction.productId else { return nil }
    self.init(transactionId: id, productId: productId, revocationDate: transaction.revocationDate)
  }
}

extension RefundCheckReport {
  /// The report in one line.
  package var summary: String {
    guard result == .done else { return message ?? result.rawValue }
    let parts = [
      refunded.isEmpty ? nil : say("\(refunded.count) refunded", context: "Report"),
      reversed.isEmpty ? nil : say("\(reversed.count) reversed"),
      entitled.isEmpty ? nil : say("\(entitled.count) newly entitled", context: "Report"),
      removed.isEmpty ? nil : say("\(removed.count) no longer entitled"),
    ].compactMap { $0 }
    return say("refund check: ")
      + (parts.isEmpty ? say("nothing changed") : Language.series(parts))
  }
}

package import AppStoreModel
import Core
import Entitlements

/// The result of using a consumable.
package enum UseOutcome: Hashable, Sendable {
  case used(balance: Int)
  /// Nothing was used. The value is the reason in one line.
  ///
  /// The balance is too small, or the product is unknown or not a consumable.
  case refused(String)
}

extension Purchasing {
  /// Uses a consumable of the logged-in user.
  package func use(_ productId: String, count: Int = 1) async throws -> UseOutcome {
    try await acting { try await useNow(productId, count: count) }
  }

  private func useNow(_ productId: String, count: Int) async throws -> UseOutcome {
    guard count > 0 else { return .refused(say("invalid quantity \(count); use at least 1")) }
    try await settle()
    guard let status = try statuses().first(where: { $0.product.id == productId }) else {
      return .refused(say("unknown product “\(safeText(productId))”; till status lists the products"))
    }
    guard status.product.type == .consumable else {
      return .refused(say("\(safeText(productId)) is not a consumable; only consumables can be used"))
    }
    let state = try store.deviceState()
    guard state.verification == .none else { return try await use(productId, count: count, by: state.appUser) }
    let user = state.appUser
    let balance: Int? = try store.batch {
      let balance = try store.use(productId, count: count, user: user, at: clock().now)
      if let balance {
        try journal(.used, say("used \(count), \(balance) left"), productId: productId)
      }
      return balance
    }
    guard let balance else {
      return .refused(
        say("not enough \(productId): \(status.balance ?? 0) left, \(count) requested"))
    }
    return .used(balance: balance)
  }

  /// Asks the app server to count a use, which is stored first, so that no crash counts it twice.
  private func use(_ productId: String, count: Int, by user: String) async throws -> UseOutcome {
    guard try store.pendingUses().isEmpty else {
      return .refused(NextStepText.useWaits.text)
    }
    let use = PendingUse(id: newID(), productId: productId, user: user, count: count, date: try clock().now)
    usesUnderway.insert(use.id)
    defer { usesUnderway.remove(use.id) }
    try store.save(use)
    try reached(.use)
    return try await self.count(use)
  }
}

extension Purchasing {
  /// Files a refund request with Apple for the customer.
  ///
  /// A filed request is not a refund: Apple decides.
  package func askRefund(of transactionId: String, reason: String?) async throws -> RefundRequestReport {
    try await acting { try await askRefundNow(of: transactionId, reason: reason) }
  }

  private func askRefundNow(of transactionId: String, reason: String?) async throws -> RefundRequestReport {
    let stored = try store.transaction(transactionId)
    let productId = stored?.transaction.productId
    func report(_ result: RefundRequestReport.Result, _ message: String) -> RefundRequestReport {
      RefundRequestReport(result: result, transactionId: transactionId, productId: productId, message: message)
    }
    if let reason = backend.capabilities.askRefund { return report(.failed, reason) }
    guard let account = try store.deviceState().account else {
      return report(.failed, ActionText.notSignedIn.text)
    }
    guard let stored, let productId else {
      return report(
        .failed,
        say(
          "unknown transaction “\(safeText(transactionId))” on this device; till transactions lists "
            + "the ids"))
    }
    if stored.transaction.revocationDate != nil { return report(.failed, say("already refunded or revoked")) }
    do {
      try await appStore.requestRefund(of: transactionId, reason: reason, for: account)
      let now = try clock().now
      try store.batch {
        try store.add(
          RefundRequest(
            transactionId: transactionId, productId: productId, account: account, reason: reason, askedDate: now))
        try journal(
          .refundAsked, say("a refund was requested; Apple decides"), productId: productId,
          transactionId: transactionId
        )
      }
      // Filing a request switches auto-renewal off, so the new renewal information is read at once.
      if stored.transaction.type == .autoRenewableSubscription { try? await takeRenewalInfos(of: account) }
      // A request that Apple had declined before is open again once the app server knows of this one.
      await hear()
      await refreshAccount()
      return report(.filed, say("requested: Apple decides; a refund check shows the outcome"))
    } catch let error as StoreError {
      try journal(
        .refundAskFailed, say("the refund request failed: \(error.message)"), productId: productId,
        transactionId: transactionId)
      return report(error.kind == .duplicateRequest ? .duplicate : .failed, error.message)
    }
  }
}

extension Purchasing {
  /// Makes one of support's changes at the App Store, with a journal entry before and after it.
  ///
  /// - Parameter what: The change in words, without a full stop, such as `extend the renewal by 7 days`.
  package func support<Answer: Sendable>(
    _ what: String, transactionId: String?, change: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try journal(.supportBegun, "support: \(what)", transactionId: transactionId)
    do {
      let answer = try await change()
      try journal(.supportDone, "done: \(what)", transactionId: transactionId)
      return answer
    } catch {
      try journal(.supportFailed, "failed: \(what): \(error)", transactionId: transactionId)
      throw error
    }
  }
}

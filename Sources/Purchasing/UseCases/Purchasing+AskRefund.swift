import SafeText
package import StoreModel

extension Purchasing {
  /// Files a refund request with Apple on the customer's behalf.
  ///
  /// Filed is not refunded: Apple decides.
  package func askRefund(of transactionId: String, reason: String?) async throws -> RefundRequestReport {
    let stored = try store.transaction(transactionId)
    let productId = stored?.transaction.productId
    func report(_ result: RefundRequestReport.Result, _ message: String) -> RefundRequestReport {
      RefundRequestReport(result: result, transactionId: transactionId, productId: productId, message: message)
    }
    if let reason = backend.capabilities.askRefund { return report(.failed, reason) }
    guard let account = try store.deviceState().account else {
      return report(.failed, "nobody is signed in to the App Store: sign in first (till account NAME)")
    }
    guard let stored, let productId else {
      return report(
        .failed, "no transaction \(safeText(transactionId)) on this device: see the ids with till transactions")
    }
    if stored.transaction.revocationDate != nil { return report(.failed, "refunded or revoked already") }
    do {
      try await appStore.requestRefund(of: transactionId, reason: reason, for: account)
      let now = try clock().now
      try store.batch {
        try store.add(
          RefundRequest(
            transactionId: transactionId, productId: productId, account: account, reason: reason, askedDate: now))
        try journal(
          .refundAsked, "a refund was asked for; Apple decides", productId: productId, transactionId: transactionId)
      }
      // Filing switches auto-renew off: take the new renewal information in at once.
      if stored.transaction.type == .autoRenewableSubscription { try? await takeRenewalInfos(of: account) }
      return report(.filed, "filed: Apple decides; a refund check shows the outcome")
    } catch let error as BackendError {
      try journal(
        .refundAskFailed, "asking for a refund failed: \(error.message)", productId: productId,
        transactionId: transactionId)
      return report(error.kind == .duplicateRequest ? .duplicate : .failed, error.message)
    }
  }
}

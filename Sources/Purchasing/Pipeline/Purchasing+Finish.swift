import StoreModel

extension Purchasing {
  /// Tells the App Store of everything that was delivered and not yet told; what fails stays in the outbox.
  func sendFinishCalls(_ pace: Pace = .atOnce) async {
    guard let calls = try? store.outbox(), let now = try? clock().now else { return }
    for call in calls {
      if pace == .whenDue, let date = call.nextRetryDate, !BackOff.isDue(date, at: now) { continue }
      do {
        try await appStore.finish(call.transactionId, for: call.account)
        try reached(.told)
        try noteFinished(call)
      } catch let error as BackendError {
        try? noteFailed(call, error)
        if error.isTemporary { return }
      } catch {
        return
      }
    }
  }

  private func noteFinished(_ call: FinishCall) throws {
    let order: Order? = try store.batch {
      // Another action may have told it meanwhile.
      guard try store.outbox().contains(where: { $0.transactionId == call.transactionId }) else { return nil }
      let order = try store.finished(call.transactionId, at: clock().now)
      try journal(
        .orderFinished,
        order?.closedReason == nil ? "the App Store knows that it was delivered" : "the App Store lists it no longer",
        productId: order?.productId, transactionId: call.transactionId, orderId: order?.id)
      return order
    }
    try reached(.finished)
    if var order { try close(&order) }
  }

  private func noteFailed(_ call: FinishCall, _ error: BackendError) throws {
    var call = call
    call.attempts += 1
    call.nextRetryDate = try clock().now.adding(
      milliseconds: BackOff.delay(after: call.attempts, chance: chance()))
    let order = try store.order(forTransaction: call.transactionId)
    try store.batch {
      try store.finishFailed(call)
      try journal(
        .finishFailed, "the App Store could not be told: \(error.message)", productId: order?.productId,
        transactionId: call.transactionId, orderId: order?.id)
    }
  }
}

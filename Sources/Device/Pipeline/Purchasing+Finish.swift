import AppStoreModel
import Core

extension Purchasing {
  /// Finishes all delivered transactions at the App Store; calls that fail stay in the outbox.
  func sendFinishCalls(_ pace: Pace = .atOnce) async {
    guard let calls = try? store.outbox(), let now = try? clock().now else { return }
    for call in calls {
      if pace == .whenDue, let date = call.nextRetryDate, !BackOff.isDue(date, at: now) { continue }
      do {
        try await appStore.finish(call.transactionId, for: call.account)
        try reached(.told)
        try noteFinished(call)
      } catch let error as StoreError where error.kind == .transactionNotFound {
        // The transaction belongs to another or a deleted Apple Account, so this account has nothing to finish.
        do {
          try noteFinished(call, say("the App Store has no such transaction for this account: nothing left to do"))
        } catch {
          return
        }
      } catch let error as StoreError {
        try? noteFailed(call, error)
        if error.isTemporary { return }
      } catch {
        return
      }
    }
  }

  private func noteFinished(_ call: FinishCall, _ words: String? = nil) throws {
    let order: Order? = try store.batch {
      // Another action may have finished it meanwhile.
      guard try store.outbox().contains(where: { $0.transactionId == call.transactionId }) else { return nil }
      let order = try store.finished(call.transactionId, at: clock().now)
      try journal(
        .orderFinished,
        words
          ?? (order?.closedReason == nil
            ? say("the App Store has recorded the delivery") : say("the App Store no longer lists it")),
        productId: order?.productId, transactionId: call.transactionId, orderId: order?.id)
      return order
    }
    try reached(.finished)
    if var order { try close(&order) }
  }

  private func noteFailed(_ call: FinishCall, _ error: StoreError) throws {
    var call = call
    call.attempts += 1
    call.nextRetryDate = try clock().now.adding(
      milliseconds: BackOff.delay(after: call.attempts, chance: chance()))
    let order = try store.order(forTransaction: call.transactionId)
    try store.batch {
      try store.finishFailed(call)
      try journal(
        .finishFailed, say("the App Store could not be reached: \(error.message)"), productId: order?.productId,
        transactionId: call.transactionId, orderId: order?.id)
    }
  }
}

/// The waits before Till retries a failed operation by itself.
package enum BackOff {
  /// The first wait, in milliseconds; it doubles with each failure.
  static let first: Int64 = 5000
  /// The longest wait, in milliseconds (an hour).
  static let longest: Int64 = 3_600_000
  /// The longest wait that a server may ask for, in milliseconds (a day).
  static let longestAsked: Int64 = 86_400_000

  /// Returns how many milliseconds to wait after a number of failures in a row.
  ///
  /// - Parameters:
  ///   - attempts: The number of failures; 1 after the first.
  ///   - chance: A random number from -1 to 1, which spreads retries that failed together over a fifth either way.
  ///   - retryAfter: The wait that the server asked for, in milliseconds.
  package static func delay(after attempts: Int, chance: Double, retryAfter: Int64? = nil) -> Int64 {
    let doublings = min(max(attempts - 1, 0), 20)
    let plain = min(first << Int64(doublings), longest)
    let spread = Int64(Double(plain) / 5 * min(max(chance, -1), 1))
    return max(plain + spread, min(retryAfter ?? 0, longestAsked))
  }

  /// Returns whether the date of the next retry has come, at a device's time.
  ///
  /// A date further ahead than any wait was computed with another clock, so it counts as come.
  static func isDue(_ date: Timestamp, at now: Timestamp) -> Bool {
    date <= now || date.milliseconds(since: now) > longestAsked
  }
}

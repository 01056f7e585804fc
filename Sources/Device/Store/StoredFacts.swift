package import AppStoreModel
import Entitlements

/// A finish call that the App Store has not received yet.
package struct FinishCall: Hashable, Sendable {
  package var transactionId: String
  package var account: String
  /// The number of failed attempts.
  package var attempts = 0
  /// When it is retried without a person, in device time; nil means now.
  package var nextRetryDate: Timestamp?
}

/// The keychain's record of an order.
package struct RememberedOrder: Hashable, Sendable {
  package var id: String
  package var intentId: String?
  package var user: String
  package var verification: VerificationWay
}

/// A use of a consumable that the app server is asked to count.
package struct PendingUse: Hashable, Sendable {
  /// The UUID of the use; the server counts each only once.
  package var id: String
  package var productId: String
  package var user: String
  package var count: Int
  /// The date in device time.
  package var date: Timestamp
}

extension LocalStore {
  /// Returns the open purchases of the account or the user, oldest first: the first rows of the orders.
  ///
  /// Those that have lapsed are left out; the next action closes them.
  package func waitingPurchases(of productId: String?, at clock: DeviceClock) throws -> [WaitingPurchase] {
    let state = try deviceState()
    return try openIntents().filter {
      ($0.account == state.account || $0.user == state.appUser) && (productId ?? $0.productId) == $0.productId
        && !$0.hasLapsed(at: clock.now)
    }.map { try waiting($0, at: clock) }
  }

  /// Returns an open purchase by its own id or its transaction's; nil if there is none.
  package func waitingPurchase(_ id: String, at clock: DeviceClock) throws -> WaitingPurchase? {
    try openIntents().first { $0.id == id || $0.transactionId == id }.map { try waiting($0, at: clock) }
  }

  /// Returns an open purchase with what the app server last said of it.
  func waiting(_ intent: Intent, at clock: DeviceClock) throws -> WaitingPurchase {
    try WaitingPurchase(intent, among: userAccount(intent.user)?.underWay ?? [], isHad: isHad(intent, at: clock))
  }

  /// Returns whether the logged-in user already has what a purchase waits for; false for another user's purchase.
  private func isHad(_ intent: Intent, at clock: DeviceClock) throws -> Bool {
    guard intent.state != .open, try intent.user == deviceState().appUser else { return false }
    return try resolvedStatuses(of: self, at: clock, for: intent.productId).contains(where: \.entitled)
  }
}

extension Intent {
  /// Returns whether the purchase waited so long for a person that the App Store no longer completes it.
  func hasLapsed(at now: Timestamp) -> Bool {
    state != .open && createdDate.adding(milliseconds: Patience.purchase) <= now
  }
}

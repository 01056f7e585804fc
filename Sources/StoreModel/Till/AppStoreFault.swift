/// A failure of the App Store that somebody switched on, to see what becomes of it.
///
/// The first six are about deliveries; the other nine are StoreKit's calls and fail with a kind
/// (Apple: SKTestSession.setSimulatedError(_:forAPI:)).
package enum AppStoreFault: String, Hashable, Sendable, CaseIterable {
  /// The customer is charged, and the app is told that the call failed.
  case timeoutAfterPayment = "timeout-after-payment"
  /// The customer is charged, and the app is never called back.
  case noCallback = "no-callback"
  /// Unfinished transactions come twice, and the newest finished one comes back.
  case deliveredTwice = "delivered-twice"
  /// Unfinished transactions and each page of the history come newest first.
  case outOfOrder = "out-of-order"
  /// The customer is charged, the app hears nothing, and the transaction is listed five minutes later.
  case late
  /// Purchases lose their `appAccountToken`.
  case missingToken = "missing-token"
  /// Loading products fails.
  case loadProducts
  /// Every purchase fails; nothing is charged.
  case purchase
  /// What is signed cannot be verified.
  case verification
  /// Reading the history fails: restore, refund check.
  case appStoreSync
  /// Reading the renewal information fails.
  case subscriptionStatus
  /// The App Store does not say who may sign in.
  case appTransaction
  /// The customer cannot change a subscription.
  case manageSubscriptions
  /// Asking for a refund fails.
  case refundRequest
  /// Redeeming an offer code fails.
  case offerCodeRedeem

  /// The kinds of which one says how the call fails, the usual one first; empty for faults of delivery.
  package var kinds: [FailureKind] {
    switch self {
    case .timeoutAfterPayment, .noCallback, .deliveredTwice, .outOfOrder, .late, .missingToken: []
    case .verification: FailureKind.ofVerification
    case .purchase: FailureKind.ofStoreKit + FailureKind.ofProductPurchase
    case .refundRequest: [.failed, .duplicateRequest] + FailureKind.ofStoreKit
    case .loadProducts, .appStoreSync, .subscriptionStatus, .appTransaction, .manageSubscriptions, .offerCodeRedeem:
      FailureKind.ofStoreKit
    }
  }

  /// What it does, in a few plain words.
  package var words: String {
    switch self {
    case .timeoutAfterPayment: "charged, and the call fails"
    case .noCallback: "charged, and no answer ever comes"
    case .deliveredTwice: "transactions are delivered twice"
    case .outOfOrder: "transactions come newest first"
    case .late: "charged, listed five minutes later"
    case .missingToken: "purchases lose their token"
    case .loadProducts: "loading products fails"
    case .purchase: "every purchase fails"
    case .verification: "signatures do not hold"
    case .appStoreSync: "reading the history fails"
    case .subscriptionStatus: "reading subscriptions fails"
    case .appTransaction: "nobody can sign in"
    case .manageSubscriptions: "subscriptions cannot be changed"
    case .refundRequest: "asking for a refund fails"
    case .offerCodeRedeem: "redeeming a code fails"
    }
  }
}

/// A fault that is switched on.
package struct ArmedFault: Hashable, Sendable {
  package var fault: AppStoreFault
  /// How the call fails; nil for faults of delivery.
  package var kind: FailureKind?
  /// Whether it strikes only once.
  package var isOneShot: Bool

  package init(_ fault: AppStoreFault, kind: FailureKind? = nil, isOneShot: Bool = false) {
    self.fault = fault
    self.kind = kind
    self.isOneShot = isOneShot
  }
}

package import Core

/// A simulated failure of the App Store.
///
/// The first eight are about deliveries; the other nine are StoreKit's calls and fail with a kind
/// (Apple: SKTestSession.setSimulatedError(_:forAPI:)).
package enum AppStoreFault: String, Hashable, Sendable, CaseIterable {
  /// Apple charges the customer, and the app gets an error.
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
  /// A notification is never sent; the notification history has it.
  case notificationLost = "notification-lost"
  /// A notification is sent five minutes late.
  case notificationLate = "notification-late"
  /// A notification that the app server answers with 400 is not sent again.
  case noRetryAfter400 = "no-retry-after-400"
  /// Renewal information in the grace period lacks `gracePeriodExpiresDate`.
  case graceWithoutDate = "grace-without-date"
  /// Renewal information in the grace period says that billing is not retried.
  case graceNotInRetry = "grace-not-in-retry"
  /// Loading products fails.
  case loadProducts
  /// Every purchase fails; nothing is charged.
  case purchase
  /// Signed data cannot be verified.
  case verification
  /// Reading the history fails: restore, refund check.
  case appStoreSync
  /// Reading the renewal information fails.
  case subscriptionStatus
  /// The App Store does not answer whether an account may sign in.
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
    case .timeoutAfterPayment, .noCallback, .deliveredTwice, .outOfOrder, .late, .missingToken, .notificationLost,
      .notificationLate, .noRetryAfter400, .graceWithoutDate, .graceNotInRetry:
      []
    case .verification: FailureKind.ofVerification
    case .purchase: FailureKind.ofStoreKit + FailureKind.ofProductPurchase
    case .refundRequest: [.failed, .duplicateRequest] + FailureKind.ofStoreKit
    case .loadProducts, .appStoreSync, .subscriptionStatus, .appTransaction, .manageSubscriptions, .offerCodeRedeem:
      FailureKind.ofStoreKit
    }
  }

  /// Its effect, in a few plain words.
  package var words: String { text }
}

extension AppStoreFault {
  /// Xcode's names of the calls that can fail, in the order in which a `.storekit` file lists them.
  package static let xcodeNames: [(name: String, fault: AppStoreFault)] = [
    ("Load Products", .loadProducts), ("Purchase", .purchase), ("Verification", .verification),
    ("App Store Sync", .appStoreSync), ("Subscription Status", .subscriptionStatus),
    ("App Transaction", .appTransaction), ("Manage Subscriptions Sheet", .manageSubscriptions),
    ("Refund Request Sheet", .refundRequest), ("Offer Code Redeem Sheet", .offerCodeRedeem),
  ]

  /// The fault that Xcode's name of a call in a `.storekit` file means, such as `Load Products`.
  package init?(xcodeName: String) {
    guard let fault = Self.xcodeNames.first(where: { $0.name == xcodeName })?.fault else { return nil }
    self = fault
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

/// A simulated failure of a device, which must lose nothing.
package struct DeviceFault: Hashable, Sendable {
  /// The kind of failure.
  package enum Kind: Hashable, Sendable {
    case network, timeoutAfterPayment, noCallback
    case appServerRefused, appServerOverdue, appServerDown
    case unverifiable, deliveredTwice, outOfOrder, late, missingToken
    case otherAccount, deletedAccount, unexpectedRestored, lateId, missingReceipt, appServerForgot
    /// Every answer of the App Store takes so many seconds.
    case slow(Int)
    case clockBack, clockForward, diskFull
    /// The process kills itself as soon as the step is done.
    case crash(PipelineStep)
  }

  package var kind: Kind
  /// Whether it strikes only once.
  package var isOnce: Bool

  package init(_ kind: Kind, isOnce: Bool) {
    self.kind = kind
    self.isOnce = isOnce
  }
}

/// The steps after which a purchase, a restore or a check can be interrupted; the words are stable.
package enum PipelineStep: String, Hashable, Sendable, CaseIterable {
  /// The intent is stored; the App Store was not asked yet.
  case intent
  /// The App Store has answered a purchase; nothing of the answer is stored.
  case charged
  case paid, uploaded, confirmed, verified, delivered
  /// The device has finished the transaction at the App Store, and has not yet stored that.
  case told
  case finished, closed
  /// A page of the history is stored.
  case history
  /// The app server has named the owners of purchases; the answer is not stored.
  case claimed
  /// The use of a consumable is stored; the app server was not asked yet.
  case use

  /// The step in plain words.
  package var words: String { text }
}

extension DeviceFault.Kind {
  /// Every kind, in the order in which a list shows them.
  package static let all: [Self] =
    [
      .network, .timeoutAfterPayment, .noCallback, .appServerRefused, .appServerOverdue, .appServerDown, .unverifiable,
      .appServerForgot, .deliveredTwice, .outOfOrder, .late, .missingToken, .otherAccount, .deletedAccount,
      .unexpectedRestored, .lateId, .missingReceipt, .slow(5), .clockBack, .clockForward, .diskFull,
    ] + PipelineStep.allCases.map(Self.crash)

  /// The kind of a name; nil for one that there is not.
  ///
  /// A slow App Store may be given its seconds: `slow:20`.
  package init?(name: String) {
    if name.hasPrefix("slow:") {
      guard let seconds = Int(name.dropFirst("slow:".count)), (1...600).contains(seconds) else { return nil }
      self = .slow(seconds)
      return
    }
    guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// Whether it has no moment to strike at, so that it can only be on or off.
  package var isLasting: Bool { self == .clockBack || self == .clockForward }

  /// The stable name, such as `app-server-down` or `crash:paid`.
  package var name: String {
    switch self {
    case .network: "network"
    case .timeoutAfterPayment: "timeout-after-payment"
    case .noCallback: "no-callback"
    case .appServerRefused: "app-server-refused"
    case .appServerOverdue: "app-server-overdue"
    case .appServerDown: "app-server-down"
    case .unverifiable: "unverifiable"
    case .deliveredTwice: "delivered-twice"
    case .outOfOrder: "out-of-order"
    case .late: "late"
    case .missingToken: "missing-token"
    case .otherAccount: "other-account"
    case .deletedAccount: "deleted-account"
    case .unexpectedRestored: "unexpected-restored"
    case .lateId: "late-id"
    case .missingReceipt: "missing-receipt"
    case .appServerForgot: "app-server-forgot"
    case .slow(let seconds): "slow:\(seconds)"
    case .clockBack: "clock-back"
    case .clockForward: "clock-forward"
    case .diskFull: "disk-full"
    case .crash(let step): "crash:\(step.rawValue)"
    }
  }

  /// Its effect, as one line.
  package var words: String { text }
}

/// Its effect, in a few plain words.
extension AppStoreFault: Worded {
  package var said: Words {
    switch self {
    case .timeoutAfterPayment: "Apple charges, and the call fails"
    case .noCallback: "Apple charges, and the call never returns"
    case .deliveredTwice: "transactions are delivered twice"
    case .outOfOrder: "transactions come newest first"
    case .late: "Apple charges, and lists the purchase five minutes later"
    case .missingToken: "purchases lose their appAccountToken"
    case .notificationLost: "notifications are never sent"
    case .notificationLate: "notifications come five minutes late"
    case .noRetryAfter400: "a notification answered with 400 is not sent again"
    case .graceWithoutDate: "renewal info in grace has no gracePeriodExpiresDate"
    case .graceNotInRetry: "renewal info in grace says isInBillingRetryPeriod false"
    case .loadProducts: "loading products fails"
    case .purchase: "every purchase fails"
    case .verification: "signatures are invalid"
    case .appStoreSync: "reading the history fails"
    case .subscriptionStatus: "reading subscriptions fails"
    case .appTransaction: "signing in fails"
    case .manageSubscriptions: "changing a subscription fails"
    case .refundRequest: "requesting a refund fails"
    case .offerCodeRedeem: "redeeming a code fails"
    }
  }
}

/// The step in plain words.
extension PipelineStep: Worded {
  package var said: Words {
    switch self {
    case .intent: "the device has stored the intent and not yet asked the App Store"
    case .charged: "the App Store has answered, and the device has stored nothing yet"
    case .paid: "the device has stored the signed transaction"
    case .uploaded: "the app server has the order"
    case .confirmed: "the app server has confirmed the order"
    case .verified: "the device has verified the signature, without an app server"
    case .delivered: "the device has stored the delivery"
    case .told: "the device has finished the transaction at the App Store and not stored that"
    case .finished: "the device has stored that the transaction is finished"
    case .closed: "the order is completed"
    case .history: "the device has stored a page of the history"
    case .claimed: "the app server has named the owners of purchases, and the device has not stored it"
    case .use: "the device has stored the use and not yet asked the app server"
    }
  }
}

/// Its effect, as one line.
extension DeviceFault.Kind: Worded {
  package var said: Words {
    switch self {
    case .network: "the device reaches neither the App Store nor the app server"
    case .timeoutAfterPayment: "Apple charges a purchase, and its answer is lost"
    case .noCallback: "Apple charges a purchase and never answers; its queue does not list it while this fault is on"
    case .appServerRefused: "the app server refuses every order"
    case .appServerOverdue: "the app server rejects every order as too old"
    case .appServerDown: "the app server answers with an error"
    case .unverifiable: "data from the App Store arrives with an invalid signature"
    case .deliveredTwice: "unfinished transactions arrive twice, and finished ones again"
    case .outOfOrder: "transactions arrive in reverse order"
    case .late: "the App Store does not list unfinished transactions yet"
    case .missingToken: "a purchase loses its appAccountToken on the way"
    case .otherAccount: "the queue also has transactions of other Apple Accounts"
    case .deletedAccount: "the queue has transactions of a removed Apple Account, which cannot be finished"
    case .unexpectedRestored:
      "the App Store answers a purchase with an older transaction, as restored, without a charge"
    case .lateId: "the app server asks for a transaction id that the App Store does not know yet"
    case .missingReceipt: "Apple charges a purchase, and the receipt lists it only after five attempts and a refresh"
    case .appServerForgot: "the app server loses all its data once"
    case .slow(let seconds):
      Words(seconds, "the App Store answers after \(seconds) second", "the App Store answers after \(seconds) seconds")
    case .clockBack: "this device's clock is two days behind"
    case .clockForward: "this device's clock is two days ahead"
    case .diskFull: "this device cannot store anything"
    case .crash(let step): "the program is killed when \(step.words)"
    }
  }
}

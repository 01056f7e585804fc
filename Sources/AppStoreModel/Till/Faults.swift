package import Core

/// A simulated failure of the App Store.
///
/// The first eleven affect deliveries, notifications and renewal info. The other nine make one of StoreKit's calls fail
/// with a kind of error (Apple: SKTestSession.setSimulatedError(_:forAPI:)).
package enum AppStoreFault: String, Hashable, Sendable, CaseIterable, JSONMember {
  /// Apple charges the customer, and the app gets an error.
  case timeoutAfterPayment = "timeout-after-payment"
  /// Apple charges the customer, and the purchase call never returns.
  case noCallback = "no-callback"
  /// Unfinished transactions are delivered twice, and the newest finished one is delivered again.
  case deliveredTwice = "delivered-twice"
  /// Unfinished transactions and each page of the history are listed newest first.
  case outOfOrder = "out-of-order"
  /// Apple charges the customer, the app gets no answer, and the transaction is listed five minutes later.
  case late
  /// Purchases lose their `appAccountToken`.
  case missingToken = "missing-token"
  /// Notifications are never sent; only the notification history contains them.
  case notificationLost = "notification-lost"
  /// Notifications are sent five minutes late.
  case notificationLate = "notification-late"
  /// A notification is not sent again after the app server answered 400.
  case noRetryAfter400 = "no-retry-after-400"
  /// Renewal info in the grace period lacks `gracePeriodExpiresDate`.
  case graceWithoutDate = "grace-without-date"
  /// Renewal info in the grace period has `isInBillingRetryPeriod` false.
  case graceNotInRetry = "grace-not-in-retry"
  /// Loading products fails.
  case loadProducts
  /// Every purchase fails, and the customer is not charged.
  case purchase
  /// Signed data has an invalid signature.
  case verification
  /// Reading the history fails, and with it a restore and a refund check.
  case appStoreSync
  /// Reading the renewal info fails.
  case subscriptionStatus
  /// Signing in with an Apple Account fails, because the App Store does not answer.
  case appTransaction
  /// Changing a subscription fails.
  case manageSubscriptions
  /// Requesting a refund fails.
  case refundRequest
  /// Redeeming an offer code fails.
  case offerCodeRedeem

  /// The errors with which the call can fail, the default first; empty for faults that are not about a call.
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

  /// The effect of the fault in a few plain words.
  package var words: String { text }
}

extension AppStoreFault {
  /// Xcode's names of the calls that can fail, in the order of a `.storekit` file.
  package static let xcodeNames: [(name: String, fault: AppStoreFault)] = [
    ("Load Products", .loadProducts), ("Purchase", .purchase), ("Verification", .verification),
    ("App Store Sync", .appStoreSync), ("Subscription Status", .subscriptionStatus),
    ("App Transaction", .appTransaction), ("Manage Subscriptions Sheet", .manageSubscriptions),
    ("Refund Request Sheet", .refundRequest), ("Offer Code Redeem Sheet", .offerCodeRedeem),
  ]

  /// Finds the fault for Xcode's name of a call in a `.storekit` file, such as `Load Products`.
  package init?(xcodeName: String) {
    guard let fault = Self.xcodeNames.first(where: { $0.name == xcodeName })?.fault else { return nil }
    self = fault
  }
}

/// A fault that is active.
package struct ArmedFault: Hashable, Sendable {
  package var fault: AppStoreFault
  /// The error with which the call fails; nil for faults that are not about a call.
  package var kind: FailureKind?
  /// Whether the fault takes effect only once.
  package var isOneShot: Bool

  package init(_ fault: AppStoreFault, kind: FailureKind? = nil, isOneShot: Bool = false) {
    self.fault = fault
    self.kind = kind
    self.isOneShot = isOneShot
  }
}

/// A simulated failure of a device; the device must not lose any data through it.
package struct DeviceFault: Hashable, Sendable {
  /// The kind of failure.
  package enum Kind: Hashable, Sendable {
    case network, timeoutAfterPayment, noCallback
    case appServerRefused, appServerOverdue, appServerDown
    case unverifiable, deliveredTwice, outOfOrder, late, missingToken
    case otherAccount, deletedAccount, unexpectedRestored, lateId, missingReceipt, appServerForgot
    /// Every answer of the App Store takes this many seconds.
    case slow(Int)
    case clockBack, clockForward, diskFull
    /// The process kills itself right after this step.
    case crash(PipelineStep)
  }

  package var kind: Kind
  /// Whether the fault takes effect only once.
  package var isOnce: Bool

  package init(_ kind: Kind, isOnce: Bool) {
    self.kind = kind
    self.isOnce = isOnce
  }
}

/// The steps after which a purchase, a restore or a check can be interrupted; their names are stable.
package enum PipelineStep: String, Hashable, Sendable, CaseIterable {
  /// The device has stored the intent and not yet called the App Store.
  case intent
  /// The App Store has answered a purchase, and the device has not stored the answer.
  case charged
  case paid, uploaded, confirmed, verified, delivered
  /// The device has finished the transaction at the App Store, and has not yet stored that.
  case told
  case finished, closed
  /// The device has stored a page of the history.
  case history
  /// The app server has named the owners of purchases, and the device has not stored the answer.
  case claimed
  /// The device has stored the use of a consumable and not yet called the app server.
  case use

  /// The pipeline step in plain words.
  package var words: String { text }
}

extension DeviceFault.Kind {
  /// All kinds, in the order in which lists show them.
  package static let all: [Self] =
    [
      .network, .timeoutAfterPayment, .noCallback, .appServerRefused, .appServerOverdue, .appServerDown, .unverifiable,
      .appServerForgot, .deliveredTwice, .outOfOrder, .late, .missingToken, .otherAccount, .deletedAccount,
      .unexpectedRestored, .lateId, .missingReceipt, .slow(5), .clockBack, .clockForward, .diskFull,
    ] + PipelineStep.allCases.map(Self.crash)

  /// Finds the fault with a name; nil for an unknown name.
  ///
  /// The name `slow` must include the seconds, 1 to 600: `slow:20`.
  package init?(name: String) {
    if name.hasPrefix("slow:") {
      guard let seconds = Int(name.dropFirst("slow:".count)), (1...600).contains(seconds) else { return nil }
      self = .slow(seconds)
      return
    }
    guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// Whether the fault is a lasting condition, which can only be on or off and never takes effect just once.
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

  /// The effect of the fault, as one line.
  package var words: String { text }
}

/// The texts of the faults' effects, in a few plain words.
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

/// The texts of the pipeline steps.
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

/// The texts of the faults' effects, one line each.
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

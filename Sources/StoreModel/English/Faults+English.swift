import Texts

/// What it does, in a few plain words.
extension AppStoreFault: Worded {
  package var english: String {
    switch self {
    case .timeoutAfterPayment: "charged, and the call fails"
    case .noCallback: "charged, and no answer ever comes"
    case .deliveredTwice: "transactions are delivered twice"
    case .outOfOrder: "transactions come newest first"
    case .late: "charged, listed five minutes later"
    case .missingToken: "purchases lose their token"
    case .notificationLost: "notifications are never sent"
    case .notificationLate: "notifications come five minutes late"
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

/// The step in plain words.
extension PipelineStep: Worded {
  package var english: String {
    switch self {
    case .intent: "the intent is stored, the App Store was not asked"
    case .charged: "the App Store has answered, nothing of it is stored"
    case .paid: "the signed transaction is stored"
    case .uploaded: "the app's server has the order"
    case .confirmed: "the app's server has confirmed the order"
    case .verified: "the signature holds, without a server"
    case .delivered: "the delivery is stored"
    case .told: "the App Store was told, which is not stored"
    case .finished: "that the App Store was told is stored"
    case .closed: "the order is closed"
    case .history: "a page of the history is stored"
    case .claimed: "the app's server said whose purchases are, which is not stored"
    case .use: "the use is stored, the app's server was not asked"
    }
  }
}

/// What it does, as one line.
extension DeviceFault.Kind: Worded {
  package var english: String {
    switch self {
    case .network: "nothing can be reached: neither the App Store nor the app's server"
    case .timeoutAfterPayment: "a purchase is charged, and the answer is lost"
    case .noCallback: "a purchase is charged, nothing ever answers, and the queue does not list it while this is on"
    case .appServerRefused: "the app's server refuses every order"
    case .appServerOverdue: "the app's server says that every order is too old"
    case .appServerDown: "the app's server answers with an error"
    case .unverifiable: "whatever the App Store signed arrives with a signature that does not hold"
    case .deliveredTwice: "unfinished transactions arrive twice, and finished ones again"
    case .outOfOrder: "transactions arrive in the opposite order"
    case .late: "unfinished transactions are not listed yet"
    case .missingToken: "a purchase loses its appAccountToken on the way"
    case .otherAccount: "the queue holds transactions of other Apple Accounts too"
    case .deletedAccount: "the queue holds transactions of an Apple Account that is gone: they cannot be finished"
    case .unexpectedRestored: "a purchase is answered with an older transaction, as restored, and charges nothing"
    case .lateId: "the app's server asks for a transaction whose id the App Store does not know yet"
    case .missingReceipt: "a purchase is charged, and the receipt does not list it: five tries, a refresh, then later"
    case .appServerForgot: "the app's server loses all its data, once"
    case .slow(let seconds): "the App Store answers after \(English.counted(seconds, "second"))"
    case .clockBack: "this device's clock is two days behind"
    case .clockForward: "this device's clock is two days ahead"
    case .diskFull: "nothing more can be stored on this device"
    case .crash(let step): "the program is killed when \(step.words)"
    }
  }
}

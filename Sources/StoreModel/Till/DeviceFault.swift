/// A failure that somebody switched on at a device, to see that nothing is lost by it.
package struct DeviceFault: Hashable, Sendable {
  /// What fails.
  package enum Kind: Hashable, Sendable {
    case network, timeoutAfterPayment, noCallback
    case appServerRefused, appServerOverdue, appServerDown
    case unverifiable, deliveredTwice, outOfOrder, late, missingToken
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
  /// The App Store was told that an order was delivered; that it was told is not stored.
  case told
  case finished, closed
  /// A page of the history is stored.
  case history
  /// The app's server was asked whose purchases are; the answer is not stored.
  case claimed
  /// The use of a consumable is stored; the app's server was not asked yet.
  case use

  /// The step in plain words.
  package var words: String {
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

extension DeviceFault.Kind {
  /// Every kind, in the order in which a list shows them.
  package static let all: [Self] =
    [
      .network, .timeoutAfterPayment, .noCallback, .appServerRefused, .appServerOverdue, .appServerDown, .unverifiable,
      .deliveredTwice, .outOfOrder, .late, .missingToken, .clockBack, .clockForward, .diskFull,
    ] + PipelineStep.allCases.map(Self.crash)

  /// The kind of a name; nil for one that there is not.
  package init?(name: String) {
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
    case .clockBack: "clock-back"
    case .clockForward: "clock-forward"
    case .diskFull: "disk-full"
    case .crash(let step): "crash:\(step.rawValue)"
    }
  }

  /// What it does, as one line.
  package var words: String {
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
    case .clockBack: "this device's clock is two days behind"
    case .clockForward: "this device's clock is two days ahead"
    case .diskFull: "nothing more can be stored on this device"
    case .crash(let step): "the program is killed when " + step.words
    }
  }
}

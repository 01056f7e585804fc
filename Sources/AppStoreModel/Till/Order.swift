package import Core

/// Something that was paid, on its way to the customer.
package struct Order: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// The signed transaction is stored.
    case paid
    /// The app server has it and was not yet asked for its decision, or is still deciding.
    case uploaded
    /// The app server confirmed it: it may be delivered.
    case confirmed
    /// Its signature holds, and there is no server to ask: it may be delivered.
    case verified
    /// Charged, and the app server could not be asked: tried again by itself.
    case halfSuccess
    /// The customer has it; the app has not yet finished the transaction at the App Store.
    case delivered
    /// The App Store knows that it was delivered.
    case finished
    /// Nothing more is expected.
    case closed
    /// Its signature does not hold, or the app server refused it: nothing was delivered, nothing was finished.
    case refused
    /// Too old for the app server: it is finished and closed without a delivery, the evidence stays.
    case overdue

    /// Whether something is still to be done for it.
    package var isOpen: Bool {
      switch self {
      case .paid, .uploaded, .confirmed, .verified, .halfSuccess, .delivered, .finished, .overdue: true
      case .closed, .refused: false
      }
    }

    /// Whether it is delivered, unless it was given up.
    package var isDelivered: Bool {
      switch self {
      case .delivered, .finished, .closed: true
      case .paid, .uploaded, .confirmed, .verified, .halfSuccess, .refused, .overdue: false
      }
    }
  }

  /// A UUID.
  package var id: String
  /// The purchase that led to it; nil for a renewal, or for one made on another device.
  package var intentId: String?
  package var transactionId: String
  package var productId: String
  package var quantity: Int
  package var account: String
  /// The user of the app who gets it.
  package var user: String
  package var appAccountToken: String?
  package var state: State
  /// Device time.
  package var createdDate: Timestamp
  package var updatedDate: Timestamp
  package var lastError: String?
  package var owner: String?
  /// The server or rule that confirms it; an order keeps its first one.
  package var verification: VerificationWay
  /// How often in a row the app server could not be asked, or was still deciding.
  package var attempts: Int
  /// When it is tried again by itself, in device time; nil when nothing waits for a time.
  package var nextRetryDate: Timestamp?
  /// The app server's credit; nil before it answered, and without one.
  package var credit: Credit?
  /// Why it was given up by hand, or by the app server as overdue; it is finished without a delivery then.
  package var closedReason: String?
  /// Whether the app server refused it, rather than the signature check: then only a person retries it.
  package var isRefusedByServer: Bool

  package init(
    id: String, intentId: String? = nil, transactionId: String, productId: String, quantity: Int, account: String,
    user: String, appAccountToken: String? = nil, state: State = .paid, createdDate: Timestamp,
    updatedDate: Timestamp, lastError: String? = nil, owner: String? = nil, verification: VerificationWay = .none,
    attempts: Int = 0, nextRetryDate: Timestamp? = nil, credit: Credit? = nil, closedReason: String? = nil,
    isRefusedByServer: Bool = false
  ) {
    self.id = id
    self.intentId = intentId
    self.transactionId = transactionId
    self.productId = productId
    self.quantity = quantity
    self.account = account
    self.user = user
    self.appAccountToken = appAccountToken
    self.state = state
    self.createdDate = createdDate
    self.updatedDate = updatedDate
    self.lastError = lastError
    self.owner = owner
    self.verification = verification
    self.attempts = attempts
    self.nextRetryDate = nextRetryDate
    self.credit = credit
    self.closedReason = closedReason
    self.isRefusedByServer = isRefusedByServer
  }
}

extension Order.State {
  /// Whether a delivery may still come of it.
  package var isUndelivered: Bool {
    switch self {
    case .paid, .uploaded, .confirmed, .verified, .halfSuccess, .refused: true
    case .delivered, .finished, .closed, .overdue: false
    }
  }
}

/// A state as a person reads it; documents keep its word.
extension Order.State: Worded {
  package var said: Words {
    switch self {
    case .paid: Words("paid", context: "Order")
    case .uploaded, .halfSuccess: "paid, not yet confirmed"
    case .confirmed, .verified: "confirmed, not yet delivered"
    case .delivered: Words("delivered", context: "Order")
    case .finished, .closed: Words("completed", context: "Order")
    case .refused: Words("rejected", context: "Order")
    case .overdue: Words("given up", context: "Order")
    }
  }
}

extension Order {
  /// The state in plain words: an order that was given up is never called completed.
  package var stateWords: String { isGivenUp ? Order.State.overdue.text : state.text }

  /// Why it is not delivered, in the language of this run; nil where there is nothing to say.
  package var why: String? {
    guard let words = ClosedByHand.words(of: closedReason) else { return lastError ?? closedReason }
    guard let ground, ground != .other else { return words }
    return "\(term(ground.rawValue)): \(words)"
  }

  /// The advice for a person, as one sentence; empty when there is nothing to do.
  package var advice: String {
    if isGivenUp { return say("given up; the product's explanation says what you can still do") }
    return Self.advice(state, isRefusedByServer: isRefusedByServer, isTriedAgain: nextRetryDate != nil)
  }

  /// Whether nothing more will come of it: too old for the app server, or given up by hand.
  package var isGivenUp: Bool { state == .overdue || closedReason != nil }

  /// On which ground it was given up; nil for one that was not.
  package var ground: CloseGround? { isGivenUp ? ClosedByHand.ground(of: closedReason) ?? .overdue : nil }

  /// Whether it was given up in a way that lets a restore, or the purchase when it comes again, credit it after all.
  package var mayBeBroughtBack: Bool { ground.map { !$0.isFinal } ?? false }

  /// Whether the app server rejected the call about it, and would reject it again: it waits for a person.
  package var isRejected: Bool { state == .halfSuccess && nextRetryDate == nil }

  /// The same for an order by its state: a refusal that is not the app server's means a bad signature.
  package static func advice(_ state: State, isRefusedByServer: Bool, isTriedAgain: Bool) -> String {
    switch state {
    case .paid, .uploaded, .confirmed, .verified: say("Till continues automatically; retry to continue now")
    case .halfSuccess:
      isTriedAgain
        ? say("not delivered yet: Till retries automatically; retry to continue now")
        : say("not delivered yet: fix the reason why the app server rejects it, then retry")
    case .delivered: say("Till finishes the transaction automatically; retry to finish it now")
    case .refused where isRefusedByServer:
      say("find out why, then retry, or give the order up")
    case .refused:
      say(
        "restore to get a new signature where the App Store can sign again; otherwise give the order up"
      )
    case .overdue: say("too old to credit; finished and given up, the evidence is kept")
    case .finished, .closed: ""
    }
  }
}

/// The customer's delivery for one purchase, exactly once.
package struct Delivery: Hashable, Sendable {
  /// The purchase's key (`Transaction.purchaseKey`).
  package var purchase: String
  package var transactionId: String
  package var orderId: String
  package var productId: String
  package var user: String
  /// Zero when the transaction had been refunded, had expired, was upgraded away by then, or was credited before.
  package var quantity: Int
  /// Device time.
  package var date: Timestamp

  /// - Parameter purchase: Its key; the transaction's id where that is it.
  package init(
    purchase: String? = nil, transactionId: String, orderId: String, productId: String, user: String, quantity: Int,
    date: Timestamp
  ) {
    self.purchase = purchase ?? transactionId
    self.transactionId = transactionId
    self.orderId = orderId
    self.productId = productId
    self.user = user
    self.quantity = quantity
    self.date = date
  }
}

/// The mark of a person's reason among the reasons why purchases and orders are closed.
package enum ClosedByHand {
  /// It is stored in front of the person's reason, and stays the same in every language.
  private static let mark = "closed by hand: "

  /// The stored form of a person's reason.
  package static func stored(_ words: String, ground: CloseGround = .other) -> String {
    mark + (ground == .other ? "" : "[\(ground.rawValue)] ") + words
  }

  /// The person's reason, from its stored form; nil where no person closed it.
  package static func words(of stored: String?) -> String? {
    guard let stored, stored.hasPrefix(mark) else { return nil }
    let words = stored.dropFirst(mark.count)
    guard let ground = ground(of: stored), ground != .other else { return String(words) }
    return String(words.dropFirst(ground.rawValue.count + 3))
  }

  /// The ground on which a person closed it; nil where no person did.
  package static func ground(of stored: String?) -> CloseGround? {
    guard let stored, stored.hasPrefix(mark) else { return nil }
    let words = stored.dropFirst(mark.count)
    return CloseGround.named.first { $0 != .other && words.hasPrefix("[\($0.rawValue)] ") } ?? .other
  }

  /// Stored reasons from the first on and before the second are those of people.
  package static let range = (from: mark, to: "closed by hand;")
}

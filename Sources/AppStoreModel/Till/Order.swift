package import Core

/// A paid purchase on its way to the customer.
package struct Order: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// The device has stored the signed transaction.
    case paid
    /// The app server has the order; it is still deciding, or was not yet asked for its decision.
    case uploaded
    /// The app server confirmed the order, so the device can deliver it.
    case confirmed
    /// The signature is valid and no app server is used, so the device can deliver the order.
    case verified
    /// The purchase is paid and not confirmed: the app server was unreachable, or rejected the request as invalid.
    ///
    /// Till retries automatically if the server was unreachable.
    case halfSuccess
    /// The customer has the product; the app has not yet finished the transaction at the App Store.
    case delivered
    /// The app has finished the transaction, so the App Store knows of the delivery.
    case finished
    /// The order has ended.
    case closed
    /// The signature is invalid, or the app server refused the order; nothing was delivered or finished.
    case refused
    /// The order is too old for the app server: the device closes it without delivery and keeps the evidence.
    case overdue

    /// Whether Till still has something to do for the order.
    package var isOpen: Bool {
      switch self {
      case .paid, .uploaded, .confirmed, .verified, .halfSuccess, .delivered, .finished, .overdue: true
      case .closed, .refused: false
      }
    }

    /// Whether this state means delivered; an order that was given up can also have one of these states.
    package var isDelivered: Bool {
      switch self {
      case .delivered, .finished, .closed: true
      case .paid, .uploaded, .confirmed, .verified, .halfSuccess, .refused, .overdue: false
      }
    }
  }

  /// The UUID of the order.
  package var id: String
  /// The intent of the purchase; nil for a renewal, or for a purchase made on another device.
  package var intentId: String?
  package var transactionId: String
  package var productId: String
  package var quantity: Int
  package var account: String
  /// The user of the app who receives the product.
  package var user: String
  package var appAccountToken: String?
  package var state: State
  /// When the order was created; device time.
  package var createdDate: Timestamp
  package var updatedDate: Timestamp
  package var lastError: String?
  package var owner: String?
  /// How the order is confirmed: by an app server, or by the device alone; it never changes for an order.
  package var verification: VerificationWay
  /// The number of successive attempts in which the app server was unreachable or still deciding.
  package var attempts: Int
  /// When Till retries automatically, in device time; nil if no retry is planned.
  package var nextRetryDate: Timestamp?
  /// The app server's credit; nil before it answers, and if no server is used.
  package var credit: Credit?
  /// Why the order was given up, by support or by the app server as overdue; it is then finished without delivery.
  package var closedReason: String?
  /// Whether the app server refused the order, and not the signature check; then only a person retries it.
  package var isRefusedByServer: Bool
  /// Whether Apple was paid nothing for it; not stored, and set only for undelivered orders of a list.
  package var isFree = false
  /// Whether the app server has credited it although it was refused; not stored, and set only in lists.
  package var isCredited = false
  /// Why Apple took the purchase back, in words; not stored, and set only in lists.
  package var revocation: String?

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
  /// Whether the order can still lead to a delivery.
  package var isUndelivered: Bool {
    switch self {
    case .paid, .uploaded, .confirmed, .verified, .halfSuccess, .refused: true
    case .delivered, .finished, .closed, .overdue: false
    }
  }
}

/// The texts of the states for people; JSON documents use the raw values.
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

extension Order.State {
  /// Returns the state in plain words; what cost nothing is not called paid.
  package func words(isFree: Bool) -> String {
    switch self {
    case .paid where isFree, .uploaded where isFree, .halfSuccess where isFree: say("free, not delivered")
    default: text
    }
  }
}

extension Order {
  /// The state in plain words; an order that was given up is never called completed.
  package var stateWords: String {
    isGivenUp ? Order.State.overdue.text : revocation ?? state.words(isFree: isFree)
  }

  /// Why the order is not delivered, in the language of this run; nil without a known reason.
  package var why: String? {
    guard let words = ClosedByHand.words(of: closedReason) else { return lastError ?? closedReason }
    guard let ground, ground != .other else { return words }
    return "\(term(ground.rawValue)): \(words)"
  }

  /// The advice for a person, as one sentence; empty if there is nothing to do.
  package var advice: String {
    if isCredited { return Self.advice(whereCreditedAndUnsigned: !hasFailed) }
    if isGivenUp { return say("given up; the product's explanation says what you can still do") }
    if revocation != nil { return Self.adviceWhereRevoked }
    return Self.advice(state, isRefusedByServer: isRefusedByServer, isTriedAgain: nextRetryDate != nil)
  }

  /// Returns the advice for a refused order that the app server has credited.
  ///
  /// - Parameter isUnsigned: Whether it was refused because its signature is invalid.
  static func advice(whereCreditedAndUnsigned isUnsigned: Bool) -> String {
    isUnsigned
      ? say("the app server has credited it: nothing to do")
      : say("the app server has credited it: Till completes it at the next action")
  }

  /// The advice for an undelivered order whose purchase Apple took back.
  static var adviceWhereRevoked: String {
    say("nothing is left to deliver: Till finishes the transaction automatically")
  }

  /// Whether the app server refused the order, or it was given up without a final ground.
  package var hasFailed: Bool { isGivenUp ? mayBeBroughtBack : state == .refused && isRefusedByServer }

  /// Whether the order was given up: too old for the app server, or closed by support.
  package var isGivenUp: Bool { state == .overdue || closedReason != nil }

  /// The ground on which the order was given up; nil otherwise.
  package var ground: CloseGround? { isGivenUp ? ClosedByHand.ground(of: closedReason) ?? .overdue : nil }

  /// Whether a restore, or a new delivery of the purchase, can still credit the order that was given up.
  package var mayBeBroughtBack: Bool { ground.map { !$0.isFinal } ?? false }

  /// Whether the app server rejected the request and would reject it again, so that a person must act.
  package var isRejected: Bool { state == .halfSuccess && nextRetryDate == nil }

  /// Returns the advice for an order in a state.
  ///
  /// An order that is refused, but not by the app server, has an invalid signature.
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

/// The delivery of a purchase to the customer; each purchase is delivered exactly once.
package struct Delivery: Hashable, Sendable {
  /// The key of the purchase (`Transaction.purchaseKey`).
  package var purchase: String
  package var transactionId: String
  package var orderId: String
  package var productId: String
  package var user: String
  /// The delivered quantity; zero if the transaction was already refunded, expired, upgraded away or credited.
  package var quantity: Int
  /// When the delivery was stored; device time.
  package var date: Timestamp

  /// Makes the record of a delivery.
  ///
  /// - Parameter purchase: The key of the purchase; the transaction id by default.
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

/// Converts a person's reason for closing an intent or an order to and from its stored form.
package enum ClosedByHand {
  /// The prefix of a stored reason that a person gave, the same in every language.
  private static let mark = "closed by hand: "

  /// Returns the stored form of a reason that a person gave.
  package static func stored(_ words: String, ground: CloseGround = .other) -> String {
    mark + (ground == .other ? "" : "[\(ground.rawValue)] ") + words
  }

  /// Returns the reason that a person gave, from its stored form; nil if no person gave it.
  package static func words(of stored: String?) -> String? {
    guard let stored, stored.hasPrefix(mark) else { return nil }
    let words = stored.dropFirst(mark.count)
    guard let ground = ground(of: stored), ground != .other else { return String(words) }
    return String(words.dropFirst(ground.rawValue.count + 3))
  }

  /// Returns the ground that a person chose, from the stored reason; nil if no person gave it.
  package static func ground(of stored: String?) -> CloseGround? {
    guard let stored, stored.hasPrefix(mark) else { return nil }
    let words = stored.dropFirst(mark.count)
    return CloseGround.named.first { $0 != .other && words.hasPrefix("[\($0.rawValue)] ") } ?? .other
  }

  /// The range of the stored reasons that people gave, for a database query: `from` is included, `to` is not.
  package static let range = (from: mark, to: "closed by hand;")
}

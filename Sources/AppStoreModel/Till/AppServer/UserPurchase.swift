package import Core

/// Why an order was closed without delivery; the ground decides whether the purchase can still be credited.
package enum CloseGround: String, Hashable, Sendable, CaseIterable, JSONMember {
  /// The customer received something else instead: a grant, another purchase, or a refund.
  case compensated
  /// The same purchase was credited in another way.
  case duplicate
  case fraud
  /// The order was too old for the app server.
  case overdue
  case other

  /// Whether the purchase is never credited automatically again; only support can reopen such an order.
  package var isFinal: Bool {
    switch self {
    case .compensated, .duplicate, .fraud: true
    case .overdue, .other: false
    }
  }

  /// The grounds that a support agent can choose.
  package static let named: [CloseGround] = [.compensated, .duplicate, .fraud, .other]
}

/// A purchase of a user that is unfinished or was given up, according to the app server.
///
/// It covers all devices and Apple Accounts of the user. The server does not know the name of the Apple Account.
package struct UserPurchase: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, CaseIterable, JSONMember {
    /// The device announced the purchase, and the App Store's answer is unknown.
    case open
    /// The device announced the purchase, and it waits for approval (Ask to Buy).
    case pending
    /// The device announced the purchase, and the customer must first resolve a problem with the App Store.
    case interrupted
    /// The purchase is paid but not credited.
    case paid
    /// The purchase was announced and has been credited since.
    case credited
    /// The purchase is paid, and its order was closed without delivery.
    case closed
  }

  package var state: State
  package var productId: String
  package var quantity: Int
  /// The id of the intent with which the purchase began.
  package var intentId: String?
  package var orderId: String?
  package var transactionId: String?
  package var appAccountToken: String?
  /// When the purchase was announced, or when the server first refused it; the server's clock.
  package var since: Timestamp
  package var ground: CloseGround?
  package var reason: String?
  /// Whether Apple received money: false for a trial and for Family Sharing, nil if unknown.
  package var isPaid: Bool?

  package init(
    state: State, productId: String, quantity: Int = 1, intentId: String? = nil, orderId: String? = nil,
    transactionId: String? = nil, appAccountToken: String? = nil, since: Timestamp, ground: CloseGround? = nil,
    reason: String? = nil
  ) {
    self.state = state
    self.productId = productId
    self.quantity = quantity
    self.intentId = intentId
    self.orderId = orderId
    self.transactionId = transactionId
    self.appAccountToken = appAccountToken
    self.since = since
    self.ground = ground
    self.reason = reason
  }
}

extension UserPurchase: JSONFields {
  package static let fields = Fields<Self>(
    Field("state", \.state, .required), Field("productId", \.productId, .required), Field("quantity", \.quantity),
    Field("intentId", \.intentId), Field("orderId", \.orderId), Field("transactionId", \.transactionId),
    Field("appAccountToken", \.appAccountToken), Field("since", \.since, .required), Field("ground", \.ground),
    Field("reason", \.reason), Field("isPaid", \.isPaid))
  package static let blank = UserPurchase(state: .open, productId: "", since: Timestamp(milliseconds: 0))
}

/// Support's request to close an order without delivery.
package struct OrderClosing: Hashable, Sendable {
  package var orderId: String
  /// The transaction of the order, for a server that has never seen the order.
  package var transactionId: String?
  /// The user of the order, for a server that has never seen the transaction.
  package var user: String?
  package var productId: String?
  package var ground: CloseGround
  /// The grant or transaction that compensated for the order, if the ground is `compensated`.
  package var compensatedBy: String?
  package var reason: String

  package init(
    orderId: String, transactionId: String?, user: String? = nil, productId: String? = nil,
    ground: CloseGround = .other, compensatedBy: String? = nil, reason: String
  ) {
    self.orderId = orderId
    self.transactionId = transactionId
    self.user = user
    self.productId = productId
    self.ground = ground
    self.compensatedBy = compensatedBy
    self.reason = reason
  }
}

extension OrderClosing {
  /// The JSON body of the request; the order id is in its URL path.
  package var json: JSONObject {
    var json: JSONObject = ["reason": .string(reason), "ground": .string(ground.rawValue)]
    json.append("transactionId", ifPresent: transactionId.map(JSONValue.string))
    json.append("user", ifPresent: user.map(JSONValue.string))
    json.append("productId", ifPresent: productId.map(JSONValue.string))
    json.append("compensatedBy", ifPresent: compensatedBy.map(JSONValue.string))
    return json
  }
}

extension UserPurchase {
  /// Returns whether this is a purchase that a device still waits for, and that has gone through since.
  package func isGoneThrough(_ intent: Intent) -> Bool {
    intentId == intent.id && intent.state != .closed && [.credited, .paid].contains(state)
  }

  /// What became of a purchase that went through, as a verb: whether Apple was paid may be unknown.
  package var outcome: Words {
    switch isPaid {
    case .some(true): "was charged"
    case .some(false): "went through with nothing to pay"
    case nil: "went through"
    }
  }
}

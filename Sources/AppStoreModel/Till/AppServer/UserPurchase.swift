package import Core

/// Why an order was closed without a delivery: it decides whether the purchase may still be credited.
package enum CloseGround: String, Hashable, Sendable, CaseIterable, JSONMember {
  /// The customer got something else for it: a grant, another purchase, or the money back.
  case compensated
  /// The same purchase was credited in another way.
  case duplicate
  case fraud
  /// Too old for the app server.
  case overdue
  case other

  /// Whether nothing credits the purchase automatically any more; only support can open such an order again.
  package var isFinal: Bool {
    switch self {
    case .compensated, .duplicate, .fraud: true
    case .overdue, .other: false
    }
  }

  /// The grounds that a person may name.
  package static let named: [CloseGround] = [.compensated, .duplicate, .fraud, .other]
}

/// A purchase of a user that is not over, or that was given up, as the app server knows it.
///
/// It tells of every device and Apple Account of the user; the Apple Account itself is not named to the server.
package struct UserPurchase: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, CaseIterable, JSONMember {
    /// Announced, and no answer of the App Store is known.
    case open
    /// Announced, and waits for approval.
    case pending
    /// Announced, and the customer has to settle something first.
    case interrupted
    /// Paid, and not credited.
    case paid
    /// Announced, and credited since.
    case credited
    /// Paid, and given up on a ground.
    case closed
  }

  package var state: State
  package var productId: String
  package var quantity: Int
  /// The announcement that it began with.
  package var intentId: String?
  package var orderId: String?
  package var transactionId: String?
  package var appAccountToken: String?
  /// When it was announced, or when the server first refused it; the server's clock.
  package var since: Timestamp
  package var ground: CloseGround?
  package var reason: String?
  /// Whether Apple was paid for it: false for a trial and for what the family shares; nil where that is not known.
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

/// Support gives an order up, or takes that back.
package struct OrderClosing: Hashable, Sendable {
  package var orderId: String
  /// The transaction of the order, in case the server never saw the order.
  package var transactionId: String?
  /// Whom it was for, and which product: the server may never have seen the transaction.
  package var user: String?
  package var productId: String?
  package var ground: CloseGround
  /// The grant or transaction that made up for it, where the ground is `compensated`.
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
  /// The body of the call: the order is in its path.
  package var json: JSONObject {
    var json: JSONObject = ["reason": .string(reason), "ground": .string(ground.rawValue)]
    json.append("transactionId", ifPresent: transactionId.map(JSONValue.string))
    json.append("user", ifPresent: user.map(JSONValue.string))
    json.append("productId", ifPresent: productId.map(JSONValue.string))
    json.append("compensatedBy", ifPresent: compensatedBy.map(JSONValue.string))
    return json
  }
}

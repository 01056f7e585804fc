import Core

/// The app server's record of one user, the same on every device.
package struct UserAccount: Hashable, Sendable {
  /// The name of the user; it may be an anonymous user.
  package var user: String
  /// The quantities delivered, used and refunded of each consumable, by product id.
  package var balances: [String: ConsumableCount]
  /// The grants that support gave to the user, including ended ones.
  package var grants: [Grant]
  /// The policy for purchases that another user already owns.
  package var policy: RestorePolicy
  /// The purchases that were credited to the user, including ended ones; consumables are in `balances`.
  package var rights: [Right]
  /// The transactions for which Apple declined a refund, from the App Store's notifications.
  package var declinedRefunds: [String]
  /// The durations of non-renewing subscriptions; nil from a server that does not send them.
  package var durations: [ProductDuration]?
  /// When the server answered, by its own clock; nil from a server that does not send it.
  package var date: Timestamp?

  /// The user's unfinished purchases on all devices and Apple Accounts; nil from a server that does not send them.
  package var underWay: [UserPurchase]?
  /// The user's purchases that were given up; nil from a server that does not send them.
  package var givenUp: [UserPurchase]?

  package init(
    user: String, balances: [String: ConsumableCount] = [:], grants: [Grant] = [], policy: RestorePolicy = .keep,
    rights: [Right] = [], declinedRefunds: [String] = [], durations: [ProductDuration]? = nil, date: Timestamp? = nil
  ) {
    self.user = user
    self.balances = balances
    self.grants = grants
    self.policy = policy
    self.rights = rights
    self.declinedRefunds = declinedRefunds
    self.durations = durations
    self.date = date
  }
}

/// A credited purchase of a user, which the user keeps on any device.
///
/// There is one right for each original transaction id, based on its newest credited purchase.
package struct Right: Hashable, Sendable {
  /// The early end of a credited purchase, such as by a refund.
  package struct End: Hashable, Sendable {
    /// When the right ended, by the App Store's signed data or the server's clock.
    package var date: Timestamp
    package var why: RightEnd
    /// The transaction that proves the end, if there is one.
    package var transactionId: String?

    package init(date: Timestamp, why: RightEnd, transactionId: String? = nil) {
      self.date = date
      self.why = why
      self.transactionId = transactionId
    }
  }

  package var productId: String
  package var type: ProductType
  /// The key of the purchase on which the right is based (`Transaction.purchaseKey`).
  package var purchase: String
  package var originalTransactionId: String
  package var purchaseDate: Timestamp
  /// When access ends by time: the expiry of the subscription, or the end of its Billing Grace Period.
  package var expiresDate: Timestamp?
  /// When Apple signed the data on which the right is based; newer data wins, at the server or on the device.
  package var signedDate: Timestamp?
  package var attribution: Attribution
  /// Whether money was paid for it: false if it is free or shared by family, nil if the server does not say.
  package var isPaid: Bool?
  /// Whether a subscription renews by itself at the end of its period; nil where the server does not say.
  package var renews: Bool?
  /// Whether the renewal failed and the Billing Grace Period runs, so that access ends with it.
  package var isInGracePeriod: Bool?
  /// The early end of the right; nil while it is valid, or if only time ends it.
  package var ended: End?

  package init(
    productId: String, type: ProductType, purchase: String, originalTransactionId: String, purchaseDate: Timestamp,
    expiresDate: Timestamp? = nil, signedDate: Timestamp? = nil, attribution: Attribution, isPaid: Bool? = nil,
    ended: End? = nil
  ) {
    self.productId = productId
    self.type = type
    self.purchase = purchase
    self.originalTransactionId = originalTransactionId
    self.purchaseDate = purchaseDate
    self.expiresDate = expiresDate
    self.signedDate = signedDate
    self.attribution = attribution
    self.isPaid = isPaid
    self.ended = ended
  }
}

extension Right {
  /// The transaction by which people look the purchase up; for a subscription, whose key is none, its first one.
  package var transactionId: String { type == .autoRenewableSubscription ? originalTransactionId : purchase }
}

/// Why a right ended; servers may send reasons that Till does not know.
package struct RightEnd: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let refunded = RightEnd(rawValue: "refunded")
  package static let refundedInPart = RightEnd(rawValue: "refundedInPart")
  package static let familyEnded = RightEnd(rawValue: "familyEnded")
  /// An organization withdrew the purchase.
  package static let withdrawn = RightEnd(rawValue: "withdrawn")
  /// The purchase became part of a bundle.
  package static let moved = RightEnd(rawValue: "moved")
  /// Apple revoked the purchase for a reason that Till does not know.
  package static let revoked = RightEnd(rawValue: "revoked")
  /// The subscription expired, according to the App Store.
  package static let expired = RightEnd(rawValue: "expired")
  /// Another product of the subscription group replaced this one.
  package static let upgraded = RightEnd(rawValue: "upgraded")
  /// The purchase moved to another user.
  package static let transferred = RightEnd(rawValue: "transferred")
  /// Another user restored the purchase; a restore with its Apple Account brings it back.
  package static let restoredByAnother = RightEnd(rawValue: "restoredByAnother")

  package static let known: [RightEnd] = [
    refunded, refundedInPart, familyEnded, withdrawn, moved, revoked, expired, upgraded, transferred,
    restoredByAnother,
  ]

  /// Translates the cause of a revocation into the end of a right; only returned money is a refund.
  package init(_ cause: RevocationCause) {
    self =
      switch cause {
      case .refunded: .refunded
      case .refundedInPart: .refundedInPart
      case .familyEnded: .familyEnded
      case .organisationWithdrew: .withdrawn
      case .movedToBundle: .moved
      case .unknown: .revoked
      }
  }
}

extension Transaction {
  /// The key by which purchases are credited, delivered and counted, together with the environment.
  ///
  /// It is not the transaction id, because Apple may give one purchase two: one on the device and one in the
  /// notification, or a new one for a restore on a new device.
  package var purchaseKey: String? {
    switch type {
    case .autoRenewableSubscription: webOrderLineItemId ?? transactionId
    case .nonConsumable: lineageId
    default: transactionId
    }
  }

  /// The id that all transactions of one purchase and its renewals share: that of the first one.
  package var lineageId: String? { originalTransactionId ?? transactionId }
}

/// What support gives to a user for free: access to a product until a date, or a quantity of a consumable.
package struct Grant: Hashable, Sendable {
  /// The id of the request, such as a UUID; Till grants the same id only once.
  package var id: String
  package var user: String
  package var productId: String
  package var reason: String
  package var grantedDate: Timestamp
  /// When the access ends; nil for a consumable, which has no end.
  package var untilDate: Timestamp?
  /// The quantity of a consumable; nil for access.
  package var quantity: Int?
  /// The transaction or order for which the grant compensates, if any.
  package var compensates: String?

  package init(
    id: String, user: String, productId: String, reason: String, grantedDate: Timestamp, untilDate: Timestamp?,
    quantity: Int? = nil, compensates: String? = nil
  ) {
    self.id = id
    self.user = user
    self.productId = productId
    self.reason = reason
    self.grantedDate = grantedDate
    self.untilDate = untilDate
    self.quantity = quantity
    self.compensates = compensates
  }
}

extension UserAccount: JSONFields {
  package static let fields = Fields<Self>(
    Field("user", \.user, .required), Field("policy", \.policy, .required),
    Field(
      "balances", read: { value, account throws(JSONError) in account.balances = try balances(value) },
      write: { account in
        // The balances are sorted by product id, so that the JSON is always the same.
        .array(account.balances.sorted { $0.key < $1.key }.map { .object(Balance(productId: $0, count: $1).json) })
      }),
    Field("grants", \.grants), Field("rights", \.rights), Field("declinedRefunds", \.declinedRefunds),
    list("durations", \.durations), Field("date", \.date), list("underWay", \.underWay), list("givenUp", \.givenUp))
  package static let blank = UserAccount(user: "")

  /// Makes a field for a list that older servers leave out; a missing list (nil) differs from an empty one.
  private static func list<Model: JSONRepresentable>(
    _ name: String, _ path: any WritableKeyPath<Self, [Model]?> & Sendable
  ) -> Field<Self> {
    Field(
      name,
      read: { value, account throws(JSONError) in
        account[keyPath: path] = try ([name: value] as JSONObject).each(name, read: Model.init(json:))
      }, write: { account in account[keyPath: path].map { .array($0.map { .object($0.json) }) } })
  }

  /// The JSON form of one consumable's balance.
  private struct Balance: JSONFields {
    var productId: String
    var count: ConsumableCount

    static let fields = Fields<Self>(
      Field("productId", \.productId, .required), Field("delivered", \.count.delivered, .required),
      Field("used", \.count.used, .required), Field("refunded", \.count.refunded, .required),
      Field("granted", \.count.granted, unless: 0), Field("setOff", \.count.setOff, unless: 0))
    static let blank = Balance(productId: "", count: ConsumableCount())
  }

  private static func balances(_ value: JSONValue) throws(JSONError) -> [String: ConsumableCount] {
    let balances = try (["balances": value] as JSONObject).each("balances", read: Balance.init(json:))
    return Dictionary(balances.map { ($0.productId, $0.count) }) { $1 }
  }
}

extension Grant: JSONFields {
  package static let fields = Fields<Self>(
    Field("id", \.id, .required), Field("user", \.user, .required), Field("productId", \.productId, .required),
    Field("reason", \.reason, .required), Field("grantedDate", \.grantedDate, .required),
    Field("untilDate", \.untilDate), Field("quantity", \.quantity), Field("compensates", \.compensates))
  package static let blank = Grant(
    id: "", user: "", productId: "", reason: "", grantedDate: Timestamp(milliseconds: 0), untilDate: nil)
}

extension Right: JSONFields {
  package static let fields = Fields<Self>(
    Field("productId", \.productId, .required), Field("type", \.type, .required),
    Field("purchase", \.purchase, .required), Field("originalTransactionId", \.originalTransactionId, .required),
    Field("purchaseDate", \.purchaseDate, .required), Field("expiresDate", \.expiresDate),
    Field("signedDate", \.signedDate), Field("attribution", \.attribution, .required), Field("isPaid", \.isPaid),
    Field("renews", \.renews), Field("isInGracePeriod", \.isInGracePeriod), Field("ended", \.ended))
  package static let blank = Right(
    productId: "", type: ProductType(rawValue: ""), purchase: "", originalTransactionId: "",
    purchaseDate: Timestamp(milliseconds: 0), attribution: .missingToken)
}

extension Right.End: JSONFields {
  package static let fields = Fields<Self>(
    Field("date", \.date, .required), Field("why", \.why, .required), Field("transactionId", \.transactionId))
  package static let blank = Right.End(date: Timestamp(milliseconds: 0), why: .revoked)
}

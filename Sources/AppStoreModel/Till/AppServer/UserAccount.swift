import Core

/// The app server's record of one user: the same answer on every device.
package struct UserAccount: Hashable, Sendable {
  /// The user, who may be one who is not logged in.
  package var user: String
  /// What became of each consumable, by product id, in purchased quantity.
  package var balances: [String: ConsumableCount]
  /// Access that the app's own people gave, whether it has ended or not.
  package var grants: [Grant]
  /// The policy for purchases that another user already has.
  package var policy: RestorePolicy
  /// The purchases that were credited to the user, whether they have ended or not; consumables are in `balances`.
  package var rights: [Right]
  /// The transactions whose refund Apple declined, as the App Store's notifications told the server.
  package var declinedRefunds: [String]
  /// How long non-renewing subscriptions entitle; nil from a server that does not tell.
  package var durations: [ProductDuration]?
  /// When the server answered, by its clock; nil from a server that does not say.
  package var date: Timestamp?

  /// The user's purchases that are not over, on whichever device and Apple Account; nil from a server that does not
  /// tell.
  package var underWay: [UserPurchase]?
  /// The user's purchases that were given up; nil from a server that does not tell.
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

/// A purchase that the app server credited to a user: it follows the user to any device.
///
/// One for each original transaction, as its newest credited purchase has it.
package struct Right: Hashable, Sendable {
  /// How a right ended before its time.
  package struct End: Hashable, Sendable {
    /// When, by the App Store's statement or the server's clock.
    package var date: Timestamp
    package var why: RightEnd
    /// The transaction that says so, where one does.
    package var transactionId: String?

    package init(date: Timestamp, why: RightEnd, transactionId: String? = nil) {
      self.date = date
      self.why = why
      self.transactionId = transactionId
    }
  }

  package var productId: String
  package var type: ProductType
  /// The key of the purchase that it rests on (`Transaction.purchaseKey`).
  package var purchase: String
  package var originalTransactionId: String
  package var purchaseDate: Timestamp
  /// When access ends by time: a subscription's expiry, or the end of its grace period.
  package var expiresDate: Timestamp?
  /// When the App Store signed the statement that it rests on: the newer statement decides, here or on the device.
  package var signedDate: Timestamp?
  package var attribution: Attribution
  /// Whether this user's side paid for it: neither free nor shared by family; nil where the server does not tell.
  package var isPaid: Bool?
  /// Nil while it stands, or until time ends it.
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

/// Why a right ended; a server may know more reasons than Till does.
package struct RightEnd: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let refunded = RightEnd(rawValue: "refunded")
  package static let refundedInPart = RightEnd(rawValue: "refundedInPart")
  package static let familyEnded = RightEnd(rawValue: "familyEnded")
  /// An organisation withdrew it.
  package static let withdrawn = RightEnd(rawValue: "withdrawn")
  /// It became part of a bundle.
  package static let moved = RightEnd(rawValue: "moved")
  /// Revoked for a reason that Till does not know.
  package static let revoked = RightEnd(rawValue: "revoked")
  /// The App Store said that it ran out.
  package static let expired = RightEnd(rawValue: "expired")
  /// Another product of the group took its place.
  package static let upgraded = RightEnd(rawValue: "upgraded")
  /// It went over to another user.
  package static let transferred = RightEnd(rawValue: "transferred")

  package static let known: [RightEnd] = [
    refunded, refundedInPart, familyEnded, withdrawn, moved, revoked, expired, upgraded, transferred,
  ]
}

extension Transaction {
  /// The key of credits, deliveries and counts, together with the environment: Apple may give one purchase two
  /// transaction ids (a device's and a notification's; a restore on a new device).
  package var purchaseKey: String? {
    switch type {
    case .autoRenewableSubscription: webOrderLineItemId ?? transactionId
    case .nonConsumable: originalTransactionId ?? transactionId
    default: transactionId
    }
  }
}

/// Something that the app's own people gave: access to a product until a date, or some of a consumable for good.
package struct Grant: Hashable, Sendable {
  /// The id of the request, such as a UUID: Till grants the same id once.
  package var id: String
  package var user: String
  package var productId: String
  package var reason: String
  package var grantedDate: Timestamp
  /// When it ends, at this instant; nil for a consumable, which is given for good.
  package var untilDate: Timestamp?
  /// How many of a consumable; nil for access.
  package var quantity: Int?
  /// The transaction or order that it makes up for, where it does.
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
        // In the order of their product ids.
        .array(account.balances.sorted { $0.key < $1.key }.map { .object(Balance(productId: $0, count: $1).json) })
      }),
    Field("grants", \.grants), Field("rights", \.rights), Field("declinedRefunds", \.declinedRefunds),
    Field(
      "durations",
      read: { value, account throws(JSONError) in
        account.durations = try (["durations": value] as JSONObject).objects("durations")?
          .map { json throws(JSONError) in try ProductDuration(json: json) }
      }, write: { $0.durations.map { .array($0.map { .object($0.json) }) } }),
    Field("date", \.date), purchases("underWay", \.underWay), purchases("givenUp", \.givenUp))
  package static let blank = UserAccount(user: "")

  /// A list that a server of an earlier version of the protocol does not tell: an empty one is another answer.
  private static func purchases(
    _ name: String, _ path: any WritableKeyPath<Self, [UserPurchase]?> & Sendable
  ) -> Field<Self> {
    Field(
      name,
      read: { value, account throws(JSONError) in
        var purchases: [UserPurchase] = []
        for (index, object) in (try ([name: value] as JSONObject).objects(name) ?? []).enumerated() {
          do throws(JSONError) { purchases.append(try UserPurchase(json: object)) } catch {
            throw error.below(name, index)
          }
        }
        account[keyPath: path] = purchases
      }, write: { account in account[keyPath: path].map { .array($0.map { .object($0.json) }) } })
  }

  /// A balance as an element of its own.
  private struct Balance: JSONFields {
    var productId: String
    var count: ConsumableCount

    static let fields = Fields<Self>(
      Field("productId", \.productId, .required), Field("delivered", \.count.delivered, .required),
      Field("used", \.count.used, .required), Field("refunded", \.count.refunded, .required),
      optional("granted", \.granted), optional("setOff", \.setOff))
    /// A number that is left out where it is 0.
    private static func optional(
      _ name: String, _ path: any WritableKeyPath<ConsumableCount, Int> & Sendable
    ) -> Field<Balance> {
      Field(
        name,
        read: { value, balance throws(JSONError) in
          guard let count = Int(memberValue: value) else { throw JSONError(.wrongType, Int.expectation) }
          balance.count[keyPath: path] = count
        },
        write: { balance in
          let count = balance.count[keyPath: path]
          return count == 0 ? JSONValue?.none : count.memberValue
        })
    }

    static let blank = Balance(productId: "", count: ConsumableCount(delivered: 0, used: 0, refunded: 0))
  }

  private static func balances(_ value: JSONValue) throws(JSONError) -> [String: ConsumableCount] {
    var balances: [String: ConsumableCount] = [:]
    for (index, balance) in (try (["balances": value] as JSONObject).objects("balances") ?? []).enumerated() {
      do throws(JSONError) {
        let balance = try Balance(json: balance)
        balances[balance.productId] = balance.count
      } catch {
        throw error.below("balances", index)
      }
    }
    return balances
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
    Field("ended", \.ended))
  package static let blank = Right(
    productId: "", type: ProductType(rawValue: ""), purchase: "", originalTransactionId: "",
    purchaseDate: Timestamp(milliseconds: 0), attribution: .missingToken)
}

extension Right.End: JSONFields {
  package static let fields = Fields<Self>(
    Field("date", \.date, .required), Field("why", \.why, .required), Field("transactionId", \.transactionId))
  package static let blank = Right.End(date: Timestamp(milliseconds: 0), why: .revoked)
}

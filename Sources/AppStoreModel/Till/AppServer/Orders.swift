package import Core

/// The upload of an order to the app server, the first step of delivering a purchase.
package struct OrderUpload: Hashable, Sendable {
  /// The UUID of the order; uploading the same order again changes nothing.
  package var orderId: String
  /// The intent of the purchase; nil for a renewal, or for a purchase made on another device.
  package var intentId: String?
  /// The user for whom the purchase was made; nil if it was not made on this device.
  package var intendedUser: String?
  /// The user who is logged in to the app when the device uploads the order.
  package var currentUser: String
  package var transactionId: String
  /// The signed transaction; nil if only its id is known, in which case the server asks the App Store.
  package var signedTransactionInfo: String?
  /// When the device first failed to reach the server with this order.
  ///
  /// The server does not count this waiting time into the order's age.
  package var waitingSince: Timestamp?
  /// Whether the purchase was restored.
  ///
  /// The server then credits it even if its order was given up as overdue or on another ground that is not final.
  package var isBroughtBack: Bool

  package init(
    orderId: String, intentId: String? = nil, intendedUser: String? = nil, currentUser: String,
    transactionId: String, signedTransactionInfo: String?, waitingSince: Timestamp? = nil, isBroughtBack: Bool = false
  ) {
    self.orderId = orderId
    self.intentId = intentId
    self.intendedUser = intendedUser
    self.currentUser = currentUser
    self.transactionId = transactionId
    self.signedTransactionInfo = signedTransactionInfo
    self.waitingSince = waitingSince
    self.isBroughtBack = isBroughtBack
  }
}

extension OrderUpload: JSONFields {
  package static let fields = Fields<Self>(
    Field("orderId", \.orderId, .required), Field("intentId", \.intentId), Field("intendedUser", \.intendedUser),
    Field("currentUser", \.currentUser, .required), Field("transactionId", \.transactionId, .required),
    Field("signedTransactionInfo", \.signedTransactionInfo), Field("waitingSince", \.waitingSince),
    Field("isBroughtBack", \.isBroughtBack, unless: false))
  package static let blank = OrderUpload(orderId: "", currentUser: "", transactionId: "", signedTransactionInfo: nil)
}

/// The app server's answer to an uploaded order, the second step of delivering a purchase.
package enum OrderAnswer: Hashable, Sendable {
  /// The server has not decided yet; the device asks again. The reason is one line, if there is one.
  case processing(reason: String? = nil)
  /// The purchase is credited, now or earlier; the device delivers it and finishes the transaction.
  case confirmed(Credit)
  /// The purchase is not credited; it stays unfinished until support retries or closes it. The reason is one line.
  case refused(reason: String)
  /// The order is too old to be credited; the device finishes it, closes it and keeps the evidence.
  case overdue(reason: String)
}

/// The credit of a confirmed order.
package struct Credit: Hashable, Sendable {
  /// The users who own the purchase now; exactly one, except with the policy `share`.
  package var users: [String]
  /// The quantity that this order added; 0 if the purchase was credited before, or was refunded.
  package var quantity: Int
  package var attribution: Attribution
  /// What the restore policy decided; nil if it did not apply.
  package var policyOutcome: PolicyOutcome?

  package init(
    users: [String], quantity: Int, attribution: Attribution, policyOutcome: PolicyOutcome? = nil
  ) {
    self.users = users
    self.quantity = quantity
    self.attribution = attribution
    self.policyOutcome = policyOutcome
  }
}

/// How the app server knows which user owns a transaction.
package enum Attribution: String, Hashable, Sendable, CaseIterable, JSONMember {
  /// The purchase was made for this user (its intent says so).
  case intent
  /// The `appAccountToken` is the user's own, or belongs to an order of the user.
  case token
  /// The user owns an earlier transaction with the same original transaction id.
  case lineage
  /// The transaction has no token; it belongs to the user who was logged in when the server first saw it.
  case missingToken
  /// The token belongs to no user of this server; the restore policy decided.
  case foreignToken
  /// The restore policy moved the purchase to this user, who restored it.
  case restore
  /// Support moved the purchase to this user.
  case support
  /// The purchase was made on another platform, and support recorded it.
  case otherPlatform
}

extension OrderAnswer: JSONRepresentable {
  /// The JSON word of each answer.
  private enum Word: String, JSONMember {
    case processing, confirmed, refused, overdue
  }

  /// The JSON members of every answer, except the credit's own.
  private struct Said: JSONFields {
    var answer: Word
    var reason: String?

    static let fields = Fields<Self>(Field("answer", \.answer, .required), Field("reason", \.reason))
    static let blank = Said(answer: .processing)

    func why() throws(JSONError) -> String {
      guard let reason, !reason.isEmpty else { throw .missing("reason") }
      return reason
    }
  }

  package init(json: JSONObject) throws(JSONError) {
    let said = try Said(json: json)
    switch said.answer {
    case .processing: self = .processing(reason: said.reason)
    case .confirmed: self = .confirmed(try Credit(json: json))
    case .refused: self = .refused(reason: try said.why())
    case .overdue: self = .overdue(reason: try said.why())
    }
  }

  package var json: JSONObject {
    switch self {
    case .processing(let reason): return Said(answer: .processing, reason: reason).json
    case .confirmed(let credit):
      var json = Said(answer: .confirmed).json
      for (name, value) in credit.json { json.append(name, value) }
      return json
    case .refused(let reason): return Said(answer: .refused, reason: reason).json
    case .overdue(let reason): return Said(answer: .overdue, reason: reason).json
    }
  }
}

extension Credit: JSONFields {
  package static let fields = Fields<Self>(
    Field("users", \.users, .required), Field("quantity", \.quantity, .required),
    Field("attribution", \.attribution, .required), Field("policyOutcome", \.policyOutcome))
  package static let blank = Credit(users: [], quantity: 0, attribution: .missingToken)

  package init(json: JSONObject) throws(JSONError) {
    self = Self.blank
    try Self.fields.read(json, into: &self)
    guard quantity >= 0 else { throw .invalid("quantity", say("is negative")) }
  }
}

package import Core

/// A device's upload of an order to the app server: the first step of its verification.
package struct OrderUpload: Hashable, Sendable {
  /// The order's UUID; uploading an order again changes nothing.
  package var orderId: String
  /// The purchase that led to it; nil for a renewal, or for one made on another device.
  package var intentId: String?
  /// The user that the purchase was made for; nil where no purchase of this device led to it.
  package var intendedUser: String?
  /// The user who is logged in to the app as it is uploaded.
  package var currentUser: String
  package var transactionId: String
  /// The signed transaction; nil where only its id is known: the server then asks the App Store.
  package var signedTransactionInfo: String?
  /// Since when the device has tried to give it to the server, which could not be reached: that time makes no order
  /// old.
  package var waitingSince: Timestamp?
  /// Whether it was restored: an order given up as too old, or without a final ground, is credited after all.
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
    Field(
      "isBroughtBack",
      read: { value, upload throws(JSONError) in
        upload.isBroughtBack = try (["isBroughtBack": value] as JSONObject).bool("isBroughtBack") ?? false
      }, write: { $0.isBroughtBack ? .bool(true) : nil }))
  package static let blank = OrderUpload(orderId: "", currentUser: "", transactionId: "", signedTransactionInfo: nil)
}

/// The app server's answer to an uploaded order: the second step of its verification.
package enum OrderAnswer: Hashable, Sendable {
  /// Not decided yet, with the reason where the server gives one, in one line: ask again.
  case processing(reason: String? = nil)
  /// Credited (or found to have been credited before): deliver, then finish.
  case confirmed(Credit)
  /// Not credited, in one line: it stays unfinished until support retries it or closes it.
  case refused(reason: String)
  /// Too old to be credited, in one line: finish and close it, and keep the evidence.
  case overdue(reason: String)
}

/// The credit of a confirmed order, and its users.
package struct Credit: Hashable, Sendable {
  /// The users who have the transaction now; one, except under the policy `share`.
  package var users: [String]
  /// The quantity that this order added to them; 0 when the transaction was credited before, or was refunded.
  package var quantity: Int
  package var attribution: Attribution
  /// The restore policy's decision; nil where it had none to make.
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

/// How the app server knows the owner of a transaction.
package enum Attribution: String, Hashable, Sendable, CaseIterable, JSONMember {
  /// The purchase was made for this user.
  case intent
  /// Its `appAccountToken` is the user's, or that of an order of theirs.
  case token
  /// An earlier transaction of the same original one is theirs.
  case lineage
  /// It carries no token: the user who was logged in when it was first seen.
  case missingToken
  /// No user here has its token: the restore policy decided.
  case foreignToken
  /// The app's own people moved it to this user.
  case support
  /// It was bought on another platform, and the app's own people recorded it.
  case otherPlatform
}

extension OrderAnswer: JSONRepresentable {
  /// The word of each answer on the wire.
  private enum Word: String, JSONMember {
    case processing, confirmed, refused, overdue
  }

  /// The members of every answer but the credit itself.
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

package import Core

/// A manual transfer of one purchase to another user, with the reason.
package struct PurchaseTransfer: Hashable, Sendable {
  /// The UUID of the transfer; a repeated request with it has no further effect.
  package var id: String
  /// The id of any transaction of the purchase.
  package var transactionId: String
  /// The new owner of the purchase.
  package var user: String
  package var reason: String

  package init(id: String, transactionId: String, user: String, reason: String) {
    self.id = id
    self.transactionId = transactionId
    self.user = user
    self.reason = reason
  }
}

/// A purchase that a user made on another platform, recorded by support.
package struct OtherPurchase: Hashable, Sendable {
  /// The id of the purchase on the other platform; recording it again replaces the record.
  package var reference: String
  /// The platform of the purchase, in the words of the support agent.
  package var platform: String
  package var user: String
  package var productId: String
  package var purchaseDate: Timestamp
  /// When access ends; nil if it does not end.
  package var expiresDate: Timestamp?

  package init(
    reference: String, platform: String, user: String, productId: String, purchaseDate: Timestamp,
    expiresDate: Timestamp? = nil
  ) {
    self.reference = reference
    self.platform = platform
    self.user = user
    self.productId = productId
    self.purchaseDate = purchaseDate
    self.expiresDate = expiresDate
  }
}

extension PurchaseTransfer: JSONFields {
  package static let fields = Fields<Self>(
    Field("id", \.id, .required), Field("transactionId", \.transactionId, .required),
    Field("user", \.user, .required), Field("reason", \.reason, .required))
  package static let blank = PurchaseTransfer(id: "", transactionId: "", user: "", reason: "")
}

extension OtherPurchase: JSONFields {
  package static let fields = Fields<Self>(
    Field("reference", \.reference, .required), Field("platform", \.platform, .required),
    Field("user", \.user, .required), Field("productId", \.productId, .required),
    Field("purchaseDate", \.purchaseDate, .required), Field("expiresDate", \.expiresDate))
  package static let blank = OtherPurchase(
    reference: "", platform: "", user: "", productId: "", purchaseDate: Timestamp(milliseconds: 0))
}

/// A request to the app server that this device has made but not yet delivered.
///
/// Later actions send it until the server answers. It takes effect only with that answer.
package struct WaitingServerCall: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case grant(Grant)
    case duration(ProductDuration)
    /// A claim: the user who logged in takes over the purchases made before the login.
    case login(LoginClaim)
  }

  /// The id of the request; the server counts each id only once.
  package var id: String
  package var kind: Kind
  /// When the request was made, by the device's clock.
  package var date: Timestamp

  package init(id: String, _ kind: Kind, date: Timestamp) {
    self.id = id
    self.kind = kind
    self.date = date
  }

  /// Reads a request from its stored text.
  package init(id: String, storedText: String, date: Timestamp) throws(JSONError) {
    let value = try JSONValue(parsing: storedText)
    guard case .object(let json) = value else {
      throw JSONError(.wrongType, say("must be \(say("an object")), not \(value.kindName)"))
    }
    let kind: Kind
    if json["anonymous"] != nil {
      kind = .login(try LoginClaim(json: json))
    } else {
      kind = try json["grantedDate"] == nil ? .duration(ProductDuration(json: json)) : .grant(Grant(json: json))
    }
    self.init(id: id, kind, date: date)
  }

  package var storedText: String {
    switch kind {
    case .grant(let grant): JSONValue.object(grant.json).serialized()
    case .duration(let duration): JSONValue.object(duration.json).serialized()
    case .login(let claim): JSONValue.object(claim.json).serialized()
    }
  }
}

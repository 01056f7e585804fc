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

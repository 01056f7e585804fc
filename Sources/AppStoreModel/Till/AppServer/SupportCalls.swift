/// One purchase that goes over to another user by hand, with the reason.
package struct PurchaseTransfer: Hashable, Sendable {
  /// A UUID: the same transfer is made once.
  package var id: String
  /// Any transaction of the purchase.
  package var transactionId: String
  /// The new owner.
  package var user: String
  package var reason: String

  package init(id: String, transactionId: String, user: String, reason: String) {
    self.id = id
    self.transactionId = transactionId
    self.user = user
    self.reason = reason
  }
}

/// A purchase that a user made on another platform, as the app's own people recorded it.
package struct OtherPurchase: Hashable, Sendable {
  /// Its id at that platform; recording it again replaces the record.
  package var reference: String
  /// The platform where it was bought, as the person who recorded it wrote.
  package var platform: String
  package var user: String
  package var productId: String
  package var purchaseDate: Timestamp
  /// When it ends; nil for one that does not.
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

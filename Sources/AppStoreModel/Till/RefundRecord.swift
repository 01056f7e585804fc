/// A refund as the App Store's refund history or a revoked transaction tells it.
package struct RefundRecord: Hashable, Sendable {
  package var transactionId: String
  package var originalTransactionId: String
  package var productId: String
  package var purchaseDate: Timestamp?
  package var revocationDate: Timestamp
  package var revocationReason: RevocationReason?
  package var revocationType: RevocationType?
  /// Milliunits: 100000 is 100 %.
  package var revocationPercentage: Int32?
  /// The price paid, in milliunits of `currency`, for the whole quantity; Apple does not state the refunded amount.
  package var price: Int64?
  package var currency: String?
  /// When the App Store took the refund back; nil while it stands.
  package var reversedDate: Timestamp?

  package init(
    transactionId: String, originalTransactionId: String, productId: String, purchaseDate: Timestamp? = nil,
    revocationDate: Timestamp, revocationReason: RevocationReason? = nil, revocationType: RevocationType? = nil,
    revocationPercentage: Int32? = nil, price: Int64? = nil, currency: String? = nil, reversedDate: Timestamp? = nil
  ) {
    self.transactionId = transactionId
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.purchaseDate = purchaseDate
    self.revocationDate = revocationDate
    self.revocationReason = revocationReason
    self.revocationType = revocationType
    self.revocationPercentage = revocationPercentage
    self.price = price
    self.currency = currency
    self.reversedDate = reversedDate
  }
}

/// A refund that the customer asked for; Apple decides.
package struct RefundRequest: Hashable, Sendable {
  package var transactionId: String
  package var productId: String
  package var account: String
  package var reason: String?
  /// Device time.
  package var askedDate: Timestamp

  package init(transactionId: String, productId: String, account: String, reason: String?, askedDate: Timestamp) {
    self.transactionId = transactionId
    self.productId = productId
    self.account = account
    self.reason = reason
    self.askedDate = askedDate
  }
}

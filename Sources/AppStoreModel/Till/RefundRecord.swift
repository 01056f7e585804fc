/// A refund, from the App Store's refund history or from a revoked transaction.
package struct RefundRecord: Hashable, Sendable {
  package var transactionId: String
  package var originalTransactionId: String
  package var productId: String
  package var purchaseDate: Timestamp?
  package var revocationDate: Timestamp
  /// Why Apple revoked the transaction; not every revocation is a refund.
  package var cause: RevocationCause
  package var revocationReason: RevocationReason?
  package var revocationType: RevocationType?
  /// The refunded share in thousandths of a percent: 100000 is 100 %.
  package var revocationPercentage: Int32?
  /// The price paid for the whole quantity, in milliunits of `currency`; Apple does not state the refunded amount.
  package var price: Int64?
  package var currency: String?
  /// When Apple reversed the refund; nil if it did not.
  package var reversedDate: Timestamp?

  package init(
    transactionId: String, originalTransactionId: String, productId: String, purchaseDate: Timestamp? = nil,
    revocationDate: Timestamp, cause: RevocationCause = .refunded, revocationReason: RevocationReason? = nil,
    revocationType: RevocationType? = nil, revocationPercentage: Int32? = nil, price: Int64? = nil,
    currency: String? = nil, reversedDate: Timestamp? = nil
  ) {
    self.transactionId = transactionId
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.purchaseDate = purchaseDate
    self.revocationDate = revocationDate
    self.cause = cause
    self.revocationReason = revocationReason
    self.revocationType = revocationType
    self.revocationPercentage = revocationPercentage
    self.price = price
    self.currency = currency
    self.reversedDate = reversedDate
  }
}

/// A refund that the customer requested; Apple decides.
package struct RefundRequest: Hashable, Sendable {
  package var transactionId: String
  package var productId: String
  package var account: String
  package var reason: String?
  /// When the customer requested the refund; device time.
  package var askedDate: Timestamp

  package init(transactionId: String, productId: String, account: String, reason: String?, askedDate: Timestamp) {
    self.transactionId = transactionId
    self.productId = productId
    self.account = account
    self.reason = reason
    self.askedDate = askedDate
  }
}

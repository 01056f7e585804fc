/// Why a transaction came to be (Apple: TransactionReason).
package struct TransactionReason: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The customer bought it; an upgrade counts as a purchase.
  package static let purchase = TransactionReason(rawValue: "PURCHASE")
  /// The App Store renewed a subscription.
  package static let renewal = TransactionReason(rawValue: "RENEWAL")

  package static let known: [TransactionReason] = [
    purchase, renewal,
  ]
}

/// A purchase, or a renewal, that stands at the simulated App Store.
package struct AppStorePurchase: Hashable, Sendable {
  package var transactionId: String
  package var productId: String
  package var productName: String
  /// The Apple Account that has it.
  package var account: String
  package var date: Timestamp
  /// The end of a subscription's period.
  package var expiresDate: Timestamp?
  package var quantity: Int
  /// What was paid for all of it, formatted for the account's storefront.
  package var displayPrice: String
  /// Whether it is had through the family: nobody paid for it here.
  package var isShared: Bool
  /// Whether an upgrade took its place.
  package var isUpgraded: Bool

  package init(
    transactionId: String, productId: String, productName: String, account: String, date: Timestamp,
    expiresDate: Timestamp? = nil, quantity: Int = 1, displayPrice: String, isShared: Bool = false,
    isUpgraded: Bool = false
  ) {
    self.transactionId = transactionId
    self.productId = productId
    self.productName = productName
    self.account = account
    self.date = date
    self.expiresDate = expiresDate
    self.quantity = quantity
    self.displayPrice = displayPrice
    self.isShared = isShared
    self.isUpgraded = isUpgraded
  }
}

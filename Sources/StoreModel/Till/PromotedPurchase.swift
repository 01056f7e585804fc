/// A purchase that a customer began in the App Store and that the app is to continue (Apple: PurchaseIntent).
package struct PromotedPurchase: Hashable, Sendable {
  /// The App Store's number of it.
  package var id: String
  package var account: String
  package var productId: String
  /// When the customer began it.
  package var date: Timestamp

  package init(id: String, account: String, productId: String, date: Timestamp) {
    self.id = id
    self.account = account
    self.productId = productId
    self.date = date
  }
}

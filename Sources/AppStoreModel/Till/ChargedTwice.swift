/// Two purchases of one customer for the same product or service.
package struct ChargedTwice: Hashable, Sendable {
  /// Whether both were paid and neither was refunded; if false, the customer may only not have wanted the second one.
  package var isCertain: Bool
  /// Whether both are subscriptions; then the customer must also cancel one.
  package var isSubscription: Bool
  /// The transaction or purchase ids of the two purchases, oldest first.
  package var purchaseIds: [String]
  /// The newest of the two that the signed-in Apple Account paid, for which a refund can be requested here.
  package var refundableId: String?

  package init(isCertain: Bool, isSubscription: Bool = false, purchaseIds: [String], refundableId: String? = nil) {
    self.isCertain = isCertain
    self.isSubscription = isSubscription
    self.purchaseIds = purchaseIds
    self.refundableId = refundableId
  }
}

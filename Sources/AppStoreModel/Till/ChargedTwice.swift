/// Two purchases of one customer for the same thing.
package struct ChargedTwice: Hashable, Sendable {
  /// Whether both were paid and neither was refunded; else the second may be one that the customer did not want.
  package var isCertain: Bool
  /// Whether it is two subscriptions: then one of them has to be cancelled too.
  package var isSubscription: Bool
  /// The two purchases by their transaction or purchase ids, oldest first.
  package var purchaseIds: [String]
  /// The newest of them that the signed-in Apple Account paid: the one that can be refunded from here.
  package var refundableId: String?

  package init(isCertain: Bool, isSubscription: Bool = false, purchaseIds: [String], refundableId: String? = nil) {
    self.isCertain = isCertain
    self.isSubscription = isSubscription
    self.purchaseIds = purchaseIds
    self.refundableId = refundableId
  }
}

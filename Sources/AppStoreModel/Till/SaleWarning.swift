/// A purchase that customers regret, for the customer about to pay.
package enum SaleWarning: Hashable, Sendable {
  /// One of a pass that is bought for a time runs already.
  case passRuns(until: Timestamp?)
  /// The user has it by a credit or a grant, and the Apple Account that would pay has not bought it.
  case hadAlready
  /// Another user's subscription of the group, paid by the same Apple Account, becomes this one.
  case changesAnothersPlan(productId: String)
  /// The family shares a subscription of the group already.
  case sharedByFamily(productId: String)

  /// The warning about buying a product that the App Store charges for; nil where there is none.
  ///
  /// - Parameters:
  ///   - product: The product to buy, in its current state.
  ///   - others: The products in their current state.
  package init?<Product: ForSale>(buying product: Product, among others: some Sequence<Product>) {
    let isHeldByUs = product.state == .creditedToUser || product.state == .grantedByUs
    if product.type == .nonRenewingSubscription, product.entitled, product.state != .grantedByUs,
      !product.isStacking
    {
      self = .passRuns(until: product.expires)
    } else if product.type != .consumable, isHeldByUs {
      self = .hadAlready
    } else if product.type == .autoRenewableSubscription, let group = product.groupId,
      let shared = others.first(where: { $0.groupId == group && $0.entitled && $0.isShared })
    {
      self = .sharedByFamily(productId: shared.id)
    } else if product.type == .autoRenewableSubscription, let group = product.groupId,
      let other = others.first(where: { $0.groupId == group && $0.isAnotherUsers })
    {
      self = .changesAnothersPlan(productId: other.id)
    } else {
      return nil
    }
  }
}

/// A product as its seller sees it.
package protocol ForSale {
  var id: String { get }
  var type: ProductType { get }
  var groupId: String? { get }
  var state: EntitlementState { get }
  var entitled: Bool { get }
  var isShared: Bool { get }
  /// Whether the Apple Account pays for it and another user of the app has it.
  var isAnotherUsers: Bool { get }
  /// Whether another purchase of it begins when this one ends.
  var isStacking: Bool { get }
  /// When access ends.
  var expires: Timestamp? { get }
}

extension ProductStatus: ForSale {
  package var id: String { product.id }
  package var type: ProductType { product.type }
  package var groupId: String? { product.subscriptionGroupIdentifier }
  package var expires: Timestamp? { expiresDate }
  package var isAnotherUsers: Bool { !entitled && reasons.contains { $0.rule == "belongsToAnotherUser" } }
}

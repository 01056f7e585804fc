import Core

/// A warning to the customer, before paying, about a purchase that is probably unwanted.
package enum SaleWarning: Hashable, Sendable {
  /// An earlier purchase of the product is not completed: charged, perhaps charged, or waiting for the customer.
  case notCompleted
  /// The customer already has this non-renewing subscription (a pass), and a second one would run in parallel.
  case passRuns(until: Timestamp?)
  /// The user already has the product by a credit or a grant, but not from the Apple Account that would pay.
  case hadAlready
  /// The user has another plan of the group by a credit; this Apple Account does not pay for it.
  case hasPlanElsewhere(productId: String)
  /// The purchase would change another user's subscription that the same Apple Account pays for.
  case changesAnothersPlan(productId: String)
  /// A family member already shares a subscription of the group.
  case sharedByFamily(productId: String)
  /// The next step for the product is another one, such as a wait: buying it now helps nothing.
  case isAdvisedAgainst(String)
  /// More units were used than remain paid, and the purchase is first set off against them.
  case owes(Int)

  /// Finds the warning for buying a product that the App Store charges for; nil without one.
  ///
  /// - Parameters:
  ///   - product: The product to buy, in its current state.
  ///   - others: The customer's products in their current state.
  ///   - preview: What the purchase charges and changes, as the App Store says; nil if it is not known.
  package init?<Product: ForSale>(
    buying product: Product, among others: some Sequence<Product>, _ preview: PurchasePreview?
  ) {
    let current = preview?.changedProductId
    let isHeldByUs = product.state == .creditedToUser || product.state == .grantedByUs
    if product.isUnsettled {
      self = .notCompleted
    } else if let balance = product.balance, balance < 0 {
      self = .owes(-balance)
    } else if product.type == .nonRenewingSubscription, product.entitled, product.state != .grantedByUs,
      !product.isStacking
    {
      self = .passRuns(until: product.expires)
    } else if product.type != .consumable, isHeldByUs, preview?.change?.chargesNow != false {
      self = .hadAlready
    } else if product.type == .autoRenewableSubscription, let group = product.groupId,
      let shared = others.first(where: { $0.groupId == group && $0.entitled && $0.isShared })
    {
      self = .sharedByFamily(productId: shared.id)
    } else if product.type == .autoRenewableSubscription, let group = product.groupId,
      let plan = others.first(where: { $0.groupId == group && $0.state == .creditedToUser && $0.id != current })
    {
      self = .hasPlanElsewhere(productId: plan.id)
    } else if product.type == .autoRenewableSubscription, let group = product.groupId,
      let other = others.first(where: {
        $0.groupId == group && $0.isAnotherUsers && (preview == nil || $0.id == current)
      })
    {
      self = .changesAnothersPlan(productId: other.id)
    } else if product.type == .autoRenewableSubscription, let preview, preview.change?.chargesNow != false,
      let advice = product.adviceAgainstBuying
    {
      self = .isAdvisedAgainst(advice)
    } else {
      return nil
    }
  }
}

/// The values of a product that decide whether a sale needs a warning.
package protocol ForSale {
  var id: String { get }
  var type: ProductType { get }
  var groupId: String? { get }
  var state: EntitlementState { get }
  var entitled: Bool { get }
  var isShared: Bool { get }
  /// Whether an earlier purchase of the product is not completed.
  var isUnsettled: Bool { get }
  /// How many of a consumable are left; below zero, how many are owed.
  var balance: Int? { get }
  /// The next step for a product that is not to be bought now; nil where it may be bought, or something comes first.
  var adviceAgainstBuying: String? { get }
  /// Whether this Apple Account pays for the product and another user of the app owns it.
  var isAnotherUsers: Bool { get }
  /// Whether a further purchase of the product begins when this one ends.
  var isStacking: Bool { get }
  /// When access to the product ends; nil if it does not end.
  var expires: Timestamp? { get }
}

extension ProductStatus: ForSale {
  package var id: String { product.id }
  package var type: ProductType { product.type }
  package var groupId: String? { product.subscriptionGroupIdentifier }
  package var expires: Timestamp? { expiresDate }
  package var isUnsettled: Bool {
    state == .paidNotDelivered || underWay.contains { $0.ground?.isFinal != true }
  }
  package var adviceAgainstBuying: String? {
    guard !entitled, next.action == nil, next.who == .nobody || next.until != nil else { return nil }
    return next.text == say("nothing to do") ? nil : next.text
  }
  package var isAnotherUsers: Bool { !entitled && reasons.contains { $0.rule == "belongsToAnotherUser" } }
}

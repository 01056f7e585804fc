/// What the app's server holds for one user: the same answer on every device.
package struct UserAccount: Hashable, Sendable {
  package var user: String
  /// What became of each consumable, by product id, in purchased quantity.
  package var balances: [String: ConsumableCount]
  /// Access that the app's own people gave, whether it has ended or not.
  package var grants: [Grant]
  /// The policy for purchases that another user already has.
  package var policy: RestorePolicy

  package init(
    user: String, balances: [String: ConsumableCount] = [:], grants: [Grant] = [], policy: RestorePolicy = .keep
  ) {
    self.user = user
    self.balances = balances
    self.grants = grants
    self.policy = policy
  }
}

/// Access to a product that the app's own people gave: granted by us, not bought.
package struct Grant: Hashable, Sendable {
  /// A UUID.
  package var id: String
  package var user: String
  package var productId: String
  package var reason: String
  package var grantedDate: Timestamp
  /// When it ends; at this instant it has ended.
  package var untilDate: Timestamp

  package init(
    id: String, user: String, productId: String, reason: String, grantedDate: Timestamp, untilDate: Timestamp
  ) {
    self.id = id
    self.user = user
    self.productId = productId
    self.reason = reason
    self.grantedDate = grantedDate
    self.untilDate = untilDate
  }
}

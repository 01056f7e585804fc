/// The type of an in-app purchase (Apple: ProductType, as signed transactions spell it).
package struct ProductType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A subscription that renews until it is cancelled.
  package static let autoRenewableSubscription = ProductType(rawValue: "Auto-Renewable Subscription")
  /// Bought once, owned for good.
  package static let nonConsumable = ProductType(rawValue: "Non-Consumable")
  /// Used up, and bought again.
  package static let consumable = ProductType(rawValue: "Consumable")
  /// Access for a time that the app itself counts.
  package static let nonRenewingSubscription = ProductType(rawValue: "Non-Renewing Subscription")

  package static let known: [ProductType] = [
    autoRenewableSubscription, nonConsumable, consumable, nonRenewingSubscription,
  ]
}

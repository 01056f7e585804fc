import Core

/// Texts about double charges, and about units granted or owed.
enum ChargedTwiceText {
  static func certain(first: String, isSubscription: Bool) -> Words {
    isSubscription
      ? "charged twice: another paid subscription of this group overlaps (\(first))"
      : "charged twice: another purchase of it overlaps (\(first))"
  }
  static func askForRefund(isSubscription: Bool) -> Words {
    isSubscription
      ? "the customer paid twice: request a refund for one of the two, and cancel one"
      : "the customer paid twice: request a refund for one of the two"
  }
  static func grantedConsumable(_ count: Int, because reason: String, compensates compensated: String?) -> Words {
    "\(count) granted by us: \(reason)" + (compensated.map { " (for \($0))" } ?? "")
  }
}

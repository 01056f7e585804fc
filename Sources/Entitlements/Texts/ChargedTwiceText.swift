import Texts

/// What is said of two purchases for the same thing, and of what the app gave or owes.
enum ChargedTwiceText {
  static func certain(first: String, isSubscription: Bool) -> Words {
    isSubscription
      ? "charged twice: another paid subscription of this group runs at the same time (\(first))"
      : "charged twice: another purchase of it is paid for the same time (\(first))"
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

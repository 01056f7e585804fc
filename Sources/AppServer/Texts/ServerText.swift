import AppStoreModel
import Core

/// The app server's error messages.
enum ServerText {
  static func noTransaction(_ id: String) -> Words { "unknown transaction \(id); the App Store does not have it" }
  static func appsServer(_ fault: String) -> Words { "the app server: \(fault)" }
  static func durationSet(product: String, rules: String?) -> Words {
    rules.map { "the duration of \(product) is now \($0)" } ?? "\(product) no longer has a duration"
  }
}

/// Texts of the app server's journal; each is stored in the language in which it was written.
enum ServerJournalText {
  static func wasCredited(product: String, told: String, byDevice: Bool, others: String?) -> Words {
    "\(product) credited (evidence: \(told))\(byDevice ? "" : say("; no device has reported it yet"))"
      + (others.map { "; \($0)" } ?? "")
  }
  static func noOrder(_ orderId: String) -> Words { "no order \(orderId) was uploaded" }
  static func closedByHand(_ reason: String) -> Words { "support closed it: \(reason)" }
  static func reopened(_ reason: String) -> Words { "reopened after it was given up (\(reason))" }
  static func attribution(_ attribution: Attribution) -> Words {
    switch attribution {
    case .intent: "the purchase began for this user"
    case .token: "its token"
    case .lineage: "an earlier transaction of the same subscription"
    case .missingToken: "the user who was logged in, as it has no token"
    case .foreignToken: "the restore policy, as no user here has its token"
    case .restore: "the restore policy"
    case .support: "support"
    case .otherPlatform: "support, as it was bought on another platform"
    }
  }
}

import StoreModel
import Texts

/// What the app's server writes into its journal; it is kept in the words of the day.
enum ServerJournalText {
  static func wasCredited(product: String, told: String, byDevice: Bool, others: String?) -> Words {
    "\(product) credited, told by \(told)\(byDevice ? "" : say("; no device has reported it"))"
      + (others.map { "; \($0)" } ?? "")
  }
  static func noOrder(_ orderId: String) -> Words { "no order \(orderId) was uploaded" }
  static func closedByHand(_ reason: String) -> Words { "closed by hand: \(reason)" }
  static func reopened(_ reason: String) -> Words { "opened again after it had been given up (\(reason))" }
  static func attribution(_ attribution: Attribution) -> Words {
    switch attribution {
    case .intent: "the purchase that was made for this user"
    case .token: "its token"
    case .lineage: "an earlier transaction of the same subscription"
    case .missingToken: "nothing but who was logged in: it carries no token"
    case .foreignToken: "the restore policy: its token is nobody's here"
    case .support: "our own people"
    case .otherPlatform: "our own people: it was bought on another platform"
    }
  }
}

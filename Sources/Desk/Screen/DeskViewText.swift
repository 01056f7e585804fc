import SafeText
import Texts

/// What the saved views are called, and what the desk says of them.
enum DeskViewText {
  static func title(_ view: SavedView) -> Words {
    switch view {
    case .refunded: "refunded, the latest first"
    case .refunders: "several refunds"
    case .billingRetry: "Apple tries to charge again"
    case .recovered: "charged after all"
    case .grace: "in the grace period"
    case .expiring: "ends soon, renewal off"
    case .priceIncrease: "asked about a higher price"
    case .consumption: "Apple asks about consumption"
    case .disagree: "Apple and our server disagree"
    case .tokenChanged: "several users' tokens"
    case .unknown: "values that Till does not know"
    case .tokenUnmatched: "a purchase without a user"
    case .chargedTwice: "charged twice"
    case .unfinished: "not delivered for more than a day"
    }
  }
}

import Core

/// The names of the saved views, and texts of the desk.
enum DeskViewText {
  static func title(_ view: SavedView) -> Words {
    switch view {
    case .refunded: "refunded, newest first"
    case .refunders: "several refunds"
    case .billingRetry: "in billing retry"
    case .recovered: "recovered from billing retry"
    case .grace: "in the grace period"
    case .expiring: "ends soon, auto-renewal off"
    case .priceIncrease: "price increase awaiting consent"
    case .consumption: "Apple requests consumption information"
    case .disagree: "Apple and your server disagree"
    case .tokenChanged: "several account tokens"
    case .unknown: "unknown values"
    case .tokenUnmatched: "purchase without a user"
    case .chargedTwice: "charged twice"
    case .unfinished: "not delivered for over a day"
    }
  }
}

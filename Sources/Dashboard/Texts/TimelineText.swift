import AppStoreModel
import Core

/// The texts of the timeline and of the past.
enum TimelineText {
  static var title: Words { "Timeline" }
  /// In the place of lives.
  static var nothingBought: Words {
    "No purchases yet. Purchases, renewals, refunds and upgrades appear here."
  }
  static func happening(_ kind: ProductLife.Happening.Kind) -> Words {
    switch kind {
    case .bought: "bought"
    case .renewed: Words("renewed", context: "Timeline")
    case .graceBegan: "grace"
    case .replaced: "changed"
    case .refunded: Words("refunded", context: "Timeline")
    case .refundReversed: "refund reversed"
    case .revoked: "revoked"
    case .ended: Words("ended", context: "Timeline")
    }
  }
  static var now: Words { "now" }
  /// The change at the next renewal.
  static func plan(product: String, price: String) -> Words { price.isEmpty ? "\(product)" : "\(product) \(price)" }
  static func past(_ date: String) -> Words { "THE PAST, as of \(date)" }
  static var isPast: Words { "this is the past, read-only; \(ActionTable.key(of: .close)) returns to now" }
  static func asOf(_ date: String, changes: [String]) -> Words {
    changes.isEmpty ? "As of \(date)." : "As of \(date): \(Language.series(changes))."
  }
}

import StoreModel
import Texts

/// What the timeline and the past say.
enum TimelineText {
  static var title: Words { "Timeline" }
  /// In the place of lives.
  static var nothingBought: Words {
    "Nothing was bought yet. What is bought, renewed, refunded or upgraded is drawn here."
  }
  static func happening(_ kind: ProductLife.Happening.Kind) -> Words {
    switch kind {
    case .bought: "bought"
    case .renewed: Words("renewed", context: "Timeline")
    case .graceBegan: "grace"
    case .replaced: "changed"
    case .refunded: Words("refunded", context: "Timeline")
    case .refundReversed: "refund reversed"
    case .revoked: "taken away"
    case .ended: Words("ended", context: "Timeline")
    }
  }
  static var now: Words { "now" }
  /// What follows at the next renewal.
  static func plan(product: String, price: String) -> Words { price.isEmpty ? "\(product)" : "\(product) \(price)" }
  static func past(_ date: String) -> Words { "THE PAST, as of \(date)" }
  static var isPast: Words { "this is the past, read-only; \(ActionTable.key(of: .close)) returns to now" }
  static func asOf(_ date: String, changes: [String]) -> Words {
    changes.isEmpty ? "As of \(date)." : "As of \(date): \(changes.joined(separator: say(", ")))."
  }
}

import AppStoreModel
import Core

/// The texts of the line-by-line dashboard.
enum PlainText {
  /// Returns the title of a pane or sheet; a question needs no colon.
  static func place(_ title: String) -> Words {
    title.hasSuffix("?") || title.hasSuffix("？") ? "\(title)" : "\(title):"
  }
  /// Returns the text of the selected row.
  static func row(_ number: Int, of count: Int, _ text: String, title: String) -> Words {
    title.isEmpty ? "\(text), row \(number) of \(count)" : "\(title): \(text), row \(number) of \(count)"
  }
  static func listed(_ number: Int, _ text: String, isCurrent: Bool) -> Words {
    isCurrent ? "\(number). \(text) (here)" : "\(number). \(text)"
  }
  static func moreRows(_ count: Int) -> Words {
    Words(count, "and \(count) more row: “more” reads it", "and \(count) more rows: “more” reads on")
  }
  static func unknown(_ text: String, near: [String]) -> Words {
    near.isEmpty
      ? "no \(Language.quoted(safeText(text, limit: 60))) here; \(ActionTable.key(of: .help)) lists the "
        + "available actions"
      : "no \(Language.quoted(safeText(text, limit: 60))) here; did you mean \(Language.alternatives(near))?"
  }
}

/// The texts of the timeline and of the past.
enum TimelineText {
  static var title: Words { "Timeline" }
  /// The text of an empty timeline.
  static var nothingBought: Words {
    "No purchase of this Apple Account is on this device yet. Purchases, renewals, refunds and upgrades appear here."
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
  /// Returns the text for a change at the next renewal.
  static func plan(product: String, price: String) -> Words { price.isEmpty ? "\(product)" : "\(product) \(price)" }
  static func past(_ date: String) -> Words { "THE PAST, as of \(date)" }
  static var isPast: Words { "this is the past, read-only; \(ActionTable.key(of: .close)) returns to now" }
  static func asOf(_ date: String, changes: [String]) -> Words {
    changes.isEmpty ? "As of \(date)." : "As of \(date): \(Language.series(changes))."
  }
}

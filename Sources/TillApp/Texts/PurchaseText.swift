import Core

/// Texts of the commands about purchases, refunds, orders and faults.
enum PurchaseText {
  static var nothingWasClosed: Words { "no order was given up" }
  static var appStoreHasNothingNew: Words { "nothing new at the App Store" }
  static func appStoreSent(_ count: Int) -> Words {
    Words(count, "the App Store sent \(count) transaction", "the App Store sent \(count) transactions")
  }
  static func beginsLater(product: String, on date: String?, current: String, renewal: String?) -> Words {
    "\(product) starts with the next renewal\(at(date)): \(current) "
      + "continues until then, nothing was charged now\(later(renewal))"
  }
  static func wasChosenBefore(product: String, on date: String?) -> Words {
    "\(product) starts with the next renewal\(at(date)), as already planned: nothing was charged"
  }
  static func runsFromNowOn(product: String, charged: String, current: String, refund: String?, renewal: String?)
    -> Words
  {
    "\(product) is active from now on for \(charged): \(current) ended\(refund.map { say(", \($0) is refunded for the rest of its period") } ?? "")\(later(renewal))"
  }
  static func isOn(_ kind: String, once isOnce: Bool, words: String) -> Words {
    isOnce ? "fault \(kind) is on for one call: \(words)" : "fault \(kind) is on: \(words)"
  }

  private static func at(_ date: String?) -> String { date.map { say(", on \($0)") } ?? "" }
  private static func later(_ renewal: String?) -> String {
    renewal.map { say("; then \($0) until cancelled") } ?? ""
  }
}

import Texts

/// What commands say of purchases, refunds and orders, and of faults.
enum PurchaseText {
  static var nothingWasClosed: Words { "nothing was closed" }
  static var appStoreHasNothingNew: Words { "the App Store has nothing new" }
  static func appStoreSent(_ count: Int) -> Words {
    Words(count, "the App Store sent \(count) transaction", "the App Store sent \(count) transactions")
  }
  static func beginsLater(product: String, on date: String?, current: String, renewal: String?) -> Words {
    "\(product) begins with the next renewal\(at(date)): \(current) goes on until then, nothing was charged "
      + "now\(later(renewal))"
  }
  static func wasChosenBefore(product: String, on date: String?) -> Words {
    "\(product) begins with the next renewal\(at(date)), as was chosen before: nothing was charged"
  }
  static func runsFromNowOn(product: String, charged: String, current: String, refund: String?, renewal: String?)
    -> Words
  {
    "\(product) runs from now on for \(charged): \(current) "
      + "ended\(refund.map { say(", \($0) comes back for the rest of its period") } ?? "")\(later(renewal))"
  }
  static func isOn(_ kind: String, once isOnce: Bool, words: String) -> Words {
    isOnce ? "fault \(kind) is on, once: \(words)" : "fault \(kind) is on: \(words)"
  }

  private static func at(_ date: String?) -> String { date.map { say(", on \($0)") } ?? "" }
  private static func later(_ renewal: String?) -> String {
    renewal.map { say("; then \($0) until it is cancelled") } ?? ""
  }
}

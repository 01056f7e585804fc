import Core

/// Apple's answers about receipts, and the errors of asking for them.
enum ReceiptText {
  static func appleHasTrouble(isTemporary: Bool) -> Words {
    isTemporary
      ? "Apple's data is unavailable; try again later"
      : "Apple's data is unavailable; Apple says that a retry does not help"
  }
  static var onlyCustomerCanBuy: Words { "only the customer can buy, in the app" }
  static var onlyCustomerCanAsk: Words { "only the customer can ask for a refund, in the app" }
}

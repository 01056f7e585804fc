import Texts

/// What Apple says of a receipt, and why it could not be asked.
enum ReceiptText {
  static func appleHasTrouble(isTemporary: Bool) -> Words {
    isTemporary
      ? "Apple has trouble with its data: try again later"
      : "Apple has trouble with its data, and says that trying again does not help"
  }
  static var onlyCustomerCanBuy: Words { "only the customer can buy, in the app" }
  static var onlyCustomerCanAsk: Words { "only the customer can ask for a refund, in the app" }
}

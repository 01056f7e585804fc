import Core

/// The messages for calls that a backend cannot complete.
enum BackendText {
  static func receiptEntryInAnotherForm(_ error: String) -> Words {
    "unknown format of an app receipt's entry: \(error)"
  }
  static func callOfWasCancelled(_ name: String) -> Words { "the call to \(name) was cancelled" }
  static var onlyCustomerCanBuy: Words { "only the customer can buy, in the app" }
  static var onlyCustomerCanAsk: Words { "only the customer can ask for a refund, in the app" }
  static func appleHasTrouble(isTemporary: Bool) -> Words {
    isTemporary
      ? "Apple's data is unavailable; try again later"
      : "Apple's data is unavailable; Apple says that a retry does not help"
  }
  static func noneKnows(_ server: String, other: String?, transaction: String) -> Words {
    other.map { "unknown transaction \(transaction) at both \(server) and \($0)" }
      ?? "unknown transaction \(transaction) at \(server)"
  }
}

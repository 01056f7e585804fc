import Core

/// Why the App Store Server API gave no answer.
enum ServerAPIText {
  static var onlyCustomerCanBuy: Words { "only the customer can buy, in the app" }
  static var onlyCustomerCanAsk: Words { "only the customer can ask for a refund, in the app" }
  static func noneKnows(_ server: String, other: String?, transaction: String) -> Words {
    other.map { "unknown transaction \(transaction) at both \(server) and \($0)" }
      ?? "unknown transaction \(transaction) at \(server)"
  }
}

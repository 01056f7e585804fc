package import AppStoreModel
import Core

/// Errors about refunds and consumption answers.
enum CustomerText {
  static var sampleMustBeSaid: Words { "sampleContentProvided must be true or false" }
  static func isRefundedAlready(_ row: Int64) -> Words { "\(row) has already been refunded" }
}

/// Errors of the ledger.
enum LedgerText {
  static func noHistory(_ name: String) -> Words { "\(name) is not a history of a simulated App Store" }
  static var theCatalogue: Words { "the catalogue" }
  static func noRevision(_ text: String) -> Words { "invalid revision “\(text)”; read the history from the start" }
  static func listed(_ count: Int, _ name: String) -> Words {
    count == 1 && name.hasSuffix("s") ? "\(count) \(String(name.dropLast()))" : "\(count) \(name)"
  }
  static func noCheckpoint(_ name: String, known: [String]) -> Words {
    known.isEmpty
      ? "unknown checkpoint “\(name)”; create one first"
      : "unknown checkpoint “\(name)”; \(remedy(for: name, among: known))"
  }
}

/// Errors about products and plans.
enum PlanText {
  static func notInCatalogue(_ productId: String) -> Words { "\(productId) is not in this App Store's catalogue" }
}

extension FailureKind {
  /// The customer is charged, and the answer never comes; the caller has to stop waiting.
  package static let noCallback = Self(rawValue: "noCallback")
}

/// Errors of the simulated App Store that several calls share.
extension StoreError {
  static let noNetwork = StoreError(
    .networkError, say("this device cannot reach the App Store; switch the network on"))

  static let paymentsNotAllowed = StoreError(
    .purchaseNotAllowed, say("this device is not allowed to make payments; allow payments"))

  static let noAnswer = StoreError(
    .noAnswer,
    say("the App Store did not answer; the next start, purchase, restore or refund check shows whether it charged"))

  static let noCallback = StoreError(.noCallback, say("the App Store charged and never answers"))

  static func unknownTransaction(_ id: String) -> StoreError {
    StoreError(
      .transactionNotFound,
      say("unknown transaction \(safeText(id)); list the transactions to see their ids"))
  }
}

package import AppStoreModel
import Core

extension FailureKind {
  /// The customer is charged, and no answer ever comes: the caller gives up by itself.
  package static let noCallback = Self(rawValue: "noCallback")
}

/// Refusals of the simulated App Store that several calls share.
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

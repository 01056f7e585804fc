import SafeText
package import StoreModel
import Texts

extension FailureKind {
  /// The customer is charged, and no answer ever comes: whoever waits for one gives up by itself.
  package static let noCallback = Self(rawValue: "noCallback")
}

/// What the simulated App Store refuses more than once.
extension StoreError {
  static let noNetwork = StoreError(
    .networkError, LedgerText.noNetwork.text)

  static let paymentsNotAllowed = StoreError(
    .purchaseNotAllowed, LedgerText.noPayments.text)

  static let noAnswer = StoreError(
    .noAnswer,
    LedgerText.noAnswer.text)

  static let noCallback = StoreError(.noCallback, LedgerText.neverCallsBack.text)

  static func unknownTransaction(_ id: String) -> StoreError {
    StoreError(
      .transactionNotFound,
      LedgerText.noTransaction(safeText(id)).text)
  }
}

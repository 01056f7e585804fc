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
    .networkError, say("no network between this device and the App Store: `till simulator network on` brings it back"))

  static let paymentsNotAllowed = StoreError(
    .purchaseNotAllowed, say("this device may not make payments: `till simulator payments on` allows them"))

  static let noAnswer = StoreError(
    .noAnswer,
    say("the App Store did not answer: whether it charged shows at the next start, purchase, restore or refund check"))

  static let noCallback = StoreError(.noCallback, say("the App Store charged, and never calls back"))

  static func unknownTransaction(_ id: String) -> StoreError {
    StoreError(
      .transactionNotFound,
      say("this App Store knows no transaction \(safeText(id)); `till simulator transactions` lists them"))
  }
}

import SafeText
package import StoreModel

/// Why the simulated App Store did not do what was asked: StoreKit's name for it, and one line for a person.
package struct SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// StoreKit's name, or one of Till's own: `invalidRevision`, `accountNotFound`, `transactionNotFound`, `unusable`
  /// (the ledger itself cannot be used), `usage` (the request makes no sense as it stands).
  package let kind: FailureKind

  /// What is wrong and what to do about it, in one line; foreign text in it is sanitised.
  package let message: String

  init(_ kind: FailureKind, _ message: String) {
    self.kind = kind
    self.message = safeText(message, limit: 400)
  }

  /// Whether the same call may go through later.
  package var isTemporary: Bool { kind == .networkError }

  /// The message.
  package var description: String { message }
}

// Till's own kinds. They are spelled here and not exported: the device's side has the same names for its own errors.
extension FailureKind {
  static let invalidRevision = Self(rawValue: "invalidRevision")
  static let accountNotFound = Self(rawValue: "accountNotFound")
  static let transactionNotFound = Self(rawValue: "transactionNotFound")
  static let notificationNotFound = Self(rawValue: "notificationNotFound")
  static let invalidPaginationToken = Self(rawValue: "invalidPaginationToken")
  static let invalidTestNotificationToken = Self(rawValue: "invalidTestNotificationToken")
  static let testNotificationNotFound = Self(rawValue: "testNotificationNotFound")
  static let generalBadRequest = Self(rawValue: "generalBadRequest")
  static let invalidTransactionNotConsumable = Self(rawValue: "invalidTransactionNotConsumable")
  static let invalidTransactionTypeNotSupported = Self(rawValue: "invalidTransactionTypeNotSupported")
  static let subscriptionExtensionIneligible = Self(rawValue: "subscriptionExtensionIneligible")
  static let subscriptionMaxExtension = Self(rawValue: "subscriptionMaxExtension")
  static let familySharedSubscriptionExtensionIneligible =
    Self(rawValue: "familySharedSubscriptionExtensionIneligible")
  static let invalidProductId = Self(rawValue: "invalidProductId")
  static let statusRequestNotFound = Self(rawValue: "statusRequestNotFound")
  static let unusable = Self(rawValue: "unusable")
  /// The request makes no sense as it stands; exit status 2 on the command line.
  package static let usage = Self(rawValue: "usage")
}

extension SimulatorError {
  static let noNetwork = SimulatorError(
    .networkError, "no network between this device and the App Store: `till simulator network on` brings it back")

  static let paymentsNotAllowed = SimulatorError(
    .purchaseNotAllowed, "this device may not make payments: `till simulator payments on` allows them")

  static let noAnswer = SimulatorError(
    .noAnswer,
    "the App Store did not answer: whether it charged shows at the next start, purchase, restore or refund check")

  static func unknownTransaction(_ id: String) -> SimulatorError {
    SimulatorError(
      .transactionNotFound,
      "this App Store knows no transaction \(safeText(id)); `till simulator transactions` lists them")
  }
}

extension SimulatorError {
  /// Whatever went wrong, as this module's error: a fault of the ledger is `unusable`.
  init(wrapping error: any Error) {
    self = error as? SimulatorError ?? SimulatorError(.unusable, "\(error)")
  }
}

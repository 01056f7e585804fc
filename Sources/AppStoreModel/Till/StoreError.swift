package import Core

/// A failure of a simulated or real App Store, with StoreKit's name for it and one line for people.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// StoreKit's name of the error, or one of Till's own names below.
  package var kind: FailureKind
  /// The problem and its remedy in one line; text from outside Till is sanitized.
  package var message: String
  /// Whether a repetition of the call may succeed later.
  package var isTemporary: Bool

  /// Makes an error.
  ///
  /// - Parameter isTemporary: Whether a repetition of the call may succeed later; by default only for a network error.
  package init(_ kind: FailureKind, _ message: String, isTemporary: Bool? = nil) {
    self.kind = kind
    self.message = safeText(message, limit: 600)
    self.isTemporary = isTemporary ?? (kind == .networkError)
  }

  /// Makes an error with a translatable message.
  package init(_ kind: FailureKind, said message: Words) { self.init(kind, message.text) }

  /// Makes a `StoreError` from any error; an error that is not the App Store's becomes `unusable`.
  package init(wrapping error: any Error) {
    self = error as? StoreError ?? StoreError(.unusable, "\(error)")
  }

  /// The message, for use in other texts.
  package var description: String { message }
}

/// Till's own kinds of failure, in addition to StoreKit's.
extension FailureKind {
  /// The revision is unknown or of an earlier epoch (Apple: error 4000005), so the client must read from the start.
  package static let invalidRevision = Self(rawValue: "invalidRevision")
  /// The App Store does not know the Apple Account.
  package static let accountNotFound = Self(rawValue: "accountNotFound")
  /// The App Store does not know the transaction (Apple: error 4040010).
  package static let transactionNotFound = Self(rawValue: "transactionNotFound")
  package static let notificationNotFound = Self(rawValue: "notificationNotFound")
  package static let invalidPaginationToken = Self(rawValue: "invalidPaginationToken")
  package static let invalidTestNotificationToken = Self(rawValue: "invalidTestNotificationToken")
  package static let testNotificationNotFound = Self(rawValue: "testNotificationNotFound")
  package static let generalBadRequest = Self(rawValue: "generalBadRequest")
  package static let consumptionPercentageOutOfRange = Self(rawValue: "consumptionPercentageOutOfRange")
  package static let consumptionPercentageAutoRenewable = Self(rawValue: "consumptionPercentageAutoRenewable")
  package static let undeliveredConsumptionPercentage = Self(rawValue: "undeliveredConsumptionPercentage")
  package static let familyTransactionNotSupported = Self(rawValue: "familyTransactionNotSupported")
  package static let invalidTransactionTypeNotSupported = Self(rawValue: "invalidTransactionTypeNotSupported")
  package static let subscriptionExtensionIneligible = Self(rawValue: "subscriptionExtensionIneligible")
  package static let subscriptionMaxExtension = Self(rawValue: "subscriptionMaxExtension")
  package static let familySharedSubscriptionExtensionIneligible =
    Self(rawValue: "familySharedSubscriptionExtensionIneligible")
  package static let invalidProductId = Self(rawValue: "invalidProductId")
  package static let statusRequestNotFound = Self(rawValue: "statusRequestNotFound")
  /// The caller cancelled the call.
  package static let cancelled = Self(rawValue: "cancelled")
  /// The backend rejects the configured key or secret.
  package static let unauthorized = Self(rawValue: "unauthorized")
  /// The App Store cannot be used: its ledger is locked, damaged or of a newer version.
  package static let unusable = Self(rawValue: "unusable")
  /// The request is invalid; exit status 2 on the command line.
  package static let usage = Self(rawValue: "usage")
}

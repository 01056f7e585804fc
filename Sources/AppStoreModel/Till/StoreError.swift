package import Core

/// The failure of an App Store, simulated or real: StoreKit's name for it, and one line for a person.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// StoreKit's name for it, or one of Till's own below.
  package var kind: FailureKind
  /// The problem and its remedy, in one line; foreign text in it is sanitised.
  package var message: String
  /// Whether the same call may go through later.
  package var isTemporary: Bool

  /// - Parameter isTemporary: Whether the same call may go through later; without a network it may.
  package init(_ kind: FailureKind, _ message: String, isTemporary: Bool? = nil) {
    self.kind = kind
    self.message = safeText(message, limit: 600)
    self.isTemporary = isTemporary ?? (kind == .networkError)
  }

  /// The same with a row's words, which each language finds by their English.
  package init(_ kind: FailureKind, said message: Words) { self.init(kind, message.text) }

  /// Any error as this one: an error that is not the App Store's is `unusable`.
  package init(wrapping error: any Error) {
    self = error as? StoreError ?? StoreError(.unusable, "\(error)")
  }

  /// The message.
  package var description: String { message }
}

/// Till's own kinds, beside StoreKit's.
extension FailureKind {
  /// The revision is of an earlier epoch or unknown (Apple: error 4000005): read from the start.
  package static let invalidRevision = Self(rawValue: "invalidRevision")
  /// The Apple Account is not known to this App Store.
  package static let accountNotFound = Self(rawValue: "accountNotFound")
  /// The transaction is not known to this App Store (Apple: error 4040010).
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
  /// The call was cancelled from this side.
  package static let cancelled = Self(rawValue: "cancelled")
  /// The backend does not take the configured key or secret.
  package static let unauthorized = Self(rawValue: "unauthorized")
  /// The App Store itself could not be used: its ledger is locked, damaged or newer.
  package static let unusable = Self(rawValue: "unusable")
  /// The request makes no sense as it stands; exit status 2 on the command line.
  package static let usage = Self(rawValue: "usage")
}
